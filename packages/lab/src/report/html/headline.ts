/** What somebody should know who reads nothing else. */
import type { Results } from '../../results/results.ts';
import { readingOf } from '../reading.ts';
import { decimals, interval } from '../table.ts';
import { html, join, type Markup, withCode } from './markup.ts';
import { bestOfKind, type NumberedMethod } from './numbered-methods.ts';
import { counted, grouped, timesText } from './numbers.ts';

export function headline(results: Results, methods: readonly NumberedMethod[]): Markup {
  const best = bestOfKind(methods, 'stream', 'batch', 'peer', 'baseline');
  const cards = [
    card('Best of all', best),
    card('Best on a stream of pages', bestOfKind(methods, 'stream')),
    card('Best other tool', bestOfKind(methods, 'peer')),
    card('Keeping everything', bestOfKind(methods, 'baseline')),
  ];
  const sentences = readingOf(results).map((sentence) => html`<li>${withCode(sentence)}</li>`);
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

export function corpusLine({ corpus, methods }: Results): string {
  const sum = (count: (site: Results['corpus'][number]) => number): number =>
    corpus.reduce((all, site) => all + count(site), 0);
  const pages = counted(
    sum(({ pages: all }) => all),
    'page',
  );
  return `${counted(methods.length, 'method')} on ${counted(corpus.length, 'site')}: ${pages}, ${grouped(sum(({ readPages }) => readPages))} of them labelled by reading.`;
}
