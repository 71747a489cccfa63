import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseText } from '../../page/parse.ts';
import type { Outline, Sightings } from './columns.ts';
import { logarithm } from './evidence.ts';
import { factNames, termNames } from './fact-names.ts';
import { Fact, factCount, MARKS, Mark } from './facts.ts';
import { probability, TERMS, writeTerms } from './judges.ts';
import { adaptiveModel } from './model.ts';
import { outlineOf } from './outline.ts';
import { judgeAlone, judgePieces, sightPage } from './score.ts';
import { readTrees } from './trees.ts';

/** By a site without a schema. */
/** On how many of `pages` each segment was seen; no link of theirs leads where other links do. */
function seenOn(pages: number, ...seen: readonly number[]): Sightings {
  return { seen: Float64Array.from(seen), targets: new Float64Array(seen.length), pages };
}

const nothingSaid = (): undefined => undefined;
const scorePage = (outline: Outline, sightings: Sightings): Float64Array =>
  sightPage(outline, sightings).judge(nothingSaid).scores;

describe('a page worked out by hand', () => {
  const outline = outlineOf(
    parseText(
      '<nav><a href="/">Home</a> <a href="/shop">Shop</a></nav>' +
        '<main><dl><dt>Price:</dt><dd>12 Euro</dd></dl>' +
        '<p>One lamp that stands on a table and gives light to those who read there in the evening, or by night</p></main>' +
        '<footer>All rights reserved.</footer>',
    ),
  );
  // All four other pages have the menu but for Shop, which two have, the label and the footer.
  const sightings = seenOn(4, 4, 2, 4, 0, 0, 4);
  const { pieces, rows } = sightPage(outline, sightings).judge(nothingSaid);
  const factsOf = (name: string): number[] =>
    Array.from(
      { length: pieces.length - 1 },
      (_, piece) => rows[piece * factCount + factNames.indexOf(name)]!,
    );

  it('has a piece for each link of the menu, and for each line', () => {
    expect([...pieces]).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('has this evidence', () => {
    // Seen on 0.4 · 4 = 1.6 pages is wholly repeated.
    expect(factsOf('repeated')).toEqual([1, 1, 1, 0, 0, 1]);
    expect(factsOf('share')).toEqual([1, 0.5, 1, 0, 0, 1]);
    expect(factsOf('link')).toEqual([1, 1, 0, 0, 0, 0]);
    expect(factsOf('main')).toEqual([0, 0, 1, 1, 1, 0]);
    expect(factsOf('nav')).toEqual([1, 1, 0, 0, 0, 0]);
    // All new prose is in the main element.
    expect(factsOf('steps')).toEqual([1, 1, 0, 0, 0, 1]);
    // 8 of 15 for the list of the price; beside the menu stands nothing new.
    expect(factsOf('blockNew').map((share) => Math.round(share * 100))).toEqual([0, 0, 53, 53, 100, 0]);
    expect(factsOf('new1').map((share) => Math.round(share * 100))).toEqual([0, 0, 100, 0, 53, 86]);
  });

  it('has these terms', () => {
    const terms = new Float64Array(termNames.length);
    writeTerms(rows, 0, terms, 0);
    // A menu item: repeated, linked, alone, one step away, four pages known; the page around is not without news.
    expect([...terms]).toEqual([1, 1, 0, 0, 1, 0, 1, 0, 1, 1 / 5]);
    writeTerms(rows, 2, terms, 0);
    expect([...terms]).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('is judged by the sum of terms and trees', () => {
    // The first question of the first tree is whether it is a link; what is no link goes on by its repetition.
    const link = Fact.link;
    const trees = {
      count: 1,
      columns: Uint8Array.of(link, Fact.repeated, link, link, link, link, link),
      limits: Float32Array.of(0.5, 0.5, 9, 9, 9, 9, 9),
      leaves: Float32Array.of(-1, 0, 2, 0, 0.5, 0, 0, 0),
    };
    const none = readTrees('', '');
    const model = {
      weights: new Array(termNames.length + 1).fill(0),
      siteTrees: trees,
      firstPageTrees: none,
    };
    // Four pages are known, so the judge of first pages has nothing more to say.
    const found = Array.from(judgePieces(rows, model), (odds) => Number(odds.toFixed(6)));
    expect(found).toEqual([0.5, 0.5, 2, -1, -1, 2]);
  });

  it('loses the frame and keeps the rest, label included', () => {
    const gone = Array.from(scorePage(outline, sightings), (score) => score >= 0.5);
    expect(gone.slice(0, 2)).toEqual([true, true]);
    expect(gone.slice(3)).toEqual([false, false, true]);
  });
});

describe('numbers that are the same in every engine', () => {
  it('are close to the logarithm, and exact at powers of two', () => {
    for (let power = 0; power < 20; power++) expect(logarithm(2 ** power)).toBe(power);
    for (let value = 1; value < 5000; value += 7)
      expect(Math.abs(logarithm(value) - Math.log2(value))).toBeLessThan(0.09);
  });

  it('are probabilities', () => {
    fc.assert(
      fc.property(fc.double({ min: -29, max: 29, noNaN: true }), (odds) => {
        expect(probability(odds)).toBeCloseTo(1 / (1 + Math.exp(-odds)), 12);
      }),
    );
    expect([probability(-1e9), probability(1e9)].every((score) => score >= 0 && score <= 1)).toBe(true);
    expect(probability(0)).toBe(0.5);
  });
});

describe('one thing on many pages', () => {
  const outline = outlineOf(
    parseText('<p>Slogan of all pages</p><p>Something that is new on this page only.</p>'),
  );
  const sightings = seenOn(10, 10, 0);

  it('is judged by what was said of it before, as much as by ten pages', () => {
    const { own, logOdds } = sightPage(outline, sightings).judge(() => 3);
    expect(logOdds[0]).toBeCloseTo((own[0]! + 10 * 3) / 11, 9);
    expect(logOdds[1]).toBe(own[1]);
  });

  it('is judged by that alone on twenty pages and more, whatever this one says', () => {
    const known = seenOn(20, 20, 0);
    const { own, logOdds } = sightPage(outline, known).judge(() => 0.01);
    expect(own[0]).toBeLessThan(-0.5);
    expect(logOdds).toEqual(Float64Array.of(0.01, own[1]!));
  });
});

describe('the facts and the terms', () => {
  it('are as many as there are names', () => {
    expect(Object.keys(Mark)).toHaveLength(MARKS);
    expect(factNames).toHaveLength(factCount);
    expect(factNames.slice(0, -MARKS)).toEqual(Object.keys(Fact));
    expect(Object.values(Fact)).toEqual(Object.keys(Fact).map((_, i) => i));
    expect(Object.values(Mark)).toEqual(Object.keys(Mark).map((_, i) => 2 ** i));
    expect(termNames).toHaveLength(TERMS);
  });
});

describe('the model', () => {
  it('asks for facts that there are, three questions a way', () => {
    for (const { count, columns, limits, leaves } of [
      adaptiveModel.siteTrees,
      adaptiveModel.firstPageTrees,
    ]) {
      expect(count).toBeGreaterThan(10);
      expect([columns.length, limits.length, leaves.length]).toEqual([7 * count, 7 * count, 8 * count]);
      expect(columns.every((column) => column < factCount)).toBe(true);
      expect(limits.every((limit) => Number.isFinite(limit))).toBe(true);
      expect(leaves.every((leaf) => Math.abs(leaf) < 5)).toBe(true);
    }
    expect(adaptiveModel.weights).toHaveLength(termNames.length + 1);
  });
});

describe('the judge of first pages', () => {
  const entries = Array.from({ length: 60 }, (_, i) => `<li><a href="/${i}">Entry ${i}</a>`).join('');
  /** What it says of an entry, its trees left out, beside so many words of an article. */
  const saidOfEntry = (words: number): number => {
    const outline = outlineOf(parseText(`<ul>${entries}</ul><p>${'word '.repeat(words)}</p>`));
    const { rows } = sightPage(outline, seenOn(0, ...new Float64Array(outline.count))).judge(nothingSaid);
    return judgeAlone(rows, readTrees('', ''))[30]!;
  };

  it('takes what stands in one place and is most of the page for its content, an index', () => {
    expect(saidOfEntry(10)).toBeLessThan(saidOfEntry(200) - 2);
  });

  it('does so from three quarters of the text on', () => {
    // Each entry has 7 or 8 characters and one more.
    const ofEntries = 10 * 8 + 50 * 9;
    const words = (share: number): number => Math.round((ofEntries / share - ofEntries) / 5);
    expect(saidOfEntry(words(0.76))).toBe(saidOfEntry(10));
    expect(saidOfEntry(words(0.74))).toBe(saidOfEntry(200));
  });
});

describe('the score of a page', () => {
  it('is sure of a menu from the second page of a site on', () => {
    const outline = outlineOf(
      parseText(
        '<nav><a href=/>Home</a> <a href=/a>About us</a></nav><main><p>Some text that is new here, and says more than a label.</p><p>Another one.</p></main>',
      ),
    );
    for (const pages of [1, 2, 5, 10, 20, 40]) {
      const scores = scorePage(outline, seenOn(pages, pages, pages, 0, 0));
      expect(scores[0]).toBeGreaterThan(0.8);
      expect(scores[2]).toBeLessThan(0.2);
    }
  });
});
