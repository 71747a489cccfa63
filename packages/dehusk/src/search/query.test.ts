import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DehuskError } from '../errors.ts';
import { matchQuery, parseQuery } from './query.ts';

describe('a query', () => {
  it.each([
    ['walk', '("walk")'],
    ['Walk DOG', '("walk") AND ("dog")'],
    ['"walk the dog"', '("walk the dog")'],
    ['“walk the” dog', '("walk the") AND ("dog")'],
    ['walk*', '("walk" *)'],
    ['"walk the do"*', '("walk the do" *)'],
    ['"walk the do*"', '("walk the do" *)'],
    ['well-known', '("well known")'],
    ['l’homme 3.14', '("l homme") AND ("3 14")'],
    ['dog OR cat', '("dog" OR "cat")'],
    ['a dog OR "big cat" OR c* b', '("a") AND ("dog" OR "big cat" OR "c" *) AND ("b")'],
    ['or OR Or', '("or" OR "or")'],
    ['"OR" x', '("or") AND ("x")'],
    ['dog -cat', '(("dog")) NOT ("cat")'],
    ['-"big cat" dog -c*', '(("dog")) NOT ("big cat" OR "c" *)'],
    ['dog - cat & (bird)', '("dog") AND ("cat") AND ("bird")'],
    ['a"b c"d', '("a") AND ("b c") AND ("d")'],
    ['NEAR(a b) title:x ^y a+b', '("near a") AND ("b") AND ("title x") AND ("y") AND ("a b")'],
    ["it's; DROP TABLE", '("it s") AND ("drop") AND ("table")'],
    ['東京', '("東京")'],
    ['東京都', '("東京 京都")'],
    ['都', '("都" *)'],
    ['東京tower', '("東京 京 tower")'],
    ['-東 京', '(("京" *)) NOT ("東" *)'],
  ])('%s', (query, expected) => {
    expect(matchQuery(parseQuery(query))).toBe(expected);
  });

  it.each([
    ['', 'QUERY_EMPTY', undefined],
    [' & !', 'QUERY_EMPTY', undefined],
    ['👍', 'QUERY_EMPTY', undefined],
    ['a "b c', 'QUERY_WRONG', 3],
    ['東𠮷 "b', 'QUERY_WRONG', 4],
    ['a ""', 'QUERY_WRONG', 3],
    ['a -!', 'QUERY_WRONG', 3],
    ['*', 'QUERY_WRONG', 1],
    ['a wa*k', 'QUERY_WRONG', 5],
    ['*walk', 'QUERY_WRONG', 1],
    ['"the *k"', 'QUERY_WRONG', 6],
    ['!*', 'QUERY_WRONG', 1],
    ['OR a', 'QUERY_WRONG', 1],
    ['a OR', 'QUERY_WRONG', 3],
    ['a OR OR b', 'QUERY_WRONG', 6],
    ['a OR -b', 'QUERY_WRONG', 3],
    ['-a OR b', 'QUERY_WRONG', 4],
    ['-a -b', 'QUERY_WRONG', 1],
    ['x '.repeat(65), 'QUERY_TOO_LONG', undefined],
  ])('%j is wrong: %s at %s', (query, code, position) => {
    let thrown: unknown;
    try {
      parseQuery(query);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(DehuskError);
    const { code: found, facts } = thrown as DehuskError;
    expect([found, (facts as { position?: number }).position]).toEqual([code, position]);
  });

  it('of any characters is understood or explained', () => {
    const part = fc.oneof(
      fc.constantFrom('"', '*', '-', ' ', 'OR', 'a', '東', '(', '^', ':', '\0'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        try {
          // What reaches FTS5 as syntax is of our making: words have no character of it.
          const rest = matchQuery(parseQuery(parts.join(''))).replace(/"[^"()*:^]+"/g, 'w');
          expect(rest).toMatch(/^(?:[w() *]|AND|OR|NOT)+$/);
        } catch (error) {
          expect(error).toBeInstanceOf(DehuskError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
