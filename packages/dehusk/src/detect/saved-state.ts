/**
 * The envelope of a detector's state: which method wrote it, with which options, and then the method's own bytes.
 *
 *     u32 length of the head · head: JSON { method, options } · the method's bytes
 */
import { DehuskError } from '../errors.ts';

interface Head {
  readonly method: string;
  readonly options: Readonly<Record<string, unknown>>;
}

export function packState(method: string, options: object, payload: Uint8Array): Uint8Array {
  const head = new TextEncoder().encode(JSON.stringify({ method, options }));
  const bytes = new Uint8Array(4 + head.length + payload.length);
  new DataView(bytes.buffer).setUint32(0, head.length, true);
  bytes.set(head, 4);
  bytes.set(payload, 4 + head.length);
  return bytes;
}

/** The method's own bytes; an error if another method, or other options, wrote the state. */
export function unpackState(method: string, options: object, state: Uint8Array): Uint8Array {
  const { head, payload } = open(state);
  if (head.method !== method) {
    throw new DehuskError('STATE_OF_OTHER_METHOD', { found: head.method, expected: method });
  }
  for (const [name, value] of Object.entries(options)) {
    const [found, expected] = [spell(head.options[name]), spell(value)];
    if (found !== expected) throw new DehuskError('STATE_OF_OTHER_OPTIONS', { name, found, expected });
  }
  return payload;
}

/** The bytes of a method that keeps words of the template beside its table: u32 length of the words · words · table. */
export interface WordedBytes {
  readonly words: Uint8Array;
  readonly table: Uint8Array;
}

export function joinWorded({ words, table }: WordedBytes): Uint8Array {
  const bytes = new Uint8Array(4 + words.length + table.length);
  new DataView(bytes.buffer).setUint32(0, words.length, true);
  bytes.set(words, 4);
  bytes.set(table, 4 + words.length);
  return bytes;
}

export function splitWorded(bytes: Uint8Array): WordedBytes {
  if (bytes.length < 4) throw new DehuskError('STATE_DAMAGED', { reason: 'it is too short' });
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  return { words: bytes.subarray(4, 4 + length), table: bytes.subarray(4 + length) };
}

/** Who wrote a state, for whoever only has the bytes. */
export function readSavedState(state: Uint8Array): Head & { readonly payload: Uint8Array } {
  const { head, payload } = open(state);
  return { ...head, payload };
}

function open(state: Uint8Array): { readonly head: Head; readonly payload: Uint8Array } {
  const length = state.length < 4 ? 0 : new DataView(state.buffer, state.byteOffset).getUint32(0, true);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(state.subarray(4, 4 + length));
    const head: unknown = JSON.parse(text);
    if (isHead(head)) return { head, payload: state.subarray(4 + length) };
  } catch {
    // Told below: neither the decoder nor the parser says anything that helps.
  }
  throw new DehuskError('STATE_DAMAGED', { reason: 'it names no method' });
}

function isHead(head: unknown): head is Head {
  const { method, options } = (head ?? {}) as Partial<Head>;
  return typeof method === 'string' && typeof options === 'object' && options !== null;
}

function spell(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
