import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { hasSinglePages, openSinglePages, type SinglePage } from '../corpus/single-pages.ts';
import { chooseMethods, type EvalMethod } from '../methods/methods.ts';
import type { SinglePagesResult } from '../results/single-pages.ts';
import { noRunFile } from './evaluate.ts';
import { evaluateSinglePages } from './evaluate-single.ts';
import { addLine, type RunFile, type RunLine } from './run-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'dehusk-single-'));
afterAll(() => rmSync(folder, { recursive: true }));

function collection(name: string, lines: readonly unknown[]): ReturnType<typeof openSinglePages> {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(path.join(folder, 'pages.jsonl.gz'), gzipSync(text));
  return { ...openSinglePages(folder), name };
}

const single = (id: string, more: Partial<SinglePage>): SinglePage => ({
  ...{ id, url: 'https://bees.example/', kind: 'article', html: '<p>Bees make honey</p>' },
  ...{ content: 'Bees make honey', with: [], without: [] },
  ...more,
});

/** All text: 3 of 3 words; 3 of 4 with one that is too many; nothing of what the content has. */
const pages = collection('three', [
  single('a', { with: ['make honey'], without: ['menu'] }),
  single('b', { html: '<nav>Menu</nav><p>Bees make honey</p>', without: ['menu', 'imprint'] }),
  single('c', { kind: 'forum', content: 'wax' }),
]);

const none = chooseMethods({ methods: ['none', 'shingle'], commands: [] });

const run = (methods: readonly EvalMethod[], output: RunFile): Promise<SinglePagesResult> =>
  evaluateSinglePages({ collection: pages, methods, output });

describe('methods on single pages', () => {
  it('are scored by page, kind and snippet, computed by hand; those that need a site are left out', async () => {
    const { methods, ...facts } = await run(none, noRunFile());
    expect(facts).toEqual({ name: 'three', pages: 3, failedPages: 0 });
    expect(methods.map(({ method }) => method)).toEqual(['none']);
    const { all, kinds, missingPages } = methods[0]!;
    const near = (value: number): number => expect.closeTo(value, 12) as number;
    // F1: 1, 2 · 3 / (4 + 3), 0.
    expect(all).toEqual({
      ...{ pages: 3, f1: near((1 + 6 / 7) / 3), precision: near(1.75 / 3), recall: near(2 / 3) },
      ...{ with: 1, without: 1 / 4 },
    });
    expect(Object.entries(kinds).map(([kind, { pages: count, f1 }]) => [kind, count, f1])).toEqual([
      ['article', 2, near((1 + 6 / 7) / 2)],
      ['forum', 1, 0],
    ]);
    expect(missingPages).toBe(0);
  });

  it('see one page at a time', async () => {
    const seen: number[] = [];
    const counting: EvalMethod = {
      name: 'counting',
      run: (all) => {
        seen.push(all.length);
        return { texts: [{ text: 'bees' }] };
      },
    };
    const { methods } = await run([counting], noRunFile());
    expect(seen).toEqual([1, 1, 1]);
    expect(methods[0]!.all.recall).toBeCloseTo(2 / 9, 12);
  });

  it('are not run again on what the output has; a page without a line counts as empty', async () => {
    const lines: RunFile['lines'] = new Map();
    const appended: RunLine[] = [];
    const output: RunFile = { lines, append: (more) => appended.push(...more) };
    await run(none, output);
    expect(appended.map(({ method, site, url }) => [method, site, url])).toEqual(
      ['a', 'b', 'c'].map((id) => ['none', 'three', id]),
    );
    for (const line of appended) addLine(lines, line);
    addLine(lines, { method: 'theirs', site: 'three', url: 'a', text: 'Bees make honey' });
    const again: RunFile = { lines, append: () => expect.fail('it was run again') };
    const { methods } = await run(none, again);
    expect(methods.map(({ method, missingPages }) => [method, missingPages])).toEqual([
      ['none', 0],
      ['theirs', 2],
    ]);
    expect(methods[1]!.all.f1).toBeCloseTo(1 / 3, 12);
  });

  it('are not scored on a page that cannot be parsed, which is told', async () => {
    const failed: string[] = [];
    const deep = collection('deep', [single('a', {}), single('b', { html: '<b>x'.repeat(60_000) })]);
    const result = await evaluateSinglePages({
      ...{ collection: deep, methods: none, output: noRunFile() },
      onFailure: (name, { error }) => failed.push(`${name} ${error.code}`),
    });
    expect(result).toMatchObject({ pages: 1, failedPages: 1 });
    expect(failed).toEqual(['deep PAGE_TOO_DEEP']);
  });
});

it('a collection has its pages right in its folder, and says which line is none', async () => {
  const bad = collection('bad', [single('a', {}), { ...single('b', {}), content: 3 }]);
  expect([hasSinglePages(folder), hasSinglePages(path.dirname(folder))]).toEqual([true, false]);
  const reading = evaluateSinglePages({ collection: bad, methods: none, output: noRunFile() });
  await expect(reading).rejects.toThrow(
    `${folder} is no corpus that can be read: line 2 of pages.jsonl.gz: content is no string`,
  );
});
