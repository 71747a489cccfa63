/**
 * The text of a page as a sequence of runs. One text carries both views: what gold and the method say of a run is in its
 * element, and the script shows it a second time with the colours of gold.
 *
 *     text     both keep it            <ins>  kept, though it is template
 *     <i>      both remove it          <del>  removed, though it is content
 *     <u>      not scored
 */
import type { ExcerptPart, ExcerptRun, KindChars, RunKind } from '../../../results/page-excerpt.ts';
import { html, join, type Markup } from '../markup.ts';
import { grouped } from '../numbers.ts';

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
