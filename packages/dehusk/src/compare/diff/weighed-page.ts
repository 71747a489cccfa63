/**
 * A page made ready for a mapping: without what is ignored, and with what readers see made heavy.
 *
 * A mapping pairs as many nodes as it can, and markup outnumbers text: where four of ten news items `li > a > text`
 * were replaced, pairing the items by their positions keeps 20 elements, and pairing the six that stayed keeps 18
 * nodes. A reader calls the second right. So texts, and the addresses of links and pictures, get children that count:
 * to keep a text is then worth more than to keep the elements around another.
 *
 *     li             li
 *     └ a href=/x    └ a
 *       └ News         ├ "/x" [ · · · ]         a text of its own: where the addresses differ it has no counterpart
 *                      └ News [ · · · · ]       more of them the longer the text is
 *
 * Texts that are much alike attract each other too, by what they are likely to share: without its numbers ("23 readers
 * online"), its beginning and its end. Such a hint weighs little, and decides where nothing else does.
 */

import { TextScan } from '../../page/hash.ts';
import { Tag } from '../../page/names.ts';
import { type Page, readNormalText, TEXT } from '../../page/page.ts';
import { type ShownNodes, thingAddress, withoutNumbers } from './shown-nodes.ts';

interface WeighedPage {
  readonly page: Page;
  /** For each node: its number on the page as it was, or −1 for a weight. */
  readonly nodes: Int32Array;
}

interface WeighOptions {
  readonly ignored: Uint8Array;
  readonly shown: ShownNodes;
  readonly ignoreNumbers: boolean;
}

/** Weights are choices: a short text outweighs the four elements or so around it, a paragraph a small menu. */
const leastWeight = 4;
const mostWeight = 12;
const charsPerWeight = 16;
const addressWeight = 3;
const hintWeight = 1;
/** A beginning or end that two texts share is of some words, and the text has more besides. */
const hintChars = 16;
const hintedChars = 40;

export function weighPage(page: Page, { ignored, shown, ignoreNumbers }: WeighOptions): WeighedPage {
  const table = new NodeTable(page, countNodes(page, ignored, shown));
  for (let node = 0; node < page.nodeCount; node++) {
    if (ignored[node] === 1) continue;
    table.copy(node);
    if (shown.chars[node]! > 0) {
      table.weigh(textWeight(shown.chars[node]!));
      for (const hint of hintsOf(readNormalText(page, node))) table.addText(hint, hintWeight);
    } else if (shown.thing[node] === 1) {
      const address = thingAddress(page, node);
      if (address !== '') table.addText(ignoreNumbers ? withoutNumbers(address) : address, addressWeight);
    }
  }
  return table.finish();
}

function textWeight(chars: number): number {
  return Math.min(mostWeight, leastWeight + Math.floor(chars / charsPerWeight));
}

/** The words in front tell hints apart from each other and from texts. */
function hintsOf(text: string): readonly string[] {
  const blind = withoutNumbers(text);
  const hints = blind === text ? [] : [`without numbers: ${blind}`];
  if (text.length < hintedChars) return hints;
  return [...hints, `begins: ${blind.slice(0, hintChars)}`, `ends: ${blind.slice(-hintChars)}`];
}

/** At most so many nodes come of the page. */
function countNodes(page: Page, ignored: Uint8Array, { chars, thing }: ShownNodes): number {
  let count = page.nodeCount;
  for (let node = 0; node < page.nodeCount; node++) {
    if (ignored[node] === 1) continue;
    if (chars[node]! > 0) count += textWeight(chars[node]!) + 3 * (1 + hintWeight);
    else count += thing[node]! * (1 + addressWeight);
  }
  return count;
}

class NodeTable {
  readonly #page: Page;
  readonly #numberOf: Int32Array;
  readonly #nodes: Int32Array;
  readonly #parent: Int32Array;
  readonly #depth: Int32Array;
  readonly #tag: Uint16Array;
  readonly #high: Uint32Array;
  readonly #low: Uint32Array;
  // Any key does that is the same for both pages; this one the pages' authors do not know.
  readonly #scan: TextScan;
  #count = 0;
  /** The node that was copied last. */
  #last = 0;

  constructor(page: Page, most: number) {
    this.#page = page;
    this.#numberOf = new Int32Array(page.nodeCount);
    this.#nodes = new Int32Array(most).fill(-1);
    this.#parent = new Int32Array(most).fill(-1);
    this.#depth = new Int32Array(most);
    this.#tag = new Uint16Array(most).fill(Tag.wbr);
    this.#high = new Uint32Array(most);
    this.#low = new Uint32Array(most);
    this.#scan = new TextScan([page.pathHashHigh[0]!, page.pathHashLow[0]!]);
  }

  copy(node: number): void {
    const { parent, tag, textHashHigh, textHashLow } = this.#page;
    this.#nodes[this.#count] = node;
    this.#numberOf[node] = this.#count;
    this.#tag[this.#count] = tag[node]!;
    this.#high[this.#count] = textHashHigh[node]!;
    this.#low[this.#count] = textHashLow[node]!;
    this.#last = this.#add(node === 0 ? -1 : this.#numberOf[parent[node]!]!);
  }

  /** Adds a text of our own: into the element that was copied last, or behind the text. */
  addText(text: string, weight: number): void {
    const { hashHigh, hashLow } = this.#hash(text);
    const parent = this.#tag[this.#last] === TEXT ? this.#parent[this.#last]! : this.#last;
    this.#tag[this.#count] = TEXT;
    this.#high[this.#count] = hashHigh;
    this.#low[this.#count] = hashLow;
    this.#weigh(this.#add(parent), weight);
  }

  weigh(weight: number): void {
    this.#weigh(this.#last, weight);
  }

  #weigh(node: number, weight: number): void {
    for (let i = 0; i < weight; i++) this.#add(node);
  }

  #hash(text: string): TextScan {
    this.#scan.scan(text, 0, text.length, false);
    return this.#scan;
  }

  #add(parent: number): number {
    this.#parent[this.#count] = parent;
    this.#depth[this.#count] = parent === -1 ? 0 : this.#depth[parent]! + 1;
    return this.#count++;
  }

  finish(): WeighedPage {
    const count = this.#count;
    const parent = this.#parent.subarray(0, count);
    const nodes = this.#nodes.subarray(0, count);
    const subtreeEnd = new Int32Array(count);
    for (let i = count - 1; i >= 0; i--) {
      subtreeEnd[i] = Math.max(subtreeEnd[i]!, i + 1);
      if (i > 0) subtreeEnd[parent[i]!] = Math.max(subtreeEnd[parent[i]!]!, subtreeEnd[i]!);
    }
    const { pathHashHigh, pathHashLow } = this.#page;
    const page: Page = {
      ...this.#page,
      nodeCount: count,
      parent,
      subtreeEnd,
      depth: this.#depth.subarray(0, count),
      tag: this.#tag.subarray(0, count),
      textHashHigh: this.#high.subarray(0, count),
      textHashLow: this.#low.subarray(0, count),
      // Mappings look at the root's only: it tells the key.
      pathHashHigh: new Uint32Array(count).fill(pathHashHigh[0]!),
      pathHashLow: new Uint32Array(count).fill(pathHashLow[0]!),
    };
    return { page, nodes };
  }
}
