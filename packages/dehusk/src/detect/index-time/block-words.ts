/**
 * The different words of one block and the bit arrays of their offsets (readings C7 to C9). Scratch space: one serves
 * all blocks of a batch.
 *
 * A word that stands at p1 < … < pk has the difference offsets p1, p2 - p1, …, pk - p(k-1): a change somewhere in the
 * block moves few of them. The sequence is cut into n parts of equal length; in the variable of its part each offset
 * sets the bit that is its remainder by 32.
 */
import { grown } from '../../page/words/lexicon.ts';
import { type BitArray, countBits } from './similarity.ts';

const VARIABLE_BITS = 32;

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
