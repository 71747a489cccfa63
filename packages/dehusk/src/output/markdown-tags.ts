/** What elements mean in Markdown. */
import { Tag } from '../page/tags.ts';

/** Delimiters by tag; the same inside itself means nothing more. */
export const emphasis: ReadonlyMap<number, string> = new Map([
  [Tag.b, '**'],
  [Tag.strong, '**'],
  [Tag.i, '*'],
  [Tag.em, '*'],
  [Tag.s, '~~'],
  [Tag.strike, '~~'],
  [Tag.del, '~~'],
]);

const headings = [Tag.h1, Tag.h2, Tag.h3, Tag.h4, Tag.h5, Tag.h6];

/** 1 to 6, or 0 for what is no heading. */
export function headingLevel(tag: number): number {
  return headings.indexOf(tag) + 1;
}
