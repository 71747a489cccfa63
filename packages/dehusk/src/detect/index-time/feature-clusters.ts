/**
 * Word feature clusters (Definition 2, reading C11): for each word, the blocks of one style in which it stands at
 * similar offsets. One pass, leader algorithm, as for styles.
 *
 * A cluster knows the offsets of its leader, and on how many pages its blocks are. An array of so few bits that only
 * an equal one is similar, as most are, is looked up. The others of a word are a chain; styles come one after the
 * other, so the chain of the style at hand is found without a search. A chain has an end: a word costs no more the
 * more blocks there are.
 */
import { grown } from '../../page/words/lexicon.ts';
import { KeyTable } from '../../table/key-table.ts';
import { type BitArray, bitKey, countBits, similarity } from './similarity.ts';

/**
 * Most clusters in a chain. A word that often stands in blocks of one look and place, and in so many ways, is part of
 * texts, not of a template.
 */
const MAX_CHAIN = 64;

/** Places of so few bits fit into one number. */
const MAX_KEY_BITS = 2;

/** What a word without a cluster has. */
export const NO_CLUSTER = -1;

const NONE = -1;

export class FeatureClusters {
  size = 0;
  /** By cluster: on how many pages its blocks are; its style and word. */
  pages: Uint32Array = new Uint32Array(1024);
  style: Int32Array = new Int32Array(1024);
  word: Int32Array = new Int32Array(1024);
  readonly #variables: number;
  readonly #similarity: number;
  /** By cluster: n variables, the leader's bit array, and how many bits are set. */
  #signatures: Int32Array;
  #bits = new Uint16Array(1024);
  readonly #leader: { column: Int32Array; at: number; bits: number };
  #next = new Int32Array(1024);
  #lastPage = new Int32Array(1024);
  #style = NONE;
  /** Arrays of at most so many bits are similar to equal ones only. */
  readonly #keyBits: number;
  /** (style, word, its bits) → number, and by that number the cluster. */
  readonly #keys = new KeyTable();
  #keyed = new Int32Array(1024);
  /** By word: the ends of its chain, of the style it was last met in. */
  readonly #chainStyle: Int32Array;
  readonly #first: Int32Array;
  readonly #last: Int32Array;

  constructor(lexiconSize: number, options: { readonly variables: number; readonly similarity: number }) {
    this.#variables = options.variables;
    this.#similarity = options.similarity;
    this.#keyBits = keyBits(options.similarity);
    this.#signatures = new Int32Array(1024 * options.variables);
    this.#leader = { column: this.#signatures, at: 0, bits: 0 };
    this.#chainStyle = new Int32Array(lexiconSize).fill(NONE);
    this.#first = new Int32Array(lexiconSize);
    this.#last = new Int32Array(lexiconSize);
  }

  get sizeBytes(): number {
    const columns = [
      this.pages,
      this.style,
      this.word,
      this.#signatures,
      this.#bits,
      this.#keyed,
      this.#next,
      this.#lastPage,
    ];
    return columns.reduce(
      (sum, { byteLength }) => sum + byteLength,
      this.#first.byteLength * 3 + this.#keys.sizeBytes,
    );
  }

  /** From now on words are those of this style; each style comes once. */
  openStyle(style: number): void {
    this.#style = style;
  }

  /** The cluster that a word of a block joins; NO_CLUSTER where the chain is full. */
  join(word: number, bits: BitArray): number {
    if (bits.bits <= this.#keyBits) return this.#joinEqual(word, bits);
    const leader = this.#leader;
    let length = 0;
    leader.column = this.#signatures;
    let cluster = this.#chainStyle[word] === this.#style ? this.#first[word]! : NONE;
    for (; cluster !== NONE; cluster = this.#next[cluster]!) {
      leader.at = cluster * this.#variables;
      leader.bits = this.#bits[cluster]!;
      if (similarity(leader, bits, this.#variables) >= this.#similarity) return cluster;
      length++;
    }
    return length < MAX_CHAIN ? this.#foundInChain(word, bits) : NO_CLUSTER;
  }

  /** Takes up a cluster of an earlier batch; they come in their order, before any block of the style. */
  restore(word: number, signature: Int32Array, pages: number): number {
    const bits = { column: signature, at: 0, bits: countBits(signature, 0, this.#variables) };
    const isKeyed = bits.bits <= this.#keyBits;
    const cluster = isKeyed ? this.#joinEqual(word, bits) : this.#foundInChain(word, bits);
    this.pages[cluster] = pages;
    return cluster;
  }

  #joinEqual(word: number, bits: BitArray): number {
    const known = this.#keys.count;
    const number = this.#keys.intern(this.#style, word, bitKey(bits, this.#variables));
    if (number < known) return this.#keyed[number]!;
    this.#keyed = grown(this.#keyed, number + 1);
    this.#keyed[number] = this.#found(word, bits);
    return this.#keyed[number]!;
  }

  #foundInChain(word: number, bits: BitArray): number {
    const cluster = this.#found(word, bits);
    if (this.#chainStyle[word] === this.#style) this.#next[this.#last[word]!] = cluster;
    else {
      this.#chainStyle[word] = this.#style;
      this.#first[word] = cluster;
    }
    this.#last[word] = cluster;
    return cluster;
  }

  #found(word: number, { column, at, bits }: BitArray): number {
    const cluster = this.size++;
    if (cluster >= this.pages.length) this.#grow();
    this.#next[cluster] = NONE;
    this.#lastPage[cluster] = NONE;
    this.style[cluster] = this.#style;
    this.word[cluster] = word;
    this.#bits[cluster] = bits;
    for (let i = 0; i < this.#variables; i++)
      this.#signatures[cluster * this.#variables + i] = column[at + i]!;
    return cluster;
  }

  /** A copy of the leader's bit array. */
  signature(cluster: number): Int32Array {
    return this.#signatures.slice(cluster * this.#variables, (cluster + 1) * this.#variables);
  }

  /** A block of the cluster is on this page. Blocks come page by page, so a page counts once (C12). */
  count(cluster: number, page: number): void {
    if (this.#lastPage[cluster] === page) return;
    this.#lastPage[cluster] = page;
    this.pages[cluster]!++;
  }

  #grow(): void {
    this.pages = grown(this.pages, this.size);
    const { length } = this.pages;
    this.style = grown(this.style, length);
    this.word = grown(this.word, length);
    this.#bits = grown(this.#bits, length);
    this.#signatures = grown(this.#signatures, length * this.#variables);
    this.#next = grown(this.#next, length);
    this.#lastPage = grown(this.#lastPage, length);
  }
}

/** The most bits an array may have so that neither a bit less nor a bit more is similar enough. */
function keyBits(threshold: number): number {
  let bits = -1;
  while (bits < MAX_KEY_BITS && (bits + 1) / (bits + 2) < threshold) bits++;
  return bits;
}
