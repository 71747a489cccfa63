/**
 * What a page teaches. A lesson is made of the page, the key of its hashes and the options of the method, and of
 * nothing else: any detector of the method makes the same one, also one that has seen no page. Lessons that are
 * applied in the order of their pages give the state that the pages would have given, to the byte. So lessons can be
 * made anywhere, and a journal is a row of them.
 *
 * A lesson has facts, in the spelling of the method, and words. Which words are of use only the state knows: those of
 * segments that have just become template. So they are read when the lesson is applied, and a lesson that is written
 * down afterwards has these and no others; whoever applies it to the same state asks for the same ones. For a state
 * that is not known yet a lesson is written with all its words.
 *
 *     count: bytes of the facts · the facts
 *     the words as JSON, or nothing: { steps, segments: [[number, text, step] …] }
 *
 * The words of a page are some thirty times its facts.
 */
import { DehuskError, damagedState } from '../errors.ts';
import { commonStep, type PathStep, pathStep } from '../page/css-path.ts';
import { type Page, readNormalText } from '../page/page.ts';
import { ByteReader, ByteWriter } from './bytes.ts';

/** What a segment looks like. */
export interface SegmentWords {
  /** Enough to recognise it by: at most `MAX_TEXT_UNITS`. Like the path it may be cut out of the page. */
  readonly text: string;
  /** Segments that are in the same elements have the same steps, and not others that are alike. */
  readonly path: readonly PathStep[];
}

/** The words of a lesson, by the number of the segment on its page. */
export interface LessonWords {
  /** How many segments the page has. */
  readonly count: number;
  /** Those that somebody has asked for. */
  readonly asked: ReadonlySet<number>;
  /** Throws STATE_DAMAGED for what was not written down. */
  of(segment: number): SegmentWords;
}

export interface Lesson {
  /** All that the method looks at, as bytes. */
  readonly facts: Uint8Array;
  readonly words: LessonWords;
}

/** How a method spells what it looks at. */
export interface FactsCodec<Facts> {
  encode(facts: Facts): Uint8Array;
  /** Throws STATE_DAMAGED for what are none. */
  decode(bytes: Uint8Array): Facts;
}

/**
 * The lesson of a page that is there: its facts become bytes when somebody wants them so. Without a codec nobody can,
 * and only detectors without one can read it.
 */
export class PageLesson<Facts> implements Lesson {
  readonly words: LessonWords;
  readonly #facts: Facts;
  readonly #codec: FactsCodec<Facts> | undefined;

  constructor(page: Page, facts: Facts, codec: FactsCodec<Facts> | undefined) {
    this.words = new PageWords(page);
    this.#facts = facts;
    this.#codec = codec;
  }

  get facts(): Uint8Array {
    return this.#codec!.encode(this.#facts);
  }

  /** The facts of any lesson of the method. */
  static read<Facts>(lesson: Lesson, codec: FactsCodec<Facts> | undefined): Facts {
    const isOwn = lesson instanceof PageLesson && lesson.#codec === codec;
    return isOwn ? (lesson as PageLesson<Facts>).#facts : codec!.decode(lesson.facts);
  }
}

/** A disclaimer of a page's length need not be kept whole. */
const MAX_TEXT_UNITS = 300;

/** Of a segment that was shown before nobody reads the text again. */
class NodeWords implements SegmentWords {
  readonly path: readonly PathStep[];
  readonly #page: Page;
  readonly #node: number;

  constructor(page: Page, node: number, path: readonly PathStep[]) {
    this.#page = page;
    this.#node = node;
    this.path = path;
  }

  get text(): string {
    return readNormalText(this.#page, this.#node).slice(0, MAX_TEXT_UNITS);
  }
}

/** The words of a page that is there. */
class PageWords implements LessonWords {
  readonly asked: Set<number> = new Set();
  readonly #page: Page;
  readonly #paths = new Map<number, readonly PathStep[]>([[-1, []]]);

  constructor(page: Page) {
    this.#page = page;
  }

  get count(): number {
    return this.#page.segments.length;
  }

