/**
 * A page as a style tree sees it: which nodes take part, and for each the hash of the sequence of its children, which
 * is its style.
 *
 * The tree begins at `body`, as in the paper. Text nodes are elements of their own. What nobody sees takes no part
 * (scripts, styles, what is inside `select` or `svg`): it comes and goes without changing how a page looks.
 */
import { Hasher, type HashKey } from '../../page/hash.ts';
import { Attribute, Tag, tagSet } from '../../page/names.ts';
import {
  attributeName,
  attributesEnd,
  firstAttribute,
  NodeFlag,
  type Page,
  scanValue,
  TEXT,
} from '../../page/page.ts';
import { pathStepHigh, pathStepLow } from '../../page/path-hash.ts';
import type { AttributeChoice } from './method.ts';

export interface Presentation {
  readonly page: Page;
  /** The node of the page that the tree begins at; −1 if it has none. */
  readonly root: number;
  /** How many children take part; −1 for a node that takes none itself. */
  readonly childCount: Int32Array;
  readonly styleHigh: Uint32Array;
  readonly styleLow: Uint32Array;
}

/** "Display attributes", of which the paper names bgcolor and width: those of its time that change how a page looks. */
const isDisplayAttribute = attributeSet(
  ...(['bgcolor', 'background', 'color', 'face', 'size', 'width', 'height', 'align', 'valign'] as const),
  ...(['border', 'cellpadding', 'cellspacing', 'colspan', 'rowspan', 'nowrap', 'hspace', 'vspace'] as const),
  'clear',
);

/** Elements that show nothing, besides those that the page itself marks as hidden. */
const isInvisibleTag = tagSet('link', 'meta', 'param', 'source', 'track');

export function createPresentation(choice: AttributeChoice, key: HashKey): (page: Page) => Presentation {
  const hasher = new Hasher(key);
  return (page) => {
    const { nodeCount, parent } = page;
    const root = rootOf(page);
    const childCount = new Int32Array(nodeCount).fill(-1);
    const styleHigh = new Uint32Array(nodeCount);
    const styleLow = new Uint32Array(nodeCount);
    if (root === -1) return { page, root, childCount, styleHigh, styleLow };
    const label = new Labeller(page, hasher, choice);
    childCount[root] = 0;
    for (let node = root + 1; node < page.subtreeEnd[root]!; node++) {
      const above = parent[node]!;
      if (childCount[above] === -1 || isInvisible(page, node)) continue;
      childCount[node] = 0;
      childCount[above]!++;
      label.read(node);
      styleHigh[above] = pathStepHigh(styleHigh[above]!, label.high);
      styleLow[above] = pathStepLow(styleLow[above]!, label.low, styleHigh[above]!);
    }
    return { page, root, childCount, styleHigh, styleLow };
  };
}

/** As `tagSet`: membership is one array access, for names that a page invents too. */
function attributeSet(...names: readonly (keyof typeof Attribute)[]): Uint8Array {
  const set = new Uint8Array(2 ** 16);
  for (const name of names) set[Attribute[name]] = 1;
  return set;
}

/** `body`; a page of frames has none. */
function rootOf({ nodeCount, tag, parent, subtreeEnd }: Page): number {
  for (let node = 1; node < nodeCount && parent[node] === 0; node = subtreeEnd[node]!) {
    if (tag[node] === Tag.body) return node;
  }
  return -1;
}

function isInvisible({ flags, tag }: Page, node: number): boolean {
  return (flags[node]! & NodeFlag.hidden) !== 0 || isInvisibleTag[tag[node]!] === 1;
}

/** What makes two elements the same: their tag and, by choice, attributes. */
class Labeller {
  /** Of the node last read. */
  high = 0;
  low = 0;
  readonly #page: Page;
  readonly #value: RangeHash;
  readonly #withAttributes: boolean;
  readonly #withClass: boolean;
  readonly #tagHigh: Uint32Array;
  readonly #tagLow: Uint32Array;

  constructor(page: Page, hasher: Hasher, choice: AttributeChoice) {
    const { high, low } = hasher.tagHashes(page.tags);
    this.#page = page;
    this.#value = new RangeHash(hasher.key);
    this.#withAttributes = choice !== 'none';
    this.#withClass = choice === 'display+class';
    this.#tagHigh = high;
    this.#tagLow = low;
  }

  read(node: number): void {
    const tag = this.#page.tag[node]!;
    this.high = this.#tagHigh[tag]!;
    this.low = this.#tagLow[tag]!;
    if (this.#withAttributes && tag !== TEXT) this.#addAttributes(node);
  }

  /** Sums, because the order of attributes says nothing. */
  #addAttributes(node: number): void {
    const page = this.#page;
    const value = this.#value;
    for (let row = firstAttribute(page, node); row < attributesEnd(page, node); row++) {
      const name = attributeName(page, row);
      if (isDisplayAttribute[name] === 0 && !(name === Attribute.class && this.#withClass)) continue;
      scanValue(page, row, value);
      const high = pathStepHigh(value.high, name);
      this.high = (this.high + high) >>> 0;
      this.low = (this.low + pathStepLow(value.low, name, high)) >>> 0;
    }
  }
}

/**
 * A 64-bit keyed hash of a short range of a string: words, addresses, attribute values. The hash of the page model is
 * made against flooding, and most of what it does on five letters is finishing; here a site could only deceive itself.
 */
export class RangeHash {
  /** Of the range last read. */
  high = 0;
  low = 0;
  readonly #startHigh: number;
  readonly #startLow: number;

  constructor(key: HashKey) {
    this.#startHigh = key[0] ^ 0x811c9dc5;
    this.#startLow = key[1] ^ 0x2545f491;
  }

  read(source: string, start: number, end: number): void {
    let high = this.#startHigh;
    let low = this.#startLow;
    for (let i = start; i < end; i++) {
      const unit = source.charCodeAt(i);
      high = Math.imul(high ^ unit, 0x01000193);
      low = Math.imul((low << 5) ^ (low >>> 27) ^ unit, 0x9e3779b1);
    }
    high = Math.imul(high ^ (high >>> 16), 0x85ebca6b);
    low = Math.imul(low ^ (low >>> 16), 0xc2b2ae35);
    this.high = (high ^ (high >>> 13)) >>> 0;
    this.low = (low ^ (low >>> 13)) >>> 0;
  }
}
