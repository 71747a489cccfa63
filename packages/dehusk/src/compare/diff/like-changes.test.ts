import { expect, it } from 'vitest';
import { parseText } from '../../page/parse.ts';
import { diffPages } from './diff-pages.ts';
import { findLikeChanges } from './like-changes.ts';

const words = (before: string, after: string): readonly string[] =>
  findLikeChanges(diffPages(parseText(before), parseText(after))).map((group) => group.words);

const links = (version: string, count: number): string =>
  Array.from({ length: count }, (_, i) => `<p><a href="/docs/${version}/page-${i}">Page ${i}</a></p>`).join(
    '',
  );

it.each([
  ['links to another version', links('v2', 30), links('v3', 30), ['30 links: v2 → v3']],
  ['two are told by themselves', links('v2', 2), links('v3', 2), []],
  [
    'texts in which the same word was replaced',
    ['Ants', 'Bees', 'Wasps'].map((name) => `<p>${name} of the year 2024, counted</p>`).join(''),
    ['Ants', 'Bees', 'Wasps'].map((name) => `<p>${name} of the year 2025, counted</p>`).join(''),
    ['3 texts: 2024 → 2025'],
  ],
  [
    'the same words, added in many places',
    ['a', 'b', 'c', 'd'].map((name) => `<div><h2>${name}</h2></div>`).join(''),
    ['a', 'b', 'c', 'd'].map((name) => `<div><h2>${name}</h2><em>Sold out</em></div>`).join(''),
    ['4 places added: Sold out'],
  ],
  [
    'not what differs from place to place',
    '<p>one bee</p><p>two ants</p><p>three wasps</p>',
    '<p>one fly</p><p>two moths</p><p>three gnats</p>',
    [],
  ],
])('%s', (_, before, after, expected) => {
  expect(words(before, after)).toEqual(expected);
});

it('names all changes of a group, of what was replaced both', () => {
  const page = (year: string): string =>
    ['x', 'y', 'z'].map((name) => `<p>${name} of ${year}, all</p>`).join('');
  const diff = diffPages(parseText(page('1999')), parseText(page('2000')));
  const [group] = findLikeChanges(diff);
  expect(group).toMatchObject({ count: 3 });
  expect([...group!.numbers].sort()).toEqual([...diff.changes.keys()]);
});
