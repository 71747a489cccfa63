import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffTextLines, diffWords, sharedPart, type TextPart } from './word-diff.ts';

const spell = (parts: readonly TextPart[]): string =>
  parts
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `[+${text}+]`))
    .join('');

describe('words that differ', () => {
  it.each([
    ['a red bee', 'a blue bee', 'a [-red-][+blue+] bee'],
    ['const a = 1;', 'const b = 1;', 'const [-a-][+b+] = 1;'],
    ['one two three', 'four five three', '[-one two-][+four five+] three'],
    ['蜜蜂在飞', '蜜蜂在唱', '蜜蜂在[-飞-][+唱+]'],
    ['same', 'same', 'same'],
    ['', 'new', '[+new+]'],
    ['a b c d', 'b d e', '[-a -]b [-c -]d[+ e+]'],
  ])('%s → %s', (old, current, expected) => {
    expect(spell(diffWords(old, current))).toBe(expected);
  });

  it('give both texts again, and no shorter way than the longest common words', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '\n'), { maxLength: 30 });
    fc.assert(
      fc.property(words, words, (one, other) => {
        const [old, current] = [one.join(''), other.join('')];
        const parts = diffWords(old, current);
        const without = (kind: TextPart['kind']): string =>
          parts
            .filter((part) => part.kind !== kind)
            .map(({ text }) => text)
            .join('');
        expect(without('added')).toBe(old);
        expect(without('removed')).toBe(current);
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(words, words, (old, current) => {
        const same = diffTextLines(old, current).flatMap(({ kind, items }) => (kind === 'same' ? items : []));
        expect(same.length).toBe(longestCommon(old, current));
      }),
      { numRuns: 500 },
    );
  });

  it('are all of it where too many differ', () => {
    const text = (from: number): string =>
      Array.from({ length: 3_000 }, (_, i) => `w${i * 7 + from}`).join(' ');
    const parts = diffWords(text(0), text(3));
    expect(sharedPart(parts)).toBeLessThan(0.5);
  });
});

/** The naive oracle: a table of all prefixes. */
function longestCommon(old: readonly string[], current: readonly string[]): number {
  const table = Array.from({ length: old.length + 1 }, () => new Array<number>(current.length + 1).fill(0));
  for (let i = 1; i <= old.length; i++)
    for (let j = 1; j <= current.length; j++)
      table[i]![j] =
        old[i - 1] === current[j - 1]
          ? table[i - 1]![j - 1]! + 1
          : Math.max(table[i - 1]![j]!, table[i]![j - 1]!);
  return table[old.length]![current.length]!;
}
