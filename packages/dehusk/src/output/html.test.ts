import { describe, expect, it, test } from 'vitest';
import type { Verdict } from '../detect/detector.ts';
import { createNoneDetector } from '../detect/none/none.ts';
import { type Page, readAttribute, readText } from '../page/page.ts';
import { parseText } from '../page/parse.ts';
import { toHtml, toMarkedHtml, toTemplateHtml } from './html.ts';

/** Texts that begin with T are template; a number in them is how often they were seen. */
function judge(page: Page): Verdict {
  const template = new Uint8Array(page.nodeCount);
  const score = new Float32Array(page.nodeCount);
  const seen = new Uint32Array(page.nodeCount);
  for (const node of page.segments) {
    const text = readText(page, node).trim();
    template[node] = text.startsWith('T') ? 1 : 0;
    score[node] = template[node]! * 0.75;
    seen[node] = Number.parseInt(text.slice(1), 10) || 1;
  }
  return { template, score, seen, of: 48, version: 3 };
}

function body(html: string): string {
  return /<body[^>]*>(.*)<\/body>/s.exec(html)![1]!;
}

describe('toHtml', () => {
  test.each([
    ['template text goes with its elements', '<nav><ul><li><a>T1</a></li></ul></nav><p>a', '<p>a</p>'],
    ['mixed elements stay', '<p>a <b>T1</b> c</p>', '<p>a <!----> c</p>'],
    ['elements that were empty stay', '<div></div><p>a<div>T1<i></i></div>', '<div></div><p>a</p>'],
    [
      'form controls go with their form',
      '<form>T1<input></form><form>a<input></form>',
      '<form>a<input></form>',
    ],
    ['a picture goes with the text around it', '<div><img src="l"><p>T1</p></div><p>a</p>', '<p>a</p>'],
    [
      'or stays with it',
      '<div><a><img src="l">T1</a><p>a</p></div>',
      '<div><a><img src="l"></a><p>a</p></div>',
    ],
    ['a page of pictures stays', '<div><img src="l"></div>', '<div><img src="l"></div>'],
    ['scripts go', '<p onclick="x()">a<script>b</script></p>', '<p>a</p>'],
  ])('%s', (_, html, expected) => {
    const page = parseText(html);
    expect(body(toHtml(page, judge(page)))).toBe(expected);
  });

  test('without a verdict the whole page is written, safely', () => {
    expect(body(toHtml(parseText('<nav>T1</nav><script>a</script>b')))).toBe('<nav>T1</nav>b');
  });

  test('a page that is all template keeps its head', () => {
    const page = parseText('<title>t</title><p>T1');
    expect(toHtml(page, judge(page))).toMatch(/<title>t<\/title><\/head><body><\/body><\/html>$/);
  });
});

describe('toMarkedHtml', () => {
  const mark = (seen: number, kind = 'template'): string =>
    ` data-dehusk="${kind}" data-dehusk-score="0.75" data-dehusk-seen="${seen}/48"`;

  test.each([
    [
      'topmost elements, by the weakest evidence',
      '<ul><li>T9</li><li>T7</li></ul>a',
      `<ul${mark(7)}><li>T9</li><li>T7</li></ul>a`,
    ],
    ['texts among content', '<p>T9<b>a</b></p>', `<p><span${mark(9)}>T9</span><b>a</b></p>`],
    [
      'evidence of the right texts',
      '<p>a</p><p>T9</p><p>b</p>T8',
      `<p>a</p><p${mark(9)}>T9</p><p>b</p><span${mark(8)}>T8</span>`,
    ],
    ['formulas', '<math>T9<mi>a</mi></math>', `<math${mark(9, 'mixed')}>T9<mi>a</mi></math>`],
    ['marks of the page are no marks', '<p data-dehusk=template>a</p>', '<p>a</p>'],
    ['hidden text has no verdict', '<select><option>T1</select>a', '<select><option>T1</option></select>a'],
    ['nothing runs', '<p onclick=x()>T9</p><script>a</script>', `<p${mark(9)}>T9</p>`],
  ])('%s', (_, html, expected) => {
    const page = parseText(html);
    expect(body(toMarkedHtml(page, judge(page)))).toBe(expected);
  });

  test('has a style that shows the marks', () => {
    const page = parseText('a');
    expect(toMarkedHtml(page, judge(page))).toMatch(/<style>\[data-dehusk\]\{[^<]*<\/style><\/head>/);
  });
});

/** Everything is template, but for elements with the class `own` and what is in them. */
function verdictOf(page: Page) {
  const verdict = createNoneDetector().judge(page);
  verdict.template.fill(1);
  for (let node = 0; node < page.nodeCount; node++)
    if (readAttribute(page, node, 'class') === 'own') verdict.template.fill(0, node, page.subtreeEnd[node]!);
  return verdict;
}

const bodyOf = (html: string, slots = false): string => {
  const page = parseText(html);
  const written = toTemplateHtml(page, verdictOf(page), { slots });
  return written.slice(written.indexOf('<body>') + 6, written.indexOf('</body>'));
};
const headOf = (html: string, url?: string): string => {
  const page = parseText(html, url === undefined ? {} : { url });
  const written = toTemplateHtml(page, verdictOf(page));
  return written.slice(written.indexOf("'none'\">") + 8, written.indexOf('</head>'));
};

describe('a template as a page', () => {
  it('has no content', () => {
    expect(bodyOf('<p>Menu<p class=own>News <b>of today</b><p>Foot')).toBe('<p>Menu</p><p>Foot</p>');
  });

  it('keeps a slot for each run of content', () => {
    const slot = (tag: string): string => `<${tag} class="own" data-dehusk="slot"></${tag}>`;
    expect(bodyOf('<p>Menu<p class=own>One<p class=own>Two<p>Foot<i class=own>Three</i>', true)).toBe(
      `<p>Menu</p>${slot('p')}<p>Foot${slot('i')}</p>`,
    );
    expect(bodyOf('<div>Menu<i class=own>One</i></div><p class=own>Two', true)).toBe(
      `<div>Menu${slot('i')}</div>${slot('p')}`,
    );
  });

  it('has a title, the own one if that is template', () => {
    expect(headOf('<title>Acme</title><p>x')).toBe('<title>Acme</title>');
    expect(headOf('<title class=own>News</title><p>x')).toBe('<title>Template</title>');
    expect(headOf('<p>x', 'https://a.example/?a<b')).toContain(
      '<title>Template of https://a.example/?a&lt;b</title>',
    );
  });

  it('says where its addresses start, unless it does so itself', () => {
    expect(headOf('<title>A</title><p>x', 'https://a.example/b/')).toBe(
      '<base href="https://a.example/b/"><title>A</title>',
    );
    expect(headOf('<base href="/c/"><title>A</title><p>x', 'https://a.example/b/')).toBe(
      '<base href="/c/"><title>A</title>',
    );
  });

  it('is a page whatever was judged', () => {
    const page = parseText('<p>Text');
    const written = toTemplateHtml(page, createNoneDetector().judge(page));
    expect(written).toMatch(/^<!DOCTYPE html><html><head>.*<\/head><body><\/body><\/html>$/);
  });
});
