/**
 * The lines of a page as its readers see them: the text between two block borders, which are the starts and ends of
 * block elements and of table cells, and `br`. The list is the lab's own: a measure must not move with the engine
 * that it measures.
 */
import type { Page } from 'dehusk';
import { NodeFlag, readText, TEXT, tagName } from 'dehusk/parts';
import { tokensOf } from './tokens.ts';

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

export interface PageLine {
  /** The line is `page.segments[from … to - 1]`. */
  readonly from: number;
  readonly to: number;
  readonly tokens: readonly string[];
}

export function pageLines(page: Page): readonly PageLine[] {
  const { segments, tag, flags, subtreeEnd } = page;
  const lines: PageLine[] = [];
  const openEnds: number[] = [];
  let from = 0;
  let segment = 0;
  let text = '';
  const endLine = (): void => {
    if (segment > from) lines.push({ from, to: segment, tokens: tokensOf(text) });
    from = segment;
    text = '';
  };
  for (let node = 0; node < page.nodeCount; node++) {
    for (; openEnds.length > 0 && openEnds.at(-1)! <= node; openEnds.pop()) endLine();
    if ((flags[node]! & NodeFlag.spaceBefore) !== 0) text += ' ';
    if (tag[node] === TEXT) {
      if (segments[segment] !== node) continue;
      text += readText(page, node);
      segment++;
      continue;
    }
    const name = tagName(page, node);
    if (partingTags.has(name)) text += ' ';
    if ((flags[node]! & NodeFlag.hidden) !== 0 || !borderTags.has(name)) continue;
    endLine();
    openEnds.push(subtreeEnd[node]!);
  }
  endLine();
  return lines;
}
