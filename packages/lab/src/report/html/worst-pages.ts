/** The drill-down: of each site, by method, its worst pages with gold and verdict side by side. */

import type { ExcerptPart, ExcerptRun, KindChars, RunKind } from '../../results/details.ts';
import { type Details, WORST_PAGES_PER_GOLD, type WorstPage } from '../../results/details.ts';
import type { Results } from '../../results/results.ts';
import { decimals } from '../table.ts';
import { counted, grouped, html, join, type Markup } from './markup.ts';
import { bestOfKind, f1Of, type NumberedMethod } from './methods.ts';

export function worstPagesView(
  { corpus }: Results,
  methods: readonly NumberedMethod[],
  { worst }: Details,
): Markup {
  const shown = shownMethods(methods, worst);
  const names = shown.map(({ name }, i) => html`${i === 0 ? '' : ', '}<code>${name}</code>`);
  const sites = corpus.map(({ name, kind, pages }, i) => {
    const ofMethods = shown.map((method) =>
      methodPages(method, name, worst.get(method.name)?.get(name) ?? []),
    );
    return html`<details id="${siteId(i)}" data-name="${name}"><summary>${name}</summary><p class="note">${kind}, ${counted(pages, 'page')}.</p><div class="pick" data-label="Method" data-group="page-methods">${ofMethods}</div></details>\n`;
  });
  return html`<p class="note">Of each site and method the ${WORST_PAGES_PER_GOLD} pages with the lowest F1 on the read gold, and the ${WORST_PAGES_PER_GOLD} next on the lenient zone gold, which covers all pages; pages without a fault are not shown. Methods: ${join(names)} (the best, the best of each kind, and <code>incremental</code>; as many as a file of about 10 MB holds). Blocks that both judge alike are left out but for the neighbours of wrong ones; long runs are cut, and say by how much.</p>
${legend}
<div class="pick" data-label="Site" data-group="sites" data-chosen="${worstSite(shown[0])}">${sites}</div>`;
}

/** Shown first: where the best method is at its worst. */
function worstSite(method: NumberedMethod | undefined): string {
  const sites = method?.result.sites ?? [];
  const f1 = ({ golds }: (typeof sites)[number]): number =>
    golds.read.figures.f1 ?? golds.lenient.figures.f1 ?? 1;
  return sites.toSorted((a, b) => f1(a) - f1(b))[0]?.site ?? '';
}

export function siteId(i: number): string {
  return `site-${i + 1}`;
}

const legend: Markup = html`<ul class="legend flow" aria-label="Legend"><li>kept by both</li><li><i>removed by both</i></li><li><ins>kept wrongly</ins>: template that was kept</li><li><del>removed wrongly</del>: content that was lost</li><li><u>not scored</u></li></ul>`;

function methodPages({ name, result }: NumberedMethod, site: string, pages: readonly WorstPage[]): Markup {
  const golds = result.sites.find((found) => found.site === site)?.golds;
  const scores = `F1 ${decimals(golds?.read.figures.f1)} read, ${decimals(golds?.lenient.figures.f1)} lenient`;
  const none = golds === undefined ? 'Not run on this site.' : 'No page with a fault.';
  const shown = pages.length === 0 ? [html`<p>${none}</p>`] : pages.map((page) => drawPage(name, page));
  return html`<details data-name="${name}"><summary><code>${name}</code></summary><p class="scores">${scores}</p>${shown}</details>\n`;
}

function drawPage(method: string, page: WorstPage): Markup {
  const { gold, position, url, f1, precision, recall, chars, isGuessed, parts } = page;
  const about = isGuessed ? 'about ' : '';
  const guess = isGuessed
    ? html`<p class="note">The tool gave text: a piece counts as kept if its words stand in that text whole and in order.</p>`
    : '';
  return html`<article><h4>Page ${position} · F1 ${decimals(f1)} on the ${gold} gold</h4><p class="url">${url}</p><p class="counts">precision ${decimals(precision)}, recall ${decimals(recall)} · <b class="kept">${about}${grouped(chars.kept)}</b> characters kept wrongly, <b class="removed">${about}${grouped(chars.removed)}</b> removed wrongly, ${grouped(chars.content + chars.template)} right</p>${guess}<div class="views" data-method="${method}" role="region" aria-label="The text of page ${position}" tabindex="0">${flow(parts)}</div></article>\n`;
}

