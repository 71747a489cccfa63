/**
 * The results as one HTML file to look at: plots, tables, and the worst pages of each site.
 *
 * It needs no network and runs nothing but its own script. Page text, addresses and names are escaped wherever they
 * stand; and the policy of the file, which names its one script and its one style by their hashes, allows nothing else
 * to run or to be loaded.
 */
import { createHash } from 'node:crypto';
import type { Details } from '../../results/details.ts';
import type { Results } from '../../results/results.ts';
import type { Growth } from '../../run/growth.ts';
import { resultTables } from '../result-tables.ts';
import { corpusLine, headline } from './headline.ts';
import { html, join, type Markup, trusted } from './markup.ts';
import { kindNames, kindWords } from './method-kind.ts';
import { methodTable } from './method-table.ts';
import { f1Of, type NumberedMethod, numberMethods } from './numbered-methods.ts';
import { counted } from './numbers.ts';
import { sitePlace, worstPagesView } from './pages/worst-pages-view.ts';
import { calibrationPlot } from './plots/calibration-plot.ts';
import { costPlot } from './plots/cost-plot.ts';
import { growthPlots } from './plots/growth-plots.ts';
import { learningPlot } from './plots/learning-plot.ts';
import { siteBars } from './plots/site-bars.ts';
import { storagePlot } from './plots/storage-plot.ts';
import { reportScript } from './report-script.ts';
import { reportStyle } from './report-style.ts';
import { plainTable } from './scroll-table.ts';

export interface HtmlReport {
  readonly results: Results;
  readonly details: Details;
  /** Left out where no method judges pages as they come. */
  readonly growth?: Growth | undefined;
  /** That made the report, as it was typed. */
  readonly command: string;
}

export function htmlReport(report: HtmlReport): string {
  const { results, details, growth, command } = report;
  const methods = numberMethods(results);
  return html`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Evaluation: ${counted(results.methods.length, 'method')} on ${counted(results.corpus.length, 'site')}</title>
<style>${trusted(reportStyle)}</style></head>
<body><header><h1>How well template and content are told apart</h1>
<p>${corpusLine(results)}</p><p class="made">Made by <code>${command}</code></p></header>
<main>${headline(results, methods)}
${section('methods', 'All methods', methodTable(methods))}
${section('quality-cost', 'Quality and cost', html`${kindLegend}${costPlot(methods)}${storagePlot(methods)}${calibrationPlot(methods)}`)}
${section('time', 'Learning and growth', html`${learningPlot(methods, details.curves)}${growth === undefined ? '' : growthPlots(methods, growth)}`)}
${section('sites', 'Site by site', barsOfMethods(results, methods))}
${section('pages', 'The worst pages', worstPagesView(results, methods, details))}
${section('tables', 'All figures', allTables(results))}
</main><script>${trusted(reportScript)}</script></body></html>
`.markup;
}

const hashOf = (source: string): string => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

const policy: string = [
  "default-src 'none'",
  `style-src ${hashOf(reportStyle)}`,
  `script-src ${hashOf(reportScript)}`,
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');

function section(id: string, title: string, content: Markup): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${content}</section>`;
}

const kindLegend: Markup = html`<ul class="legend kinds" aria-label="Marks">${kindNames.map(
  (kind) => html`<li><span class="mark ${kind}"></span>${kindWords[kind]}</li>`,
)}</ul>`;

/** The best method comes first: it is the one that is shown. */
function barsOfMethods({ corpus }: Results, methods: readonly NumberedMethod[]): Markup {
  const placeOf = (site: string): string => sitePlace(corpus.findIndex(({ name }) => name === site));
  const byF1 = methods.toSorted((a, b) => (f1Of(b.result) ?? 0) - (f1Of(a.result) ?? 0));
  const bars = byF1.map(
    (method, i) =>
      html`<details${i === 0 ? trusted(' open') : ''} data-name="${method.name}"><summary><code>${method.name}</code></summary>${siteBars(method, placeOf)}</details>\n`,
  );
  return html`<div class="pick" data-label="Method" data-group="bar-methods">${bars}</div>`;
}

function allTables(results: Results): Markup {
  const tables = resultTables(results).map(
    (table) =>
      html`<details open class="fold"><summary>${table.title}</summary><p class="note">${table.note}</p>${plainTable(table)}</details>\n`,
  );
  return join(tables);
}
