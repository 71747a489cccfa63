/**
 * Footnotes and formulas in Markdown.
 *
 * A footnote is a link in `sup` (or one that says what it is) to an element of the page that links back. Only then is
 * it known that the two belong together, and that the sign that leads back means nothing by itself.
 */
import { Attribute, Tag, tagSet } from '../page/names.ts';
import {
  attributeRow,
  type Page,
  readAttribute,
  readRawContent,
  readText,
  readValue,
  tagName,
} from '../page/page.ts';

export interface Notes {
  /** By link: the label of the note that it leads to. */
  readonly references: ReadonlyMap<number, string>;
  /** By element. */
  readonly notes: ReadonlyMap<number, string>;
  /** Links from a note back to its place, which say nothing else. */
  readonly backLinks: ReadonlySet<number>;
  /** Texts that a note begins with, and that its label stands for: "[1] (1, 2)" of two links back. */
  readonly signs: ReadonlySet<number>;
}

const noteTags = tagSet('li', 'p', 'div', 'dd', 'aside', 'section');
/** Inside these a note would be a note of theirs. */
const holderTags = tagSet('li', 'dd', 'blockquote', 'td', 'th');
/** Longer links back ("Return to the text") are the note itself. */
const MAX_BACK_LINK_CHARS = 24;
/** From an anchor up to the note that it stands in, and from a link up to what is linked back to. */
const MAX_STEPS = 3;

interface Reference {
  readonly link: number;
  readonly target: string;
}

/** Undefined on a page without. */
export function findNotes(page: Page, omitted: Uint8Array | undefined): Notes | undefined {
  const candidates = referencesOf(page, omitted);
  if (candidates.length === 0) return undefined;
  const byId = elementsById(page, new Set(candidates.map(({ target }) => target)));
  const references = new Map<number, string>();
  const notes = new Map<number, string>();
  const backLinks = new Set<number>();
  for (const { link, target } of candidates) {
    const note = noteAt(page, byId.get(target));
    // Notes lead back as references lead to them: what comes first is the reference.
    if (note === undefined || note < link) continue;
    const back = backLinkOf(page, note, link);
    if (back === undefined || !isWritten(page, note, omitted)) continue;
    const label = notes.get(note) ?? newLabel(page, link, new Set(notes.values()));
    notes.set(note, label);
    references.set(link, label);
    const isSign = textOf(page, back).length <= MAX_BACK_LINK_CHARS && saysMore(page, note, { back, label });
    if (isSign) backLinks.add(back);
  }
  if (notes.size === 0) return undefined;
  const signs = new Set<number>();
  for (const [note, label] of notes) addSigns(page, { note, label, backLinks }, signs);
  return { references, notes, backLinks, signs };
}

/** Has a note words besides its label and the link back? Of some the link back is all there is. */
function saysMore(
  page: Page,
  note: number,
  { back, label }: { readonly back: number; readonly label: string },
): boolean {
  const isInLink = (node: number): boolean => node > back && node < page.subtreeEnd[back]!;
  for (let node = note + 1; node < page.subtreeEnd[note]!; node++) {
    if (page.chars[node] === 0 || isInLink(node)) continue;
    const words = readText(page, node).replace(/[^\p{L}\p{N}]/gu, '');
    if (words !== '' && words !== label) return true;
  }
  return false;
}

/** What a note begins with, as far as it is its label, links back, and brackets and commas around these. */
function addSigns(
  page: Page,
  { note, label, backLinks }: { readonly note: number; readonly label: string } & Pick<Notes, 'backLinks'>,
  signs: Set<number>,
): void {
  const before = signs.size;
  let between: number[] = [];
  let backLinkEnd = 0;
  let isLabelled = false;
  for (let node = note + 1; node < page.subtreeEnd[note]!; node++) {
    if (backLinks.has(node)) backLinkEnd = page.subtreeEnd[node]!;
    if (page.chars[node] === 0) continue;
    const text = readText(page, node).trim();
    const isLabel: boolean = !isLabelled && text.replace(/[\s[\]().:]/g, '') === label;
    if (isLabel || node < backLinkEnd) {
      for (const sign of [...between, node]) signs.add(sign);
      between = [];
      isLabelled ||= isLabel;
    } else if (/^[[\](),.:;^]+$/.test(text)) between.push(node);
    else break;
  }
  // Brackets that are open yet belong to what follows.
  if (signs.size > before)
    for (const node of between) if (/^[\]),.:;]+$/.test(readText(page, node).trim())) signs.add(node);
}

function referencesOf(page: Page, omitted: Uint8Array | undefined): readonly Reference[] {
  const { tag, parent } = page;
  const found: Reference[] = [];
  for (let node = tag.indexOf(Tag.a); node !== -1; node = tag.indexOf(Tag.a, node + 1)) {
    if (tag[parent[node]!] !== Tag.sup && tag[node + 1] !== Tag.sup && !isNamedReference(page, node))
      continue;
    const row = attributeRow(page, node, Attribute.href);
    const href = row === -1 ? '' : readValue(page, row);
    if (href.length > 1 && href.startsWith('#') && isWritten(page, node, omitted))
      found.push({ link: node, target: decoded(href.slice(1)) });
  }
  return found;
}

