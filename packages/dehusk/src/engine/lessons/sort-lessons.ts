/**
 * Lessons into their order, in bounded memory: what does not fit waits in temporary files, each in order, and these are
 * merged. A merge has one block of each file in memory; of more files than it may have open, some are merged first.
 */
import type { Lesson } from '../../detect/lesson.ts';
import { type CodedLesson, compareLessons, LessonCoder } from './coded-lesson.ts';
import { type LessonReader, LessonWriter } from './lesson-file.ts';
import { allHashes, type HashRange, type LessonKey } from './site-order.ts';

/** So many files are merged at a time: their blocks take some megabytes each when they are read. */
const MOST_FILES = 24;

export class LessonSorter implements AsyncDisposable {
  readonly #limitBytes: number;
  readonly #coder = new LessonCoder();
  readonly #waiting: LessonReader[] = [];

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  async add(key: LessonKey & Pick<CodedLesson, 'title'>, lesson: Lesson): Promise<void> {
    this.#coder.add(key, lesson);
    if (this.#coder.sizeBytes >= this.#limitBytes) await this.#putAside();
  }

  /** All of them, in their order. */
  async *sorted(): AsyncGenerator<CodedLesson> {
    if (this.#waiting.length === 0) {
      yield* this.#taken();
      return;
    }
    await this.#putAside();
    yield* mergeLessons(this.#waiting.map((reader) => reader.lessons(allHashes)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await closeAll(this.#waiting);
  }

  #taken(): readonly CodedLesson[] {
    return [...this.#coder.take()].sort(compareLessons);
  }

  async #putAside(): Promise<void> {
    if (this.#coder.count === 0) return;
    if (this.#waiting.length >= MOST_FILES)
      this.#waiting.push(await mergeInto(this.#waiting.splice(0), allHashes));
    this.#waiting.push(await writtenAside(this.#taken()));
  }
}

async function writtenAside(
  lessons: Iterable<CodedLesson> | AsyncIterable<CodedLesson>,
): Promise<LessonReader> {
  const writer = await LessonWriter.create(undefined, {});
  try {
    for await (const lesson of lessons) await writer.add(lesson);
    return await writer.readBack();
  } catch (error) {
    await writer.drop();
    throw error;
  }
}

/** One file of many, which are closed then. */
async function mergeInto(readers: readonly LessonReader[], range: HashRange): Promise<LessonReader> {
  try {
    return await writtenAside(mergeLessons(readers.map((reader) => reader.lessons(range))));
  } finally {
    await closeAll(readers);
  }
}

async function closeAll(readers: readonly LessonReader[]): Promise<void> {
  for (const reader of readers) await reader[Symbol.asyncDispose]();
}

/**
 * The lessons of many files that lie in a range, in their order. Each file is opened when its turn comes, and closed
 * behind it. Pages that are in several files come as often as they are there, one behind the other.
 */
export async function* mergeFiles(
  files: readonly string[],
  range: HashRange,
  open: (file: string) => Promise<LessonReader>,
): AsyncGenerator<CodedLesson> {
  const aside: LessonReader[] = [];
  const opened: LessonReader[] = [];
  const openAll = async (names: readonly string[]): Promise<void> => {
    for (const name of names) opened.push(await open(name));
  };
  try {
    if (files.length <= MOST_FILES) await openAll(files);
    else
      for (let at = 0; at < files.length; at += MOST_FILES) {
        await openAll(files.slice(at, at + MOST_FILES));
        aside.push(await mergeInto(opened.splice(0), range));
        if (aside.length === MOST_FILES) aside.push(await mergeInto(aside.splice(0), allHashes));
      }
    yield* mergeLessons([...opened, ...aside].map((reader) => reader.lessons(range)));
  } finally {
    await closeAll([...opened, ...aside]);
  }
}

/** Rows that are in order, as one. */
async function* mergeLessons(rows: readonly AsyncGenerator<CodedLesson>[]): AsyncGenerator<CodedLesson> {
  const heads: { lesson: CodedLesson; readonly row: AsyncGenerator<CodedLesson> }[] = [];
  for (const row of rows) {
    const next = await row.next();
    if (!next.done) heads.push({ lesson: next.value, row });
  }
  while (heads.length > 0) {
    let least = 0;
    for (let i = 1; i < heads.length; i++)
      if (compareLessons(heads[i]!.lesson, heads[least]!.lesson) < 0) least = i;
    const head = heads[least]!;
    yield head.lesson;
    const next = await head.row.next();
    if (next.done) heads.splice(least, 1);
    else head.lesson = next.value;
  }
}
