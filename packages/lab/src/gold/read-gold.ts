/**
 * The read gold: pages labelled by a person who read them. Ranges number the text nodes that are not blank; there a
 * text of no-break spaces alone counts as blank, which to a page's segments it does not.
 */
import { type Page, readText } from 'dehusk/parts';
import { GoldLabel, type GoldLabels } from './gold-labels.ts';

/** Inclusive ranges of text numbers. */
type TextRanges = readonly (readonly [number, number])[];

export interface ReadLabels {
  /** What is in no range is template. */
  readonly content: TextRanges;
  readonly ignored: TextRanges;
  /** The main content, where somebody told it from the rest of the content. */
  readonly main?: TextRanges;
}

/** The segments that ranges number, in their order. */
export function numberedSegments(page: Page): readonly number[] {
  return [...page.segments.keys()].filter((segment) => readText(page, page.segments[segment]!).trim() !== '');
}

/** The main content as the only content. */
export function mainGoldLabels(page: Page, main: TextRanges): GoldLabels {
  return readGoldLabels(page, { content: main, ignored: [] });
}

export function readGoldLabels(page: Page, { content, ignored }: ReadLabels): GoldLabels {
  const labels = new Uint8Array(page.segments.length).fill(GoldLabel.template);
  const numbered = numberedSegments(page);
  const mark = (ranges: TextRanges, label: number): void => {
    for (const [from, to] of ranges) for (let i = from; i <= to; i++) labels[numbered[i]!] = label;
  };
  mark(content, GoldLabel.content);
  mark(ignored, GoldLabel.ignored);
  return labels;
}
