/** Recall of template blocks against what a method holds for a site: what the state of a method buys. */
import { decimals } from '../../table.ts';
import { html, type Markup } from '../markup.ts';
import type { NumberedMethod } from '../numbered-methods.ts';
import { bytesText, counted } from '../numbers.ts';
import { drawFigure } from '../plot/figure.ts';
import { domainBelow, evenDecimals, linearScale, logDomain, logScale } from '../plot/scale.ts';
import { drawScatter, type ScatterMark } from '../plot/scatter.ts';
import { missingNote } from './missing-note.ts';

export function storagePlot(methods: readonly NumberedMethod[]): Markup {
  // What keeps everything holds nothing and finds nothing: it has no place on a log scale.
  const told = methods.filter(({ kind }) => kind !== 'baseline');
  const marks = told.flatMap(markOf);
  if (marks.length === 0) return html``;
  const missing = told.filter(({ number }) => !marks.some((mark) => mark.number === number));
  const title = 'Template found against storage';
  return drawFigure({
    id: 'storage',
    title,
    note: html`Share of the template’s blocks that a method removes (read gold), against the bytes it holds for a site, mean over sites, on a log scale. A method that holds a site back has to hold its pages. Whoever removes too much finds the template too, so the precision stands beside each name.${missingNote(missing, 'storage')}`,
    narrowKey: marks,
    draw: (drawing) =>
      drawScatter(
        {
          marks,
          title,
          description: `${counted(marks.length, 'method')} by recall of template blocks and bytes of state.`,
          x: {
            name: 'Bytes held for a site',
            format: bytesText,
            scale: (range) => logScale(logDomain(marks.map(({ x }) => x)), range),
          },
          y: {
            name: 'Recall of template blocks',
            format: evenDecimals,
            scale: (range) =>
              linearScale(
                domainBelow(
                  marks.map(({ y }) => y),
                  1,
                ),
                range,
              ),
          },
        },
        drawing,
      ),
  });
}

function markOf({ result, ...method }: NumberedMethod): readonly ScatterMark[] {
  const { blockRecall, blockPrecision } = result.all.read.figures;
  const { stateBytes } = result.cost;
  if (blockRecall === undefined || !stateBytes) return [];
  const title = `${method.name}: recall ${decimals(blockRecall)} at precision ${decimals(blockPrecision)}, ${bytesText(stateBytes)}`;
  const name = `${method.name} (precision ${decimals(blockPrecision)})`;
  return [{ ...method, name, isNamed: true, x: stateBytes, y: blockRecall, title }];
}
