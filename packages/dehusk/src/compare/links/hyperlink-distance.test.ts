import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareRelevance, hyperlinkDistance } from './hyperlink-distance.ts';

describe('hyperlinkDistance', () => {
  it.each([
    ['research/maths/', 'research/maths/', 0],
    ['research/maths/', 'research/maths/geometry/', 1],
    ['research/maths/', 'research/', -1],
    ['research/maths/', 'research/physics/dynamics', -1],
    ['research/maths/', 'www.upv.es/research/', -2],
    ['www.bbc.com/news', 'www.bbc.com/news/technology', 1],
    ['www.bbc.com/news/technology', 'www.bbc.com/news', -1],
    ['www.bbc.com/news', 'www.bbc.com', -1],
    ['www.bbc.com/news', 'www.bbc.com/news/world/europe/', 2],
    ['www.bbc.com/news', 'www.bbc.com/weather', -1],
    ['www.bbc.com/news', 'www.bbc.com/sport/0/formula1/26599556', -1],
  ])('T-A1: %s to %s is %i', (from, to, distance) => {
    expect(hyperlinkDistance(from, to)).toBe(distance);
  });

  it('A4: once resolved, the last example of the thesis is one level away', () => {
    expect(hyperlinkDistance('http://www.upv.es/research/maths/', 'http://www.upv.es/research/')).toBe(-1);
  });

  it('T-A2: Example 2.2.3', () => {
    const links = [
      'http://www.tesco.es/',
      'http://www.upv.es/research/maths/pi.html',
      'http://www.upv.es/sport/',
      'http://www.upv.es/research/maths/news/computers.html',
    ];
    const distances = links.map((url) =>
      hyperlinkDistance('http://www.upv.es/research/maths/index.html', url),
    );
    expect(distances).toEqual([-3, 0, -2, 1]);
    expect(distances.sort(compareRelevance)).toEqual([0, 1, -2, -3]);
  });

  it('T-A3: Example 2.2.13', () => {
    const links = [
      'news/world/europe/',
      '',
      'news/uk/',
      'sport/0/football/28497920/',
      'news/also_in_the_news/',
    ];
    const distances = links.map((path) => hyperlinkDistance('www.bbc.com/news/', `www.bbc.com/${path}`));
    expect(distances).toEqual([2, -1, 1, -1, 1]);
    expect(distances.sort(compareRelevance)).toEqual([1, 1, 2, -1, -1]);
  });

  it('A3: looks at host and folders only', () => {
    const key = 'https://example.org/a/b/page.html?from=/x/y.z#part/two';
    expect(hyperlinkDistance(key, 'http://www.EXAMPLE.org/a/b')).toBe(0);
    expect(hyperlinkDistance(key, 'http://example.org/a/b/c.d/')).toBe(1);
    expect(hyperlinkDistance(key, 'http://example.org:8080/a/b/')).toBe(-3);
    expect(hyperlinkDistance(key, 'http://me@example.org//a/b/?q=1/2')).toBe(0);
    expect(hyperlinkDistance('http://example.org', 'http://example.org/index.html')).toBe(0);
  });

  it('B5: is a whole number for any two strings', () => {
    const text = fc.oneof(
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[a-z:/?#@.%\\[\] \n-]{0,20}$/),
    );
    fc.assert(
      fc.property(text, text, (a, b) => {
        const distance = hyperlinkDistance(a, b);
        expect(Number.isInteger(distance)).toBe(true);
        expect(hyperlinkDistance(a, a)).toBe(0);
        // A1: what is inside is seen as outside from there.
        if (distance > 0) expect(hyperlinkDistance(b, a)).toBe(-distance);
      }),
      { numRuns: 10_000 },
    );
  });
});
