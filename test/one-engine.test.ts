/**
 * One engine: the same pages give the same records, byte for byte, whichever way they come in. The pages hold what the
 * ways differed in before there was one engine: rules, the empty guard, failures, repeated pages, encodings, limits.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { createCrawleeCleaner } from '../packages/dehusk/src/crawlee/crawlee.ts';
import {
  type CleanerOptions,
  type CleanResult,
  clean,
  createCleaner,
} from '../packages/dehusk/src/index-node.ts';
import { openInputs, openState } from '../packages/dehusk/src/node.ts';
import { recordLine } from '../packages/dehusk/src/output/record.ts';
import { parse } from '../packages/dehusk/src/page/parse.ts';
import { pageId, type RawPage } from '../packages/dehusk/src/page/raw-page.ts';
import { cleanSite } from '../packages/lab/src/methods/detect.ts';
import { createCrawl } from '../packages/lab/src/synthetic/synthetic-crawl.ts';
import { killAt } from './cli/killed.ts';
import { createWorkplace } from './cli/run-dehusk.ts';
import { bytesOf, httpResponse, warcRecord } from './contracts/input-fixtures.ts';

const SITES = 4;
const PAGES = 120;
const MAX_NODES = 5000;

const rules = { keep: ['footer'], drop: ['h1'] };
const options: CleanerOptions = { overrides: rules, limits: { maxNodes: MAX_NODES } };
const flags = ['--keep', 'footer', '--drop', 'h1', '--max-page-nodes', String(MAX_NODES), '--quiet'];

const work = createWorkplace();

function recordOf(url: string, body: string | Uint8Array, headers: Record<string, string> = {}): Uint8Array {
  return warcRecord(httpResponse(body, headers), { 'WARC-Target-URI': url });
}

/** What is odd about the pages, each at its place among the ordinary ones. */
function oddRecords(urls: readonly string[], htmls: readonly string[]): ReadonlyMap<number, Uint8Array> {
  const site = new URL(urls[0]!).origin;
  const latin = { 'Content-Type': 'text/html; charset=windows-1252' };
  const japanese = { 'Content-Type': 'text/html' };
  return new Map([
    [15, recordOf(`${site}/empty`, '')],
    // A page sent twice: the same address and the same bytes as an earlier one.
    [36, recordOf(urls[24]!, htmls[24]!)],
    [
      48,
      recordOf(
        `${site}/cafe`,
        bytesOf('<p>Un caf', new Uint8Array([0xe9]), ' pr', new Uint8Array([0xe8]), 's de la gare'),
        latin,
      ),
    ],
    [60, recordOf(`${site}/large`, '<p>a'.repeat(MAX_NODES))],
    // "日本語" in Shift_JIS, said by the page itself.
    [
      72,
      recordOf(
        `${site}/jp`,
        bytesOf('<meta charset="shift_jis"><p>', new Uint8Array([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea])),
        japanese,
      ),
    ],
    // A body that cannot be read.
    [80, recordOf(`${site}/packed`, 'xx', { 'Content-Encoding': 'unheard-of' })],
    // Nothing but what the site repeats: without the guard it would be empty.
    ...[88, 104].map((at) => [at, recordOf(`${site}/husk${at}`, husk)] as const),
  ]);
}

const husk = '<ul><li>Contact our office</li><li>About this company</li></ul>';

/** An archive of interleaved sites. */
function archive(): Uint8Array {
  const crawl = createCrawl({
    seed: 11,
    sites: SITES,
    pagesPerSite: PAGES / SITES,
    pageBytes: { min: 1_000, max: 4_000 },
  });
  const made = [...crawl.crawl()].map(({ make }) => make());
  const urls = made.map(({ url }) => url);
  // The first site repeats its husk on every page.
  const own = new URL(urls[0]!).host;
  const htmls = made.map(({ url, html }) =>
    new URL(url).host === own ? html.replace('</body>', `${husk}</body>`) : html,
  );
  const odd = oddRecords(urls, htmls);
  return bytesOf(...htmls.map((html, i) => odd.get(i) ?? recordOf(urls[i]!, html)));
}

