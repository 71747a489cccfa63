/**
 * What each character is to a word, and what it is folded to: tables over the first planes of Unicode, filled 256
 * characters at a time when the first of them is met.
 *
 * Folding makes equal what people type as equal, the same in every place and language: compatibility forms
 * (full-width letters, ligatures), case (by way of the upper case, so that ß is ss and ς is σ; the Turkish ı, I, İ
 * and i are all i), and the marks that are put on letters of alphabets (é is e, Arabic and Hebrew vowel points go).
 * Marks that are letters of their own (Indic vowels, the Japanese voicing marks) stay. It goes character by
 * character, so that composed and decomposed spellings agree without normalising whole texts. All of it follows
 * Unicode's stable properties and no dictionary: Node and browsers agree.
 */

export const UnitKind = {
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
export const EXPANDS = 0xffff;
const expansions = new Map<number, string>();

/** Code points below are in the tables: two planes of kinds, one of folds. */
const TABLED = 0x20000;
const PLANE = 0x10000;
const BLOCK = 256;

export const unitKinds: Uint8Array = new Uint8Array(TABLED);
/** The folded unit, or EXPANDS. */
export const unitFolds: Uint16Array = new Uint16Array(PLANE);

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
export function kindOf(codePoint: number): number {
  if (codePoint >= TABLED) return kindOfHigh(codePoint);
  if (unitKinds[codePoint] === UnitKind.unknown) fillBlock(codePoint - (codePoint % BLOCK));
  return unitKinds[codePoint]!;
}

/** The folded form of a character that `unitFolds` says expands, or that is past the first plane. */
export function expansionOf(codePoint: number): string {
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
