/**
 * Texts that mean nothing by themselves: signs that link a heading to itself, numbers beside the lines of code, links to
 * the pages before and behind, and, beside what is left out, signs that stood between it and something else, and labels
 * ("See also:") of which nothing else followed. They are left out with it, of text and Markdown alike.
 */
import { createMarkRules, markElements } from '../page/element-marks.ts';
import { Attribute, Tag, tagSet } from '../page/names.ts';
import {
  attributeRow,
  firstUnitOfText,
  lastUnitOfText,
  type Page,
  readKeyword,
  readText,
  readValue,
} from '../page/page.ts';
import { lineTags, paragraphTags } from './layout.ts';

/** The texts of a page that are residue, given what else is left out. */
export function residueTexts(page: Page, omitted: Uint8Array | undefined): readonly number[] {
  const found: number[] = [];
  const { segments, chars } = page;
  const gutters = markElements(page, gutterRules);
  for (let i = 0; i < segments.length; i++) {
    const node = segments[i]!;
    if (omitted?.[node] === 1) continue;
    const isShort = chars[node]! <= 2;
    if (isShort && isSelfLink(page, node)) found.push(node);
    else if (gutters !== undefined && isLineNumber(page, node, gutters)) found.push(node);
    else if (omitted === undefined) continue;
    else if (isShort && isSeparator(page, node) && separatesNothing(page, i, omitted)) found.push(node);
    else if (omitted[segments[i + 1] ?? 0] === 1 && isLabelOfNothing(page, node, omitted)) found.push(node);
  }
  return found;
}

/** A visible unit of ASCII, and none of those that are looked for. */
function isPlain(unit: number, wanted: string): boolean {
  return unit > 0x20 && unit < 0x7f && !wanted.includes(String.fromCharCode(unit));
}

// A link of a heading to itself

