import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseText } from '../../page/parse.ts';
import { createOutline, type Outline, outlineOf } from './outline.ts';
import { gatherEvidence, type Sightings, scoreSegments } from './score.ts';

const rounded = (values: Iterable<number>): number[] =>
  Array.from(values, (value) => Number(value.toFixed(4)));

describe('a page worked out by hand', () => {
  const page = parseText(
    '<nav><a href="/">Home</a> <a href="/shop">Shop</a></nav>' +
      '<main><dl><dt>Price:</dt><dd>12 Euro</dd></dl>' +
      '<p>One lamp that stands on a table and gives light to those who read there in the evening, or by night</p></main>' +
      '<footer>All rights reserved.</footer>',
  );
  const outline = outlineOf(page);
  // All four other pages have the menu but for Shop, which two have, the label and the footer.
  const sightings: Sightings = { seen: Float64Array.of(4, 2, 4, 0, 0, 4), pages: 4 };

  it('has the segments and lengths that the numbers below are of', () => {
    expect([...outline.chars]).toEqual([4, 4, 6, 7, 99, 20]);
  });

  it('has this evidence', () => {
    const evidence = gatherEvidence(outline, sightings);
    const { repeated, seenBefore, blockLinks, besideNew, nothingNewAround, steps } = evidence;
    // Seen on 0.4 · 4 = 1.6 pages is wholly repeated.
    expect([...repeated]).toEqual([1, 1, 1, 0, 0, 1]);
    expect([...seenBefore]).toEqual([1, 1, 1, 0, 0, 1]);
    expect([...blockLinks]).toEqual([1, 1, 0, 0, 0, 0]);
    expect([...besideNew]).toEqual([0, 0, 1, 1, 1, 0]);
    expect([...nothingNewAround]).toEqual([0, 0, 0, 0, 0, 0]);
    // New prose is 8 for the price and 100 for the sentence, which alone has six tenths of the 108.
    expect([...steps]).toEqual([2, 2, 1, 1, 0, 2]);
  });

  it('is beside something new as long as a text of its block is on less than one page of five', () => {
    const besideNewAt = (seenPrice: number): number[] => [
      ...gatherEvidence(outline, { seen: Float64Array.of(10, 10, 10, seenPrice, 0, 10), pages: 10 })
        .besideNew,
    ];
    expect(besideNewAt(1.9)).toEqual([0, 0, 1, 1, 1, 0]);
    expect(besideNewAt(2)).toEqual([0, 0, 0, 0, 1, 0]);
  });

  it('has these scores', () => {
    // A step is 0.67 + 2.4 / 5 = 1.15.
    const logOdds = [
      -4.42 + 1.46 + (2.14 + 2.28) + 1.22 + 1.15 * 2,
      -4.42 + 1.46 + (2.14 + 2.28) + 1.22 + 1.15 * 2,
      -4.42 + 1.46 + 1.15,
      -4.42 + 1.15,
      -4.42,
      -4.42 + 1.46 + 2.28 + 1.15 * 2,
    ];
    const scores = scoreSegments(outline, sightings);
    const expected = logOdds.map((odds) => 1 / (1 + Math.exp(-odds)));
    for (const [i, score] of scores.entries()) expect(score).toBeCloseTo(expected[i]!, 4);
    expect(rounded(scores)).toEqual([0.9932, 0.9932, 0.1406, 0.0366, 0.0119, 0.8348]);
  });

  it('has these scores as the first of its site', () => {
    // A step is 0.67 + 2.4 = 3.07; new prose is 7 + 8 + 100 + 21 of 136.
    const scores = scoreSegments(outline, { seen: new Float64Array(6), pages: 0 });
    const logOdds = [1.22 + 3.07 * 2, 1.22 + 3.07 * 2, 3.07, 3.07, 0, 3.07 * 2].map((place) => -4.42 + place);
    for (const [i, score] of scores.entries()) expect(score).toBeCloseTo(1 / (1 + Math.exp(-logOdds[i]!)), 4);
  });

  it('gains by length what is repeated and longer than a label', () => {
    const scoreOf = (text: string): number =>
      scoreSegments(outlineOf(parseText(`<p>${text}</p>`)), { seen: Float64Array.of(4), pages: 4 })[0]!;
    const logOddsOf = (text: string): number => Math.log(scoreOf(text) / (1 - scoreOf(text)));
    expect(logOddsOf('x'.repeat(24))).toBeCloseTo(logOddsOf('x'), 6);
    expect(logOddsOf('x'.repeat(99)) - logOddsOf('x')).toBeCloseTo(1.85 * Math.log(4), 6);
  });

  it('is higher for a table of contents', () => {
    const scoresOf = (href: string): number =>
      scoreSegments(outlineOf(parseText(`<a href="${href}">x</a>`)), {
        seen: Float64Array.of(0),
        pages: 0,
      })[0]!;
    expect(scoresOf('#x')).toBeGreaterThan(scoresOf('/x'));
  });
});

