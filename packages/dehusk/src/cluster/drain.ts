/**
 * Takes what comes out of a log into a file, each record once. What was written is on disk before a small file beside it
 * (`OUT.drain`) says how far that goes, and only then the log is told that it may drop it. So whoever goes on after a
 * kill cuts off what is behind the mark, and takes from there on. A log that has fallen back makes the same again:
 * the last record that was taken is compared with what the log has in its place.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { PageFailure } from '../engine/engine.ts';
import { DehuskError } from '../errors.ts';
import { ifThere, orWriteError, syncFolder, type WrittenMark } from '../output/files/appended-file.ts';
import {
  type Destination,
  finishOutput,
  guardOutput,
  type Output,
  openOutput,
} from '../output/files/output.ts';
import type { HashKey } from '../page/hash.ts';
import { decodeFailure } from './logged-page.ts';
import type { LogOutput, LogStatus, PageLog } from './page-log.ts';
import { type Patience, untilReached } from './patience.ts';

export interface DrainOptions extends Patience {
  readonly log: PageLog;
  /** Tells the log from others. */
  readonly hashKey: HashKey;
  readonly destination: Destination;
  /** `there`: what has come out by now. `done`: until all pages are done. `more`: until it is stopped. */
  readonly until: 'there' | 'done' | 'more';
  /** What is written of a page that failed; nothing unless told. */
  readonly failureLine?: ((failure: PageFailure) => Uint8Array) | undefined;
  /** Write over what is in the place of the output. */
  readonly force: boolean;
  /** Take the place of another who has begun and will not come back. */
  readonly takeOver: boolean;
  readonly report: DrainReport;
}

type DrainReport = Patience['report'] & {
  addRecord(): void;
  fail(failure: PageFailure): void;
};

/** The last output of a partition that was taken. */
interface Taken {
  readonly number: number;
  /** Undefined where another drain has taken it. */
  readonly crc?: number;
}

interface Mark {
  readonly hashKey: HashKey;
  readonly written: WrittenMark;
  readonly isFinished: boolean;
  readonly taken: Readonly<Record<string, Taken>>;
}

const READ_LIMITS = { entries: 1000, bytes: 8 * 1024 * 1024 };

/** Between two looks at a log of which nothing has come. */
const POLL_MS = 200;

/** Throws LOG_DRAIN_BEGUN, LOG_OUTPUT_OTHER, USAGE_OUTPUT_EXISTS, OUTPUT_…; and the reason of the signal, when all is kept. */
export async function drain(options: DrainOptions): Promise<void> {
  const { destination, signal } = options;
  const mark = await readMark(options);
  if (mark === undefined && !options.force) await guardOutput(destination);
  const name = nameOf(destination);
  const drainer = new Drainer(options, name);
  await drainer.begin(mark);
  const output = await openMarked(options, mark);
  try {
    await drainer.run(output);
    await drainer.keep(output, true);
    await output.finish();
    await drainer.end();
  } catch (error) {
    // What was stopped in order is kept; of what failed, the mark tells how much is good.
    try {
      if (error === signal.reason) await drainer.keep(output, false);
    } finally {
      await output.stop().catch(() => undefined);
    }
    throw error;
  }
}

/** Whoever writes there, on whichever machine. */
function nameOf({ path: file }: Destination): string {
  return `${hostname()}:${file === undefined ? '-' : path.resolve(file)}`;
}

async function openMarked(options: DrainOptions, mark: Mark | undefined): Promise<Output> {
  const { destination } = options;
  // The date is that of archives, which are not written here.
  const how = { record: { format: 'text' }, keepDirs: false, date: '', isDurable: true } as const;
  const isThere = mark?.isFinished ? await finishOutput(destination, mark.written, how) : mark !== undefined;
  if (!isThere) return openOutput(destination, { ...how, isFinished: false });
  return openOutput(destination, { ...how, kept: mark!.written, isFinished: mark!.isFinished });
}

function markFile({ path: file }: Destination): string | undefined {
  return file === undefined ? undefined : `${file}.drain`;
}

/** Undefined where there is none of this log. */
async function readMark({ destination, hashKey }: DrainOptions): Promise<Mark | undefined> {
  const file = markFile(destination);
  const text = file && (await orWriteError(ifThere(readFile(file, 'utf8')), file));
  if (text === undefined) return undefined;
  const mark = JSON.parse(text) as Mark;
  return mark.hashKey.join() === hashKey.join() ? mark : undefined;
}

class Drainer {
  readonly #options: DrainOptions;
  readonly #name: string;
  readonly #taken = new Map<number, Taken>();
  #isChanged = true;

  constructor(options: DrainOptions, name: string) {
    this.#options = options;
    this.#name = name;
  }

