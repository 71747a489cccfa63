/**
 * Parts of a page in words, for a list or a line of text: the text of a subtree as a reader meets it, short names of
 * elements, and what differs between two versions of a text.
 */

import { tagSet } from '../../page/names.ts';
import { NodeFlag, normalForm, type Page, readAttribute, readText, TEXT, tagName } from '../../page/page.ts';

interface SubtreeTextOptions {
  /** Whether a node belongs to the part; what does not is passed over with its subtree. */
  readonly includes: (node: number) => boolean;
  /** Whether a text is read. */
  readonly isRead: (text: number) => boolean;
  /** Enough characters; by default all. */
  readonly most?: number;
}

/** The text below a node: white space collapsed, and a space where an element that stands alone begins or ends. */
export function readSubtree(page: Page, root: number, options: SubtreeTextOptions): string {
  const { includes, isRead, most = Number.POSITIVE_INFINITY } = options;
  const openEnds: number[] = [];
  let line = '';
  const space = (): void => {
    if (!line.endsWith(' ')) line += ' ';
  };
  for (let node = root; node < page.subtreeEnd[root]! && line.length <= most; ) {
    for (; openEnds.length > 0 && openEnds.at(-1)! <= node; openEnds.pop()) space();
    if (!includes(node)) {
      space();
      node = page.subtreeEnd[node]!;
      continue;
    }
    if (isLineBreaker(page, node)) openEnds.push(page.subtreeEnd[node]!);
    if (isLineBreaker(page, node) || (page.flags[node]! & NodeFlag.spaceBefore) !== 0) space();
    if (page.tag[node] === TEXT && isRead(node)) line += readText(page, node);
    node++;
  }
  return normalForm(line);
}

/** Whether an element begins and ends a line. */
export function isLineBreaker(page: Page, node: number): boolean {
  const tag = page.tag[node]!;
  return tag !== TEXT && phraseTags[tag] === 0 && otherInlineTags[tag] === 0;
}

const namingAttributes = [
  ...['aria-label', 'title', 'alt', 'src', 'data', 'value', 'placeholder', 'name', 'href'],
] as const;

/** A word for an element that shows without text: `[img: A bee]`, `[input: search]`. */
export function nameThing(page: Page, element: number): string {
  const word = namingAttributes.map((name) => readAttribute(page, element, name)).find(Boolean);
  return `[${tagName(page, element)}${word === undefined ? '' : `: ${shorten(normalForm(word))}`}]`;
}

/** An element in a few words: `a "Read more"`, `img "A bee"`. */
export function nameElement(page: Page, element: number): string {
  const text = readSubtree(page, element, { includes: () => true, isRead: () => true, most: 200 });
  const word = text === '' ? readAttribute(page, element, 'alt') : text;
  return word === undefined || word === ''
    ? tagName(page, element)
    : `${tagName(page, element)} "${shorten(word)}"`;
}

/** At most so many characters, cut at the end. */
export function shorten(text: string, most: number = 60): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  // Half a surrogate pair is no character.
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** Elements in the line, which neither begin nor end one, and only format the words in them; links too. */
export const phraseTags: Uint8Array = tagSet(
  ...([
    'a',
    'abbr',
    'acronym',
    'b',
    'bdi',
    'bdo',
    'big',
    'cite',
    'code',
    'data',
    'del',
    'dfn',
    'em',
  ] as const),
  ...(['font', 'i', 'ins', 'kbd', 'mark', 'nobr', 'q', 's', 'samp', 'small', 'span', 'strike'] as const),
  ...(['strong', 'sub', 'sup', 'time', 'tt', 'u', 'var', 'wbr', 'ruby', 'rb', 'rp', 'rt', 'rtc'] as const),
);

/** All other elements in the line: pictures, controls, formulas and what is in them. */
const otherInlineTags: Uint8Array = tagSet(
  ...(['img', 'picture', 'source', 'svg', 'canvas', 'video', 'audio', 'track', 'iframe', 'embed'] as const),
  ...(['object', 'param', 'map', 'area', 'input', 'button', 'select', 'optgroup', 'option'] as const),
  ...(['textarea', 'label', 'output', 'progress', 'meter', 'slot', 'script', 'style', 'noscript'] as const),
  ...(['template', 'link', 'meta', 'math', 'mi', 'mo', 'mn', 'ms', 'mtext'] as const),
);

interface CutText {
  readonly text: string;
  /** The range of it that is changed. */
  readonly changed: readonly [from: number, to: number];
}

/** How much of the unchanged ends is shown. */
const mostUnchanged = 60;

/**
 * A text cut down to what differs from the other, and some words around. Only the ends are compared, word by word; what
 * is between is not looked into.
 */
export function cutAround(text: string, other: string): CutText {
  const [from, to] = differing(text, other);
  const start = from > mostUnchanged ? wordStart(text, from - mostUnchanged) : 0;
  const end = text.length - to > mostUnchanged ? wordEnd(text, to + mostUnchanged) : text.length;
  const before = start > 0 ? '…' : '';
  const shift = before.length - start;
  const shown = `${before}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
  return { text: shown, changed: [from + shift, to + shift] };
}

/** The range of a text behind the beginning and before the end that it shares with the other, by whole words. */
function differing(text: string, other: string): readonly [from: number, to: number] {
  const most = Math.min(text.length, other.length);
  let from = 0;
  while (from < most && text[from] === other[from]) from++;
  while (from > 0 && from < text.length && !isBoundary(text, from)) from--;
  let end = 0;
  while (end < most - from && text.at(-1 - end) === other.at(-1 - end)) end++;
  while (end > 0 && !isBoundary(text, text.length - end)) end--;
  return [from, Math.max(from, text.length - end)];
}

/** Between two words; between letters of scripts that write no spaces a word may begin anywhere. */
function isBoundary(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return true;
  const isWord = (char: string): boolean => /[\p{L}\p{N}\p{M}\p{Cs}]/u.test(char) && !isSpaceless(char);
  return !(isWord(text[at - 1]!) && isWord(text[at]!));
}

function isSpaceless(char: string): boolean {
  return /[\u0e00-\u0eff\u1000-\u109f\u3040-\u30ff\u3400-\u9fff]/.test(char);
}

function wordStart(text: string, at: number): number {
  let start = at;
  while (start < text.length && !isBoundary(text, start)) start++;
  return text[start] === ' ' ? start + 1 : start;
}

function wordEnd(text: string, at: number): number {
  let end = at;
  while (end > 0 && !isBoundary(text, end)) end--;
  return end;
}
