/**
 * The lines of a page as its readers see them: the text between two block borders, which are the starts and ends of
 * block elements and of table cells, and `br`. The list is the lab's own: a measure must not move with the engine
 * that it measures.
 */
import type { Page } from 'dehusk';
import { NodeFlag, readText, TEXT, tagName } from 'dehusk/parts';

/** What the HTML standard displays as a block, a list item or a part of a table; and `br`. */
// biome-ignore format: a list of words
const borderTags: ReadonlySet<string> = new Set([
  'address', 'article', 'aside', 'blockquote', 'body', 'br', 'caption', 'center', 'dd', 'details', 'dialog', 'dir',
  'div', 'dl', 'dt', 'fieldset', 'figcaption', 'figure', 'footer', 'form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6',
  'header', 'hgroup', 'hr', 'html', 'legend', 'li', 'listing', 'main', 'menu', 'nav', 'ol', 'p', 'plaintext', 'pre',
  'search', 'section', 'summary', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'ul', 'xmp',
]);

/** Things in the line that no text stands for: words on both sides of one are two words. */
// biome-ignore format: a list of words
const partingTags: ReadonlySet<string> = new Set([
  'audio', 'button', 'canvas', 'embed', 'iframe', 'img', 'input', 'meter', 'picture', 'progress', 'select', 'svg',
  'textarea', 'video',
]);

/** The line is `page.segments[from … to - 1]`. */
export interface PageLine {
  readonly from: number;
  readonly to: number;
}

export function pageLines(page: Page): readonly PageLine[] {
  const { segments, tag, flags, subtreeEnd } = page;
  const lines: PageLine[] = [];
  const openEnds: number[] = [];
  let from = 0;
  let segment = 0;
  const endLine = (): void => {
    if (segment > from) lines.push({ from, to: segment });
    from = segment;
  };
  for (let node = 0; node < page.nodeCount; node++) {
    for (; openEnds.length > 0 && openEnds.at(-1)! <= node; openEnds.pop()) endLine();
    if (segments[segment] === node) segment++;
    if (tag[node] === TEXT || (flags[node]! & NodeFlag.hidden) !== 0) continue;
    if (!borderTags.has(tagName(page, node))) continue;
    endLine();
    openEnds.push(subtreeEnd[node]!);
  }
  endLine();
  return lines;
}

/** With a space where the page has one, or something that parts words. */
export function lineText(page: Page, { from, to }: PageLine): string {
  const first = page.segments[from]!;
  const last = page.segments[to - 1]!;
  let text = readText(page, first);
  let segment = from + 1;
  for (let node = first + 1; node <= last; node++) {
    if ((page.flags[node]! & NodeFlag.spaceBefore) !== 0) text += ' ';
    if (page.segments[segment] === node) {
      text += readText(page, node);
      segment++;
    } else if (page.tag[node] !== TEXT && partingTags.has(tagName(page, node))) text += ' ';
  }
  return text;
}
