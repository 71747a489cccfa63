/**
 * What early verdicts rest on, kept in a file until the end of a run, when it is known which of them have changed.
 * On disk, because it grows with the pages: some hundred bytes each.
 *
 *     per page: u32 length of the head · u32 length of the trace · head: JSON { site, id, guarded } · trace
 */
import { type FileHandle, open, rm } from 'node:fs/promises';
import { orWriteError } from '../output/write-error.ts';

export interface Trace {
  readonly site: string;
  readonly id: string;
  /** It was kept from being empty. */
  readonly guarded: boolean;
  readonly trace: Uint8Array;
}

export interface TraceFile {
  add(trace: Trace): Promise<void>;
  /** All of it is on disk; returns how much it is. */
  sync(): Promise<number>;
  /** From the first on. */
  read(): AsyncGenerator<Trace>;
  remove(): Promise<void>;
}

/** Beside the list that is made of it. */
export function traceFileOf(listFile: string): string {
  return `${listFile}.traces`;
}

const HEAD_BYTES = 8;

/** `keptBytes` of an earlier run are kept, and what is behind them is cut off. */
export async function openTraceFile(file: string, keptBytes: number): Promise<TraceFile> {
  const handle = await orWriteError(open(file, keptBytes === 0 ? 'w+' : 'r+'), file);
  await orWriteError(handle.truncate(keptBytes), file);
  let end = keptBytes;
  return {
    add: async ({ trace, ...facts }) => {
      const head = Buffer.from(JSON.stringify(facts));
      const lengths = Buffer.alloc(HEAD_BYTES);
      lengths.writeUInt32LE(head.length, 0);
      lengths.writeUInt32LE(trace.length, 4);
      const bytes = Buffer.concat([lengths, head, trace]);
      await orWriteError(handle.write(bytes, 0, bytes.length, end), file);
      end += bytes.length;
    },
    sync: async () => {
      await orWriteError(handle.datasync(), file);
      return end;
    },
    read: () => readTraces(handle, end),
    remove: async () => {
      await handle.close();
      await rm(file, { force: true });
    },
  };
}

async function* readTraces(handle: FileHandle, end: number): AsyncGenerator<Trace> {
  for (let at = 0; at < end; ) {
    const lengths = await readAt(handle, at, HEAD_BYTES);
    const headBytes = lengths.readUInt32LE(0);
    const traceBytes = lengths.readUInt32LE(4);
    const body = await readAt(handle, at + HEAD_BYTES, headBytes + traceBytes);
    const facts = JSON.parse(body.toString('utf8', 0, headBytes)) as Omit<Trace, 'trace'>;
    yield { ...facts, trace: body.subarray(headBytes) };
    at += HEAD_BYTES + headBytes + traceBytes;
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  await handle.read(bytes, 0, length, position);
  return bytes;
}
