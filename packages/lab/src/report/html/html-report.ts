/**
 * The results as one HTML file to look at: charts, tables, and the worst pages of each site.
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
import { sentencesOf } from '../sentences.ts';
import { decimals, interval } from '../table.ts';
import { calibrationChart, costChart, growthCharts, learningChart, storageChart } from './charts.ts';
import { counted, grouped, html, join, type Markup, timesText, trusted, withCode } from './markup.ts';
import { bestOfKind, f1Of, kindNames, kindWords, type NumberedMethod, numberMethods } from './methods.ts';
import { reportScript } from './report-script.ts';
import { reportStyle } from './report-style.ts';
import { siteChart } from './site-charts.ts';
import { methodTable, plainTable } from './tables.ts';
import { siteId, worstPagesView } from './worst-pages.ts';

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
${section('quality-cost', 'Quality and cost', html`${kindLegend}${costChart(methods)}${storageChart(methods)}${calibrationChart(methods)}`)}
${section('time', 'Learning and growth', html`${learningChart(methods, details.curves)}${growth === undefined ? '' : growthCharts(methods, growth)}`)}
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
  const idOf = (site: string): string => siteId(corpus.findIndex(({ name }) => name === site));
  const byF1 = methods.toSorted((a, b) => (f1Of(b.result) ?? 0) - (f1Of(a.result) ?? 0));
  const bars = byF1.map(
    (method, i) =>
      html`<details${i === 0 ? trusted(' open') : ''} data-name="${method.name}"><summary><code>${method.name}</code></summary>${siteChart(method, idOf)}</details>\n`,
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

/** What somebody should know who reads nothing else. */
function headline(results: Results, methods: readonly NumberedMethod[]): Markup {
  const best = bestOfKind(methods, 'stream', 'batch', 'peer', 'baseline');
  const cards = [
    card('Best of all', best),
    card('Best on a stream of pages', bestOfKind(methods, 'stream')),
    card('Best other tool', bestOfKind(methods, 'peer')),
    card('Keeping everything', bestOfKind(methods, 'baseline')),
  ];
  const sentences = sentencesOf(results).map((sentence) => html`<li>${withCode(sentence)}</li>`);
  return html`<div class="cards">${join(cards)}</div>
<section id="reading" aria-labelledby="reading-title"><h2 id="reading-title">In words</h2><ul class="reading">${sentences}</ul></section>
`;
}

function card(title: string, method: NumberedMethod | undefined): Markup {
  if (method === undefined) return html``;
  const { name, kind, result } = method;
  const { figures, interval: found } = result.all.read;
  const { ofParsing } = result.cost;
  const cost = ofParsing === undefined ? '' : ` · ${timesText(ofParsing)} of parsing`;
  return html`<div class="card"><p>${title}</p><p class="who"><span class="mark ${kind}"></span><code>${name}</code></p><p class="figure">${decimals(figures.f1)}</p><p class="small">F1, read gold${found === undefined ? '' : ` · 95 %: ${unbroken(interval(found))}`}${cost}</p></div>`;
}

/** On one line. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');

function corpusLine({ corpus, methods }: Results): string {
  const sum = (count: (site: Results['corpus'][number]) => number): number =>
    corpus.reduce((all, site) => all + count(site), 0);
  const pages = counted(
    sum(({ pages: all }) => all),
    'page',
  );
  return `${counted(methods.length, 'method')} on ${counted(corpus.length, 'site')}: ${pages}, ${grouped(sum(({ readPages }) => readPages))} of them labelled by reading.`;
}