const pages: RawPage[] = [];
const failed: string[] = [];
let file = '';

beforeAll(async () => {
  work.write('crawl.warc', archive());
  file = `${work.folder}/crawl.warc`;
  for await (const item of openInputs([file]))
    if (item.kind === 'page') pages.push(item.page);
    else failed.push(item.error.code);
});

/** Lines of records without where they were read, which not everybody knows. */
function comparable(lines: readonly string[]): readonly string[] {
  return lines.map((line) => {
    const record = JSON.parse(line);
    const { file: _f, offset: _o, line: _l, date: _d, status: _s, ...metadata } = record.metadata;
    return JSON.stringify({ ...record, metadata });
  });
}

const linesOf = (jsonl: string): readonly string[] =>
  comparable(jsonl.split('\n').filter((line) => line !== ''));

function linesOfResults(results: readonly CleanResult[]): readonly string[] {
  return comparable(
    results.flatMap((result) => (result.error === undefined ? [recordLine(result.record())] : [])),
  );
}

async function collect(results: AsyncIterable<CleanResult>): Promise<readonly CleanResult[]> {
  const all: CleanResult[] = [];
  for await (const result of results) all.push(result);
  return all;
}

async function byCommand(name: string, args: readonly string[]): Promise<readonly string[]> {
  const { exitCode, stderr } = await work.run([
    'clean',
    'crawl.warc',
    ...flags,
    ...args,
    '-o',
    `${name}.jsonl`,
  ]);
  expect(exitCode, stderr).toBe(3);
  return linesOf(work.read(`${name}.jsonl`));
}

/** Killed at one write after the other, until it comes to its end. */
async function byKilledCommand(name: string, args: readonly string[]): Promise<readonly string[]> {
  const state = ['--state', `${name}.state`, '--commit-every', '16'];
  let kills = 0;
  for (const place of [4, 12]) {
    const words = ['clean', 'crawl.warc', ...flags, ...args, ...state, '-o', `${name}.jsonl`];
    if (await killAt(work, words, place)) kills++;
  }
  expect(kills).toBe(2);
  return byCommand(name, [...args, ...state]);
}

describe('the pages hold what matters', () => {
  it('rules, guard, failures, a repeated page, encodings, an empty page and one over a limit', async () => {
    const results = await collect(clean(pages, options));
    const cleaned = results.filter((result) => result.error === undefined);
    const records = cleaned.map((result) => result.record());
    expect(new Set(records.map(({ site }) => site)).size).toBe(SITES);
    expect(pages.length + failed.length).toBe(PAGES);
    expect(failed).toEqual(['PAGE_ENCODING_UNKNOWN']);
    expect(results.flatMap(({ error }) => error?.code ?? [])).toEqual(['PAGE_TOO_MANY_NODES']);
    expect(records.filter(({ empty_guard }) => empty_guard).length).toBeGreaterThan(0);
    expect(new Set(cleaned.map(({ page }) => page.encoding)).size).toBe(3);
    expect(records.filter(({ text }) => text === '').map(({ url }) => url)).toContainEqual(
      expect.stringMatching(/empty$/),
    );
    const urls = pages.map(({ url }) => url);
    expect(urls.length - new Set(urls).size).toBe(1);
    // Each rule changes something.
    for (const rule of ['keep', 'drop'] as const) {
      const others = await collect(clean(pages, { ...options, overrides: { ...rules, [rule]: [] } }));
      expect(linesOfResults(others)).not.toEqual(linesOfResults(results));
    }
  });
});

