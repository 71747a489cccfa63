/**
 * One HTML file to look at: each page as it was, its content and its template side by side, and under the pointer why a
 * text was kept or taken away. It needs no server and no network, and runs nothing but its own script.
 */
import { html, trusted } from '../report/html/markup.ts';
import { demoScript } from './demo-page-script.ts';
import { demoStyle } from './demo-page-style.ts';

export interface ShownPage {
  readonly site: string;
  readonly url: string;
  readonly title: string;
  /** Share of its characters that are template. */
  readonly ratio: number;
  /** The page as it was fetched. */
  readonly page: string;
  /** What `--format html` gives. */
  readonly content: string;
  /** Texts in the order of the page, each with the number of its block. */
  readonly texts: readonly ShownText[];
  readonly blocks: readonly ShownBlock[];
}

interface ShownText {
  readonly text: string;
  readonly block: number;
  readonly isTemplate: boolean;
  /** How likely it is template, 0 … 1. */
  readonly score: number;
}

interface ShownBlock {
  readonly seen: number;
  readonly of: number;
  readonly why: readonly { readonly fact: string; readonly for: string; readonly weight: number }[];
}

export interface ShownSite {
  readonly host: string;
  readonly what: string;
}

/** Of the words in which the program gives its reasons, those that do not explain themselves. */
const reasonWords: readonly (readonly [string, string])[] = [
  ['its place', 'the element that the text stands in, with the two around it and their classes'],
  ['what is around it', 'the elements around its block'],
  ['new', 'not seen on another page of the site'],
  ['the main region', 'the smallest element that holds most of what is new on the page'],
  ['steps', 'how many larger elements one must go up to, from the main region, until the text is inside'],
  [
    'at first',
    'before anything is known of a text it counts as content; it needs reasons to be called template',
  ],
];

/** The page at address `first` is shown until the reader chooses another. */
export function demoPage(sites: readonly ShownSite[], pages: readonly ShownPage[], first: string): string {
  const choices = sites.map(
    ({ host, what }) =>
      html`<optgroup label="${host}: ${what}">${pages.flatMap(({ site, url, title }, i) =>
        site === host
          ? [html`<option value="${i}"${trusted(url === first ? ' selected' : '')}>${title}</option>`]
          : [],
      )}</optgroup>`,
  );
  // Inside a script nothing is escaped, and nothing may end it.
  const data = JSON.stringify(pages).replaceAll('<', '\\u003c');
  return html`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>dehusk: pages, their content and their template</title><style>${trusted(demoStyle)}</style></head>
<body><header><h1>A page, its content, its template</h1>
<p>Three invented sites, cleaned by <code>dehusk clean</code>. Nobody gave it rules for them: it compared the pages of each site. What stands on page after page is template, the rest is content. Point at a text, or tap it, to see why.</p>
<p class="choice"><label>Page <select id="choice">${choices}</select></label> <button id="previous" type="button">Previous</button> <button id="next" type="button">Next</button> <span id="figure" role="status"></span></p></header>
<main><div class="tabs" role="tablist"><button role="tab" data-pane="page" aria-selected="true">Page</button><button role="tab" data-pane="content" aria-selected="false">Content</button><button role="tab" data-pane="template" aria-selected="false">Template</button></div>
<div class="panes"><section class="pane shown" data-pane="page"><h2>Page <small>template is tinted</small></h2><div class="frame"><iframe title="The page" sandbox="allow-same-origin"></iframe></div></section>
<section class="pane" data-pane="content"><h2>Content <small>what you get</small></h2><div class="frame"><iframe title="The content" sandbox="allow-same-origin"></iframe></div></section>
<section class="pane" data-pane="template"><h2>Template <small>what was taken away</small></h2><div class="frame"><iframe title="The template" sandbox="allow-same-origin"></iframe></div></section></div>
<p id="why" class="why" aria-live="polite"></p>
<details><summary>Every block of this page, and why</summary><div class="box"><table><thead><tr><th>Text</th><th>Verdict</th><th>Seen on</th><th>What counted most</th></tr></thead><tbody id="blocks"></tbody></table></div></details>
<details><summary>What the words of the reasons mean</summary><dl>${reasonWords.map(([word, meaning]) => html`<dt>${word}</dt><dd>${meaning}</dd>`)}</dl></details></main>
<script type="application/json" id="pages">${trusted(data)}</script><script>${trusted(demoScript)}</script></body></html>
`.markup;
}
