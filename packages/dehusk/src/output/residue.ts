/**
 * Texts that mean nothing by themselves: signs that link a heading to itself, numbers beside the lines of code, buttons
 * inside it, and, beside what is left out, signs that stood between it and something else, and labels ("See also:") of which nothing
 * else followed. They are left out with it, of text and Markdown alike.
 */
import { createMarkRules, type ElementMarks, markElements } from '../page/element-marks.ts';
import { Attribute, headingTags, Tag, tagSet } from '../page/names.ts';
import {
  attributeRow,
  firstUnitOfText,
  lastUnitOfText,
  NodeFlag,
  type Page,
  readText,
  readValue,
} from '../page/page.ts';
import { textKey } from '../page/unseen.ts';
import { lineTags, paragraphTags } from './layout.ts';

/** The texts of a page that are residue, given what else is left out; undefined where there is none. */
export function residueTexts(page: Page, omitted: Uint8Array | undefined): readonly number[] {
  const found: number[] = [];
  const { segments } = page;
  const besideCode = markElements(page, besideCodeRules);
  const { hasGutters } = addCodeButtons(page, besideCode, found);
  for (let i = 0; i < segments.length; i++) {
    const node = segments[i]!;
    if (omitted?.[node] === 1) continue;
    const sign = readSign(page, node);
    if (sign !== '' && isSelfLink(page, node, sign)) found.push(node);
    else if (hasGutters && isLineNumber(page, node, besideCode)) found.push(node);
    else if (omitted === undefined) continue;
    else if (sign !== '' && separators.test(sign) && separatesNothing(page, i, omitted)) found.push(node);
    else if (omitted[segments[i + 1] ?? 0] === 1 && isLabelOfNothing(page, node, omitted)) found.push(node);
  }
  return found;
}

/** Of ASCII, as most texts begin and end. */
function isLetterOrDigit(unit: number): boolean {
  const lower = unit | 0x20;
  return (unit >= 0x30 && unit < 0x3a) || (lower >= 0x61 && lower < 0x7b);
}

const MAX_SIGN_CHARS = 2;
const knownHashes = new Float64Array(1024);
const knownTexts: string[] = [];

/**
 * A short text that is no word or number, but for its white space; else an empty one. The same few signs stand on all
 * pages: they are known by their hashes, whatever the key.
 */
function readSign(page: Page, text: number): string {
  if (page.chars[text]! > MAX_SIGN_CHARS || isLetterOrDigit(firstUnitOfText(page, text))) return '';
  const hash = textKey(page, text);
  const slot = hash & 1023;
  if (knownHashes[slot] !== hash) {
    knownHashes[slot] = hash;
    knownTexts[slot] = readText(page, text);
  }
  return knownTexts[slot]!;
}

// A link of a heading to itself

/** Docusaurus has a space without width, and draws the sign by its style. */
const selfLinkSigns = /^[\s¶#§🔗⚓∞\u200b]+$/u;
const headedTags = tagSet('h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt', 'caption', 'figcaption');
/** As deep as systems put the sign: `h2 > span > a > span`. */
const MAX_STEPS = 4;

function isSelfLink(page: Page, text: number, sign: string): boolean {
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

// The numbers beside lines of code, and the buttons that copy it

const BesideCode = { gutter: 1, button: 2 } as const;

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
const besideCodeRules = createMarkRules({
  tags: new Map([[Tag.button, BesideCode.button]]),
  classes: Object.fromEntries(gutterClasses.map((name) => [name, BesideCode.gutter])),
});

/** The texts of buttons inside of code. Most buttons of a page stand elsewhere. */
function addCodeButtons(
  page: Page,
  { of, nodes }: ElementMarks,
  found: number[],
): { readonly hasGutters: boolean } {
  let hasGutters = false;
  for (const node of nodes) {
    if ((of[node]! & BesideCode.gutter) !== 0) hasGutters = true;
    else if ((of[node]! & BesideCode.button) !== 0 && (page.flags[node]! & NodeFlag.preformatted) !== 0)
      for (let inside = node + 1; inside < page.subtreeEnd[node]!; inside++)
        if (page.chars[inside]! > 0) found.push(inside);
  }
  return { hasGutters };
}

function isLineNumber(page: Page, text: number, besideCode: ElementMarks): boolean {
  let node = page.parent[text]!;
  for (let steps = 0; node > 0 && steps < MAX_STEPS; node = page.parent[node]!, steps++)
    if ((besideCode.of[node]! & BesideCode.gutter) !== 0) return /^[\d\s]+$/.test(readText(page, text));
  return false;
}

// A sign between two things, of which one is left out

const separators = /^[\s|/\\·•∙‣«»‹›<>←→–—,;-]+$/;

function isSeparator(page: Page, text: number): boolean {
  return separators.test(readSign(page, text));
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
  if (chars[text]! > MAX_LABEL_CHARS || isLetterOrDigit(lastUnitOfText(page, text))) return false;
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
