/**
 * A file of lessons in their order: blocks of some hundred kilobytes, compressed, with the hash of the first site of
 * each, so that a shard is read without the rest.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { OptionValues } from '../../detect/method.ts';
import { DehuskError } from '../../errors.ts';
import type { HashKey } from '../../page/hash.ts';
import { type CodedLesson, decodeLessons, encodeLessons, LessonCoder } from './coded-lesson.ts';
import { type DamagedFile, PackedReader, PackedWriter, type PartLocation } from './packed-file.ts';
import { type HashRange, siteHash } from './site-order.ts';

/** How lessons were made: those of another setting cannot be put together with them. */
export interface LessonSetting {
  readonly method: string;
  readonly options: OptionValues;
  readonly hashKey: HashKey;
  /** What a site is. */
  readonly siteBy: string;
}

/** Of the format of lessons, and of what they say of a page: 1 did not say where links lead. */
const FORMAT = 2;

/** In memory. Larger ones are smaller on disk, because pages share more; a merge has one of each file in memory. */
const BLOCK_BYTES = 768 * 1024;
/** Of the compression: 1 is twice as fast as the default, and takes a tenth more. */
const COMPRESSION_LEVEL = 1;

/** Hash of its first site, and where it is. */
type BlockLocation = readonly [hash: number, ...location: PartLocation];

const damaged: DamagedFile = (file, reason) => new DehuskError('LESSONS_DAMAGED', { file, reason });

export class LessonWriter {
  readonly #packed: PackedWriter;
  readonly #coder = new LessonCoder();
  readonly #blocks: BlockLocation[] = [];
  #count = 0;

  private constructor(packed: PackedWriter) {
    this.#packed = packed;
  }

  /** Without a name, the file is gone with the process. */
  static async create(name: string | undefined, header: object): Promise<LessonWriter> {
    const line = { dehusk: 'lessons', format: FORMAT, ...header };
    return new LessonWriter(
      await (name === undefined ? PackedWriter.createTemporary(line) : PackedWriter.create(name, line)),
    );
  }

  /** They must come in their order. */
  async add(lesson: CodedLesson): Promise<void> {
    this.#coder.addCoded(lesson);
    this.#count++;
    if (this.#coder.sizeBytes >= BLOCK_BYTES) await this.#endBlock();
  }

  async finish(facts: object): Promise<void> {
    await this.#endBlock();
    await this.#packed.finish(this.#tail(facts));
  }

  async readBack(): Promise<LessonReader> {
    await this.#endBlock();
    return new LessonReader(await this.#packed.readBack(this.#tail({}), damaged));
  }

  drop(): Promise<void> {
    return this.#packed.drop();
  }

  #tail(facts: object): object {
    return { ...facts, lessons: this.#count, blocks: this.#blocks };
  }

  async #endBlock(): Promise<void> {
    if (this.#coder.count === 0) return;
    const lessons = this.#coder.take();
    const bytes = deflateRawSync(encodeLessons(lessons), { level: COMPRESSION_LEVEL });
    this.#blocks.push([lessons[0]!.hash, ...(await this.#packed.append(bytes))]);
  }
}

export class LessonReader implements AsyncDisposable {
  readonly #packed: PackedReader;
  readonly #blocks: readonly BlockLocation[];

  constructor(packed: PackedReader) {
    this.#packed = packed;
    this.#blocks = packed.tail.blocks as readonly BlockLocation[];
  }

  /** Throws LESSONS_DAMAGED and LESSONS_NEWER. */
  static async open(file: string): Promise<LessonReader> {
    const packed = await PackedReader.open(file, damaged);
    const { dehusk, format } = packed.header;
    if (dehusk === 'lessons' && format === FORMAT) return new LessonReader(packed);
    await packed[Symbol.asyncDispose]();
    if (dehusk !== 'lessons') throw packed.damage('it has something else in it');
    throw packed.damage(`it is of format ${String(format)}, and this program reads format ${FORMAT}`);
  }

  get file(): string {
    return this.#packed.file;
  }

  get header(): Readonly<Record<string, unknown>> {
    return this.#packed.header;
  }

  get tail(): Readonly<Record<string, unknown>> {
    return this.#packed.tail;
  }

  get setting(): LessonSetting {
    return this.header.setting as LessonSetting;
  }

  /** The lessons of some sites, in their order. */
  async *lessons({ first, end }: HashRange): AsyncGenerator<CodedLesson> {
    // A site may begin in the block before the first one whose first site has its hash.
    const behind = this.#blocks.findIndex(([hash]) => hash >= first);
    const from = Math.max(0, (behind === -1 ? this.#blocks.length : behind) - 1);
    for (const [hash, ...location] of this.#blocks.slice(from)) {
      if (hash >= end) return;
      for (const lesson of this.#decode(await this.#packed.read(location)))
        if (lesson.hash >= first && lesson.hash < end) yield lesson;
    }
  }

  #decode(bytes: Uint8Array): readonly CodedLesson[] {
    try {
      return decodeLessons(inflateRawSync(bytes), siteHash);
    } catch (error) {
      throw this.#packed.damage((error as Error).message);
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#packed[Symbol.asyncDispose]();
  }
}