describe('page by page', () => {
  let expected: readonly string[] = [];
  beforeAll(async () => {
    expected = await byCommand('stream', ['--stream']);
  });

  it.each([
    ['two threads', ['--stream', '--jobs', '2']],
    ['a state', ['--stream', '--state', 'stream.state']],
    ['hardly any memory', ['--stream', '--memory', '1']],
    ['hardly any memory and a state', ['--stream', '--memory', '1', '--state', 'small.state']],
  ])('the command with %s', async (name, args) => {
    expect(await byCommand(`stream-${name.replaceAll(' ', '-')}`, args)).toEqual(expected);
  });

  it('the command, killed and taken up again', async () => {
    expect(await byKilledCommand('stream-killed', ['--stream'])).toEqual(expected);
  });

  it('clean', async () => {
    expect(linesOfResults(await collect(clean(openInputs([file]), options)))).toEqual(expected);
  });

  it('cleaner.add, with and without a state', async () => {
    await using state = await openState(`${work.folder}/library.state`);
    for (const given of [options, { ...options, state, commitEvery: 7 }, { ...options, memoryBytes: 1 }]) {
      await using cleaner = createCleaner(given);
      const results: CleanResult[] = [];
      for (const page of pages) results.push(await cleaner.add(page));
      expect(linesOfResults(results)).toEqual(expected);
    }
  });

  it('the Crawlee adapter', async () => {
    const cleaner = createCrawleeCleaner(options);
    const lines: string[] = [];
    for (const { url, bytes, contentType } of pages) {
      const [type = 'text/html', encoding] = contentType?.split('; charset=') ?? [];
      const context = {
        request: { url: url! },
        body: bytes,
        contentType: { type, ...(encoding !== undefined && { encoding }) },
        response: { headers: { 'content-type': contentType } },
      };
      try {
        lines.push(recordLine((await cleaner.clean(context))!));
      } catch {
        expect(context.request).toHaveProperty('noRetry', true);
      }
    }
    expect(comparable(lines)).toEqual(expected);
  });

  it("the evaluation's runner", async () => {
    expect(await byEvaluation({})).toEqual(expected);
  });
});

describe('in two passes', () => {
  let expected: readonly string[] = [];
  beforeAll(async () => {
    expected = await byCommand('two', []);
  });

  it.each([
    ['a state', ['--state', 'two.state']],
    ['hardly any memory', ['--memory', '1']],
    ['hardly any memory and two threads', ['--memory', '1', '--jobs', '2']],
  ])('the command with %s', async (name, args) => {
    expect(await byCommand(`two-${name.replaceAll(' ', '-')}`, args)).toEqual(expected);
  });

  it('the command, killed and taken up again', async () => {
    expect(await byKilledCommand('two-killed', [])).toEqual(expected);
  });

  it('clean', async () => {
    expect(linesOfResults(await collect(clean(openInputs([file]), { ...options, twoPass: true })))).toEqual(
      expected,
    );
  });

  it('a cleaner that learns all and then judges', async () => {
    await using cleaner = createCleaner({ ...options, forgetting: false });
    for (const page of pages) await cleaner.learn(page);
    const results: CleanResult[] = [];
    for (const page of pages) results.push(await cleaner.judge(page));
    expect(linesOfResults(results)).toEqual(expected);
  });

  it("the evaluation's runner", async () => {
    expect(await byEvaluation({ twoPass: true })).toEqual(expected);
  });
});

/** Site by site, from pages that are parsed already; the records come in the order of the input. */
async function byEvaluation(given: { readonly twoPass?: boolean }): Promise<readonly string[]> {
  const parsed = pages.flatMap((raw) => {
    try {
      return [parse(raw, { limits: options.limits!, id: pageId(raw) })];
    } catch {
      return [];
    }
  });
  const lines = new Map<unknown, string>();
  for (const host of new Set(parsed.map(({ url }) => new URL(url!).host))) {
    const own = parsed.filter(({ url }) => new URL(url!).host === host);
    for (const [i, result] of (await cleanSite(own, { ...options, ...given })).entries())
      if (result.error === undefined) lines.set(own[i], recordLine(result.record()));
  }
  return comparable(parsed.map((page) => lines.get(page)!));
}

it('a state of the library is read by the command, and the other way round', async () => {
  const expected = await byCommand('known', ['--state', 'stream.state', '--freeze', '--stream']);
  const frozen = await byCommand('known-library', ['--state', 'library.state', '--freeze', '--stream']);
  expect(frozen).toEqual(expected);
  await using state = await openState(`${work.folder}/stream.state`);
  await using cleaner = createCleaner({ ...options, state });
  const results: CleanResult[] = [];
  for (const page of pages) results.push(await cleaner.judge(page));
  expect(linesOfResults(results)).toEqual(expected);
});
