/** All methods in one table, with their intervals drawn on one scale. */
import { goldNames } from '../../corpus/gold.ts';
import type { MethodResult } from '../../results/results.ts';
import { decimals, interval, type Table } from '../table.ts';
import { domainBelow, type Span } from './chart.ts';
import { bytesText, grouped, html, join, type Markup } from './markup.ts';
import { kindWords, type NumberedMethod } from './methods.ts';
import { drawInterval } from './site-charts.ts';

const head = [
  ...['method', 'read F1', 'lenient F1', 'strict F1', 'precision', 'recall', 'leak', 'template F1'],
  ...['cut lines', 'lost lines', 'mixed verdicts', 'empty pages', 'CPU of parsing', 'ms a page', 'state'],
];

export function methodTable(methods: readonly NumberedMethod[]): Markup {
  const domain = intervalDomain(methods);
  const [low, high] = domain;
  return html`<p class="note">F1 of content tokens on the three golds, macro over sites; under each the mean and its 95 % interval on a scale from ${low.toFixed(1)} to ${high.toFixed(1)}. Precision, recall, leak (share of template tokens kept), F1 of template tokens, and the shares of content lines that are cut and lost are on the read gold; mixed verdicts are the share of lines that stand on nearly all pages of a site and are kept on some of them from page 11 on. Titles sort.</p>
${sortableTable({ name: 'All methods', head, rows: methods.map((method) => rowOf(method, domain)) })}`;
}

function intervalDomain(methods: readonly NumberedMethod[]): Span {
  const lows = methods.flatMap(({ result: { all } }) =>
    goldNames.flatMap((gold) =>
      [all[gold].interval?.low, all[gold].figures.f1].filter((value) => value !== undefined),
    ),
  );
  return domainBelow(lows, 1);
}

function rowOf({ result, name, number, kind }: NumberedMethod, domain: Span): readonly Cell[] {
  const { precision, recall, leak, templateF1, cutLines, lostLines } = result.all.read.figures;
  const mixed = result.consistency.all?.mixedShareFrom11;
  const { ofParsing, ms, stateBytes } = result.cost;
  const { emptyPages } = result.all.lenient;
  const first = html`<span class="mark ${kind}"></span><code>${name}</code><small>${number} · ${kindWords[kind]}</small>`;
  return [
    { shown: first, value: name },
    ...goldNames.map((gold) => goldCell(result.all[gold], domain)),
    ...[precision, recall, leak, templateF1].map((value) => figureCell(value, decimals(value))),
    ...[cutLines, lostLines, mixed].map((value) => figureCell(value, decimals(value))),
    figureCell(emptyPages, grouped(emptyPages)),
    figureCell(ofParsing, decimals(ofParsing)),
    figureCell(ms, decimals(ms)),
    figureCell(stateBytes, stateBytes === undefined ? '-' : bytesText(stateBytes)),
  ];
}

function figureCell(value: number | undefined, text: string): Cell {
  return { shown: html`${text}`, value };
}

function goldCell({ figures: { f1 }, interval: found }: MethodResult['all']['read'], domain: Span): Cell {
  if (f1 === undefined) return figureCell(undefined, '-');
  const name = found === undefined ? 'no interval: too few sites' : `95 %: ${interval(found)}`;
  const strip = drawInterval(name, { f1, range: found, domain });
  return { shown: html`<b>${decimals(f1)}</b><span class="strip">${strip}</span>`, value: f1 };
}

// Tables, each in a box of its own that scrolls sideways where the screen is narrow.

interface Cell {
  readonly shown: Markup;
  /** What rows are sorted by; undefined comes last. */
  readonly value: number | string | undefined;
}

interface SortableTable {
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

function sortableTable({ name, head, rows }: SortableTable): Markup {
  const titles = head.map((title) => html`<th scope="col">${title}</th>`);
  const lines = rows.map((cells) => {
    const [first, ...rest] = cells.map(({ shown, value }, i) =>
      i === 0
        ? html`<th scope="row" data-value="${value}">${shown}</th>`
        : html`<td data-value="${value === undefined ? '' : String(value)}">${shown}</td>`,
    );
    return html`<tr>${first}${join(rest)}</tr>\n`;
  });
  return box(
    name,
    html`<table class="sortable"><caption>${name}</caption><thead><tr>${titles}</tr></thead><tbody>${lines}</tbody></table>`,
  );
}

export function plainTable({ title, head, rows }: Table): Markup {
  const titles = head.map((text) => html`<th scope="col">${text}</th>`);
  const lines = rows.map(
    ([first = '', ...rest]) =>
      html`<tr><th scope="row">${first}</th>${rest.map((text) => html`<td>${text}</td>`)}</tr>\n`,
  );
  return box(title, html`<table><thead><tr>${titles}</tr></thead><tbody>${lines}</tbody></table>`);
}

/** Somebody without a mouse scrolls it with the keyboard. */
function box(name: string, table: Markup): Markup {
  return html`<div class="box" role="region" aria-label="${name}" tabindex="0">${table}</div>`;
}