// Whose pages are shown: the methods somebody asks about first, as many as a file can hold.

const MOST_METHODS = 8;
/** Leaves room below 10 MB for all the rest. */
const MOST_CHARS = 7_000_000;
/** Of the markup around a run, and around a block: about. */
const MARKUP_CHARS = 16;

export function shownMethods(
  methods: readonly NumberedMethod[],
  worst: Details['worst'],
): readonly NumberedMethod[] {
  const removing = methods.filter(({ kind }) => kind !== 'baseline');
  const byF1 = removing.toSorted((a, b) => (f1Of(b.result) ?? 0) - (f1Of(a.result) ?? 0));
  const first = [
    bestOfKind(removing, 'stream', 'batch', 'peer'),
    bestOfKind(removing, 'stream'),
    bestOfKind(removing, 'peer'),
    removing.find(({ name }) => name === 'incremental'),
  ].filter((method) => method !== undefined);
  const chosen = [...new Set([...first, ...byF1])].slice(0, MOST_METHODS);
  let chars = 0;
  return chosen.filter(({ name }, i) => {
    chars += [...(worst.get(name)?.values() ?? [])].flat().reduce((sum, page) => sum + charsOf(page), 0);
    return i === 0 || chars <= MOST_CHARS;
  });
}

function charsOf({ parts }: WorstPage): number {
  const runs = parts.flatMap((part) => ('runs' in part ? part.runs : []));
  const text = runs.reduce((sum, { text: own, cut }) => sum + own.length + (cut?.tail.length ?? 0), 0);
  return text + MARKUP_CHARS * (runs.length + parts.length);
}

/**
 * The text of a page as a sequence of runs. One text carries both views: what gold and the method say of a run is in its
 * element, and the script shows it a second time with the colours of gold.
 *
 *     text     both keep it            <ins>  kept, though it is template
 *     <i>      both remove it          <del>  removed, though it is content
 *     <u>      not scored
 */
const elements: Readonly<Record<RunKind, (inner: Markup) => Markup>> = {
  content: (inner) => inner,
  template: (inner) => html`<i>${inner}</i>`,
  kept: (inner) => html`<ins>${inner}</ins>`,
  removed: (inner) => html`<del>${inner}</del>`,
  ignored: (inner) => html`<u>${inner}</u>`,
};

export function flow(parts: readonly ExcerptPart[]): Markup {
  return html`<div class="flow">${parts.map(drawPart)}</div>`;
}

function drawPart(part: ExcerptPart): Markup {
  if ('leftOut' in part) return html`<p class="gap">${gapText(part.leftOut, part.blocks)}</p>\n`;
  const runs = part.runs.map((run, i) => html`${i === 0 ? '' : ' '}${drawRun(run)}`);
  return html`<p dir="auto">${join(runs)}</p>\n`;
}

function drawRun({ kind, text, cut }: ExcerptRun): Markup {
  const inner =
    cut === undefined
      ? html`${text}`
      : html`${text}<b class="cut"> … ${grouped(cut.chars)} characters … </b>${cut.tail}`;
  return elements[kind](inner);
}

const words: Readonly<Record<RunKind, string>> = {
  content: 'kept by both',
  template: 'removed by both',
  kept: 'kept wrongly',
  removed: 'removed wrongly',
  ignored: 'not scored',
};

function gapText(chars: KindChars, blocks: number): string {
  const told = (Object.keys(words) as RunKind[]).filter((kind) => chars[kind] > 0);
  const counts = told.map((kind) => `${grouped(chars[kind])} ${words[kind]}`).join(', ');
  return `… ${blocks === 1 ? 'a block' : `${grouped(blocks)} blocks`} not shown; characters: ${counts === '' ? 'none' : counts} …`;
}
