/**
 * What a detector knows, as bytes.
 *
 *     u32 magic · u32 CRC-32 of all that follows · u32 version · u32 length of the head
 *     head: JSON { method, options, facts, columns: [[name, kind, entries] …] }
 *     the columns, one after the other, little-endian
 *
 * A broad crawl has hundreds of thousands of sites of one page each: whole numbers are written as narrow as the largest
 * of their column allows.
 */
import { crc32 } from '@exodus/bytes/crc.js';
import { DehuskError } from '../errors.ts';
import type { Column } from '../table/saved-table.ts';

/** Who has learned the state. */
export interface SavedBy {
  readonly method: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** What was learned: anything that JSON can hold, and columns of numbers. */
export interface SavedParts {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly columns: Readonly<Record<string, Column>>;
}

interface Head extends SavedBy {
  readonly facts: SavedParts['facts'];
  readonly columns: readonly (readonly [name: string, kind: Kind, entries: number])[];
}

/** `dhds` */
const MAGIC = 0x73646864;
/** Version 1 had the table as it lay in memory, and no magic. */
const VERSION = 2;
const PREFIX_BYTES = 16;
/** What a state of version 1 has where this one has its checksum: the first character of its head. */
const OLD_HEAD_START = 0x7b;

const kinds = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array } as const;
type Kind = keyof typeof kinds;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function packState({ method, options }: SavedBy, { facts, columns }: SavedParts): Uint8Array {
  const narrowed = Object.entries(columns).map(([name, column]) => [name, narrow(column)] as const);
  const head: Head = {
    method,
    options,
    facts,
    columns: narrowed.map(([name, { kind, column }]) => [name, kind, column.length]),
  };
  const json = encoder.encode(JSON.stringify(head));
  const start = PREFIX_BYTES + json.length;
  const bytes = new Uint8Array(narrowed.reduce((sum, [, { column }]) => sum + column.byteLength, start));
  bytes.set(json, PREFIX_BYTES);
  let at = start;
  for (const [, { column }] of narrowed) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += column.byteLength;
  }
  const prefix = new DataView(bytes.buffer);
  prefix.setUint32(0, MAGIC, true);
  prefix.setUint32(8, VERSION, true);
  prefix.setUint32(12, json.length, true);
  prefix.setUint32(4, crc32(bytes.subarray(8)), true);
  return bytes;
}

/** What was learned; throws if it was by another method, or with other options. */
export function unpackState(state: Uint8Array, { method, options }: SavedBy): SavedParts {
  const head = readHead(state);
  if (head.method !== method)
    throw new DehuskError('STATE_OF_OTHER_METHOD', { found: head.method, expected: method });
  for (const [name, value] of Object.entries(options)) {
    const [found, expected] = [spell(head.options[name]), spell(value)];
    if (found === expected) continue;
    // The key itself is nobody's business.
    const facts = name === 'hashKey' ? { found: 'another value', expected: 'this one' } : { found, expected };
    throw new DehuskError('STATE_OF_OTHER_OPTIONS', { name, ...facts });
  }
  return { facts: head.facts, columns: readColumns(state, head) };
}

function readHead(state: Uint8Array): Head {
  if (state.length < PREFIX_BYTES) throw damaged('it is too short');
  const prefix = new DataView(state.buffer, state.byteOffset, state.length);
  if (prefix.getUint32(0, true) !== MAGIC) {
    if (state[4] === OLD_HEAD_START) throw new DehuskError('STATE_OLDER', { file: 'the state' });
    throw damaged('it is no state of a method');
  }
  if (prefix.getUint32(4, true) !== crc32(state.subarray(8))) throw damaged('its checksum is wrong');
  const found = prefix.getUint32(8, true);
  if (found > VERSION) throw new DehuskError('STATE_NEWER', { found, known: VERSION });
  if (found < VERSION) throw new DehuskError('STATE_OLDER', { file: 'the state' });
  // From here on the bytes are known to be the ones that were written.
  return JSON.parse(decoder.decode(state.subarray(PREFIX_BYTES, columnsStart(state)))) as Head;
}

function columnsStart(state: Uint8Array): number {
  return PREFIX_BYTES + new DataView(state.buffer, state.byteOffset).getUint32(12, true);
}

function readColumns(state: Uint8Array, { columns }: Head): SavedParts['columns'] {
  let at = columnsStart(state);
  const entries = columns.map(([name, kind, length]): [string, Column] => {
    const sizeBytes = length * kinds[kind].BYTES_PER_ELEMENT;
    // A copy, because numbers must lie at multiples of their size; `slice` would not copy a Node buffer.
    const { buffer } = new Uint8Array(state.subarray(at, at + sizeBytes));
    at += sizeBytes;
    return [name, new kinds[kind](buffer)];
  });
  return Object.fromEntries(entries);
}

/** The same numbers in the narrowest form that holds them all. */
function narrow(column: Column): { readonly kind: Kind; readonly column: Column } {
  if (column instanceof Float32Array) return { kind: 'f32', column };
  let largest = 0;
  for (let i = 0; i < column.length; i++) if (column[i]! > largest) largest = column[i]!;
  if (largest < 2 ** 8) return { kind: 'u8', column: new Uint8Array(column) };
  if (largest < 2 ** 16) return { kind: 'u16', column: new Uint16Array(column) };
  return { kind: 'u32', column };
}

function spell(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

function damaged(reason: string): DehuskError {
  return new DehuskError('STATE_DAMAGED', { reason });
}
