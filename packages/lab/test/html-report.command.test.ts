/** `--html` of the command: what it writes, and what it does not write over. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { captureStderr } from '../../../test/cli/capture-stderr.ts';
import { run } from '../src/cli/program.ts';
import { writeCorpus } from '../src/synthetic/synthetic-crawl.ts';
import { createSite } from '../src/synthetic/synthetic-site.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'dehusk-html-'));
const at = (...names: readonly string[]): string => path.join(folder, ...names);
const site = createSite({ seed: 3, pages: 4, pageBytes: { min: 2_000, max: 3_000 } });
beforeAll(async () => {
  await writeCorpus(at('corpus'), [site]);
  mkdirSync(at('is-a-folder'));
  writeFileSync(
    at('runs.jsonl'),
    `${JSON.stringify({ method: 'm', site: site.name, url: site.page(0).url, text: 'a' })}\n`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const said = captureStderr();
beforeEach(() => {
  // The tables: they are not what is looked at here.
  vi.spyOn(process.stdout, 'write').mockImplementation((_, ...more) => {
    (more.at(-1) as (() => void) | undefined)?.();
    return true;
  });
});

it('writes a report, in folders that it makes, and nothing else', async () => {
  const file = at('new', 'deep', 'report.html');
  expect(await run(['eval', at('corpus'), '--methods', 'none', '--html', file, '-q'])).toBe(0);
  const html = readFileSync(file, 'utf8');
  expect(html).toMatch(/^<!DOCTYPE html>/);
  expect(html).toContain('<title>Evaluation: 1 method on 1 site</title>');
  expect(html).toContain(`dehusk-lab eval corpus --methods none --html ${file}`);
  expect(readdirSync(path.dirname(file))).toEqual(['report.html']);
});

it('writes one of an output that is scored, over an older one', async () => {
  const file = at('scored.html');
  writeFileSync(file, 'an older report');
  expect(await run(['score', at('runs.jsonl'), '--gold', at('corpus'), '--html', file, '-q'])).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain('<code>m</code>');
});

it.each([
  ['an output of others', () => at('runs.jsonl')],
  ['a file of the corpus', () => at('corpus', site.name, 'site.json')],
])('does not write over %s', async (_, file) => {
  const before = readFileSync(file(), 'utf8');
  expect(await run(['score', at('runs.jsonl'), '--gold', at('corpus'), '--html', file()])).toBe(2);
  expect(said()).toContain(`the input ${file()} lies in the output`);
  expect(readFileSync(file(), 'utf8')).toBe(before);
});

it('does not write over what -o goes on with', async () => {
  expect(await run(['eval', at('corpus'), '-o', at('runs.jsonl'), '--html', at('runs.jsonl')])).toBe(2);
});

it('says that it cannot be written before the work begins', async () => {
  const output = at('not-begun.jsonl');
  const flags = ['--methods', 'none', '-o', output, '--html', at('is-a-folder')];
  expect(await run(['eval', at('corpus'), ...flags])).toBe(1);
  expect(said()).toContain('it is a folder');
  expect(existsSync(output)).toBe(false);
});
