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

const VARIABLE_BITS = 32;

/**
 * The different words of one block and the bit arrays of their offsets (readings C7 to C9). Scratch space: one serves
 * all blocks of a batch.
 *
 * A word that stands at p1 < … < pk has the difference offsets p1, p2 - p1, …, pk - p(k-1): a change somewhere in the
 * block moves few of them. The sequence is cut into n parts of equal length; in the variable of its part each offset
 * sets the bit that is its remainder by 32.
 */
export class BlockWords {
  /** How many different words the block has, and which, in the order of their first places. */
  count = 0;
  words: Uint32Array = new Uint32Array(256);
  /** n variables a word. */
  signatures: Int32Array = new Int32Array(1024);
  readonly #variables: number;
  readonly #dropFirst: boolean;
  /** By word: the last block it was met in, and its place among the different words there. */
  readonly #lastBlock: Int32Array;
  readonly #placeOf: Int32Array;
  #block = 0;
  readonly #bits = { column: this.signatures, at: 0, bits: 0 };
  /** By place: how often the word stands in the block; how often it was met, and where last, when signing. */
  #occurrences = new Int32Array(256);
  #met = new Int32Array(256);
  #last = new Int32Array(256);

  /** `lexiconSize`: all words are below it. */
  constructor(lexiconSize: number, options: { readonly variables: number; readonly dropFirst: boolean }) {
    this.#variables = options.variables;
    this.#dropFirst = options.dropFirst;
    this.#lastBlock = new Int32Array(lexiconSize);
    this.#placeOf = new Int32Array(lexiconSize);
  }

  get sizeBytes(): number {
    return this.#lastBlock.byteLength + this.#placeOf.byteLength;
  }

  /** Lists the different words of a block whose words are `tokens[0 … length - 1]`. */
  list(tokens: Uint32Array, length: number): void {
    const block = ++this.#block;
    this.count = 0;
    this.#makeRoom(length);
    for (let i = 0; i < length; i++) {
      const word = tokens[i]!;
      if (this.#lastBlock[word] === block) this.#occurrences[this.#placeOf[word]!]!++;
      else {
        const place = this.count++;
        this.#lastBlock[word] = block;
        this.#placeOf[word] = place;
        this.words[place] = word;
        this.#occurrences[place] = 1;
      }
    }
  }

  /** Makes the bit arrays of the words just listed, of the same tokens. */
  sign(tokens: Uint32Array, length: number): void {
    const n = this.#variables;
    const dropped = this.#dropFirst ? 1 : 0;
    this.signatures.fill(0, 0, this.count * n);
    this.#met.fill(0, 0, this.count);
    this.#last.fill(0, 0, this.count);
    for (let i = 0; i < length; i++) {
      const place = this.#placeOf[tokens[i]!]!;
      const offset = i + 1 - this.#last[place]!;
      const element = this.#met[place]!++ - dropped;
      this.#last[place] = i + 1;
      if (element < 0) continue;
      const variable = Math.floor((element * n) / (this.#occurrences[place]! - dropped));
      this.signatures[place * n + variable]! |= 1 << (offset % VARIABLE_BITS);
    }
  }

  /** The bit array of a word, by its place among the different words; until the next call. */
  bitsOf(place: number): BitArray {
    const at = place * this.#variables;
    this.#bits.column = this.signatures;
    this.#bits.at = at;
    this.#bits.bits = countBits(this.signatures, at, this.#variables);
    return this.#bits;
  }

  #makeRoom(size: number): void {
    if (size <= this.words.length) return;
    this.words = grown(this.words, size);
    this.signatures = grown(this.signatures, this.words.length * this.#variables);
    this.#occurrences = grown(this.#occurrences, this.words.length);
    this.#met = grown(this.#met, this.words.length);
    this.#last = grown(this.#last, this.words.length);
  }
}

/** The bit array of one sequence of offsets: some variables of a column, from `at` on. */
export interface BitArray {
  readonly column: Int32Array;
  readonly at: number;
  /** How many bits are set. */
  readonly bits: number;
}

/**
 * Reading C10: bits in common over the bits of the fuller array, summed over the variables. Two empty arrays, of
 * words of which the only offset was dropped, are alike.
 */
export function similarity(one: BitArray, other: BitArray, variables: number): number {
  const fuller = Math.max(one.bits, other.bits);
  if (fuller === 0) return 1;
  let common = 0;
  for (let i = 0; i < variables; i++) {
    common += popcount(one.column[one.at + i]! & other.column[other.at + i]!);
  }
  return common / fuller;
}

/** The bits that are set in `column[at … at + variables - 1]`. */
function countBits(column: Int32Array, at: number, variables: number): number {
  let bits = 0;
  for (let i = at; i < at + variables; i++) bits += popcount(column[i]!);
  return bits;
}

/** A number for an array of at most two bits, another for each: their places, from 1. */
function bitKey({ column, at }: BitArray, variables: number): number {
  let key = 0;
  for (let i = 0; i < variables; i++) {
    for (let rest = column[at + i]!; rest !== 0; rest &= rest - 1) {
      key = key * 2 ** 15 + i * 32 + (31 - Math.clz32(rest & -rest)) + 1;
    }
  }
  return key;
}

function popcount(word: number): number {
  let count = word - ((word >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
