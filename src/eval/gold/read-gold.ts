/**
 * The read gold: pages labelled by a person who read them. Ranges number the text nodes that are not blank; there a
 * text of no-break spaces alone counts as blank, which to a page's segments it does not.
 */
import { type Page, readText } from '../../index.ts';
import { GoldLabel, type GoldLabels } from './gold-labels.ts';

export interface ReadLabels {
  /** Inclusive ranges of text numbers; what is in no range is template. */
  readonly content: readonly (readonly [number, number])[];
  readonly ignored: readonly (readonly [number, number])[];
}

export function readGoldLabels(page: Page, { content, ignored }: ReadLabels): GoldLabels {
  const labels = new Uint8Array(page.segments.length).fill(GoldLabel.template);
  const numbered = [...page.segments.keys()].filter(
    (segment) => readText(page, page.segments[segment]!).trim() !== '',
  );
  const mark = (ranges: ReadLabels['content'], label: number): void => {
    for (const [from, to] of ranges) for (let i = from; i <= to; i++) labels[numbered[i]!] = label;
  };
  mark(content, GoldLabel.content);
  mark(ignored, GoldLabel.ignored);
  return labels;
}
