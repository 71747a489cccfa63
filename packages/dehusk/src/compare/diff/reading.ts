/** The words of a part of a page as a reader meets them, on one line. */
import { NodeFlag, normalForm, type Page, readAttribute, readText, TEXT, tagName } from '../../page/page.ts';
import { otherInlineTags, phraseTags } from './inline-tags.ts';

export interface ReadingOptions {
  /** Whether a node belongs to the part; what does not is passed over with its subtree. */
  readonly includes: (node: number) => boolean;
  /** Whether a text is read. */
  readonly isRead: (text: number) => boolean;
  /** Enough characters; all unless told. */
  readonly most?: number;
}

/** The text below a node: white space collapsed, and a space where an element that stands alone begins or ends. */
export function readSubtree(page: Page, root: number, options: ReadingOptions): string {
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
