import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokensOf } from '../score/tokens.ts';
import { placeSegments } from './place-segments.ts';

const placed = (segments: readonly string[], text: string): string =>
  placeSegments(segments.map(tokensOf), text).join('');

describe('the segments of a text', () => {
  it('are those that stand in it whole and in order', () => {
    expect(
      placed(['Home', 'News', 'Honey bees', 'Bees make honey.', 'Imprint'], 'Honey bees\nBees make honey.'),
    ).toBe('00110');
  });

  it('a word of the menu does not take the place of the same in a sentence', () => {
    expect(placed(['home', 'about', 'We went home', 'early'], 'we went home early')).toBe('0011');
  });

  it('come once for each time they stand there', () => {
    expect(placed(['more', 'a text', 'more', 'b text', 'more'], 'a text more b text more')).toBe('01111');
    expect(placed(['more', 'more', 'more'], 'more')).toBe('100');
  });

  it('are not parts of words, and what has no words is not kept', () => {
    expect(placed(['art', '…'], 'party …')).toBe('00');
  });

  it('are exactly the kept ones of different segments', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 30 }), (kept) => {
        const segments = kept.map((_, i) => `segment ${i} of page`);
        const text = segments.filter((_, i) => kept[i]).join('\n');
        expect(placed(segments, text)).toBe(kept.map(Number).join(''));
      }),
    );
  });
});
