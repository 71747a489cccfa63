import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { pageSource } from '../../../../../test/page-source.ts';
import { type Page, readAttribute, readNormalText, readRawContent, tagName } from '../../page/page.ts';
import { parseText } from '../../page/parse.ts';
import { createSelector } from '../../page/select.ts';
import { type DiffOptions, diffPages } from './diff-pages.ts';
import { type DiffView, toDiffHtml } from './html-view.ts';

const hostile =
  '<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>' +
  '<svg onload=alert(1)></svg><iframe src=//e.example></iframe><meta http-equiv=refresh content=0>' +
  '<link rel=preconnect href=//e.example><base href=//e.example><style>p{color:red}</style>';

function view(before: string, after: string, options: DiffOptions & { view?: DiffView } = {}): Page {
  return parseText(toDiffHtml(diffPages(parseText(before), parseText(after), options), options));
}

/** The documents in the frames. */
function frames(page: Page): readonly Page[] {
  return createSelector('iframe')(page).map((node) => parseText(readAttribute(page, node, 'srcdoc')!));
}

/** The marked nodes of a frame: what is marked, how, and its words. */
function marks(page: Page): readonly string[] {
  return createSelector('[data-dehusk-diff]')(page).map((node) => {
    const texts = [...page.segments].filter((text) => text > node && text < page.subtreeEnd[node]!);
    const words = texts.map((text) => readNormalText(page, text)).join(' ');
    return `${readAttribute(page, node, 'data-dehusk-diff')} ${tagName(page, node)}: ${words}`;
  });
}

describe('the view', () => {
  it('names its own script in its policy, and allows nothing else', () => {
    const page = view('a', 'b');
    const [script] = createSelector('script')(page);
    const hash = createHash('sha256').update(readRawContent(page, script!)).digest('base64');
    const [policy] = createSelector('meta[http-equiv="Content-Security-Policy"]')(page);
    const told = readAttribute(page, policy!, 'content')!;
    expect(told).toContain(`script-src 'sha256-${hash}'`);
    expect(told).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; img-src data:; /);
  });

  it('marks elements themselves, so that lists and tables stay what they are', () => {
    const before =
      '<ul><li>a</li><li>gone</li></ul><table><tr><td>1</td></tr><tr><td>old row</td></tr></table>';
    const after = '<ul><li>a</li></ul><table><tr><td>1</td></tr></table><dl><dt>new</dt></dl>';
    expect(marks(frames(view(before, after))[0]!)).toEqual([
      'removed li: gone',
      'removed tr: old row',
      'added dl: new',
    ]);
  });

  it('wraps texts where elements may stand', () => {
    expect(marks(frames(view('<p>old <b>x</b></p>', '<p>new <b>x</b></p>'))[0]!)).toEqual([
      'removed span: old',
      'added span: new',
    ]);
  });

  it.each([
    ['option', '<select><option>old</option><option>x</option></select>', { all: true }],
    ['svg', '<svg><text>old</text></svg>', { all: true }],
  ] as const)('marks the element around a text in %s', (_, html, options) => {
    const [frame] = frames(view(`${html}<p>y`, `${html.replace('old', 'new')}<p>y`, options));
    expect(marks(frame!).map((mark) => mark.split(':')[0])).toEqual([
      expect.stringMatching(/^inside (option|text)$/),
    ]);
    expect(pageSource(frame!)).not.toContain('old');
  });

  it('shows each version with its own changes, side by side', () => {
    const [old, fresh] = frames(
      view('<p>a</p><p>gone with the wind</p><a href=/1>x</a>', '<p>a</p><a href=/2>x</a><p>new</p>', {
        view: 'side-by-side',
      }),
    );
    expect(marks(old!)).toEqual(['removed p: gone with the wind', 'attributes a: x']);
    expect(marks(fresh!)).toEqual(['attributes a: x', 'added p: new']);
    expect(
      createSelector('[data-dehusk-place]')(fresh!).map((node) =>
        readAttribute(fresh!, node, 'data-dehusk-place'),
      ),
    ).toEqual(['0']);
  });

  it.each(['merged', 'side-by-side'] as const)('%s: holds nothing that runs or loads', (how) => {
    const page = view(`${hostile}<p>old`, `<p>new${hostile}`, { view: how });
    for (const frame of frames(page)) {
      const bad =
        'script, iframe, link, base[href], meta[http-equiv=refresh], [onerror], [onload], [href^=javascript]';
      expect(createSelector(bad)(frame)).toEqual([]);
    }
    expect(createSelector('script')(page)).toHaveLength(1);
  });

  it('leaves out what is ignored, and does not style the page with what was removed', () => {
    const before =
      '<style>p{color:red}</style><div class=ad>Ad 1</div><section>gone<style>i{}</style></section><p>x';
    const after = '<div class=ad>Ad 2</div><p>x';
    const [frame] = frames(view(before, after, { ignore: ['.ad'] }));
    expect(marks(frame!)).toEqual(['removed section: gone']);
    expect(pageSource(frame!)).not.toMatch(/Ad 1|Ad 2|color:red|i\{\}/);
  });

  it('cannot be forged by the page', () => {
    const [frame] = frames(
      view('<p data-dehusk-diff=added>a', '<p data-dehusk-diff=added data-dehusk-change=0>a<p>b'),
    );
    expect(marks(frame!)).toEqual(['added p: b']);
  });

  it('escapes what pages and files are called', () => {
    const diff = diffPages(
      parseText('<title>a</title>'),
      parseText('<title>&lt;script>alert(1)&lt;/script></title>'),
    );
    const names = { old: '<b>', new: '"><script>' };
    const page = parseText(toDiffHtml(diff, { names, summary: '<i>' }));
    expect(createSelector('header b, header i, body > header script')(page)).toEqual([]);
    expect(createSelector('script')(page)).toHaveLength(1);
  });

  it('lists changes, and pairs as one', () => {
    const page = view('<p>a red bee</p><p>x</p>', '<p>a blue bee</p><p>x</p><p>new</p>');
    const entries = createSelector('a[data-changes]')(page);
    expect(entries.map((node) => readAttribute(page, node, 'data-changes'))).toEqual(['1 0', '2']);
  });
});

