import { describe, expect, it } from 'vitest';
import { parseText } from '../../page/parse.ts';
import { Fingerprinter } from './fingerprint.ts';

/** The fingerprint of the visible text of some html. */
function fingerprint(html: string, { shingleWords = 4, minHashes = 1 } = {}): string {
  const page = parseText(html);
  const fingerprinter = new Fingerprinter({ shingleWords, minHashes });
  fingerprinter.open();
  for (const node of page.segments) fingerprinter.addText(page, node);
  fingerprinter.close();
  return `${fingerprinter.high}:${fingerprinter.low}`;
}

describe('a fingerprint', () => {
  it('is of words, whatever stands between them', () => {
    const of = (html: string): string => fingerprint(html, { minHashes: 8 });
    const text = of('all the news of the day');
    expect(of('all  the\n news\tof the day ')).toBe(text);
    expect(of('all <b>the news</b> of<br>the day')).toBe(text);
    expect(of('all the news of the&#32;day')).toBe(text);
    expect(of('all the news of the days')).not.toBe(text);
    expect(of('All the news of the day')).not.toBe(text);
  });

  it('is of the set of shingles: a rose is a rose', () => {
    const rose = 'a rose is a rose is a rose';
    for (const minHashes of [1, 8]) {
      expect(fingerprint(`${rose} is a rose`, { minHashes })).toBe(fingerprint(rose, { minHashes }));
      expect(fingerprint('a rose is a', { minHashes: 8 })).not.toBe(fingerprint(rose, { minHashes: 8 }));
    }
  });

  it('takes all words of a short text as one shingle', () => {
    const short = ['one', 'two', 'one two', 'two one', 'one two three', 'one one'];
    expect(new Set(short.map((text) => fingerprint(text))).size).toBe(short.length);
    expect(fingerprint('one two three four', { shingleWords: 10 })).not.toBe(
      fingerprint('four three two one', { shingleWords: 10 }),
    );
  });

  it('does not remember the text before', () => {
    const page = parseText('<p>one two three four five six</p><p>seven</p>');
    const fingerprinter = new Fingerprinter({ shingleWords: 4, minHashes: 2 });
    const read = (node: number): string => {
      fingerprinter.open();
      fingerprinter.addText(page, node);
      fingerprinter.close();
      return `${fingerprinter.high}:${fingerprinter.low}`;
    };
    const [first, second] = [page.segments[0]!, page.segments[1]!];
    const alone = read(second);
    read(first);
    expect(read(second)).toBe(alone);
  });
});

describe('two texts agree as often as they resemble each other', () => {
  /** Two texts of n different words, w = 1, of which `common` are common. */
  const pair = (trial: number, words: number, common: number): readonly [string, string] => {
    const spell = (side: string): string =>
      Array.from({ length: words }, (_, i) => `t${trial}${i < common ? 'c' : side}${i}`).join(' ');
    return [spell('a'), spell('b')];
  };
  const share = (common: number, minHashes: number): number => {
    const trials = 1500;
    let agreed = 0;
    for (let trial = 0; trial < trials; trial++) {
      const [a, b] = pair(trial, 12, common).map((text) => fingerprint(text, { shingleWords: 1, minHashes }));
      if (a === b) agreed++;
    }
    return agreed / trials;
  };

  it.each([
    // resemblance = common / (24 − common)
    { common: 12, minHashes: 8, expected: 1 },
    { common: 8, minHashes: 1, expected: 1 / 2 },
    { common: 8, minHashes: 2, expected: 1 / 4 },
    { common: 8, minHashes: 8, expected: 1 / 256 },
    { common: 4, minHashes: 1, expected: 1 / 5 },
    { common: 0, minHashes: 1, expected: 0 },
  ])('$common of 12 words, $minHashes hashes: $expected', ({ common, minHashes, expected }) => {
    expect(Math.abs(share(common, minHashes) - expected)).toBeLessThan(0.05);
  });
});
