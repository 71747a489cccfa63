import { describe, expect, it } from 'vitest';
import { cssPathTo } from '../../../../../test/css-path-to.ts';
import type { TemplateSegment, Verdict } from '../../detect/detector.ts';
import { type Page, readNormalText } from '../../page/page.ts';
import { parseText } from '../../page/parse.ts';
import { exportSelectors, type SelectorTrial } from './export-selectors.ts';

/** A text that begins with T is template; `T3:` says that it was seen on 3 of 10 pages. */
function isTemplate(page: Page, node: number): boolean {
  return readNormalText(page, node).startsWith('T');
}

function judged(html: string): SelectorTrial[number] {
  const page = parseText(html);
  const template = new Uint8Array(page.nodeCount);
  for (const node of page.segments) template[node] = isTemplate(page, node) ? 1 : 0;
  return { page, verdict: { template } as Verdict };
}

function segmentsOf(html: string): readonly TemplateSegment[] {
  const page = parseText(html);
  const nodes = [...page.segments].filter((node) => isTemplate(page, node));
  return nodes.map((node) => {
    const text = readNormalText(page, node);
    return { text, path: cssPathTo(page, node), seen: Number(/^T(\d+)/.exec(text)?.[1] ?? 10) };
  });
}

const checked = (html: string, others: readonly string[] = []): readonly string[] =>
  exportSelectors(segmentsOf(html), [html, ...others].map(judged)).selectors.map(({ selector }) => selector);
const careful = (html: string): readonly string[] =>
  exportSelectors(segmentsOf(html)).selectors.map(({ selector }) => selector);

const long = 'content '.repeat(200);

describe('selectors that were tried on pages', () => {
  it.each([
    ['take the outermost element without content', '<div class=a><ul><li>T<li>T</ul></div><p>c', ['div.a']],
    ['open what holds content', `<div id=w><nav>T</nav><p>${long}</div>`, ['#w > nav']],
    ['never take body', '<p>T<p>T', ['body > p']],
    ['take nothing where text and content share an element', '<div>T<b>x</b>c</div>', []],
    ['say as much of the way as is needed', '<div id=a><p class=x>T</div><div><p class=x>c', ['#a']],
    [
      'say the nearest name that tells them apart',
      '<div id=a>c<p class=x>T</p></div><div>c<p class=x>c',
      ['#a > p.x'],
    ],
    [
      'count children where names do not tell',
      '<table><tr><td>T<td>c',
      ['body > table > tbody > tr > td:nth-child(1)'],
    ],
    ['escape names', '<div class="w-1/2 a:b">T</div>', ['div.a\\:b.w-1\\/2']],
    ['write what steers a terminal as an escape', '<div class="x\u202e">T</div>', ['div.x\\202e ']],
  ])('%s', (_, html, selectors) => {
    expect(checked(html)).toEqual(selectors);
  });

  it('are judged by all pages', () => {
    const html = '<div class=box>T</div><p>c';
    expect(checked(html)).toEqual(['div.box']);
    expect(checked(html, [html, '<p>c<div class=box>c'])).toEqual(['div.box:nth-child(1)']);
    // What is there on one page only is not worth a selector.
    expect(checked(html, ['<p>c', '<p>c'])).toEqual([]);
  });

  it('may hold a little content, but never most of what there is', () => {
    const template = 'T'.repeat(990);
    expect(checked(`<div class=a>${template}<p>ten chars.</p></div><p>${long}`)).toEqual(['div.a']);
    expect(checked(`<div class=a>${template}<p>ten chars.</p></div>`)).toEqual([]);
  });

  it('tell their precision and recall', () => {
    const html = `<div class=a>${'T'.repeat(99)}<p>c</p></div><p>T${long}<p>${long}`;
    const { selectors, precision, recall } = exportSelectors(segmentsOf(html), [judged(html)]);
    expect(selectors).toMatchObject([{ selector: 'div.a', segments: 1, chars: 99, precision: 0.99 }, {}]);
    expect({ precision, recall }).toMatchObject({ recall: 1 });
    expect(precision).toBeGreaterThan(0.99);
  });
});

describe('selectors that were not', () => {
  it.each([
    ['end at the element of the text', '<div id=a><p>T</div>', ['#a > p']],
    ['take a named element that several texts share', '<ul class=m><li>T<li>T', ['body > ul.m']],
    ['but not body, main or article', '<body class=x><main id=m><p>T</p><p>T</p></main>', []],
    [
      'leave alone what holds a rare text',
      '<div class=x><p>T<p>T<p>T3</div><div class=y>T',
      ['body > div.y'],
    ],
    ['leave out what is inside another', '<div class=m>T<b>T</b></div>', ['body > div.m']],
  ])('%s', (_, html, selectors) => {
    expect(careful(html)).toEqual(selectors);
  });

  it('are none for no template', () => {
    expect(exportSelectors([])).toEqual({ selectors: [] });
  });
});
