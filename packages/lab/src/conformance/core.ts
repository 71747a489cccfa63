/**
 * Does the core give the pages that the parser in TypeScript gives? Every column that detectors read, every text, every
 * attribute, the page as text, its outline, and what it says of itself; or the same refusal. And is it judged the same, to
 * the bit, after the pages of its site before it?
 *
 *   dehusk-lab conformance core [checked] [FOLDER ...]
 *
 * A folder is a corpus or the html5lib tests; default: both. Prints the first
 * difference of each page that has one. The exit code is 1 if there is any.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DehuskError, type Page, toText, type Verdict } from 'dehusk';
import {
  assembleDetector,
  type Core,
  createAdaptiveDetector,
  createCore,
  type Detector,
  ExitCode,
  lookAtSegmentsBy,
  type Outline,
  outlineOf,
  parseInTypeScript,
  readAttributes,
  readGap,
  readMetadata,
  readNormalText,
  readRawContent,
  readText,
  toCoreText,
} from 'dehusk/parts';
import { readCorpus } from '../corpus/corpus.ts';
import { corpusFolder, html5libFolder } from '../corpus/folders.ts';
import type { Output } from '../experiment.ts';
import { readCoreModule } from './core-module.ts';
import { datCases, datFiles } from './html5lib.ts';

interface Count {
  pages: number;
  equal: number;
  refused: number;
}

const encoder = new TextEncoder();
const hashKey = [0x12345678, 0x9abcdef0] as const;

export function run(args: readonly string[], out: Output): number {
  const named = args.filter((argument) => argument !== 'checked');
  const folders = named.length > 0 ? named : [html5libFolder, corpusFolder];
  const core = createCore(readCoreModule(args.includes('checked') ? 'core-checked' : 'core'));
  lookAtSegmentsBy(core.sightSegments);
  let different = 0;
  for (const folder of folders) {
    const count: Count = { pages: 0, equal: 0, refused: 0 };
    const left = core.leftPages;
    let judges = createJudges('');
    for (const page of pagesOf(folder)) {
      if (page.site !== judges.site) judges = createJudges(page.site);
      comparePage(core, page, judges, count, out);
    }
    different += count.pages - count.equal;
    out.line(
      `${folder}: ${count.equal} of ${count.pages} equal; both refuse ${count.refused}; left to the other parser ${core.leftPages - left}`,
    );
  }
  if (core.trappedPages > 0) out.line(`the core failed at ${core.trappedPages} pages`);
  return different + core.trappedPages > 0 ? ExitCode.failed : ExitCode.done;
}

interface NamedPage {
  readonly name: string;
  readonly site: string;
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
}

function* pagesOf(folder: string): Generator<NamedPage> {
  if (existsSync(join(folder, 'tree-construction'))) yield* html5libInputs(folder);
  else {
    for (const site of readCorpus(folder)) {
      for (const { url, html } of site.pages())
        yield { name: url, site: site.name, bytes: encoder.encode(html), contentType: htmlType };
    }
  }
}

const htmlType = 'text/html; charset=utf-8';

/** Every input: of tree construction, of the tokenizer, and of encodings as bytes. */
function* html5libInputs(folder: string): Generator<NamedPage> {
  const site = 'html5lib';
  const contentType = htmlType;
  for (const file of datFiles(join(folder, 'tree-construction'))) {
    for (const [i, entry] of datCases(file).entries()) {
      const section = entry.toString('utf8');
      const html = section.slice(0, section.search(/\n?#errors\n/));
      yield { name: `${file} ${i}`, site, bytes: encoder.encode(html), contentType };
    }
  }
  const tokenizer = join(folder, 'tokenizer');
  for (const file of readdirSync(tokenizer).filter((name) => name.endsWith('.test'))) {
    const { tests = [] } = JSON.parse(readFileSync(join(tokenizer, file), 'utf8')) as {
      tests?: readonly { description: string; input: string }[];
    };
    for (const { description, input } of tests)
      yield { name: `${file} ${description}`, site, bytes: encoder.encode(input), contentType };
  }
  for (const file of datFiles(join(folder, 'encoding'))) {
    for (const [i, entry] of datCases(file).entries()) {
      const bytes = entry.subarray(0, Math.max(0, entry.lastIndexOf('#encoding\n') - 1));
      yield { name: `${file} ${i}`, site, bytes, contentType: undefined };
    }
  }
}

/** Those who judge the pages of one site, we and the core. */
interface Judges {
  readonly site: string;
  readonly ours: Detector;
  readonly theirs: Detector;
}

function createJudges(site: string): Judges {
  const ours = assembleDetector({ hashKey }, {});
  return { site, ours, theirs: createAdaptiveDetector({ hashKey }, { words: false, traces: false }) };
}

function comparePage(
  core: Core,
  { name, bytes, contentType }: NamedPage,
  judges: Judges,
  count: Count,
  out: Output,
): void {
  const raw = { bytes, ...(contentType !== undefined && { contentType }) };
  const expected = attempt(() => parseInTypeScript(raw, { hashKey }));
  const actual = attempt(() => core.parse(raw, { hashKey }) ?? parseInTypeScript(raw, { hashKey }));
  const difference = firstDifference(expected, actual) ?? verdictDifference(judges, expected, actual);
  count.pages++;
  if (difference === undefined) count.equal++;
  else if (count.pages - count.equal <= 40) {
    out.line(`${name}: ${difference}`);
    if (bytes.length < 500) out.line(`  ${JSON.stringify(new TextDecoder().decode(bytes))}`);
  }
  if (difference === undefined && typeof expected === 'string') count.refused++;
}

function verdictDifference(
  { ours, theirs }: Judges,
  expected: Page | string,
  actual: Page | string,
): string | undefined {
  if (typeof expected === 'string' || typeof actual === 'string') return undefined;
  const wanted = ours.observe(expected);
  const found = theirs.observe(actual);
  for (const column of ['template', 'score', 'seen'] as const) {
    const at = firstUnequal(wanted[column], found[column]);
    if (at >= 0) return `${column} of node ${at}: expected ${wanted[column][at]}, found ${found[column][at]}`;
  }
  return undefined;
}

/** A page, or the code of its refusal. */
export function attempt(parsePage: () => Page): Page | string {
  try {
    return parsePage();
  } catch (error) {
    return (error as DehuskError).code ?? String((error as Error).stack);
  }
}

// biome-ignore format: a list of words
const columns = [
  'tag', 'flags', 'parent', 'depth', 'subtreeEnd', 'pathHashHigh', 'pathHashLow', 'textHashHigh', 'textHashLow', 'chars',
  'segments',
] as const;

export function firstDifference(expected: Page | string, actual: Page | string): string | undefined {
  if (typeof expected === 'string' || typeof actual === 'string') {
    const told = (result: Page | string): string =>
      typeof result === 'string' ? result : `${result.nodeCount} nodes`;
    return told(expected) === told(actual) ? undefined : `expected ${told(expected)}, found ${told(actual)}`;
  }
  if (expected.encoding !== actual.encoding)
    return `encoding: expected ${expected.encoding}, found ${actual.encoding}`;
  for (const column of columns) {
    const at = firstUnequal(expected[column], actual[column]);
    if (at < 0) continue;
    const tag = `${expected.tags.name(expected.tag[at]!)}, found ${actual.tags.name(actual.tag[at]!)}`;
    return `${column}[${at}]: expected ${expected[column][at]}, found ${actual[column][at]} (${tag}) of ${expected.nodeCount} and ${actual.nodeCount} nodes`;
  }
  for (let node = 0; node < expected.nodeCount; node++) {
    const difference = nodeDifference(expected, actual, node);
    if (difference !== undefined) return `node ${node}: ${difference}`;
  }
  return (
    textDifference(expected, actual, undefined) ??
    textDifference(expected, actual, everyThird(expected)) ??
    outlineDifference(outlineOf(expected), outlineOf(actual)) ??
    metadataDifference(expected, actual)
  );
}

function metadataDifference(expected: Page, actual: Page): string | undefined {
  const told = (page: Page): string =>
    JSON.stringify(readMetadata({ page, template: new Uint8Array(page.nodeCount), text: '' }, true));
  return told(expected) === told(actual)
    ? undefined
    : `metadata: expected ${told(expected)}, found ${told(actual)}`;
}

function outlineDifference(expected: Outline, actual: Outline): string | undefined {
  const columns = ({ places, ...outline }: Outline): readonly (readonly [string, ArrayLike<number>])[] =>
    Object.entries({ ...places, ...outline, count: [outline.count] });
  const found = Object.fromEntries(columns(actual));
  for (const [name, column] of columns(expected)) {
    const at = firstUnequal(column, found[name]!);
    if (at >= 0) return `outline, ${name}[${at}]: expected ${column[at]}, found ${found[name]![at]}`;
  }
  return undefined;
}

/** Written by the core, as long as it has the page. */
function textDifference(expected: Page, actual: Page, verdict: Verdict | undefined): string | undefined {
  const found = toCoreText(actual, verdict)?.text;
  // The other parser's page, or one that is too long as text.
  if (found === undefined) return undefined;
  const wanted = toText(expected, verdict);
  if (wanted === found) return undefined;
  let at = 0;
  while (wanted[at] === found[at]) at++;
  const around = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 60), at + 60));
  return `text at ${at}: expected ${around(wanted)}, found ${around(found)}`;
}

