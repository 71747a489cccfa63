/**
 * The fingerprint of a text: the smallest hash of its shingles, which are its runs of w words (Broder et al. 1997).
 * Two texts have the same smallest hash with a probability that is their resemblance, the share of shingles that
 * they have in common. With several hashes, all of which must agree, it is that power of the resemblance.
 *
 *     a rose is a rose is a rose, w = 4:   a rose is a · rose is a rose · is a rose is
 *
 * A word is a run without HTML white space. A text of fewer than w words is one shingle.
 *
 * Every text of a batch goes through here unless the same one did before, so words are hashed in the loop that
 * finds them. Shingles are hashed in two lanes of 32 bits by polynomials over the words, which a window can slide
 * along; only the mix at the end makes their order random. There is no key: which of two alike texts agree must not
 * depend on the store.
 */
import { isSpace, type Page, readText } from '../../page/page.ts';

export interface FingerprintOptions {
  /** w: words in a shingle. */
  readonly shingleWords: number;
  /** How many smallest hashes make a fingerprint. */
  readonly minHashes: number;
}

/** Odd and far apart; what they are does not matter. */
const HIGH_BASE = 0x01000193;
const LOW_BASE = 0x9e3779b1;
/** An empty word. */
const HIGH_START = 0x811c9dc5;
const LOW_START = 0x2545f491;
const LARGEST = 0xffffffff;

export class Fingerprinter {
  /** Of the text last closed. */
  high = 0;
  low = 0;
  readonly #words: number;
  /** One for each hash. */
  readonly #factors: Int32Array;
  /** What the word that leaves the window counts. */
  readonly #leaveHigh: number;
  readonly #leaveLow: number;
  /** The words in the window, as a ring. */
  readonly #ringHigh: Int32Array;
  readonly #ringLow: Int32Array;
  #count = 0;
  #at = 0;
  #shingleHigh = 0;
  #shingleLow = 0;
  readonly #minHigh: Uint32Array;
  readonly #minLow: Uint32Array;

  constructor({ shingleWords, minHashes }: FingerprintOptions) {
    this.#words = shingleWords;
    this.#factors = Int32Array.from({ length: minHashes }, (_, i) => mix(i + 1) | 1);
    this.#leaveHigh = power(HIGH_BASE, shingleWords);
    this.#leaveLow = power(LOW_BASE, shingleWords);
    this.#ringHigh = new Int32Array(shingleWords);
    this.#ringLow = new Int32Array(shingleWords);
    this.#minHigh = new Uint32Array(minHashes);
    this.#minLow = new Uint32Array(minHashes);
  }

  /** Begins a text. */
  open(): void {
    this.#count = 0;
    this.#at = 0;
    this.#shingleHigh = 0;
    this.#shingleLow = 0;
    // Loops: most texts are short, and `fill` costs more than all their words.
    for (let i = 0; i < this.#words; i++) this.#ringHigh[i] = this.#ringLow[i] = 0;
    for (let i = 0; i < this.#factors.length; i++) this.#minHigh[i] = this.#minLow[i] = LARGEST;
  }

  /** The words of a text node follow. */
  addText(page: Page, node: number): void {
    const text = readText(page, node);
    let high = HIGH_START;
    let low = LOW_START;
    let isInWord = false;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit <= 0x20 && isSpace(unit)) {
        if (isInWord) this.#addWord(high, low);
        isInWord = false;
        high = HIGH_START;
        low = LOW_START;
        continue;
      }
      isInWord = true;
      high = Math.imul(high ^ unit, HIGH_BASE);
      low = Math.imul((low << 5) ^ (low >>> 27) ^ unit, LOW_BASE);
    }
    if (isInWord) this.#addWord(high, low);
  }

  /** Ends the text: its fingerprint is in `high` and `low`. */
  close(): void {
    if (this.#count < this.#words) this.#addShingle();
    let high = 0;
    let low = 0;
    for (let i = 0; i < this.#factors.length; i++) {
      high = mix(high ^ this.#minHigh[i]!);
      low = mix(low ^ this.#minLow[i]! ^ high);
    }
    this.high = high;
    this.low = low;
  }

  #addWord(high: number, low: number): void {
    const at = this.#at;
    const oldHigh = this.#ringHigh[at]!;
    const oldLow = this.#ringLow[at]!;
    this.#ringHigh[at] = high;
    this.#ringLow[at] = low;
    this.#at = at + 1 === this.#words ? 0 : at + 1;
    this.#shingleHigh =
      (Math.imul(this.#shingleHigh, HIGH_BASE) + high - Math.imul(oldHigh, this.#leaveHigh)) | 0;
    this.#shingleLow = (Math.imul(this.#shingleLow, LOW_BASE) + low - Math.imul(oldLow, this.#leaveLow)) | 0;
    if (++this.#count >= this.#words) this.#addShingle();
  }

  #addShingle(): void {
    const mixedHigh = mix(this.#shingleHigh ^ HIGH_START);
    const mixedLow = mix(this.#shingleLow ^ mixedHigh) >>> 0;
    for (let i = 0; i < this.#factors.length; i++) {
      // Times an odd number is a permutation of the 32-bit numbers, a different one for each factor.
      const high = Math.imul(mixedHigh, this.#factors[i]!) >>> 0;
      if (high > this.#minHigh[i]! || (high === this.#minHigh[i] && mixedLow >= this.#minLow[i]!)) continue;
      this.#minHigh[i] = high;
      this.#minLow[i] = mixedLow;
    }
  }
}

/** The finalizer of MurmurHash3: every bit of the result depends on every bit given. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

function power(base: number, exponent: number): number {
  let result = 1;
  for (let i = 0; i < exponent; i++) result = Math.imul(result, base);
  return result;
}
