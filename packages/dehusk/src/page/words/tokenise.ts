/**
 * Our tokeniser, the same for pages, for stored text and for queries: finds the words of a text one by one, folded,
 * with their places, and makes no string of them.
 *
 * A word is a run of letters, marks and digits. Apostrophes, hyphens, points and underscores part words: "l'homme",
 * "well-known" and "3.14" are two words each, and who searches for one of these looks for the two side by side, which
 * finds it again; kept together, "homme" would not be found. Emoji and other symbols are no words.
 *
 * Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese run their words together (Korean its particles). There each
 * character begins a word of two, and the last of a run is a word alone: 東京都 is 東京, 京都, 都. So every run of two
 * characters or more is found inside any longer one, and a single one by its prefix. `Intl.Segmenter` would cut real
 * words, but its dictionaries differ between engines and their versions, so that an index written by one could not be
 * searched by another; and it takes 950 ns a character, where this takes 60, the numbering of the words included.
 */
const WordKind = {
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

/** A word as a string: for queries and for stored text. Pages go through `WordTable`. */
export interface Token {
  /** The folded form. */
  readonly word: string;
  /** Its range of the text. The two characters of a pair may have marks. */
  readonly start: number;
  readonly end: number;
  readonly kind: keyof typeof WordKind;
}

const kinds = Object.keys(WordKind) as readonly Token['kind'][];

/** The words of a text in order, exactly as a `WordTable` has them. */
export function tokenise(text: string): readonly Token[] {
  const scanner = new WordScanner();
  const tokens: Token[] = [];
  scanner.begin(text, 0, text.length);
  while (scanner.next()) {
    const { start, end, units, length } = scanner;
    tokens.push({
      word: String.fromCharCode(...units.subarray(0, length)),
      start,
      end,
      kind: kinds[scanner.kind]!,
    });
  }
  return tokens;
}

// Characters: what each is to a word, and what it is folded to. Tables over the first planes of Unicode, filled 256
// characters at a time when the first of them is met.
//
// Folding makes equal what people type as equal, the same in every place and language: compatibility forms
// (full-width letters, ligatures), case (by way of the upper case, so that ß is ss and ς is σ; the Turkish ı, I, İ
// and i are all i), and the marks that are put on letters of alphabets (é is e, Arabic and Hebrew vowel points go).
// Marks that are letters of their own (Indic vowels, the Japanese voicing marks) stay. It goes character by
// character, so that composed and decomposed spellings agree without normalising whole texts. All of it follows
// Unicode's stable properties and no dictionary: Node and browsers agree.

const UnitKind = {
  unknown: 0,
  separator: 1,
  /** Of a script that puts white space between words; digits too. */
  letter: 2,
  /** Part of a word, but not of its folded form. */
  dropped: 3,
  /** Of a script that runs its words together. */
  run: 4,
  /** Stands on the run character before it. */
  mark: 5,
  /** As a mark, and the two may be one character in composed form. */
  composer: 6,
  surrogate: 7,
  /** Begins a character reference, or is NUL: a source text is not a plain text from here on. */
  reference: 8,
} as const;

/** The fold of a character that is not one unit. No character has this number. */
const EXPANDS = 0xffff;
const expansions = new Map<number, string>();

/** Code points below are in the tables: two planes of kinds, one of folds. */
const TABLED = 0x20000;
const PLANE = 0x10000;
const BLOCK = 256;

const unitKinds: Uint8Array = new Uint8Array(TABLED);
/** The folded unit, or EXPANDS. */
const unitFolds: Uint16Array = new Uint16Array(PLANE);

/** Two letters that are written as apostrophes, and typed as such: apostrophes part words. */
const word = /^(?![\u02bb\u02bc])[\p{L}\p{M}\p{N}]$/u;
/** And the signs of Japanese that belong to no script by themselves: marks of length and of repetition. */
const runScript =
  /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u3006\u3031-\u3035\u30fc\uff70]$/u;
const ignorable = /^\p{Default_Ignorable_Code_Point}$/u;
const mark = /^\p{M}$/u;
/** Marks of alphabets: accents and vowel points. Those of Indic and other scripts are of these scripts. */
const diacritics =
  /(?=[\p{Mn}\p{Me}])[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]/gu;
/** Voicing marks of kana, full and half width; vowels and finals of decomposed Hangul. */
const composer = /^[\u3099\u309a\uff9e\uff9f\u1160-\u11ff]$/;
/** The Arabic letter that only makes a word longer. */
const TATWEEL = '\u0640';
/** Tells where a line may break between words of Thai or Khmer. */
const ZERO_WIDTH_SPACE = '\u200b';

/** The kind of a character whose entry may not be filled yet. */
function kindOf(codePoint: number): number {
  if (codePoint >= TABLED) return kindOfHigh(codePoint);
  if (unitKinds[codePoint] === UnitKind.unknown) fillBlock(codePoint - (codePoint % BLOCK));
  return unitKinds[codePoint]!;
}

/** The folded form of a character that `unitFolds` says expands, or that is past the first plane. */
function expansionOf(codePoint: number): string {
  const character = String.fromCodePoint(codePoint);
  return codePoint < TABLED ? (expansions.get(codePoint) ?? character) : character.normalize('NFKC');
}

/** Two planes of ideographs; behind them private and unassigned ones, and the selectors of an ideograph's form. */
function kindOfHigh(codePoint: number): number {
  if (codePoint < 0x40000) return UnitKind.run;
  return codePoint >= 0xe0100 && codePoint <= 0xe01ef ? UnitKind.dropped : UnitKind.separator;
}

function fillBlock(from: number): void {
  for (let codePoint = from; codePoint < from + BLOCK; codePoint++) {
    const character = String.fromCodePoint(codePoint);
    let kind = classify(character, codePoint);
    const fold = kind === UnitKind.letter ? foldLetter(character) : character.normalize('NFKC');
    if (fold === '') kind = UnitKind.dropped;
    unitKinds[codePoint] = kind;
    setFold(codePoint, character, isWord(fold) ? fold : character.toLowerCase());
  }
}

function classify(character: string, codePoint: number): number {
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return UnitKind.surrogate;
  if (codePoint === 0 || character === '&') return UnitKind.reference;
  if (character === ZERO_WIDTH_SPACE) return UnitKind.separator;
  if (composer.test(character)) return UnitKind.composer;
  if (character === TATWEEL || ignorable.test(character)) return UnitKind.dropped;
  if (!word.test(character)) return UnitKind.separator;
  if (!runScript.test(character)) return UnitKind.letter;
  return mark.test(character) ? UnitKind.mark : UnitKind.run;
}

function foldLetter(character: string): string {
  const bare = character.normalize('NFKD').replace(diacritics, '').replace(TATWEEL, '');
  const lower = bare.toLowerCase().toUpperCase().toLowerCase();
  return lower.normalize('NFKD').replace(diacritics, '').replace('ς', 'σ');
}

function isWord(text: string): boolean {
  return [...text].every((character) => word.test(character));
}

function setFold(codePoint: number, character: string, fold: string): void {
  const isUnit = codePoint < PLANE && fold.length === 1;
  if (codePoint < PLANE) unitFolds[codePoint] = isUnit ? fold.charCodeAt(0) : EXPANDS;
  if (!isUnit && fold !== character) expansions.set(codePoint, fold);
}