/** Docusaurus has a space without width, and draws the sign by its style. */
const selfLinkSigns = /^[\s¶#§🔗⚓∞\u200b]+$/u;
const headedTags = tagSet('h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt', 'caption', 'figcaption');
/** As deep as systems put the sign: `h2 > span > a > span`. */
const MAX_STEPS = 4;

function isSelfLink(page: Page, text: number): boolean {
  // Most short texts are words and numbers.
  if (isPlain(firstUnitOfText(page, text), '#&')) return false;
  const sign = readText(page, text);
  if (!selfLinkSigns.test(sign)) return false;
  let isLink = false;
  let node = page.parent[text]!;
  for (let steps = 0; node > 0 && steps < MAX_STEPS; node = page.parent[node]!, steps++) {
    if (page.tag[node] === Tag.a) {
      const href = attributeRow(page, node, Attribute.href);
      isLink = href !== -1 && readValue(page, href).includes('#');
      // Nobody writes it for anything else.
      if (isLink && sign.includes('¶')) return true;
    } else if (headedTags[page.tag[node]!] === 1) return isLink;
  }
  return false;
}

// The numbers beside lines of code

/** Of Pygments and Sphinx, Rouge, Chroma, Hexo, highlight.js, SyntaxHighlighter, GitHub, Prism. */
const gutterClasses = [
  'gutter',
  'lineno',
  'linenos',
  'lnt',
  'ln',
  'line-number',
  'line-numbers',
  'linenumber',
  'line-numbers-rows',
  'hljs-ln-numbers',
  'rouge-gutter',
  'blob-num',
];
const gutterRules = createMarkRules({
  classes: Object.fromEntries(gutterClasses.map((name) => [name, 1])),
});

function isLineNumber(page: Page, text: number, gutters: Uint32Array): boolean {
  let node = page.parent[text]!;
  for (let steps = 0; node > 0 && steps < MAX_STEPS; node = page.parent[node]!, steps++)
    if (gutters[node] !== 0) return /^[\d\s]+$/.test(readText(page, text));
  return false;
}

// Links to the page before and to the one behind

/** What a link says of itself. One that only points ahead may be "Read more →". */
const Pointer = { none: 0, ahead: 1, neighbour: 2 } as const;

/**
 * Their texts and pictures, where they have a block for themselves: `rel` says so, or an arrow that points back ("« Ants",
 * and beside it "Bees →"). Systems put them below each page, with titles that hardly another page has, so that who judges
 * by what pages repeat keeps them; but they are no part of what the page says. In a sentence they are.
 */
export function neighbourLinks(page: Page, omitted: Uint8Array | undefined): readonly number[] {
  const { nodeCount, tag } = page;
  const found: number[] = [];
  const looked = new Set<number>();
  for (let link = 1; link < nodeCount; link++) {
    if (tag[link] !== Tag.a || pointerOf(page, link, omitted) !== Pointer.neighbour) continue;
    const block = blockOf(page, link);
    if (looked.has(block)) continue;
    looked.add(block);
    for (const node of neighboursIn(page, block, omitted)) found.push(node);
  }
  return found;
}

/** Their texts and pictures; none where the block says anything else. */
function neighboursIn(page: Page, block: number, omitted: Uint8Array | undefined): readonly number[] {
  const { chars, subtreeEnd, tag } = page;
  const nodes: number[] = [];
  let linkEnd = 0;
  for (let node = block + 1; node < subtreeEnd[block]!; node++) {
    if (tag[node] === Tag.a) {
      linkEnd = pointerOf(page, node, omitted) === Pointer.none ? 0 : subtreeEnd[node]!;
    } else if (tag[node] === Tag.img && node < linkEnd) nodes.push(node);
    if (chars[node] === 0 || omitted?.[node] === 1) continue;
    if (node >= linkEnd && !isSeparator(page, node)) return [];
    nodes.push(node);
  }
  return nodes;
}

function pointerOf(page: Page, link: number, omitted: Uint8Array | undefined): number {
  const { chars, subtreeEnd } = page;
  let first = -1;
  let last = -1;
  for (let node = link + 1; node < subtreeEnd[link]!; node++) {
    if (chars[node] === 0 || omitted?.[node] === 1) continue;
    if (first === -1) first = node;
    last = node;
  }
  if (first === -1) return Pointer.none;
  const rel = attributeRow(page, link, Attribute.rel);
  if (rel !== -1 && /(?:^|\s)(?:prev|previous|next)(?:\s|$)/.test(readKeyword(page, rel)))
    return Pointer.neighbour;
  if (isArrow(page, first, firstUnitOfText(page, first), /^\s*[«‹←⟵]/, /[»›]/)) return Pointer.neighbour;
  return isArrow(page, last, lastUnitOfText(page, last), /[»›→⟶]\s*$/, /[«‹]/) ? Pointer.ahead : Pointer.none;
}

/** `unit`: what it begins or ends with. Quotation marks are arrows, too, but have their counterpart in the text. */
function isArrow(page: Page, text: number, unit: number, arrow: RegExp, counterpart: RegExp): boolean {
  // Most texts begin and end with a letter.
  if (isPlain(unit, '&;')) return false;
  const words = readText(page, text);
  return arrow.test(words) && !counterpart.test(words);
}

// A sign between two things, of which one is left out

const separators = /^[\s|/\\·•∙‣«»‹›<>←→–—,;-]+$/;

function isSeparator(page: Page, text: number): boolean {
  return (
    page.chars[text]! <= 2 &&
    !isPlain(firstUnitOfText(page, text), '&|/\\<>,;-') &&
    separators.test(readText(page, text))
  );
}

/** In its block, nothing is written on one side of it; or before it another such sign is, and no word between. */
function separatesNothing(page: Page, i: number, omitted: Uint8Array): boolean {
  const { segments, subtreeEnd } = page;
  const block = blockOf(page, segments[i]!);
  const isIn = (at: number): boolean => segments[at]! > block && segments[at]! < subtreeEnd[block]!;
  const isOmitted = (at: number): boolean => isIn(at) && omitted[segments[at]!] === 1;
  let before = i - 1;
  while (isOmitted(before)) before--;
  if (before < i - 1 && (!isIn(before) || isSeparator(page, segments[before]!))) return true;
  let after = i + 1;
  while (isOmitted(after) || (isIn(after) && isSeparator(page, segments[after]!))) after++;
  return isOmitted(i + 1) && !isIn(after);
}

// A label with nothing behind it

/** Longer ones say something by themselves. */
const MAX_LABEL_CHARS = 40;
const headingTags = tagSet('h1', 'h2', 'h3', 'h4', 'h5', 'h6');
const itemTags = tagSet('li', 'dt', 'dd', 'td', 'th');

function isBlock(tag: number): boolean {
  return paragraphTags[tag] === 1 || lineTags[tag] === 1 || itemTags[tag] === 1;
}

function blockOf({ parent, tag }: Page, text: number): number {
  let block = parent[text]!;
  while (block > 0 && !isBlock(tag[block]!)) block = parent[block]!;
  return block;
}

/** It ends with a colon, is all that its block says, and up to the next heading nothing follows but what is left out. */
function isLabelOfNothing(page: Page, text: number, omitted: Uint8Array): boolean {
  const { chars, parent, subtreeEnd, tag } = page;
  if (chars[text]! > MAX_LABEL_CHARS || isPlain(lastUnitOfText(page, text), ':;')) return false;
  if (!/:\s*$/.test(readText(page, text))) return false;
  const block = blockOf(page, text);
  for (let node = block; node < subtreeEnd[block]!; node++)
    if (node !== text && chars[node]! > 0 && omitted[node] === 0) return false;
  const end = subtreeEnd[parent[block]!] ?? 0;
  let isFollowed = subtreeEnd[block]! > text + 1;
  for (let node = subtreeEnd[block]!; node < end; node++) {
    if (tag[node] === Tag.img && omitted[node] === 0) return false;
    if (headingTags[tag[node]!] === 1) break;
    if (chars[node] === 0) continue;
    if (omitted[node] === 0) return false;
    isFollowed = true;
  }
  return isFollowed;
}
