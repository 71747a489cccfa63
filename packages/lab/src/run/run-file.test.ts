import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseText } from 'dehusk';
import { TEXT } from 'dehusk/parts';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  elementRanges,
  inRanges,
  isComplete,
  keptRanges,
  openRunFile,
  packScores,
  type RunLine,
  readRunFile,
  templateElements,
  unpackScores,
} from './run-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-runs-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);

const page = (position: number): RunLine => ({
  method: 'none',
  site: 'bees',
  url: `https://bees.example/${position}`,
  position,
  pages: 2,
  kept: [[0, position]],
});

describe('the file of a run', () => {
  it('gives back what was appended', async () => {
    const file = at('whole.jsonl');
    (await openRunFile(file)).append([page(1), page(2)]);
    const { lines } = await openRunFile(file);
    expect(lines.get('bees')?.get('none')).toEqual([page(1), page(2)]);
    expect(await readRunFile(file)).toEqual(lines);
  });

  it('loses a line that was cut, and knows that a site is not whole', async () => {
    const file = at('cut.jsonl');
    const { append } = await openRunFile(file);
    append([page(1)]);
    appendFileSync(file, JSON.stringify(page(2)).slice(0, -4));
    const { lines } = await openRunFile(file);
    expect(lines.get('bees')?.get('none')).toEqual([page(1)]);
    expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(page(1))}\n`);
    expect(isComplete([page(1)])).toBe(false);
    expect(isComplete([page(1), page(1)])).toBe(false);
    expect(isComplete([page(1), page(2)])).toBe(true);
  });

  it.each([
    ['notes\n', 1, 'no JSON'],
    ['notes', 1, 'no JSON'],
    [`${JSON.stringify(page(1))}\n[]\n`, 2, 'method is no string'],
    ['{"method":"m","site":"s","url":"u"}\n', 1, 'neither text nor kept segments'],
    ['{"method":"m","site":"s","url":"u","kept":[[1]]}\n', 1, 'neither text nor kept segments'],
  ])('refuses and does not touch %j', async (content, number, reason) => {
    const file = at('foreign.jsonl');
    writeFileSync(file, content);
    const message = `line ${number} of ${file} is no result of a method: ${reason}`;
    await expect(openRunFile(file)).rejects.toThrow(message);
    expect(readFileSync(file, 'utf8')).toBe(content);
  });
});

const nav = parseText('<nav><a>Home</a><a>News</a></nav><main><h1>Bees</h1><p>Text</p></main>');
const bits = fc.uint8Array({ min: 0, max: 1, minLength: nav.nodeCount, maxLength: nav.nodeCount });

describe('a packed verdict', () => {
  it('gives back what is kept', () => {
    fc.assert(
      fc.property(bits, (template) => {
        const kept = inRanges(keptRanges(nav, { template }), nav.segments.length);
        expect([...kept]).toEqual(Array.from(nav.segments, (node) => 1 - template[node]!));
      }),
    );
  });

  it('gives back the elements that are template', () => {
    fc.assert(
      fc.property(bits, (template) => {
        const found = templateElements(nav, elementRanges(nav, { template }));
        const isElement = (_: number, node: number): boolean => nav.tag[node] !== TEXT;
        expect([...found].filter(isElement)).toEqual([...template].filter(isElement));
        expect([...found].every((bit, node) => bit === 0 || nav.tag[node] !== TEXT)).toBe(true);
      }),
    );
  });

  it('numbers elements from html on', () => {
    // html, head, body, nav, a, a, main, h1, p
    const template = new Uint8Array(nav.nodeCount);
    for (const [node, tag] of nav.tag.entries()) if (tag !== TEXT && node >= 3) template[node] = 1;
    expect(elementRanges(nav, { template })).toEqual([[3, 8]]);
  });

  it('gives back scores to the hundredth', () => {
    const score = new Float32Array(nav.nodeCount);
    for (const [i, node] of nav.segments.entries()) score[node] = [0, 0.333, 0.995, 1][i]!;
    const packed = packScores(nav, { score });
    expect(packed).toBe('ACFkZA==');
    expect([...unpackScores(packed)].map((value) => value.toFixed(2))).toEqual([
      '0.00',
      '0.33',
      '1.00',
      '1.00',
    ]);
  });
});
