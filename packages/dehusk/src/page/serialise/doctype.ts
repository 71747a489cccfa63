import type { Page } from '../page.ts';
import { Tag, tagSet } from '../tags.ts';

const endsParagraphScope = tagSet(
  ...(['applet', 'button', 'caption', 'html', 'marquee', 'object', 'table', 'td', 'template', 'th'] as const),
);

/** Only quirks mode lets a table stand in a paragraph: a page that has one was made for it. */
export function doctypeFor(page: Page): string {
  return hasTableInParagraph(page)
    ? '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">'
    : '<!DOCTYPE html>';
}

function hasTableInParagraph(page: Page): boolean {
  const inParagraph = new Uint8Array(page.nodeCount);
  for (let node = 1; node < page.nodeCount; node++) {
    const tag = page.tag[node]!;
    const above = inParagraph[page.parent[node]!]!;
    if (tag === Tag.table && above === 1) return true;
    inParagraph[node] = tag === Tag.p ? 1 : endsParagraphScope[tag] === 1 ? 0 : above;
  }
  return false;
}
