/**
 * Names as numbers: tags, attributes, and whole class attributes.
 *
 * Names that HTML knows have the same number on every page and are found without making a string. Names that a
 * page invents (`data-…`, custom elements) get numbers of that page only, so nothing grows with the crawl; to
 * compare those across pages, compare names or path hashes, never numbers.
 */
import { DehuskError } from '../errors.ts';
import { type CharacterReferences, TEXT } from './page.ts';

/** Ids are kept in 16 bits. No honest page comes near: the largest seen in practice had a few hundred names. */
const MAX_NAMES = 60_000;

interface KnownNames {
  readonly names: readonly string[];
  readonly idByName: ReadonlyMap<string, number>;
  /** Open addressing, `id + 1` per slot, 0 = free; the size is a power of two. Made for the first name of a source. */
  slots?: Uint16Array;
}

function createKnownNames(names: readonly string[]): KnownNames {
  return { names, idByName: new Map(names.map((name, id) => [name, id])) };
}

function createSlots(names: readonly string[]): Uint16Array {
  // Four slots a name keep the probes short: an unknown name usually ends at its first slot.
  const slots = new Uint16Array(2 ** Math.ceil(Math.log2(names.length * 4)));
  const mask = slots.length - 1;
  for (const [id, name] of names.entries()) {
    let slot = foldedHash(name, 0, name.length) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = id + 1;
  }
  return slots;
}

/** The names of one page: the known ones and the page's own. */
export class NameTable {
  readonly #known: KnownNames;
  readonly #ownNames: string[] = [];
  /** Most pages have none. */
  #ownIds: Map<string, number> | undefined;
  #readOwn: (() => Iterable<string>) | undefined;

  /** `readOwn`: the names of the page's own that are there already, in the order of their numbers; read when needed. */
  constructor(known: KnownNames, readOwn?: () => Iterable<string>) {
    this.#known = known;
    this.#readOwn = readOwn;
  }

  get size(): number {
    this.#fill();
    return this.#known.names.length + this.#ownNames.length;
  }

  name(id: number): string {
    const knownCount = this.#known.names.length;
    if (id < knownCount) return this.#known.names[id]!;
    this.#fill();
    return this.#ownNames[id - knownCount] ?? '';
  }

  /** The id of a name, or -1 if the page does not use it. */
  find(name: string): number {
    const known = this.#known.idByName.get(name);
    if (known !== undefined) return known;
    this.#fill();
    return this.#ownIds?.get(name) ?? -1;
  }

  /** The id of `source.slice(start, end)` in lower case. */
  intern(source: string, start: number, end: number): number {
    const { names } = this.#known;
    this.#known.slots ??= createSlots(names);
    const { slots } = this.#known;
    const mask = slots.length - 1;
    let slot = foldedHash(source, start, end) & mask;
    for (;;) {
      const entry = slots[slot]!;
      if (entry === 0) return this.#internOwn(source, start, end);
      if (equalsFolded(names[entry - 1]!, source, start, end)) return entry - 1;
      slot = (slot + 1) & mask;
    }
  }

  #fill(): void {
    const readOwn = this.#readOwn;
    this.#readOwn = undefined;
    if (readOwn !== undefined) for (const name of readOwn()) this.intern(name, 0, name.length);
  }

  #internOwn(source: string, start: number, end: number): number {
    this.#fill();
    const name = lowerCaseAscii(source.slice(start, end));
    const found = this.#ownIds?.get(name);
    if (found !== undefined) return found;
    if (this.#ownNames.length >= MAX_NAMES)
      throw new DehuskError('PAGE_TOO_MANY_NAMES', { limit: MAX_NAMES });
    const id = this.size;
    this.#ownNames.push(name);
    this.#ownIds ??= new Map();
    this.#ownIds.set(name, id);
    return id;
  }
}

function lowerCaseAscii(name: string): string {
  // `toLowerCase` alone would also fold non-ASCII letters, which HTML keeps.
  return /[^\0-\x7f]/.test(name) ? name.replace(/[A-Z]+/g, (run) => run.toLowerCase()) : name.toLowerCase();
}

function foldedHash(source: string, start: number, end: number): number {
  let hash = end - start;
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + (source.charCodeAt(i) | 0x20)) | 0;
  return (hash ^ (hash >>> 15)) >>> 0;
}

function equalsFolded(name: string, source: string, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let i = 0; i < name.length; i++) {
    const unit = source.charCodeAt(start + i);
    const folded = unit >= 65 && unit <= 90 ? unit + 32 : unit;
    if (folded !== name.charCodeAt(i)) return false;
  }
  return true;
}

function numberByName<Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name, number) => [name, number])) as Record<Name, number>;
}

// Tags

// Those that the tree builder treats specially, and others that are common. A tag's position in the list is its
// number on every page; numbers are not stored, so the list may be changed.
// biome-ignore format: a list of words
const tagNames = [
  '#text', 'html', 'head', 'body', 'title', 'base', 'link', 'meta', 'style', 'script', 'noscript', 'template',
  'div', 'p', 'span', 'a', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'caption', 'colgroup', 'col', 'tbody',
  'thead', 'tfoot', 'tr', 'td', 'th', 'form', 'input', 'button', 'select', 'optgroup', 'option', 'textarea',
  'label', 'fieldset', 'legend', 'datalist', 'output', 'progress', 'meter', 'keygen', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hgroup',
  'header', 'footer', 'nav', 'main', 'section', 'article', 'aside', 'address', 'search', 'details', 'summary',
  'dialog', 'figure', 'figcaption', 'blockquote', 'pre', 'listing', 'xmp', 'plaintext', 'hr', 'br', 'wbr',
  'img', 'image', 'picture', 'source', 'track', 'audio', 'video', 'canvas', 'map', 'area', 'iframe', 'embed', 'object',
  'param', 'applet', 'marquee', 'noembed', 'noframes', 'frameset', 'frame', 'bgsound', 'basefont', 'center',
  'dir', 'menu', 'b', 'big', 'code', 'em', 'font', 'i', 'nobr', 's', 'small', 'strike', 'strong', 'tt', 'u',
  'abbr', 'acronym', 'bdi', 'bdo', 'cite', 'data', 'del', 'dfn', 'ins', 'kbd', 'mark', 'q', 'samp', 'sub', 'sup', 'time', 'var',
  'ruby', 'rb', 'rp', 'rt', 'rtc', 'slot', 'svg', 'math', 'foreignobject', 'desc', 'mi', 'mo', 'mn', 'ms', 'mtext',
  'mglyph', 'malignmark', 'annotation', 'annotation-xml', 'g', 'path', 'use', 'rect', 'circle', 'polygon', 'defs', 'symbol',
] as const;