function isNamedReference(page: Page, link: number): boolean {
  const role = attributeRow(page, link, Attribute.role);
  return role !== -1 && readValue(page, role) === 'doc-noteref';
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function elementsById(page: Page, wanted: ReadonlySet<string>): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (let node = 1; node < page.nodeCount; node++) {
    let row = attributeRow(page, node, Attribute.id);
    if (row === -1 && page.tag[node] === Tag.a) row = attributeRow(page, node, Attribute.name);
    const id = row === -1 ? '' : readValue(page, row);
    if (wanted.has(id) && !found.has(id)) found.set(id, node);
  }
  return found;
}

/** The element itself, or the block that an anchor stands in. */
function noteAt(page: Page, target: number | undefined): number | undefined {
  let node = target ?? 0;
  for (let steps = 0; node > 0 && noteTags[page.tag[node]!] === 0; steps++, node = page.parent[node]!)
    if (steps >= MAX_STEPS) return undefined;
  if (node <= 0) return undefined;
  for (let above = page.parent[node]!; above > 0; above = page.parent[above]!)
    if (holderTags[page.tag[above]!] === 1) return undefined;
  return node;
}

function backLinkOf(page: Page, note: number, link: number): number | undefined {
  const places = new Set<string>();
  for (let node = link, steps = 0; node > 0 && steps < MAX_STEPS; node = page.parent[node]!, steps++)
    for (const name of ['id', 'name']) places.add(readAttribute(page, node, name) ?? '');
  const { subtreeEnd, tag } = page;
  for (
    let node = tag.indexOf(Tag.a, note);
    node !== -1 && node < subtreeEnd[note]!;
    node = tag.indexOf(Tag.a, node + 1)
  ) {
    const href = readAttribute(page, node, 'href') ?? '';
    if (href.length > 1 && href.startsWith('#') && places.has(decoded(href.slice(1)))) return node;
  }
  return undefined;
}

function isWritten(page: Page, element: number, omitted: Uint8Array | undefined): boolean {
  for (let node = element; node < page.subtreeEnd[element]!; node++)
    if (page.chars[node]! > 0 && omitted?.[node] !== 1) return true;
  return false;
}

function textOf(page: Page, element: number): string {
  let text = '';
  for (let node = element; node < page.subtreeEnd[element]!; node++)
    if (page.chars[node]! > 0) text += readText(page, node);
  return text.trim();
}

/** As the page numbers its notes, where that is short and of one note only. */
function newLabel(page: Page, link: number, taken: ReadonlySet<string>): string {
  const own = textOf(page, link).replace(/[\s[\]()†‡^]/g, '');
  if (/^[\p{L}\p{N}]{1,12}$/u.test(own) && !taken.has(own)) return own;
  for (let number = taken.size + 1; ; number++) if (!taken.has(`n${number}`)) return `n${number}`;
}

// Formulas

export interface Formula {
  readonly source: string;
  readonly isBlock: boolean;
}

/** The TeX that a `math` element carries as an annotation. */
export function formulaOfMath(page: Page, math: number): Formula | undefined {
  for (let node = math + 1; node < page.subtreeEnd[math]!; node++) {
    if (page.chars[node]! > 0 || tagName(page, node) !== 'annotation') continue;
    if (!/tex/i.test(readAttribute(page, node, 'encoding') ?? '')) continue;
    let source = '';
    for (let text = node + 1; text < page.subtreeEnd[node]!; text++) source += readText(page, text);
    return trimmed(source, readAttribute(page, math, 'display') === 'block');
  }
  return undefined;
}

/** TeX that waits for MathJax. */
export function formulaOfScript(page: Page, script: number): Formula | undefined {
  const type = readAttribute(page, script, 'type') ?? '';
  return /^math\/tex/i.test(type)
    ? trimmed(readRawContent(page, script), /mode=display/i.test(type))
    : undefined;
}

const formulaClass = /(?:^|\s)(?:tex|latex|math|mwe-math-[\w-]+|wp-katex-eq|formula(?:[dD]sp|Inl)?)(?:\s|$)/;

/** TeX in the place of the words of a picture: of systems that draw their formulas. */
export function formulaOfPicture(page: Page, img: number): Formula | undefined {
  const classes = readAttribute(page, img, 'class') ?? '';
  if (!formulaClass.test(classes)) return undefined;
  const alt = readAttribute(page, img, 'alt') ?? '';
  // Cut by the system that has drawn it: only the picture has all.
  if (/(?:\[\.{3}\]|…)\s*$/.test(alt)) return undefined;
  const source = alt.replace(/^\$+|\$+$|^\\[[(]|\\[\])]$/g, '');
  return trimmed(source, /display|formulaDsp/i.test(classes));
}

function trimmed(source: string, isBlock: boolean): Formula | undefined {
  const text = source.replace(/^\s*%?\s*<!\[CDATA\[|%?\s*\]\]>\s*$/g, '').trim();
  return text === '' ? undefined : { source: text, isBlock };
}
