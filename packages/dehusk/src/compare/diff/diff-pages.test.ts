import { describe, expect, it } from 'vitest';
import { squash, tellChanges } from '../../../../../test/diff/known-edits.ts';
import { DehuskError } from '../../errors.ts';
import { readNormalText } from '../../page/page.ts';
import { parseText } from '../../page/parse.ts';
import { createChangeRecords } from './change-record.ts';
import { type DiffOptions, diffPages } from './diff-pages.ts';
import { NodeState } from './page-diff.ts';

const diff = (before: string, after: string, options?: DiffOptions): ReturnType<typeof diffPages> =>
  diffPages(parseText(before), parseText(after), options);
const told = (before: string, after: string, options?: DiffOptions): readonly string[] =>
  tellChanges(diff(before, after, options));

const list = (...items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li><a href=/${item}>${item}</a></li>`).join('')}</ul>`;
const news = (...numbers: readonly number[]): string =>
  list(...numbers.map((number) => `story${number}about-bees`));

describe('what is reported', () => {
  it('nothing for the same page', () => {
    const page = `<title>Bees</title>${list('Home', 'News')}<p>All about <b>bees</b>.`;
    expect(diff(page, page)).toMatchObject({ changes: [], keptCount: 17 });
  });

  it('an item put into a list, and not the items behind it', () => {
    expect(told(list('Home', 'News', 'Contact'), list('Home', 'Blog', 'News', 'Contact'))).toEqual([
      'added: Blog',
    ]);
  });

  it('the items that came and went, where most of a list was replaced', () => {
    expect(told(news(1, 2, 3, 4, 5, 6, 7), news(11, 12, 13, 14, 1, 2, 3))).toEqual([
      ...[11, 12, 13, 14].map((number) => `added: story${number}about-bees`),
      ...[4, 5, 6, 7].map((number) => `removed: story${number}about-bees`),
    ]);
  });

  it('a text that was replaced, as a pair', () => {
    const { changes } = diff('<p>old words</p><p>b</p>', '<p>new words</p><p>b</p>');
    expect(changes).toMatchObject([
      { kind: 'removed', chars: 9, replacedBy: 1, node: { new: -1 } },
      { kind: 'added', chars: 9, replaces: 0, node: { old: -1 } },
    ]);
  });

  it('an item of which nothing stayed as a whole, and not text by text', () => {
    const item = (name: string): string => `<li><b>${name}</b> <i>by ${name}</i> <u>on ${name}</u></li>`;
    expect(told(`${item('A')}${item('B')}`, `${item('A')}${item('C')}`)).toEqual([
      'changed: B by B on B → C by C on C',
    ]);
  });

  it('which text is meant where one was removed and the next was changed a little', () => {
    expect(told('<p>48266 visits</p><p>23 readers</p><hr>', '<p>24 readers</p><hr>')).toEqual([
      'removed: 48266 visits',
      'changed: 23 readers → 24 readers',
    ]);
  });

  it('addresses of links and pictures, and the words of attributes', () => {
    const page = (href: string, src: string, alt: string): string =>
      `<a href="${href}" class="c-${href}" data-id="${href}">x</a><img src="${src}" alt="${alt}">`;
    expect(told(page('/a', 'a.png', 'A bee'), page('/b', 'b.png', 'Two bees'))).toEqual([
      'href: /a → /b',
      'src: a.png → b.png',
      'alt: A bee → Two bees',
    ]);
  });

  it('the title, a picture, a link without words', () => {
    expect(told('<title>A</title><p>x', '<title>B</title><p>x<img src=i><a href=/u></a>')).toEqual([
      'changed: A → B',
      'added: ',
      'added: ',
    ]);
  });
});

describe('what has moved', () => {
  it.each([
    ['siblings that changed places', list('Home', 'News', 'Us'), list('News', 'Home', 'Us'), 1],
    [
      'a short entry that is elsewhere',
      `${list('Home', 'Us')}<p>x</p>`,
      `${list('Home')}<p>x</p>${list('Us')}`,
      1,
    ],
    ['words without letters do not', '<p>1</p><p>3</p><i>x</i>', '<p>3</p><p>1</p><i>x</i>', 0],
    [
      'what is equal by chance does not',
      '<section>a<p>more</p></section>z',
      'z<article>b<p>more</p></article>',
      0,
    ],
    [
      'a long text in something else does',
      '<div>a<p>A whole sentence about bees.</p>b</div>z',
      '<div>a</div>z<section>c<p>A whole sentence about bees.</p>d</section>',
      1,
    ],
    [
      'cells that turn from yes to no do not',
      '<table><tr><td>a<td>yes<tr><td>b<td>no</table>',
      '<table><tr><td>a<td>no<tr><td>b<td>yes</table>',
      0,
    ],
  ])('%s', (_, before, after, count) => {
    expect(told(before, after).filter((change) => change.startsWith('moved:'))).toHaveLength(count);
  });

  it('a block that a wrapper was put around, and nothing else', () => {
    const page = `<main>${list('Home', 'News', 'Contact', 'Imprint')}<p>Words that stay where they are.</p></main>`;
    expect(told(page, `<div>${page}</div>`).map(squash)).toEqual([
      squash('moved: Home News Contact Imprint Words that stay where they are.'),
    ]);
  });

  it('is no part of what was removed around it', () => {
    const { changes, state } = diff(
      '<div>Gone with the box. <p>A whole sentence about bees.</p></div><i>x</i>',
      '<i>x</i><p>A whole sentence about bees.</p>',
    );
    expect(changes).toMatchObject([
      { kind: 'removed', chars: 18 },
      { kind: 'moved', chars: 28 },
    ]);
    expect([...state.old].filter((one) => one === NodeState.moved)).toHaveLength(2);
  });

  it('may have other attributes at its new place', () => {
    const first = '<li>About our bees, and us</li>';
    const second = '<li><a href=/1>Contact</a></li>';
    expect(told(`<ul>${first}${second}`, `<ul>${second.replace('1', '2')}${first}`)).toEqual([
      'moved: Contact',
      'href: /1 → /2',
    ]);
  });
});

describe('what is not reported', () => {
  it.each([
    ['invisible', '<p>a<script>1</script>', '<meta name=x><p class=b>a<script>2</script><div></div>'],
    ['formatting', '<p>Call us today</p>', '<p>Call <b>us</b> <span>today</span></p>'],
    ['formatting', '<td><div>5</div></td>', '<td><div><div>5</div></div></td>'],
  ] as const)('%s', (reason, before, after) => {
    const { changes, muted } = diff(before, after);
    expect(changes).toEqual([]);
    expect(muted[reason]).toBeGreaterThan(0);
    expect(diff(before, after, { all: true }).changes).not.toEqual([]);
  });

  it('a link around the same words is reported: it leads somewhere', () => {
    expect(told('<p>Call us</p>', '<p><a href=/call>Call us</a></p>')).toEqual([
      'changed: Call us → Call us',
    ]);
  });

  it.each([
    ['1,234 views since 3.4.2024', '999 views since 12.4.2025', true],
    ['٣ آراء', '١٢ آراء', true],
    ['3 views', '3 visits', false],
    ['0 views', '12 views', true],
  ])('numbers, if they do not count: %s, %s', (before, after, isSame) => {
    const { changes, muted } = diff(`<p>${before}<p>x`, `<p>${after}<p>x`, { ignoreNumbers: true });
    expect({ isSame: changes.length === 0, numbers: muted.numbers }).toEqual({
      isSame,
      numbers: isSame ? 1 : 0,
    });
  });

  it('numbers in addresses', () => {
    const { changes, muted } = diff('<img src=a.png?v=1>', '<img src=a.png?v=22>', { ignoreNumbers: true });
    expect({ changes, numbers: muted.numbers }).toEqual({ changes: [], numbers: 1 });
  });

  it('short changes; a pair counts as its longer side', () => {
    const before = '<p>abc</p><i>x</i><p>12345</p>';
    const after = '<p>d</p><i>x</i><p>1234567890</p>';
    const { changes, muted } = diff(before, after, { minChars: 6 });
    expect(changes.map(({ chars }) => chars)).toEqual([5, 10]);
    expect(changes).toMatchObject([{ replacedBy: 1 }, { replaces: 0 }]);
    expect(muted.short).toBe(2);
  });
});

describe('what is ignored', () => {
  it('is left out before pages are compared', () => {
    // Compared with it, the box of the ad would be taken for the content, and the content be changed.
    const ad = '<div class=ad>An ad <b>of</b> bees</div>';
    expect(told(`${ad}<div>Words</div>`, '<div>Words, and more</div>', { ignore: ['.ad'] })).toEqual([
      'changed: Words → Words, and more',
    ]);
  });

  it('is told by the state of its nodes', () => {
    const { state, pages, ignoredCount } = diff(
      '<p>a</p><p class=x>b</p>',
      '<p>a</p><p class=x>c<b>d</b></p>',
      {
        ignore: ['p.x', 'b'],
      },
    );
    const ignored = [...pages.new.segments].filter((node) => state.new[node] === NodeState.ignored);
    expect(ignored.map((node) => readNormalText(pages.new, node))).toEqual(['c', 'd']);
    expect(ignoredCount).toBe(2);
  });

  it('may be everything, but the root stays', () => {
    expect(diff('<p>a', '<p>b', { ignore: ['*'] })).toMatchObject({ changes: [], keptCount: 1 });
  });

  it('is part of no text that is told', () => {
    const recordOf = createChangeRecords(diff('<p>x', '<p>x<div>a<i>ad</i>b</div>', { ignore: ['i'] }));
    expect(recordOf(0)).toMatchObject({ kind: 'added', text: 'a b', chars: 2 });
  });

  it('throws for what is no selector', () => {
    expect(() => diff('a', 'b', { ignore: ['p['] })).toThrow(DehuskError);
  });
});

it('gives up a pair that is too much work', () => {
  const rows = (order: (i: number) => number): string =>
    Array.from({ length: 400 }, (_, i) => `<li>${order(i)} things</li>`).join('');
  expect(() =>
    diff(
      rows((i) => i),
      rows((i) => 399 - i),
      { maxSteps: 10_000 },
    ),
  ).toThrow(expect.objectContaining({ code: 'MAPPING_BUDGET' }));
});
