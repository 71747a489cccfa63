/** Changes of the template told apart from changes of the content: on small pages, and on generated sites. */
import { describe, expect, it } from 'vitest';
import { changeText } from '../../packages/dehusk/src/compare/diff/change-record.ts';
import { type DiffOptions, diffPages } from '../../packages/dehusk/src/compare/diff/diff-pages.ts';
import type { PageDiff, Zone } from '../../packages/dehusk/src/compare/diff/page-diff.ts';
import { createIncrementalDetector } from '../../packages/dehusk/src/detect/incremental/incremental.ts';
import { normalForm, type Page, readNormalText } from '../../packages/dehusk/src/page/page.ts';
import { parseText } from '../../packages/dehusk/src/page/parse.ts';
import { themeNames } from '../../packages/lab/src/synthetic/design.ts';
import type { Label } from '../../packages/lab/src/synthetic/html-writer.ts';
import { createRandom } from '../../packages/lab/src/synthetic/random.ts';
import { createSite, type SyntheticPage } from '../../packages/lab/src/synthetic/synthetic-site.ts';
import { editablePage, toHtml } from './editable-page.ts';
import { editNames, editPage } from './known-edits.ts';

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

const written = (html: string): string => toHtml(editablePage(parseText(html)));

/** The label of a change: that of most of its text, else of most of the text around it. */
function goldOf({ pages, changes }: PageDiff, number: number, made: SyntheticPage): Zone | undefined {
  const labels = new Map<string, Label>(made.texts.map(({ text, label }) => [normalForm(text), label]));
  const { node } = changes[number]!;
  const page = node.old === -1 ? pages.new : pages.old;
  for (let at = node.old === -1 ? node.new : node.old; at >= 0; at = page.parent[at]!) {
    const chars = charsByLabel(page, at, labels);
    if (chars.template !== chars.content) return chars.template > chars.content ? 'template' : 'content';
  }
  return undefined;
}

function charsByLabel(page: Page, root: number, labels: ReadonlyMap<string, Label>): Record<Label, number> {
  const chars = { template: 0, content: 0, ignored: 0 };
  for (const node of page.segments) {
    const isInside = node >= root && node < page.subtreeEnd[root]!;
    const label = isInside ? labels.get(readNormalText(page, node)) : undefined;
    if (label !== undefined) chars[label] += page.chars[node]!;
  }
  return chars;
}

/** How many changes of each zone were told right, over many edited pages; a state of before or of after the edit. */
function measure(siblings: number): Record<Zone, { right: number; all: number }> {
  const result = { template: { right: 0, all: 0 }, content: { right: 0, all: 0 } };
  for (let seed = 0; seed < 14; seed++) {
    const theme = themeNames[seed % themeNames.length]!;
    const site = createSite({ seed, pages: 60, theme, pageBytes: { min: 8_000, max: 16_000 } });
    const templatePages = Math.min(5, Math.floor(siblings / 2) + 1);
    const detector = createIncrementalDetector({ forgetting: false, templatePages });
    for (let i = 20; i < 20 + siblings; i++) detector.learn(parseText(written(site.page(i).html)));
    const made = site.page(1 + (seed % 15));
    const before = written(made.html);
    const edited = editablePage(parseText(before));
    const random = createRandom(seed, 'zones');
    editPage(
      edited,
      random,
      Array.from({ length: 5 }, () => random.pick(editNames)),
    );
    const versions = [parseText(before), parseText(toHtml(edited))] as const;
    for (const [oldPage, newPage] of [versions, [versions[1], versions[0]] as const]) {
      const verdicts = { old: detector.judge(oldPage), new: detector.judge(newPage) };
      const diff = diffPages(oldPage, newPage, { verdicts });
      for (const [number, { zone }] of diff.changes.entries()) {
        const gold = goldOf(diff, number, made);
        if (gold === undefined) continue;
        result[gold].all++;
        if (zone === gold) result[gold].right++;
      }
    }
  }
  return result;
}

// What of the template is taken for content are counters and ads that no other page has.
describe('the zones of a generated site, whose every text is labelled', () => {
  it.each([
    [9, 0.8, 0.97],
    [3, 0.8, 0.97],
  ])('with %d siblings', (siblings, leastTemplate, leastContent) => {
    const { template, content } = measure(siblings);
    expect(Math.min(template.all, content.all)).toBeGreaterThan(30);
    expect(template.right / template.all).toBeGreaterThan(leastTemplate);
    expect(content.right / content.all).toBeGreaterThan(leastContent);
  });
});