  async begin(mark: Mark | undefined): Promise<void> {
    const { log, takeOver } = this.#options;
    const holder = await this.#tried(() => log.beginDrain(this.#name));
    if (holder !== this.#name && !takeOver)
      throw new DehuskError('LOG_DRAIN_BEGUN', { log: log.name, drain: holder });
    if (holder !== this.#name) {
      await log.take(holder, new Map(), true);
      await log.beginDrain(this.#name);
    }
    for (const [partition, taken] of Object.entries(mark?.taken ?? {}))
      this.#taken.set(Number(partition), taken);
  }

  async run(output: Output): Promise<void> {
    const { log, until, clock, signal } = this.#options;
    for (;;) {
      const status = await this.#tried(() => log.status());
      let hasTaken = false;
      for (const { partition, taken, position } of status.partitions) {
        // What another drain has taken before.
        const before = this.#taken.get(partition);
        if ((before?.number ?? 0) < taken) this.#taken.set(partition, { number: taken });
        while ((this.#taken.get(partition)?.number ?? 0) < position) {
          signal.throwIfAborted();
          if (!(await this.#takeSome(partition, output))) break;
          hasTaken = true;
          await this.keep(output, false);
        }
      }
      if (hasTaken) continue;
      if (until === 'there' || (until === 'done' && this.#isDone(status))) return;
      await clock.sleep(POLL_MS, signal);
      signal.throwIfAborted();
    }
  }

  #isDone({ partitions }: LogStatus): boolean {
    return partitions.every(
      ({ partition, appended, position }) =>
        appended === position && (this.#taken.get(partition)?.number ?? 0) >= position,
    );
  }

  /** False where nothing is there yet. */
  async #takeSome(partition: number, output: Output): Promise<boolean> {
    const { log } = this.#options;
    const before = this.#taken.get(partition) ?? { number: 0 };
    const read = await this.#tried(() => log.outputs(partition, Math.max(1, before.number), READ_LIMITS));
    const fresh = read.filter(({ number }) => number > before.number);
    const [last] = read;
    if (last?.number === before.number && before.crc !== undefined && crc32(last.bytes) !== before.crc)
      throw this.#other(partition, before.number);
    if (fresh.length === 0) return false;
    if (fresh[0]!.number !== before.number + 1) throw this.#other(partition, before.number + 1);
    for (const one of fresh) await this.#put(one, output);
    const { number, bytes } = fresh.at(-1)!;
    this.#taken.set(partition, { number, crc: crc32(bytes) });
    this.#isChanged = true;
    return true;
  }

  async #put(one: LogOutput, output: Output): Promise<void> {
    const { report, failureLine } = this.#options;
    const failure = one.kind === 'failure' ? decodeFailure(one) : undefined;
    const bytes = failure === undefined ? one.bytes : failureLine?.(failure);
    // Of one file, the place of a page does not matter.
    if (bytes !== undefined) await output.put({ id: '', raw: { provenance: { file: '' } } }, bytes);
    if (failure === undefined) report.addRecord();
    else report.fail(failure);
  }

  /** What was put is durable, then the mark behind it, then the log may drop it. */
  async keep(output: Output, isFinished: boolean): Promise<void> {
    const { log, destination, hashKey } = this.#options;
    if (!this.#isChanged && !isFinished) return;
    const written = await output.sync();
    const file = markFile(destination);
    const taken = Object.fromEntries(this.#taken);
    if (file !== undefined) await writeMark(file, { hashKey, written, isFinished, taken });
    this.#isChanged = false;
    await this.#tried(() => log.take(this.#name, this.#numbers(), false));
  }

  async end(): Promise<void> {
    await this.#tried(() => this.#options.log.take(this.#name, this.#numbers(), true));
  }

  #numbers(): ReadonlyMap<number, number> {
    return new Map([...this.#taken].map(([partition, { number }]) => [partition, number]));
  }

  #other(partition: number, number: number): DehuskError {
    const { log, destination } = this.#options;
    const file = destination.path ?? 'standard output';
    return new DehuskError('LOG_OUTPUT_OTHER', { log: log.name, file, partition, number });
  }

  /** All that is asked here may be asked twice. */
  async #tried<Value>(act: () => Promise<Value>): Promise<Value> {
    return untilReached(act, this.#options);
  }
}

async function writeMark(file: string, mark: Mark): Promise<void> {
  const write = async (): Promise<void> => {
    await writeFile(`${file}.new`, `${JSON.stringify(mark)}\n`, { flush: true });
    await rename(`${file}.new`, file);
    await syncFolder(path.dirname(file));
  };
  await orWriteError(write(), file);
}