type TagName = Exclude<(typeof tagNames)[number], '#text'>;

export const knownTags: KnownNames = createKnownNames(tagNames);

/** Tag name → its number. */
export const Tag: Readonly<Record<TagName, number>> = /* @__PURE__ */ numberByName(tagNames);

tagNames[TEXT] satisfies '#text';

/** The set of some known tags as a table of bits, so that membership is one array access. */
export function tagSet(...members: readonly TagName[]): Uint8Array {
  // Invented names have numbers past the known ones: every set is as long as ids can be.
  const set = new Uint8Array(2 ** 16);
  for (const name of members) set[Tag[name]] = 1;
  return set;
}

export const headingTags: Uint8Array = tagSet('h1', 'h2', 'h3', 'h4', 'h5', 'h6');

/** The tags of a set. A walk over its bits by hand takes as long as all the rest of a start. */
export function tagsOf(set: Uint8Array): readonly number[] {
  const tags: number[] = [];
  for (let tag = set.indexOf(1); tag !== -1; tag = set.indexOf(1, tag + 1)) tags.push(tag);
  return tags;
}

/** Elements without content or end tag. */
// biome-ignore format: a list of words
export const voidTags: Uint8Array = tagSet(
  'area', 'base', 'basefont', 'bgsound', 'br', 'col', 'embed', 'frame', 'hr', 'img', 'input', 'keygen', 'link',
  'meta', 'param', 'source', 'track', 'wbr',
);

/** Elements whose content is raw text for the tokenizer and never text of the page. */
// biome-ignore format: a list of words
export const rawContentTags: Uint8Array = tagSet('script', 'style', 'noscript', 'iframe', 'noembed', 'noframes');

/** Elements below which no text is visible: the page's segments leave it out. */
// biome-ignore format: a list of words
export const hiddenTags: Uint8Array = tagSet(
  'head', 'script', 'style', 'noscript', 'template', 'iframe', 'noembed', 'noframes', 'svg', 'textarea', 'select',
  'option',
);

// Attributes

// Those that are common or that the program asks for; numbered as tags are.
// biome-ignore format: a list of words
const attributeNames = [
  'class', 'id', 'href', 'src', 'style', 'title', 'alt', 'rel', 'type', 'name', 'value', 'content', 'charset',
  'http-equiv', 'lang', 'dir', 'width', 'height', 'align', 'valign', 'border', 'cellpadding', 'cellspacing',
  'bgcolor', 'background', 'color', 'face', 'size', 'colspan', 'rowspan', 'nowrap', 'scope', 'target', 'role',
  'tabindex', 'hidden', 'action', 'method', 'for', 'placeholder', 'checked', 'selected', 'disabled', 'readonly',
  'maxlength', 'media', 'srcset', 'sizes', 'loading', 'async', 'defer', 'crossorigin', 'integrity', 'property',
  'datetime', 'cite', 'start', 'shape', 'coords', 'usemap', 'srcdoc', 'encoding', 'language', 'xmlns', 'xml:lang',
  'viewbox', 'd', 'fill', 'stroke', 'transform', 'xlink:href', 'itemprop', 'itemscope', 'itemtype', 'onclick',
  'onmouseover', 'onmouseout', 'onload', 'onsubmit', 'aria-label', 'aria-hidden', 'aria-labelledby',
  'aria-expanded', 'aria-controls', 'data-id', 'data-toggle', 'data-target', 'data-bs-target', 'open', 'popover',
  'summary', 'hspace', 'vspace', 'clear', 'pubdate',
] as const;

export type AttributeName = (typeof attributeNames)[number];

export const knownAttributes: KnownNames = createKnownNames(attributeNames);

/** Attribute name → its number. */
export const Attribute: Readonly<Record<AttributeName, number>> =
  /* @__PURE__ */ numberByName(attributeNames);

/**
 * Whole class attributes. A page has hundreds of elements but few different class attributes, so the names inside
 * are taken apart once per different attribute, not once per element.
 */
export class ClassLists {
  readonly lists: (readonly string[])[] = [[]];
  readonly #rowByValue = new Map<string, number>();
  readonly #references: CharacterReferences;

  constructor(references: CharacterReferences) {
    this.#references = references;
  }

  /** Row of the list that `source[start, end)` spells; 0 for none. */
  intern(source: string, start: number, end: number): number {
    const value = source.slice(start, end);
    const found = this.#rowByValue.get(value);
    if (found !== undefined) return found;
    const row = this.#add(value.includes('&') ? this.#references.inValue(value) : value);
    this.#rowByValue.set(value, row);
    return row;
  }

  #add(value: string): number {
    const names = [...new Set(value.split(/[\t\n\f\r ]+/).filter((name) => name !== ''))].sort();
    if (names.length === 0) return 0;
    this.lists.push(names);
    return this.lists.length - 1;
  }
}
