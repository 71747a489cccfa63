import { describe, expect, it } from 'vitest';
import { createNoneDetector } from '../detect/none/none.ts';
import type { Page } from '../page/page.ts';
import { parseText } from '../page/parse.ts';
import { readAttribute } from '../page/read.ts';
import { toTemplateHtml } from './template-html.ts';

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
