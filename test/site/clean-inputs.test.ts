/** The library as its users see it: files in, verdicts out. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { CleanResult } from '../../packages/dehusk/src/engine/cleaner.ts';
import { clean } from '../../packages/dehusk/src/engine/node-cleaner.ts';
import { openInputs } from '../../packages/dehusk/src/input/open-inputs.ts';
import { readNormalText } from '../../packages/dehusk/src/page/page.ts';
import { html, perRecord, titles } from '../contracts/input-fixtures.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'dehusk-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string | Uint8Array): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

async function results(inputs: readonly string[], signal?: AbortSignal): Promise<CleanResult[]> {
  const stoppable = signal === undefined ? {} : { signal };
  const all: CleanResult[] = [];
  const input = openInputs(inputs, stoppable);
  for await (const result of clean(input, { method: 'none', ...stoppable })) all.push(result);
  return all;
}

/** Site and text of a page, code of a failure. */
function brief(result: CleanResult): string {
  if (result.error !== undefined) return result.error.code;
  const { page, verdict, site } = result;
  const kept = page.segments.filter((node) => verdict.template[node] === 0);
  return `${site}: ${[...kept].map((node) => readNormalText(page, node)).join(' | ')}`;
}

it('reads on behind damage, in the order of the inputs', async () => {
  const cut = write('cut.warc.gz', perRecord.bytes.subarray(0, -9));
  const lines = write('pages.jsonl', `{"html":${JSON.stringify(html('moths'))}}\n{}\n`);
  const missing = path.join(folder, 'missing');
  const all = await results([cut, missing, lines]);
  expect(all.map(brief)).toEqual([
    ...titles.map((title) => `site.example: Home | About ${title}.`),
    'INPUT_CUT',
    'INPUT_NOT_FOUND',
    `${lines}: Home | About moths.`,
    'INPUT_LINE_BAD',
  ]);
});

it('names a page as its record does', async () => {
  const lines = write('named.jsonl', `{"html":"<p>x","url":"HTTPS://A.example/#top"}\n{"html":"<p>y"}\n`);
  const all = await results([folder, lines, write('archive.warc.gz', perRecord.bytes)]);
  const pages = all.filter((result) => result.error === undefined);
  expect(pages.length).toBeGreaterThan(8);
  expect(pages.map((page) => page.record().id)).toEqual(pages.map(({ id }) => id));
});

it('stops reading at an abort', async () => {
  const stop = new AbortController();
  stop.abort(new Error('enough'));
  await expect(results([write('a.html', html('ants'))], stop.signal)).rejects.toThrow('enough');
});