  of(segment: number): SegmentWords {
    this.asked.add(segment);
    const node = this.#page.segments[segment]!;
    return new NodeWords(this.#page, node, this.#pathOf(this.#page.parent[node]!));
  }

  #pathOf(element: number): readonly PathStep[] {
    const missing: number[] = [];
    let at = element;
    for (; !this.#paths.has(at); at = this.#page.parent[at]!) missing.push(at);
    let path = this.#paths.get(at)!;
    for (const node of missing.reverse()) {
      path = [...path, pathStep(this.#page, node)];
      this.#paths.set(node, path);
    }
    return path;
  }
}

/** The lesson of a page whose facts were made elsewhere. */
export function lessonFrom(page: Page, facts: Uint8Array): Lesson {
  return { facts, words: new PageWords(page) };
}

/** Of a lesson of which nobody needs words. */
export const noWords: LessonWords = {
  count: 0,
  asked: new Set(),
  of: () => {
    throw missingWords();
  },
};

/** Words that were written down. */
class WrittenWords implements LessonWords {
  readonly asked: Set<number> = new Set();
  readonly count: number;
  readonly #written: ReadonlyMap<number, SegmentWords>;

  constructor(written: ReadonlyMap<number, SegmentWords>) {
    this.#written = written;
    this.count = written.size;
  }

  of(segment: number): SegmentWords {
    const words = this.#written.get(segment);
    if (words === undefined) throw missingWords();
    this.asked.add(segment);
    return words;
  }
}

function missingWords(): DehuskError {
  return damagedState('a lesson lacks words that the state needs');
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** `all`: for whoever does not know to what state it will be applied; else for those who apply it to the same one. */
export function encodeLesson({ facts, words }: Lesson, which: 'asked' | 'all'): Uint8Array {
  const numbers =
    which === 'all'
      ? Array.from({ length: words.count }, (_, i) => i)
      : [...words.asked].sort((one, other) => one - other);
  const steps: StepRow[] = [];
  const rowOf = new Map<PathStep, number>();
  const segments = numbers.map((number): WrittenSegment => {
    const { text, path } = words.of(number);
    let row = -1;
    for (const step of path) {
      const known = rowOf.get(step);
      const { tag, id = '', classes } = step;
      row = known ?? steps.push([row, tag, id, classes]) - 1;
      if (known === undefined) rowOf.set(step, row);
    }
    return [number, text, row];
  });
  const json = segments.length === 0 ? '' : JSON.stringify({ steps, segments });
  const writer = new ByteWriter(facts.length + json.length + 5);
  writer.count(facts.length);
  writer.bytes(facts);
  writer.bytes(encoder.encode(json));
  return writer.take();
}

/** Throws STATE_DAMAGED for what is no lesson. Whether the facts are any is known to the method only. */
export function decodeLesson(bytes: Uint8Array): Lesson {
  const reader = new ByteReader(bytes);
  const facts = reader.bytes(reader.count());
  const json = reader.rest();
  return { facts, words: json.length === 0 ? noWords : new WrittenWords(readWords(json)) };
}

/** [number, text, step] */
type WrittenSegment = readonly [number, string, number];

function readWords(json: Uint8Array): ReadonlyMap<number, SegmentWords> {
  try {
    const { steps, segments } = JSON.parse(decoder.decode(json)) as {
      readonly steps: readonly StepRow[];
      readonly segments: readonly WrittenSegment[];
    };
    const made = steps.map(stepOf);
    const pathTo = (row: number): readonly PathStep[] => rowsTo(steps, row).map((at) => made[at]!);
    return new Map(segments.map(([number, text, step]) => [number, { text, path: pathTo(step) }]));
  } catch (cause) {
    if (cause instanceof DehuskError) throw cause;
    throw damagedState('the words of a lesson are none', { cause });
  }
}

/**
 * What a verdict rests on, small: the facts of the page, and a mark for each of its segments.
 *
 *     count: bytes of the facts · the facts · the marks as bits
 */
export function encodeTrace(facts: Uint8Array, marks: Uint8Array): Uint8Array {
  const writer = new ByteWriter(facts.length + marks.length / 8 + 6);
  writer.count(facts.length);
  writer.bytes(facts);
  writer.bits(marks);
  return writer.take();
}

export function decodeTrace(trace: Uint8Array): {
  readonly facts: Uint8Array;
  /** Of so many segments. */
  readonly marks: (count: number) => Uint8Array;
} {
  const reader = new ByteReader(trace);
  return { facts: reader.bytes(reader.count()), marks: (count) => reader.bits(count) };
}

/** [parent step or -1, tag, id or '', classes] */
export type StepRow = readonly [number, string, string, readonly string[]];

/** Paths as a tree of steps that they share: a menu's items differ in their last step at most. */
export class PathSteps {
  readonly rows: StepRow[] = [];
  readonly #rowByKey = new Map<string, number>();
  /** Of steps that many paths of a page share: below which row they were met last, and the row that they are. */
  readonly #met = new WeakMap<PathStep, readonly [parent: number, row: number]>();
  /** Of the same steps: with which row they were compared last, and the row of what they have in common. */
  readonly #compared = new WeakMap<PathStep, readonly [row: number, common: number]>();
  #sizeBytes = 0;

  /** About what they take: a measured share of objects and numbers, and two bytes a character. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** The last step of a path, which is −1 for none. */
  intern(path: readonly PathStep[]): number {
    let parent = -1;
    for (const step of path) {
      const met = this.#met.get(step);
      const { tag, id = '', classes } = step;
      const row = met?.[0] === parent ? met[1] : this.#rowOf([parent, tag, id, classes]);
      this.#met.set(step, [parent, row]);
      parent = row;
    }
    return parent;
  }

  /** The last step of what a path that is known and another one of the same tags agree in. */
  internCommon(last: number, other: readonly PathStep[]): number {
    const path = rowsTo(this.rows, last);
    // Of paths of the same page the first steps are mostly the same, and were compared for another one.
    let from = path.length;
    let parent = -1;
    while (from > 0) {
      const compared = from > other.length ? undefined : this.#compared.get(other[from - 1]!);
      if (compared?.[0] === path[from - 1]) {
        parent = compared![1];
        break;
      }
      from--;
    }
    for (let i = from; i < path.length; i++) {
      parent = this.#commonOf(path[i]!, parent, other[i]);
      if (i < other.length) this.#compared.set(other[i]!, [path[i]!, parent]);
    }
    return parent;
  }

  /** What a step agrees in with theirs, below `parent`. */
  #commonOf(row: number, parent: number, theirs: PathStep | undefined): number {
    const [before, tag, id, classes] = this.rows[row]!;
    const isKept =
      theirs === undefined ||
      ((id === '' || id === theirs.id) && classes.every((name) => theirs.classes.includes(name)));
    if (isKept) return before === parent ? row : this.#rowOf([parent, tag, id, classes]);
    const common = commonStep(stepOf(this.rows[row]!), theirs);
    return this.#rowOf([parent, tag, common.id ?? '', common.classes]);
  }

  pathOf(row: number): readonly PathStep[] {
    return pathOf(this.rows, row);
  }

  #rowOf(row: StepRow): number {
    const [parent, tag, id, classes] = row;
    // Neither a tag nor a class has white space in it.
    const key = `${parent} ${tag} ${classes.join(' ')}\n${id}`;
    return this.#rowByKey.get(key) ?? this.#add(key, row);
  }

  /** As copies, because strings that were cut out of a page would keep the whole page in memory. */
  #add(key: string, row: StepRow): number {
    const json = JSON.stringify(row);
    const number = this.rows.push(JSON.parse(json) as StepRow) - 1;
    this.#rowByKey.set(JSON.parse(JSON.stringify(key)) as string, number);
    // Its key has its words once more.
    this.#sizeBytes += 240 + 2 * json.length;
    return number;
  }
}

/** The steps from the root to a row. */
export function pathOf(rows: readonly StepRow[], row: number): readonly PathStep[] {
  return rowsTo(rows, row).map((at) => stepOf(rows[at]!));
}

function stepOf([, tag, id, classes]: StepRow): PathStep {
  return id === '' ? { tag, classes } : { tag, id, classes };
}

function rowsTo(rows: readonly StepRow[], row: number): readonly number[] {
  const path: number[] = [];
  for (let at = row; at >= 0; at = rows[at]![0]) {
    // Parents come first: of damaged steps this would go round in circles.
    if (!(rows[at]![0] < at)) throw damagedState('a path leads to itself');
    path.push(at);
  }
  return path.reverse();
}