describe('a frame with headings, and an article with a repeated link', () => {
  const box = (heading: string, item: string): string => `<div><h3>${heading}</h3><div>${item}</div></div>`;
  const page = parseText(
    `<div>${box('Pages', '<a href="/a">About</a>')}${box('Tools', '<a href="/s">Search</a>')}</div>` +
      `<article><div>A sentence of 28 characters. <a href="/more">More</a> A sentence of 33 characters, too.</div>` +
      '<div>See also</div></article>',
  );
  const outline = outlineOf(page);
  // All of ten other pages have the frame, the link and the last heading.
  const sightings: Sightings = { seen: Float64Array.of(10, 10, 10, 10, 0, 10, 0, 10), pages: 10 };

  it('has this evidence', () => {
    const { nothingNewAround, besideNew, steps } = gatherEvidence(outline, sightings);
    expect([...nothingNewAround]).toEqual([1, 1, 1, 1, 0, 0, 0, 0]);
    expect([...besideNew]).toEqual([0, 0, 0, 0, 1, 1, 1, 0]);
    expect([...steps]).toEqual([2, 2, 2, 2, 0, 0, 0, 1]);
  });

  it('has these scores', () => {
    // A step is 0.67 + 2.4 / 11 = 0.8882; of the block of the link, 5 of 29 + 5 + 34 are in links.
    const heading = -4.42 + 1.46 + 2.28 + 1.57 + 0.8882 * 2;
    const item = heading + 2.14 + 1.22;
    const text = -4.42 + (1.22 * 5) / 68;
    const more = text + 1.46 + 2.14 + 0.86;
    const seeAlso = -4.42 + 1.46 + 2.28 + 0.8882;
    const expected = [heading, item, heading, item, text, more, text, seeAlso];
    const logOdds = Array.from(scoreSegments(outline, sightings), (score) => Math.log(score / (1 - score)));
    expect(outline.chars.slice(4, 7)).toEqual(Uint32Array.of(28, 4, 33));
    for (const [i, odds] of logOdds.entries()) expect(odds).toBeCloseTo(expected[i]!, 2);
  });
});

interface Scene {
  readonly outline: Outline;
  readonly sightings: Sightings;
}

/** Any row of segments; depths that join them always make a tree. */
const scenes: fc.Arbitrary<Scene> = fc
  .record({
    rows: fc.array(
      fc.record({
        chars: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 2000 })),
        joint: fc.integer({ min: 0, max: 6 }),
        flags: fc.integer({ min: 0, max: 7 }),
        share: fc.constantFrom(0, 0, 0.1, 0.2, 0.3, 0.5, 1),
      }),
      { minLength: 1, maxLength: 25 },
    ),
    pages: fc.constantFrom(0, 1, 2, 3.9, 5, 20, 40),
  })
  .map(({ rows, pages }) => {
    const outline = createOutline(rows.length);
    for (const name of ['chars', 'joint', 'flags'] as const) outline[name].set(rows.map((row) => row[name]));
    outline.flags[0]! |= 4;
    return { outline, sightings: { seen: Float64Array.from(rows, ({ share }) => share * pages), pages } };
  });

describe('the score of a segment', () => {
  it('is a probability, and the same each time', () => {
    fc.assert(
      fc.property(scenes, ({ outline, sightings }) => {
        const scores = scoreSegments(outline, sightings);
        expect(scores.every((score) => score > 0 && score < 1)).toBe(true);
        expect(scoreSegments(outline, sightings)).toEqual(scores);
      }),
      { numRuns: 500 },
    );
  });

  it('never falls because the segment was seen more often', () => {
    fc.assert(
      fc.property(scenes, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (scene, pick, share) => {
        const { outline, sightings } = scene;
        const i = pick % outline.count;
        const seen = sightings.seen.slice();
        seen[i] = seen[i]! + share * (sightings.pages - seen[i]!);
        const before = scoreSegments(outline, sightings)[i]!;
        const after = scoreSegments(outline, { ...sightings, seen })[i]!;
        expect(after).toBeGreaterThanOrEqual(before - 1e-9);
      }),
      { numRuns: 3000 },
    );
  });

  it('is sure of a menu from the second page of a site on', () => {
    const outline = outlineOf(parseText('<nav><a href=/>Home</a></nav><p>Some text that is new here.</p>'));
    for (const pages of [1, 2, 5, 10, 20, 40]) {
      const [menu, text] = scoreSegments(outline, { seen: Float64Array.of(pages, 0), pages });
      expect(menu).toBeGreaterThan(0.95);
      expect(text).toBeLessThan(0.05);
    }
  });
});
