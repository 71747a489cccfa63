/**
 * The language of a text by its trigrams, as franc tells it (Cavnar and Trenkle 1994), from franc's models and with its
 * answers. It is franc turned round: instead of looking up each trigram in the model of every language, each is looked up
 * once, and knows the languages that have it. That takes microseconds; franc took a quarter of a millisecond, which was
 * more than everything else together that is done with a small page.
 */
import { data } from 'franc-min/data.js';
import { expressions } from 'franc-min/expressions.js';

/** What a trigram that a language does not have adds to its distance. */
const MAX_DIFFERENCE = 300;

/** ISO 639-3, the most probable language; undefined where the text is in no script that is known. */
export function languageByTrigrams(text: string): string | undefined {
  const script = topScript(text);
  // Some scripts are those of one language, and go by its name.
  if (script === undefined || !Object.hasOwn(data, script)) return script;
  const models = modelsOf.get(script) ?? new TrigramModels(data[script]!);
  modelsOf.set(script, models);
  return models.nearest(text.toLowerCase());
}

const modelsOf = new Map<string, TrigramModels>();

function topScript(text: string): string | undefined {
  if (isLatin(text)) return 'Latin';
  let top: string | undefined;
  let most = 0;
  for (const [script, expression] of Object.entries(expressions)) {
    const count = text.match(expression)?.length ?? 0;
    if (count > most) [top, most] = [script, count];
  }
  return top;
}

/** All before it that are letters are Latin. */
const FIRST_OF_OTHERS = 0x2b9;

/** Has it more Latin letters than there can be of another script? */
function isLatin(text: string): boolean {
  let letters = 0;
  let others = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const folded = unit | 0x20;
    if (folded >= 0x61 && folded <= 0x7a) letters++;
    else if (unit >= FIRST_OF_OTHERS) others++;
  }
  return letters > others;
}

/** A model is its trigrams, the most common first, each of three units and with a sign behind it. */
const MODEL_STEP = 4;

/** The models of all languages of a script. A trigram has a number; behind it are the languages that have it. */
class TrigramModels {
  readonly #languages: readonly string[];
  /** Open addressing: the number of a trigram and 1, 0 where there is none. Found without making strings of a text. */
  readonly #slots: Uint16Array;
  /** By trigram: its three units, one behind the other. */
  readonly #units: Uint16Array;
  #trigramCount = 0;
  /** Pairs of a language and the rank that a trigram has in it; where those of each trigram begin. */
  readonly #ranks: Uint16Array;
  readonly #starts: Uint32Array;
  /** How often a text has each; all are 0 between two texts. */
  readonly #counts: Uint32Array;

  /** In plain loops: V8 took ten times as long to compile this with lists and maps in it as to run it. */
  constructor(models: Readonly<Record<string, string>>) {
    this.#languages = Object.keys(models);
    const most = (Object.values(models).join('|').length + 1) / MODEL_STEP;
    this.#slots = new Uint16Array(2 ** Math.ceil(Math.log2(2 * most)));
    this.#units = new Uint16Array(3 * most);
    const numbers = Object.values(models).map((model) => this.#addModel(model));
    this.#counts = new Uint32Array(this.#trigramCount);
    this.#starts = startsOf(numbers, this.#trigramCount);
    this.#ranks = ranksOf(numbers, this.#starts);
  }

  /** The numbers of its trigrams. */
  #addModel(model: string): Uint16Array {
    const numbers = new Uint16Array((model.length + 1) / MODEL_STEP);
    for (let rank = 0; rank < numbers.length; rank++) {
      const at = rank * MODEL_STEP;
      const one = model.charCodeAt(at);
      const two = model.charCodeAt(at + 1);
      const three = model.charCodeAt(at + 2);
      const slot = this.#slotOf(one, two, three);
      if (this.#slots[slot] === 0) {
        const number = this.#trigramCount++;
        this.#slots[slot] = number + 1;
        this.#units[3 * number] = one;
        this.#units[3 * number + 1] = two;
        this.#units[3 * number + 2] = three;
      }
      numbers[rank] = this.#slots[slot]! - 1;
    }
    return numbers;
  }

  /** Where a trigram is, or would be. */
  #slotOf(one: number, two: number, three: number): number {
    const mask = this.#slots.length - 1;
    const hash = Math.imul(Math.imul(one, 961) + Math.imul(two, 31) + three, 0x9e3779b1);
    for (let slot = hash >>> 15; ; slot++) {
      const at = 3 * (this.#slots[slot & mask]! - 1);
      if (at < 0) return slot & mask;
      if (this.#units[at] === one && this.#units[at + 1] === two && this.#units[at + 2] === three)
        return slot & mask;
    }
  }

  /**
   * The language of least distance; of equal ones the first. Trigrams that no language has are as far from all of them,
   * so what counts is by how much less the others add.
   */
  nearest(text: string): string {
    const nearness = new Int32Array(this.#languages.length);
    const ranks = this.#ranks;
    for (const number of this.#count(text)) {
      const count = this.#counts[number]!;
      this.#counts[number] = 0;
      const end = this.#starts[number + 1]!;
      for (let i = this.#starts[number]!; i < end; i += 2)
        nearness[ranks[i]!]! += MAX_DIFFERENCE - Math.abs(count - ranks[i + 1]! - 1);
    }
    let best = 0;
    for (let language = 1; language < nearness.length; language++)
      if (nearness[language]! > nearness[best]!) best = language;
    return this.#languages[best]!;
  }

  /** Counts the trigrams of a text's words, with a space before and behind each; returns those that it has. */
  #count(text: string): readonly number[] {
    const found: number[] = [];
    let one = 0;
    let two = SPACE;
    for (let i = 0; i <= text.length; i++) {
      const unit = i === text.length ? SPACE : text.charCodeAt(i);
      const three = isBetweenWords(unit) ? SPACE : unit;
      if (three === SPACE && two === SPACE) continue;
      const number = one === 0 ? -1 : this.#slots[this.#slotOf(one, two, three)]! - 1;
      if (number !== -1 && this.#counts[number]!++ === 0) found.push(number);
      one = two;
      two = three;
    }
    return found;
  }
}

const SPACE = 0x20;

/** White space, digits, and the signs of ASCII among which these are. */
function isBetweenWords(unit: number): boolean {
  if (unit <= 0x40) return unit >= SPACE || (unit <= 0x0d && unit >= 0x09);
  if (unit === 0xa0 || unit === 0xfeff) return true;
  return unit >= 0x1680 && unit <= 0x3000 && /\s/.test(String.fromCharCode(unit));
}

/** Where the pairs of each trigram begin. */
function startsOf(models: readonly Uint16Array[], trigramCount: number): Uint32Array {
  const starts = new Uint32Array(trigramCount + 1);
  for (let language = 0; language < models.length; language++) {
    const numbers = models[language]!;
    for (let rank = 0; rank < numbers.length; rank++) starts[numbers[rank]! + 1]! += 2;
  }
  for (let number = 0; number < trigramCount; number++) starts[number + 1]! += starts[number]!;
  return starts;
}

function ranksOf(models: readonly Uint16Array[], starts: Uint32Array): Uint16Array {
  const ranks = new Uint16Array(starts.at(-1)!);
  const next = starts.slice();
  for (let language = 0; language < models.length; language++) {
    const numbers = models[language]!;
    for (let rank = 0; rank < numbers.length; rank++) {
      const at = next[numbers[rank]!]!;
      ranks[at] = language;
      ranks[at + 1] = rank;
      next[numbers[rank]!] = at + 2;
    }
  }
  return ranks;
}