/** Some texts are left out, on every page the same ones. */
function everyThird({ nodeCount }: Page): Verdict {
  const template = Uint8Array.from({ length: nodeCount }, (_, node) => (node % 3 === 0 ? 1 : 0));
  return {
    template,
    score: new Float32Array(nodeCount),
    seen: new Uint32Array(nodeCount),
    of: 1,
    version: 1,
  };
}

function firstUnequal(one: ArrayLike<number>, other: ArrayLike<number>): number {
  const length = Math.max(one.length, other.length);
  for (let i = 0; i < length; i++) if (!Object.is(one[i], other[i])) return i;
  return -1;
}

/** What is written at a node, as it is read. */
function nodeDifference(expected: Page, actual: Page, node: number): string | undefined {
  const read = (page: Page): readonly unknown[] => {
    const gap = readGap(page, node);
    if (page.tag[node] === 0) return [readText(page, node), readNormalText(page, node), gap];
    const classes = page.classLists[page.classList[node]!];
    return [
      page.tags.name(page.tag[node]!),
      readAttributes(page, node),
      classes,
      readRawContent(page, node),
      gap,
    ];
  };
  const [wanted, found] = [JSON.stringify(read(expected)), JSON.stringify(read(actual))];
  return wanted === found ? undefined : `expected ${wanted.slice(0, 200)}, found ${found.slice(0, 200)}`;
}
