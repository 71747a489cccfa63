/**
 * Lessons of many pages with all their words, small: pages of a site have most of their texts and elements in common, so
 * each text and each spelling of an element is kept once for many pages, and pages name them by number.
 *
 * Elements stay apart that are spelled alike. Who asks a page for words gets what the page itself would have said, and
 * a lesson that is written down after it was applied has the same bytes.
 */
import { ByteReader, ByteWriter } from '../../detect/bytes.ts';
import type { Lesson, LessonWords, SegmentWords } from '../../detect/lesson.ts';
import { damagedState } from '../../errors.ts';
import type { PathStep } from '../../page/css-path.ts';
import { compareKeys, type LessonKey } from './site-order.ts';

/** How an element is spelled: tag, id or '', classes. */
type Spelling = readonly [tag: string, id: string, classes: readonly string[]];

/** Texts and spellings by number. */
interface Dictionary {
  readonly texts: readonly string[];
  readonly spellings: readonly Spelling[];
}

/** A lesson whose words are numbers of a dictionary. */
export interface CodedLesson extends LessonKey {
  /** Of the page: sites are named in their titles. */
  readonly title: string;
  readonly facts: Uint8Array;
  readonly dictionary: Dictionary;
  /** For each element of the page that holds text, parents first: row of its parent + 1, spelling. */
  readonly elements: Int32Array;
  /** For each segment: text, row of its element + 1. */
  readonly segments: Int32Array;
}

/**
 * By their keys. Two captures of one page with the same texts can still differ, in classes or links: only the first one
 * counts, so which one that is must not be left to chance.
 */
