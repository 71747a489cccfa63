/**
 * Our tokeniser, the same for pages, for stored text and for queries: finds the words of a text one by one, folded,
 * with their places, and makes no string of them.
 *
 * A word is a run of letters, marks and digits. Apostrophes, hyphens, points and underscores part words: "l'homme",
 * "well-known" and "3.14" are two words each, and who searches for one of these looks for the two side by side, which
 * finds it again; kept whole, "homme" would not be found. Emoji and other symbols are no words.
 *
 * Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese run their words together (Korean its particles). There each
 * character begins a word of two, and the last of a run is a word alone: 東京都 is 東京, 京都, 都. So every run of two
 * characters or more is found inside any longer one, and a single one by its prefix. `Intl.Segmenter` would cut real
 * words, but its dictionaries differ between engines and their versions, so that an index written by one could not be
 * searched by another; and it takes 950 ns a character, where this takes 60, the numbering of the words included.
 */
import { EXPANDS, expansionOf, kindOf, UnitKind, unitFolds, unitKinds } from './unit-kinds.ts';

export const WordKind = {
  word: 0,
  /** Two characters of a run. */
  pair: 1,
  /** The last character of a run. */
  tail: 2,
} as const;

/** Longer words (encoded data, mostly) are known by their beginning. The longest of real ones have some fifty. */
export const MAX_WORD_UNITS = 64;

/** A character with its marks is no longer than this; what follows counts as another. */
const MAX_CLUSTER_UNITS = 16;

export class WordScanner {
  /** Of the word at hand: its range of the text, what it is, and its folded form. */
  start = 0;
  end = 0;
  kind: number = WordKind.word;
  readonly units: Uint16Array = new Uint16Array(MAX_WORD_UNITS);
  length = 0;
  /** The range has character references or NULs: what was found so far counts for nothing, decode it first. */
  undecoded = false;
  #text = '';
  #at = 0;
  #to = 0;
  #isSource = false;

  /** Starts on `text[from, to)`. */
  begin(text: string, from: number, to: number): void {
    this.#text = text;
    this.#at = from;
    this.#to = to;
    this.#isSource = false;
    this.undecoded = false;
  }

  /** Starts on a range of a page's source, and stops where it is not what a reader sees. */
  beginSource(source: string, from: number, to: number): void {
    this.begin(source, from, to);
    this.#isSource = true;
  }

  /** Goes to the next word; false if there is none. */
  next(): boolean {
    const text = this.#text;
    const to = this.#to;
    for (let at = this.#at; at < to; ) {
      const unit = text.charCodeAt(at);
      const kind = unitKinds[unit]!;
      if (kind === UnitKind.letter) return this.#word(at);
      if (kind === UnitKind.separator) at++;
      else if (kind === UnitKind.reference && this.#isSource) {
        this.undecoded = true;
        break;
      } else {
        const code = this.#codePoint(at);
        const exact = kindOf(code);
        // The kinds of a table are filled when first asked for: the first reference of a process comes here.
        if (exact === UnitKind.reference && this.#isSource) {
          this.undecoded = true;
          break;
        }
        if (exact === UnitKind.letter) return this.#word(at);
        if (isOfRun(exact)) return this.#pair(at);
        at += widthOf(code);
      }
    }
    this.#at = to;
    return false;
  }

  /** A word of letters, from its first. Measured: units of known kind are nearly all of them and stay in this loop. */
  #word(from: number): boolean {
    const { units } = this;
    const text = this.#text;
    const to = this.#to;
    let length = 0;
    let at = from;
    for (; at < to; at++) {
      const unit = text.charCodeAt(at);
      const fold = unitFolds[unit]!;
      if (unitKinds[unit] !== UnitKind.letter || fold === EXPANDS) break;
      if (length < MAX_WORD_UNITS) units[length++] = fold;
    }
    this.length = length;
    this.kind = WordKind.word;
    this.start = from;
    if (at < to && unitKinds[text.charCodeAt(at)] !== UnitKind.separator) at = this.#longWord(at);
    this.end = at;
    this.#at = at;
    return true;
  }

  /** Goes on with a word by code points. Returns where it ends. */
  #longWord(from: number): number {
    let at = from;
    while (at < this.#to) {
      const code = this.#codePoint(at);
      const kind = kindOf(code);
      if (kind === UnitKind.letter) this.#append(code);
      else if (kind !== UnitKind.dropped) break;
      at += widthOf(code);
    }
    return at;
  }

  /** A character of a run, and the one behind it if there is one; the next word begins with that. */
  #pair(from: number): boolean {
    this.length = 0;
    this.start = from;
    const middle = this.#bareCluster(from) || this.#cluster(from);
    this.#at = middle;
    const goesOn = middle < this.#to && isOfRun(kindOf(this.#codePoint(middle)));
    this.kind = goesOn ? WordKind.pair : WordKind.tail;
    this.end = goesOn ? this.#bareCluster(middle) || this.#cluster(middle) : middle;
    return true;
  }

  /** As `#cluster`, for a character of one unit without marks, as nearly all are; 0 if it may be another. */
  #bareCluster(at: number): number {
    const unit = this.#text.charCodeAt(at);
    const fold = unitFolds[unit]!;
    if (unitKinds[unit] !== UnitKind.run || fold === EXPANDS) return 0;
    const next = at + 1 < this.#to ? unitKinds[this.#text.charCodeAt(at + 1)]! : UnitKind.separator;
    if (next !== UnitKind.run && next !== UnitKind.separator && next !== UnitKind.letter) return 0;
    this.units[this.length++] = fold;
    return at + 1;
  }

  /** Appends a character of a run with its marks. Returns where it ends. */
  #cluster(from: number): number {
    const before = this.length;
    const limit = Math.min(this.#to, from + MAX_CLUSTER_UNITS);
    let composes = false;
    let at = from;
    while (at < limit) {
      const code = this.#codePoint(at);
      const kind = kindOf(code);
      if (at > from && kind !== UnitKind.mark && kind !== UnitKind.composer && kind !== UnitKind.dropped)
        break;
      if (kind === UnitKind.composer) composes = true;
      if (kind !== UnitKind.dropped) this.#append(code);
      at += widthOf(code);
    }
    if (composes) this.#compose(before);
    return at;
  }

  /** カ + ゛ is ガ: what was appended since is put into its composed form. */
  #compose(from: number): void {
    const composed = String.fromCharCode(...this.units.subarray(from, this.length)).normalize('NFKC');
    this.length = from;
    this.#appendText(composed);
  }

  #append(code: number): void {
    const fold = code < 0x10000 ? unitFolds[code]! : EXPANDS;
    if (fold === EXPANDS) this.#appendText(expansionOf(code));
    else if (this.length < MAX_WORD_UNITS) this.units[this.length++] = fold;
  }

  /** All of it or, where there is no room, nothing: half a character is none. */
  #appendText(text: string): void {
    if (this.length + text.length > MAX_WORD_UNITS) return;
    for (let i = 0; i < text.length; i++) this.units[this.length++] = text.charCodeAt(i);
  }

  /** A pair of surrogates that the end of the range parts is none. */
  #codePoint(at: number): number {
    const unit = this.#text.charCodeAt(at);
    const isPair = (unit & 0xfc00) === 0xd800 && at + 1 < this.#to;
    return isPair ? this.#text.codePointAt(at)! : unit;
  }
}

function isOfRun(kind: number): boolean {
  return kind === UnitKind.run || kind === UnitKind.mark || kind === UnitKind.composer;
}

function widthOf(codePoint: number): number {
  return codePoint < 0x10000 ? 1 : 2;
}
