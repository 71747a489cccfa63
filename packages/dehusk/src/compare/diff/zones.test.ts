import { describe, expect, it } from 'vitest';
import { createIncrementalDetector } from '../../detect/incremental/incremental.ts';
import { parseText } from '../../page/parse.ts';
import { changeText } from './change-record.ts';
import { type DiffOptions, diffPages } from './diff-pages.ts';

const menu = (...names: readonly string[]): string =>
  `<ul>${names.map((name) => `<li><a href=/${name}>${name}</a></li>`).join('')}</ul>`;
const page = (entries: readonly string[], ...paragraphs: readonly string[]): string =>
  `${menu(...entries)}<div><h1>${paragraphs[0]}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</div>` +
  '<div class=foot>Imprint of the bees</div>';

const few = ['Home', 'News', 'Contact'];
const more = ['Home', 'News', 'An entry of many words', 'Contact'];
const about = (i: number): string => `All about bee ${i}.`;

/** What is told of a pair, by pages of the site that have these entries. */
function zones(
  known: readonly string[],
  [before, after]: readonly [string, string],
  options: DiffOptions = {},
): readonly string[] {
  const detector = createIncrementalDetector({ forgetting: false });
  for (let i = 0; i < 8; i++) detector.learn(parseText(page(known, about(i), `It lives in ${i}.`)));
  const [oldPage, newPage] = [parseText(before), parseText(after)];
  const verdicts = { old: detector.judge(oldPage), new: detector.judge(newPage) };
  const diff = diffPages(oldPage, newPage, { ...options, verdicts });
  return diff.changes.map(({ kind, zone }, i) => `${zone} ${kind}: ${changeText(diff, i)}`);
}

describe('the zone of a change', () => {
  it.each([
    ['is known', few],
    ['is not known yet', more],
  ])('is the template where an entry of the menu was removed that %s', (_, entries) => {
    expect(zones(entries, [page(more, 'Ants'), page(few, 'Ants')])).toEqual([
      'template removed: An entry of many words',
    ]);
  });

  it.each([
    ['before all pages got it', few],
    ['after all pages got it', more],
  ])('is the template where an entry was added, learned %s', (_, entries) => {
    expect(zones(entries, [page(few, 'Ants'), page(more, 'Ants')])).toEqual([
      'template added: An entry of many words',
    ]);
  });

  it('is the content where the text of the page was changed, also all of it', () => {
    const before = page(few, 'Ants', 'They dig.');
    expect(zones(few, [before, page(few, 'Ants', 'They dig.', 'They swarm.')])).toEqual([
      'content added: They swarm.',
    ]);
    expect(
      zones(few, [before, page(few, 'Wasps', 'They sting.')]).filter((told) => told.startsWith('template')),
    ).toEqual([]);
  });

  it('is the same for what is replaced and what replaces it', () => {
    const after = page(few, 'Ants').replace('Imprint of the bees', 'Legal notice');
    expect(zones(few, [page(few, 'Ants'), after])).toEqual([
      'template removed: Imprint of the bees',
      'template added: Legal notice',
    ]);
  });

  it('is that of the words, for links; of the text around, for pictures', () => {
    const before = page(few, 'Ants').replace('</ul>', '<li><img src=a.png></li></ul>');
    const after = before.replace('/News', '/Newest').replace('a.png', 'b.png');
    expect(zones(few, [before, after])).toEqual(['template attributes: News', 'template attributes: ']);
  });

  it('can be asked for', () => {
    const pair = [page(few, 'Ants'), page(more, 'Ants', 'They swarm.')] as const;
    expect(zones(few, pair, { only: 'content' })).toEqual(['content added: They swarm.']);
    expect(zones(few, pair, { only: 'template' })).toEqual(['template added: An entry of many words']);
  });
});
