/**
 * The template of a page as a page of its own: what was judged content is cut out. By choice the places it was cut
 * from stay, empty and marked:
 *
 *     <article data-dehusk="slot"></article>
 *
 * Like all html that is written here it runs no script. Addresses in it stay as they are, so it names the page they
 * are relative to.
 */
import type { Verdict } from '../detect/detector.ts';
import type { Page } from '../page/page.ts';
import { escapeText, escapeValue } from '../page/serialise/escape.ts';
import { serialise } from '../page/serialise.ts';
import { Tag, tagSet } from '../page/tags.ts';
import { slotNodes } from './slot-nodes.ts';

export interface TemplateHtmlOptions {
  /** Keep a place for content where content was cut out. */
  readonly slots?: boolean;
}

const slotMark = { 'data-dehusk': 'slot' };
/** An empty element would not be seen. */
const slotStyle = '[data-dehusk=slot]{min-height:2em;min-width:2em;outline:1px dashed #888}';
/** Their presence alone says nothing of the page, and a page is not one without them. */
const frameTags = tagSet('html', 'head', 'body');

/** For verdicts of methods that judge elements: `template` must be 1 for an element that is to stay. */
export function toTemplateHtml(page: Page, verdict: Verdict, options: TemplateHtmlOptions = {}): string {
  const removed = verdict.template.map((bit, node) =>
    bit === 1 || frameTags[page.tag[node]!] === 1 ? 0 : 1,
  );
  const marks = new Map<number, Readonly<Record<string, string>>>();
  if (options.slots) for (const node of slotNodes(page, verdict)) marks.set(node, slotMark);
  for (const slot of marks.keys()) removed.fill(1, slot, page.subtreeEnd[slot]!)[slot] = 0;
  const style = options.slots ? { style: slotStyle } : {};
  return serialise(page, { removed, marks, headStart: headOf(page, removed), ...style });
}

/** Every page has a title, and relative addresses need the page they start from. */
function headOf(page: Page, removed: Uint8Array): string {
  const title = page.tag.findIndex((tag, node) => tag === Tag.title && removed[node] === 0);
  const base = page.tag.includes(Tag.base) ? undefined : page.url;
  return (
    (base !== undefined && /^https?:/i.test(base) ? `<base href="${escapeValue(base)}">` : '') +
    (title === -1
      ? `<title>Template${page.url === undefined ? '' : ` of ${escapeText(page.url)}`}</title>`
      : '')
  );
}
