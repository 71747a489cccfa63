import { parseText } from 'dehusk';
import { expect, it } from 'vitest';
import type { CorpusSite } from '../../corpus/corpus.ts';
import { rangesOf, withinClass } from '../../corpus/node-gold.ts';
import { openKeyPages } from './key-pages.ts';
import { suiteFacts } from './suite-facts.ts';

const names = ['Start', 'News', 'People', 'Places', 'Shop', 'Gone'];
const menu = `<ul class="nav">${names.map((name) => `<li><a href="${name}.html">${name}</a>`).join('')}</ul>`;
const footer = `<div class="foot">${names.map((name) => `<p>About ${name}</p>`).join('')}</div>`;
const page = (main: string): string => `${menu}<div class="box">${main}</div>${footer}`;
const marked =
  '<div class="notTemplate"><h1>Key</h1><div class="mainContent"><p>Words <b>of it</b></p></div></div>';
const htmls: Readonly<Record<string, string>> = {
  News: page('<p>News of today</p>'),
  People: page('<p>Who is who</p>'),
  // Half of the template, and none of it.
  Places: `${menu}<p>Where it is</p>`,
  Shop: '<table><tr><td>Only a price list</table>',
  Start: page(marked.replace(/ class="\w+"/g, '')),
};

function siteOf(selector?: string): CorpusSite {
  const urlOf = (name: string): string => `https://files.invalid/${name}.html`;
  const gold = parseText(page(marked));
  const marks = {
    content: rangesOf(withinClass(gold, 'notTemplate')),
    main: rangesOf(withinClass(gold, 'mainContent')),
  };
  return {
    name: 'teco-a.example',
    kind: 'Personal / Blogs',
    language: 'unknown',
    zones: undefined,
    readLabels: new Map([[urlOf('Start'), { content: [[12, 14]], ignored: [] }]]),
    nodeMarks: new Map([[urlOf('Start'), marks]]),
    benchmark: { keyPage: 'a.example/Start.html', url: undefined, menu: selector, notes: undefined },
    pages: () => Object.entries(htmls).map(([name, html]) => ({ url: urlOf(name), html })),
  };
}

it.each([undefined, '.nav'])('counts nodes, and pages of the menu with the template: %s', (selector) => {
  const site = siteOf(selector);
  // html, head, body; a list of six items with a link and a text; a box; six paragraphs and what is around them.
  const template = 3 + 1 + 18 + 1 + 13;
  expect(suiteFacts(site, openKeyPages(site, 5))).toMatchObject({
    keyPage: 'a.example/Start.html',
    nodes: template + 8,
    template,
    main: 5,
    menuPages: { links: 5, entire: 2, partial: 1, none: 1, absent: 1 },
  });
});

it('has nothing to say of other sites', () => {
  const { benchmark: _, ...site } = siteOf();
  expect(suiteFacts(site, openKeyPages(site, 5))).toBeUndefined();
});