describe('a text that gave way to one much like it', () => {
  const before = '<pre>let bees = 1;\nlet hives = open(bees);\nlet end = 0;</pre><p>short</p>';
  const after = '<pre>let bees = 2;\nlet hives = open(bees);\nlet end = 0;</pre><p>other</p>';

  it('is shown once, with the words that differ', () => {
    expect(marks(frames(view(before, after))[0]!)).toEqual([
      'removed span: 1',
      'added span: 2',
      'removed span: short',
      'added span: other',
    ]);
  });

  it('has its own words on each side', () => {
    const [old, current] = frames(view(before, after, { view: 'side-by-side' }));
    expect(marks(old!)).toEqual(['removed span: 1', 'removed span: short']);
    expect(marks(current!)).toEqual(['added span: 2', 'added span: other']);
  });
});

describe('changes that are alike', () => {
  const links = (version: string): string =>
    [1, 2, 3, 4].map((i) => `<p><a href="/${version}/${i}">Page ${i}</a></p>`).join('');

  it('are listed together, and one by one below', () => {
    const page = view(links('v2'), links('v3'));
    const [group] = createSelector('.like')(page);
    expect(createSelector('.like > a .text')(page)).toHaveLength(1);
    expect(createSelector('.like li')(page)).toHaveLength(4);
    const words = [...page.segments]
      .filter((text) => text > group!)
      .map((text) => readNormalText(page, text));
    expect(words.slice(0, 2)).toEqual(['alike', '4 links: v2 → v3']);
  });
});

describe('what a page loads', () => {
  const page = '<link rel=stylesheet href=a.css><img src=bee.png srcset="bee-2.png 2x"><p>';
  const resources = {
    style: 'p{color:green}</style><script>alert(1)</script>',
    pictures: new Map([['bee.png', 'data:image/png;base64,AAAA']]),
  };

  it.each(['merged', 'side-by-side'] as const)(
    'stands in the %s view where it is at hand, and runs nothing',
    (how) => {
      const diff = diffPages(parseText(`${page}a`), parseText(`${page}b`));
      const shown = parseText(toDiffHtml(diff, { view: how, resources: { old: resources, new: resources } }));
      for (const frame of frames(shown)) {
        expect(createSelector('script, link')(frame)).toEqual([]);
        const [picture] = createSelector('img')(frame);
        expect(readAttribute(frame, picture!, 'src')).toBe('data:image/png;base64,AAAA');
        expect(readAttribute(frame, picture!, 'srcset')).toBe('');
        expect(createSelector('style')(frame).map((node) => readRawContent(frame, node))[0]).toContain(
          'p{color:green}',
        );
      }
    },
  );
});
