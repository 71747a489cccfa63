/** The drill-down: of each site, by method, its worst pages with gold and verdict side by side. */
import type { Details } from '../../../results/details.ts';
import { WORST_PAGES_PER_GOLD, type WorstPage } from '../../../results/details.ts';
import type { Results } from '../../../results/results.ts';
import { decimals } from '../../table.ts';
import { html, join, type Markup } from '../markup.ts';
import type { NumberedMethod } from '../numbered-methods.ts';
import { counted, grouped } from '../numbers.ts';
import { flow } from './flow.ts';
import { shownMethods } from './shown-methods.ts';

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
    return html`<details id="${sitePlace(i)}" data-name="${name}"><summary>${name}</summary><p class="note">${kind}, ${counted(pages, 'page')}.</p><div class="pick" data-label="Method" data-group="page-methods">${ofMethods}</div></details>\n`;
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

export function sitePlace(i: number): string {
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