export function compareLessons(one: CodedLesson, other: CodedLesson): number {
  const order = compareKeys(one, other);
  if (order !== 0) return order;
  const [left, right] = [contentOf(one), contentOf(other)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function contentOf({ title, facts, elements, segments, dictionary }: CodedLesson): string {
  const spelled = Array.from(elements, (value, i) => (i % 2 === 0 ? value : dictionary.spellings[value]));
  const said = Array.from(segments, (value, i) => (i % 2 === 0 ? dictionary.texts[value] : value));
  return JSON.stringify([title, facts.join(), spelled, said]);
}

/** Gathers lessons over one dictionary. */
export class LessonCoder {
  #texts: string[] = [];
  #spellings: Spelling[] = [];
  #numberOfText = new Map<string, number>();
  #numberOfSpelling = new Map<string, number>();
  #lessons: CodedLesson[] = [];
  #sizeBytes = 0;

  /** About what they take in memory. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  get count(): number {
    return this.#lessons.length;
  }

  /** The lesson of a page that is there. */
  add(key: LessonKey & Pick<CodedLesson, 'title'>, { facts, words }: Lesson): void {
    const elements: number[] = [];
    const segments = new Int32Array(2 * words.count);
    const rowOf = new Map<PathStep, number>();
    for (let number = 0; number < words.count; number++) {
      const { text, path } = words.of(number);
      let row = -1;
      for (const step of path) {
        let known = rowOf.get(step);
        if (known === undefined) {
          known = elements.push(row + 1, this.#spell([step.tag, step.id ?? '', step.classes])) / 2 - 1;
          rowOf.set(step, known);
        }
        row = known;
      }
      segments[2 * number] = this.#say(text);
      segments[2 * number + 1] = row + 1;
    }
    const title = JSON.parse(JSON.stringify(key.title)) as string;
    this.#put({ ...key, title, facts, elements: Int32Array.from(elements), segments });
  }

  /** A lesson that is coded already, over another dictionary. */
  addCoded({ dictionary, elements, segments, ...rest }: CodedLesson): void {
    const own = {
      elements: elements.map((value, i) => (i % 2 === 0 ? value : this.#spell(dictionary.spellings[value]!))),
      segments: segments.map((value, i) => (i % 2 === 0 ? this.#say(dictionary.texts[value]!) : value)),
    };
    this.#put({ ...rest, ...own });
  }

  /** Hands them over in the order in which they came; after this there are none. */
  take(): readonly CodedLesson[] {
    const lessons = this.#lessons;
    this.#lessons = [];
    this.#texts = [];
    this.#spellings = [];
    this.#numberOfText = new Map();
    this.#numberOfSpelling = new Map();
    this.#sizeBytes = 0;
    return lessons;
  }

  #put(lesson: Omit<CodedLesson, 'dictionary'>): void {
    const dictionary = { texts: this.#texts, spellings: this.#spellings };
    this.#lessons.push({ ...lesson, dictionary });
    const { facts, elements, segments, site, id } = lesson;
    this.#sizeBytes +=
      400 + facts.length + 4 * (elements.length + segments.length) + 2 * (site.length + id.length);
  }

  #say(text: string): number {
    const known = this.#numberOfText.get(text);
    if (known !== undefined) return known;
    // A copy, because what was cut out of a page would keep the whole page in memory.
    const kept = JSON.parse(JSON.stringify(text)) as string;
    const number = this.#texts.push(kept) - 1;
    this.#numberOfText.set(kept, number);
    this.#sizeBytes += 100 + 2 * text.length;
    return number;
  }

  #spell(spelling: Spelling): number {
    const [tag, id, classes] = spelling;
    // Neither a tag nor a class has white space in it.
    const key = `${tag} ${classes.join(' ')}\n${id}`;
    const known = this.#numberOfSpelling.get(key);
    if (known !== undefined) return known;
    const number = this.#spellings.push(JSON.parse(JSON.stringify(spelling)) as Spelling) - 1;
    this.#numberOfSpelling.set(JSON.parse(JSON.stringify(key)) as string, number);
    this.#sizeBytes += 300 + 4 * key.length;
    return number;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Lessons of one dictionary as bytes:
 *
 *     u32 length · JSON: { keys: [[site, date, id, title] …], texts, spellings }
 *     for each lesson: u32 × 2 digest of the page · its facts, elements and segments, each behind its length
 *
 * Strings are JSON because a page may have half of a surrogate pair, which UTF-8 cannot spell.
 */
export function encodeLessons(lessons: readonly CodedLesson[]): Uint8Array {
  const { texts, spellings } = lessons[0]!.dictionary;
  const keys = lessons.map(({ site, date, id, title }) => [site, date, id, title]);
  const json = encoder.encode(JSON.stringify({ keys, texts, spellings }));
  const writer = new ByteWriter(2 * json.length);
  writer.u32(json.length);
  writer.bytes(json);
  for (const { digest, facts, elements, segments } of lessons) {
    writer.u32(digest.high);
    writer.u32(digest.low);
    writer.count(facts.length);
    writer.bytes(facts);
    writer.count(elements.length);
    writer.counts(elements);
    writer.count(segments.length);
    writer.counts(segments);
  }
  return writer.take();
}

/** Of bytes whose checksum is right. `hashOf`: of the name of a site. */
export function decodeLessons(bytes: Uint8Array, hashOf: (site: string) => number): readonly CodedLesson[] {
  const reader = new ByteReader(bytes);
  const { keys, texts, spellings } = JSON.parse(decoder.decode(reader.bytes(reader.u32()))) as Dictionary & {
    readonly keys: readonly (readonly [string, string, string, string])[];
  };
  const dictionary = { texts, spellings };
  const numbers = (): Int32Array => {
    const column = new Uint32Array(reader.count());
    reader.counts(column);
    return new Int32Array(column.buffer);
  };
  return keys.map(([site, date, id, title]) => {
    const digest = { high: reader.u32(), low: reader.u32() };
    const facts = reader.bytes(reader.count());
    return {
      ...{ hash: hashOf(site), site, date, id, title, digest, facts, dictionary },
      elements: numbers(),
      segments: numbers(),
    };
  });
}

/** For a detector. */
export function lessonOf(coded: CodedLesson): Lesson {
  return { facts: coded.facts, words: new CodedWords(coded) };
}

class CodedWords implements LessonWords {
  readonly asked: Set<number> = new Set();
  readonly count: number;
  readonly #coded: CodedLesson;
  readonly #paths = new Map<number, readonly PathStep[]>([[0, []]]);

  constructor(coded: CodedLesson) {
    this.#coded = coded;
    this.count = coded.segments.length / 2;
  }

  of(segment: number): SegmentWords {
    const { segments, dictionary } = this.#coded;
    if (!(segment < this.count)) throw damagedState('a lesson lacks words that the state needs');
    this.asked.add(segment);
    return {
      text: dictionary.texts[segments[2 * segment]!]!,
      path: this.#pathTo(segments[2 * segment + 1]!),
    };
  }

  /** `row`: that of an element + 1. */
  #pathTo(row: number): readonly PathStep[] {
    const { elements, dictionary } = this.#coded;
    const missing: number[] = [];
    let at = row;
    for (; !this.#paths.has(at); at = elements[2 * (at - 1)]!) missing.push(at);
    let path = this.#paths.get(at)!;
    for (const element of missing.reverse()) {
      const [tag, id, classes] = dictionary.spellings[elements[2 * (element - 1) + 1]!]!;
      path = [...path, id === '' ? { tag, classes } : { tag, id, classes }];
      this.#paths.set(element, path);
    }
    return path;
  }
}
