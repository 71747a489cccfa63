/**
 * How does the cost of a mapping grow?
 *
 *   dehusk-lab bench mapping-growth
 *
 * 1. Pairs made to hurt, of 50,000 and 100,000 nodes a page, each in a process of its own: CPU time and the most
 *    memory that was resident, or `budget` where the pair failed with the budget's error. Time may grow faster than
 *    the pages (the problem is quadratic); memory may not, and the budget bounds both.
 * 2. Real pairs: the five largest pages of at most 20,000 nodes of every site of the shared corpus, all pairs. The
 *    slowest, per mapping. They must end within two seconds.
 */

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Page, parseText } from 'dehusk';
import { ExitCode, isTooMuchWork, type MappingName, mappingNames, mappings } from 'dehusk/parts';
import { readCorpus } from '../corpus/corpus.ts';
import { corpusFolder } from '../corpus/folders.ts';
import type { Output } from '../experiment.ts';
import { hostilePairs } from '../soak/hostile.ts';
import { cpuMs } from './measure.ts';

const SIZES = [50_000, 100_000] as const;
const REAL_NODES = 20_000;
const REAL_MS = 2_000;
const PAGES_PER_SITE = 5;

/** With arguments it is the process of one pair, and prints its cost as JSON. */
export function run([family, name, size]: readonly string[], out: Output): number {
  if (family !== undefined) {
    out.line(JSON.stringify(measureHere(family, name as MappingName, Number(size))));
    return ExitCode.done;
  }
  const isBounded = benchHostile(out);
  out.line(`memory ${isBounded ? 'grows no faster than the pages' : 'GROWS FASTER THAN THE PAGES'}`);
  const isSoon = !existsSync(corpusFolder) || benchReal(out);
  return isBounded && isSoon ? ExitCode.done : ExitCode.failed;
}

interface Cost {
  readonly ms: number;
  readonly peakMegabytes: number;
  readonly isOverBudget: boolean;
}

function benchHostile(out: Output): boolean {
  let isBounded = true;
  for (const { name: family } of hostilePairs) {
    out.line(`\n${family}`);
    for (const name of mappingNames) {
      const [small, large] = SIZES.map((size) => measureApart(family, name, size)) as [Cost, Cost];
      // Both contain the process itself and the pages; a table of n by n nodes would be 10 GB.
      isBounded &&= large.peakMegabytes < 2.6 * small.peakMegabytes;
      const costs = [small, large].map(
        ({ ms, peakMegabytes, isOverBudget }) =>
          `${ms.toFixed(0).padStart(6)} ms ${peakMegabytes.toFixed(0).padStart(5)} MB ${isOverBudget ? 'budget' : '      '}`,
      );
      out.line(`  ${name.padEnd(20)} ${costs.join('  →  ')}`);
    }
  }
  return isBounded;
}

function measureApart(family: string, name: MappingName, size: number): Cost {
  const args = [process.argv[1]!, 'bench', 'mapping-growth', family, name, String(size)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Cost;
}

/** What the process started by `measureApart` does: its memory is that of one mapping. */
function measureHere(family: string, name: MappingName, size: number): Cost {
  const [key, other] = hostilePairs.find((pair) => pair.name === family)!.pages(size);
  const before = process.cpuUsage();
  const isOverBudget = timeMapping(name, key, other) === undefined;
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, peakMegabytes: process.resourceUsage().maxRSS / 1024, isOverBudget };
}

/** Undefined where the pair is over the budget. */
function timeMapping(name: MappingName, key: Page, other: Page): number | undefined {
  try {
    return cpuMs(() => mappings[name](key, other));
  } catch (error) {
    if (isTooMuchWork(error)) return undefined;
    throw error;
  }
}

function benchReal(out: Output): boolean {
  const slowest = new Map<MappingName, { readonly ms: number; readonly pair: string }>();
  for (const site of readCorpus(corpusFolder)) {
    const pages = largestPages(site.pages().map(({ html }) => parseText(html)));
    for (const [i, key] of pages.entries()) {
      for (const other of pages.slice(i + 1)) {
        for (const name of mappingNames) {
          const ms = timeMapping(name, key, other) ?? Number.POSITIVE_INFINITY;
          const pair = `${key.nodeCount} and ${other.nodeCount} nodes of ${site.name}`;
          if (ms > (slowest.get(name)?.ms ?? 0)) slowest.set(name, { ms, pair });
        }
      }
    }
  }
  out.line('\nslowest real pairs');
  for (const [name, { ms, pair }] of slowest)
    out.line(`  ${name.padEnd(20)} ${ms.toFixed(0).padStart(6)} ms  ${pair}`);
  return [...slowest.values()].every(({ ms }) => ms <= REAL_MS);
}

function largestPages(pages: readonly Page[]): readonly Page[] {
  return pages
    .filter(({ nodeCount }) => nodeCount <= REAL_NODES)
    .sort((a, b) => b.nodeCount - a.nodeCount)
    .slice(0, PAGES_PER_SITE);
}
