/**
 * The html5lib tests: does any case throw, in how many is the visible text parse5's, and is every encoding found?
 *
 *   dehusk-lab conformance html5lib [FOLDER] [--verbose]
 *
 * The exit code is 1 if a case throws or an encoding is wrong. docs/PARSING.md lists the kinds of difference.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseText } from 'dehusk';
import { ExitCode } from 'dehusk/parts';
import { html5libFolder } from '../corpus/folders.ts';
import type { Output } from '../experiment.ts';
import { hasSameText, pageTexts, referenceTexts } from './texts.ts';

interface Check {
  readonly folder: string;
  /** Every difference is printed. */
  readonly isVerbose: boolean;
  readonly out: Output;
  thrown: number;
}

export function run(args: readonly string[], out: Output): number {
  const folder = args.find((argument) => !argument.startsWith('--')) ?? html5libFolder;
  const check: Check = { folder, isVerbose: args.includes('--verbose'), out, thrown: 0 };
  compareTrees(check);
  feedTokenizerCases(check);
  const wrong = checkEncodings(check);
  out.line(`thrown: ${check.thrown}`);
  return check.thrown > 0 || wrong > 0 ? ExitCode.failed : ExitCode.done;
}

function compareTrees(check: Check): void {
  const { out } = check;
  const counts = { cases: 0, sameText: 0, samePaths: 0 };
  for (const file of datFiles(join(check.folder, 'tree-construction'))) {
    for (const entry of datCases(file)) {
      const section = entry.toString('utf8');
      if (section.includes('\n#document-fragment\n')) continue;
      counts.cases++;
      const { sameText, samePaths } = compareTree(
        check,
        file,
        section.slice(0, section.search(/\n?#errors\n/)),
      );
      if (sameText) counts.sameText++;
      if (samePaths) counts.samePaths++;
    }
  }
  out.line(`tree construction: ${counts.cases} whole documents`);
  out.line(`  visible text equal: ${counts.sameText} (${percent(counts.sameText, counts.cases)})`);
  out.line(`  and paths equal:    ${counts.samePaths} (${percent(counts.samePaths, counts.cases)})`);
}

interface Compared {
  readonly sameText: boolean;
  readonly samePaths: boolean;
}

function compareTree(check: Check, file: string, html: string): Compared {
  const { out, isVerbose } = check;
  const actual = attempt(check, file, () => pageTexts(parseText(html)));
  const expected = referenceTexts(html);
  if (actual === undefined) return { sameText: false, samePaths: false };
  const sameText = hasSameText(actual, expected);
  const samePaths = JSON.stringify(actual) === JSON.stringify(expected);
  if (isVerbose && !samePaths) {
    out.line(`${sameText ? 'PATH' : 'TEXT'} ${file}\n  ${JSON.stringify(html.slice(0, 300))}`);
    out.line(`  parse5 ${JSON.stringify(expected).slice(0, 300)}`);
    out.line(`  dehusk ${JSON.stringify(actual).slice(0, 300)}`);
  }
  return { sameText, samePaths };
}

function feedTokenizerCases(check: Check): void {
  let cases = 0;
  const folder = join(check.folder, 'tokenizer');
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.test'))) {
    const { tests = [] } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      tests?: readonly { description: string; input: string }[];
    };
    for (const { description, input } of tests) {
      cases++;
      attempt(check, `${file} ${description}`, () => parseText(input));
    }
  }
  check.out.line(`tokenizer: ${cases} inputs parsed`);
}

function checkEncodings(check: Check): number {
  let cases = 0;
  let wrong = 0;
  for (const file of datFiles(join(check.folder, 'encoding'))) {
    for (const entry of datCases(file)) {
      const mark = entry.lastIndexOf('#encoding\n');
      const bytes = entry.subarray(0, Math.max(0, mark - 1));
      const expected = entry
        .subarray(mark + '#encoding\n'.length)
        .toString('latin1')
        .trim();
      const page = attempt(check, file, () => parse({ bytes }));
      cases++;
      if (page?.encoding.toLowerCase() === expected.toLowerCase()) continue;
      wrong++;
      const shown = JSON.stringify(bytes.toString('latin1').slice(0, 300));
      check.out.line(`ENCODING ${file}: expected ${expected}, found ${page?.encoding}\n  ${shown}`);
    }
  }
  check.out.line(`encoding: ${cases - wrong} of ${cases} as expected`);
  return wrong;
}

function attempt<Result>(check: Check, label: string, action: () => Result): Result | undefined {
  try {
    return action();
  } catch (error) {
    check.thrown++;
    check.out.line(`THROWN ${label}: ${String(error)}`);
    return undefined;
  }
}

export function datFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.dat'))
    .map((file) => join(folder, file));
}

/** Sections of a `.dat` file: each case starts at its `#data` line. */
export function datCases(file: string): readonly Buffer[] {
  const content = readFileSync(file);
  const starts: number[] = [];
  const marker = '#data\n';
  for (let at = content.indexOf(marker); at >= 0; at = content.indexOf(`\n${marker}`, at + 1) + 1 || -1)
    starts.push(at);
  return starts.map((start, i) => content.subarray(start + marker.length, starts[i + 1] ?? content.length));
}

function percent(count: number, total: number): string {
  return `${((100 * count) / total).toFixed(2)} %`;
}
