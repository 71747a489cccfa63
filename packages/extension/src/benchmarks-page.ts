/** A tab that checks benchmarks: one chooses files or a folder, and sees a row for each labelled page, and the mean. */
import { element } from 'dehusk-ui/element';
import { table, tableRow } from 'dehusk-ui/lists';
import {
  type BenchmarkFile,
  type BenchmarkScore,
  checkBenchmarks,
  meanRates,
  type Rates,
} from './benchmarks/check-benchmarks.ts';
import { ask, type Settings } from './protocol.ts';
import { text } from './text.ts';

const main = document.getElementById('panel')!;
const heads = [
  text('benchmarkPage'),
  text('benchmarkCompared'),
  text('benchmarkPrecision'),
  text('benchmarkRecall'),
  text('benchmarkF1'),
];
const rows = element('tbody', {});
const scores = table(heads, rows);
const said = element('p', { attributes: { role: 'status' } });

function draw(): void {
  document.title = text('benchmarkCheck');
  document.documentElement.lang = text('language');
  scores.hidden = true;
  main.append(
    element('h1', {}, text('benchmarkCheck')),
    element('p', { class: 'faint' }, text('benchmarkHint')),
    element('label', { class: 'choice' }, text('benchmarkFolder'), chooser({ webkitdirectory: '' })),
    element('label', { class: 'choice' }, text('benchmarkFiles'), chooser({ accept: '.html,.htm,.xhtml' })),
    said,
    scores,
  );
}

function chooser(attributes: Readonly<Record<string, string>>): HTMLInputElement {
  const input = element('input', { attributes: { type: 'file', multiple: '', ...attributes } });
  input.addEventListener('change', () => {
    check([...(input.files ?? [])]).catch((error: unknown) => {
      said.textContent = String(error);
    });
  });
  return input;
}

async function check(chosen: readonly File[]): Promise<void> {
  rows.replaceChildren();
  scores.hidden = true;
  const pages = chosen.filter(({ name }) => /\.x?html?$/i.test(name));
  const files = await Promise.all(
    pages.map(
      async (file): Promise<BenchmarkFile> => ({
        path: pathOf(file),
        html: decode(await file.arrayBuffer()),
      }),
    ),
  );
  const { literalThesis } = await ask<Settings>({ type: 'settings' });
  const parse = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');
  const known: BenchmarkScore[] = [];
  for await (const score of checkBenchmarks(files, { literalThesis, parse })) {
    known.push(score);
    rows.append(row(score.path, String(score.compared), score.rates));
    scores.hidden = false;
  }
  const mean = meanRates(known);
  if (mean !== undefined) rows.append(row(text('benchmarkMean'), '', mean));
  said.textContent = known.length === 0 ? text('benchmarkNone') : text('benchmarkDone', known.length);
}

/** Below the folder that was chosen. */
function pathOf({ webkitRelativePath, name }: File): string {
  return webkitRelativePath === '' ? name : webkitRelativePath.replace(/^[^/]*\//, '');
}

/** What the lab writes has a mark that says it is UTF-8; other pages name their encoding. */
function decode(bytes: ArrayBuffer): string {
  const start = new TextDecoder('latin1').decode(bytes.slice(0, 4096));
  const named = /<meta[^>]+charset\s*=\s*["']?([^\s"'/>]+)/i.exec(start)?.[1];
  try {
    return new TextDecoder(start.startsWith('\u00ef\u00bb\u00bf') ? 'utf-8' : (named ?? 'utf-8')).decode(
      bytes,
    );
  } catch {
    // No encoding is called so.
    return new TextDecoder().decode(bytes);
  }
}

function row(name: string, compared: string, rates: Rates | undefined): HTMLTableRowElement {
  const shown =
    rates === undefined
      ? ['–', '–', '–']
      : [rates.precision, rates.recall, rates.f1].map((rate) => rate.toFixed(4));
  return tableRow(name, [compared, ...shown]);
}

draw();
