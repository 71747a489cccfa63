import { parseText, TEXT } from 'dehusk/parts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  elementRanges,
  inRanges,
  keptRanges,
  packScores,
  templateElements,
  unpackScores,
} from './packed-verdict.ts';

const page = parseText('<nav><a>Home</a><a>News</a></nav><main><h1>Bees</h1><p>Text</p></main>');
const bits = fc.uint8Array({ min: 0, max: 1, minLength: page.nodeCount, maxLength: page.nodeCount });

describe('a packed verdict', () => {
  it('gives back what is kept', () => {
    fc.assert(
      fc.property(bits, (template) => {
        const kept = inRanges(keptRanges(page, { template }), page.segments.length);
        expect([...kept]).toEqual(Array.from(page.segments, (node) => 1 - template[node]!));
      }),
    );
  });

  it('gives back the elements that are template', () => {
    fc.assert(
      fc.property(bits, (template) => {
        const found = templateElements(page, elementRanges(page, { template }));
        const isElement = (_: number, node: number): boolean => page.tag[node] !== TEXT;
        expect([...found].filter(isElement)).toEqual([...template].filter(isElement));
        expect([...found].every((bit, node) => bit === 0 || page.tag[node] !== TEXT)).toBe(true);
      }),
    );
  });

  it('numbers elements from html on', () => {
    // html, head, body, nav, a, a, main, h1, p
    const template = new Uint8Array(page.nodeCount);
    for (const [node, tag] of page.tag.entries()) if (tag !== TEXT && node >= 3) template[node] = 1;
    expect(elementRanges(page, { template })).toEqual([[3, 8]]);
  });

  it('gives back scores to the hundredth', () => {
    const score = new Float32Array(page.nodeCount);
    for (const [i, node] of page.segments.entries()) score[node] = [0, 0.333, 0.995, 1][i]!;
    const packed = packScores(page, { score });
    expect(packed).toBe('ACFkZA==');
    expect([...unpackScores(packed)].map((value) => value.toFixed(2))).toEqual([
      '0.00',
      '0.33',
      '1.00',
      '1.00',
    ]);
  });
});
