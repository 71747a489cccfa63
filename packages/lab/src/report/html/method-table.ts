/** All methods in one table, with their intervals drawn on one scale. */

import { goldNames } from '../../corpus/gold.ts';
import type { MethodResult } from '../../results/results.ts';
import { decimals, interval } from '../table.ts';
import { html, type Markup } from './markup.ts';
import { kindWords } from './method-kind.ts';
import type { NumberedMethod } from './numbered-methods.ts';
import { bytesText, grouped } from './numbers.ts';
import { domainBelow, linearScale, type Scale } from './plot/scale.ts';
import { type Cell, sortableTable } from './scroll-table.ts';

const head = [
  ...['method', 'read F1', 'lenient F1', 'strict F1', 'precision', 'recall', 'leak', 'template F1'],
  ...['empty pages', 'CPU of parsing', 'ms a page', 'state'],
];
const STRIP_WIDTH = 92;

export function methodTable(methods: readonly NumberedMethod[]): Markup {
  const scale = intervalScale(methods);
  const [low, high] = scale.domain;
  return html`<p class="note">F1 of content tokens on the three golds, macro over sites; under each the mean and its 95 % interval on a scale from ${low.toFixed(1)} to ${high.toFixed(1)}. Precision, recall, leak (share of template tokens kept) and F1 of template tokens are on the read gold. Titles sort.</p>
${sortableTable({ name: 'All methods', head, rows: methods.map((method) => rowOf(method, scale)) })}`;
}

function intervalScale(methods: readonly NumberedMethod[]): Scale {
  const lows = methods.flatMap(({ result: { all } }) =>
    goldNames.flatMap((gold) =>
      [all[gold].interval?.low, all[gold].figures.f1].filter((value) => value !== undefined),
    ),
  );
  return linearScale(domainBelow(lows, 1), [3, STRIP_WIDTH - 3]);
}

function rowOf({ result, name, number, kind }: NumberedMethod, scale: Scale): readonly Cell[] {
  const { precision, recall, leak, templateF1 } = result.all.read.figures;
  const { ofParsing, ms, stateBytes } = result.cost;
  const { emptyPages } = result.all.lenient;
  const first = html`<span class="mark ${kind}"></span><code>${name}</code><small>${number} · ${kindWords[kind]}</small>`;
  return [
    { shown: first, value: name },
    ...goldNames.map((gold) => goldCell(result.all[gold], scale)),
    ...[precision, recall, leak, templateF1].map((value) => figureCell(value, decimals(value))),
    figureCell(emptyPages, grouped(emptyPages)),
    figureCell(ofParsing, decimals(ofParsing)),
    figureCell(ms, decimals(ms)),
    figureCell(stateBytes, stateBytes === undefined ? '-' : bytesText(stateBytes)),
  ];
}

function figureCell(value: number | undefined, text: string): Cell {
  return { shown: html`${text}`, value };
}

function goldCell({ figures: { f1 }, interval: found }: MethodResult['all']['read'], scale: Scale): Cell {
  if (f1 === undefined) return figureCell(undefined, '-');
  const range =
    found === undefined
      ? ''
      : html`<line x1="${scale.at(found.low)}" x2="${scale.at(found.high)}" y1="6" y2="6"/>`;
  const name = found === undefined ? 'no interval: too few sites' : `95 %: ${interval(found)}`;
  const strip = html`<svg class="strip" viewBox="0 0 ${STRIP_WIDTH} 12" role="img" aria-label="${name}"><title>${name}</title><line class="grid" x1="0" x2="${STRIP_WIDTH}" y1="6" y2="6"/>${range}<circle cx="${scale.at(f1)}" cy="6" r="3"/></svg>`;
  return { shown: html`<b>${decimals(f1)}</b>${strip}`, value: f1 };
}
