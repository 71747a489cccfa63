/** Names the pages whose verdict would now differ, so that a pipeline can redo just those. */
import { readFile, rm } from 'node:fs/promises';
import { DehuskError, systemReason } from '../../errors.ts';
import {
  type AppendedFile,
  openAppended,
  orWriteError,
  type WrittenMark,
} from '../../output/files/appended-file.ts';
import { writeText } from '../../output/files/write.ts';
import type { Work } from './work.ts';

/** Traces of a site are asked about together, to spare messages between threads. */
const BATCH = 256;

type Asked = Pick<Work<unknown>, 'wouldDiffer'>;

/** One identity a line, in the order of the pages. Returns how many there are. */
export async function writeReprocessList(file: string, traces: TraceFile, work: Asked): Promise<number> {
  const changed = new Set<string>();
  let batch: Trace[] = [];
  const askBatch = async (): Promise<void> => {
    for (const id of await changedPages(batch, work)) changed.add(id);
    batch = [];
  };
  for await (const trace of traces.read()) {
    batch.push(trace);
    if (batch.length >= BATCH) await askBatch();
  }
  await askBatch();
  await writeText([...changed].map((id) => `${toLine(id)}\n`).join(''), file);
  return changed.size;
}

async function changedPages(batch: readonly Trace[], work: Asked): Promise<readonly string[]> {
  const changed = new Set<Trace>();
  // What the empty guard keeps depends on how often each block was seen, which no trace tells.
  for (const [site, traces] of bySite(batch)) {
    const differs = await work.wouldDiffer(
      site,
      traces.map(({ trace }) => trace),
    );
    for (const [i, trace] of traces.entries()) if (differs[i] || trace.guarded) changed.add(trace);
  }
  return batch.filter((trace) => changed.has(trace)).map(({ id }) => id);
}

function bySite(batch: readonly Trace[]): ReadonlyMap<string, readonly Trace[]> {
  const sites = new Map<string, Trace[]>();
  for (const trace of batch) {
    const traces = sites.get(trace.site);
    if (traces === undefined) sites.set(trace.site, [trace]);
    else traces.push(trace);
  }
  return sites;
}

/** The identities of such a list. */
export async function readPageList(file: string): Promise<ReadonlySet<string>> {
  try {
    const text = await readFile(file, 'utf8');
    return new Set(
      text
        .split(/\r?\n/)
        .filter((line) => line !== '')
        .map(fromLine),
    );
  } catch (error) {
    throw new DehuskError('INPUT_UNREADABLE', { file, reason: systemReason(error) }, { cause: error });
  }
}

/** A file may have a line end in its name: such an identity stands there as a JSON string. */
function toLine(id: string): string {
  return /[\r\n]|^"/.test(id) ? JSON.stringify(id) : id;
}

function fromLine(line: string): string {
  return line.startsWith('"') ? (JSON.parse(line) as string) : line;
}

/**
 * What early verdicts rest on, kept in a file until the end of a run, when it is known which of them have changed.
 * On disk, because it grows with the pages: some hundred bytes each.
 *
 *     per page: u32 length of the head · u32 length of the trace · head: JSON { site, id, guarded } · trace
 */

interface Trace {
  readonly site: string;
  readonly id: string;
  /** It was kept from being empty. */
  readonly guarded: boolean;
  readonly trace: Uint8Array;
}

export interface TraceFile {
  add(trace: Trace): Promise<void>;
  /** All of it is on disk; returns how much it is. */
  sync(): Promise<WrittenMark>;
  /** From the first on. */
  read(): AsyncGenerator<Trace>;
  /** Keeps it. */
  close(): Promise<void>;
  remove(): Promise<void>;
}

/** Beside the list that is made of it. */
export function traceFileOf(listFile: string): string {
  return `${listFile}.traces`;
}

export async function removeTraceFile(file: string): Promise<void> {
  await orWriteError(rm(file, { force: true }), file);
}

const HEAD_BYTES = 8;

/** What an earlier run has written is kept, and what is behind it is cut off. */
export async function openTraceFile(file: string, kept: WrittenMark | undefined): Promise<TraceFile> {
  const appended = await openAppended(file, { kept, isDigested: true });
  let end = kept?.bytes ?? 0;
  return {
    add: async ({ trace, ...facts }) => {
      const head = Buffer.from(JSON.stringify(facts));
      const lengths = Buffer.alloc(HEAD_BYTES);
      lengths.writeUInt32LE(head.length, 0);
      lengths.writeUInt32LE(trace.length, 4);
      for (const part of [lengths, head, trace]) await appended.append(part);
      end += HEAD_BYTES + head.length + trace.length;
    },
    sync: () => appended.sync(),
    read: () => readTraces(appended, end),
    close: () => appended.close(),
    remove: async () => {
      await appended.close();
      await removeTraceFile(file);
    },
  };
}

async function* readTraces(file: AppendedFile, end: number): AsyncGenerator<Trace> {
  for (let at = 0; at < end; ) {
    const lengths = await file.read(at, HEAD_BYTES);
    const headBytes = lengths.readUInt32LE(0);
    const traceBytes = lengths.readUInt32LE(4);
    const body = await file.read(at + HEAD_BYTES, headBytes + traceBytes);
    const facts = JSON.parse(body.toString('utf8', 0, headBytes)) as Omit<Trace, 'trace'>;
    yield { ...facts, trace: body.subarray(headBytes) };
    at += HEAD_BYTES + headBytes + traceBytes;
  }
}
