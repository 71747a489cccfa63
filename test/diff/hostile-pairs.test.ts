/** Comparing and showing pairs made to hurt costs little more than the mapping does. */
import { describe, expect, it } from 'vitest';
import { createChangeRecords } from '../../packages/dehusk/src/compare/diff/change-record.ts';
import { diffPages } from '../../packages/dehusk/src/compare/diff/diff-pages.ts';
import { toDiffHtml } from '../../packages/dehusk/src/compare/diff/html-view.ts';
import { diffHunks } from '../../packages/dehusk/src/compare/diff/hunks.ts';
import type { PageDiff } from '../../packages/dehusk/src/compare/diff/page-diff.ts';
import { parseText } from '../../packages/dehusk/src/page/parse.ts';
import { cpuMs } from '../cpu-ms.ts';

type Pair = (list: (item: (i: number) => string) => string) => readonly [string, string];

const sentence = (i: number): string => `<p>${i} and a sentence of some words</p>`;

const pairs: Readonly<Record<string, Pair>> = {
  'all children differ': (list) => [list((i) => `<p>a${i}</p>`), list((i) => `<p>b${i}</p>`)],
  'all were added': (list) => ['<p>a', `<p>a${list((i) => `<p>b${i}`)}`],
  'all have moved': (list) => [list(sentence), `<div>${list(sentence)}</div>`],
  'all texts of one element differ': (list) => [list((i) => `<br>a${i}`), list((i) => `<br>b${i}`)],
};

function diffOf(pair: Pair, size: number): PageDiff {
  const list = (item: (i: number) => string): string =>
    Array.from({ length: size }, (_, i) => item(i)).join('');
  const [before, after] = pair(list);
  return diffPages(parseText(before), parseText(after));
}

describe.each(Object.entries(pairs))('%s', (_, pair) => {
  it('shown in every form', () => {
    const diff = diffOf(pair, 2_000);
    const recordOf = createChangeRecords(diff);
    expect(
      cpuMs(() => {
        for (const number of diff.changes.keys()) recordOf(number);
        diffHunks(diff, 2);
        toDiffHtml(diff, { view: 'side-by-side' });
        toDiffHtml(diff);
      }),
    ).toBeLessThan(1_500);
  });
});

it.each(['all children differ', 'all have moved'])('%s, of 20,000', (name) => {
  const ms = cpuMs(() => expect(diffOf(pairs[name]!, 20_000).changes.length).toBeGreaterThanOrEqual(20_000));
  expect(ms).toBeLessThan(3_000);
});

it('deep pages are no harder than others', () => {
  const chain = (word: string): string => '<div>'.repeat(1_900) + word + '</div>'.repeat(1_900);
  const diff = diffPages(parseText(`${chain('a')}<p>x`), parseText(`${chain('b')}<p>y`));
  expect(diff.changes).toHaveLength(4);
  expect(toDiffHtml(diff)).toContain('data-dehusk-diff="added"'.replaceAll('"', '&quot;'));
});
