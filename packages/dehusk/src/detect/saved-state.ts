/**
 * What a detector knows, as sections: `method` says who has learned it, `facts` is anything that JSON can hold, and
 * each column of numbers is a section of its own, little-endian, with its kind in the first byte.
 *
 * A broad crawl has hundreds of thousands of sites of one page each: columns of whole numbers are written as narrow as
 * the largest of them allows.
 */
import { DehuskError, damagedState } from '../errors.ts';
import type { Column } from '../table/saved-table.ts';
import { jsonSection, readSections, type Section, writeSections } from './sections.ts';

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

/** 4 did not know where links lead; 3 had hashes of 32 bits; 2 had one checksum over everything; 1 had the table as it lay in memory. */
const VERSION = 5;

const kinds = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array } as const;
type Kind = keyof typeof kinds;
const kindNames = Object.keys(kinds) as Kind[];

export function packState({ method, options }: SavedBy, { facts, columns }: SavedParts): Uint8Array {
  const names = Object.keys(columns);
  return writeSections([
    jsonSection('method', VERSION, { method, options }),
    jsonSection('facts', VERSION, { facts, columns: names }),
    ...names.map((name) => columnSection(name, columns[name]!)),
  ]);
}

/** What was learned; throws if it was by another method, or with other options. */
export function unpackState(state: Uint8Array, { method, options }: SavedBy): SavedParts {
  const sections = readSections(state);
  const saved = sections.json('method', VERSION) as SavedBy;
  if (saved.method !== method)
    throw new DehuskError('STATE_OF_OTHER_METHOD', { found: saved.method, expected: method });
  for (const [name, value] of Object.entries(options)) {
    const [found, expected] = [spell(saved.options[name]), spell(value)];
    if (found === expected) continue;
    // The key itself is nobody's business.
    const facts = name === 'hashKey' ? { found: 'another value', expected: 'this one' } : { found, expected };
    throw new DehuskError('STATE_OF_OTHER_OPTIONS', { name, ...facts });
  }
  const { facts, columns } = sections.json('facts', VERSION) as {
    readonly facts: SavedParts['facts'];
    readonly columns: readonly string[];
  };
  const entries = columns.map((name) => [name, readColumn(sections.bytes(`:${name}`, VERSION))] as const);
  return { facts, columns: Object.fromEntries(entries) };
}

/** Columns are told from other sections by a colon. */
function columnSection(name: string, column: Column): Section {
  return { name: `:${name}`, version: VERSION, bytes: columnBytes(column) };
}

/** A column as bytes, its kind first. */
export function columnBytes(column: Column): Uint8Array {
  const { kind, column: narrowed } = narrow(column);
  const bytes = new Uint8Array(1 + narrowed.byteLength);
  bytes[0] = kindNames.indexOf(kind);
  bytes.set(new Uint8Array(narrowed.buffer, narrowed.byteOffset, narrowed.byteLength), 1);
  return bytes;
}

/** The same numbers, in the kind in which they were written. */
export function readColumn(bytes: Uint8Array): Column {
  const kind = kindNames[bytes[0]!];
  const sizeBytes = kind && kinds[kind].BYTES_PER_ELEMENT;
  if (sizeBytes === undefined || (bytes.length - 1) % sizeBytes !== 0) throw damagedState('a column is none');
  // A copy, because numbers must lie at multiples of their size; `slice` would not copy a Node buffer.
  return new kinds[kind!](new Uint8Array(bytes.subarray(1)).buffer);
}

/** The same numbers in the narrowest form that holds them all. */
function narrow(column: Column): { readonly kind: Kind; readonly column: Column } {
  let largest = 0;
  for (let i = 0; i < column.length; i++) {
    const value = column[i]!;
    // Counts of a site of one page are whole, though they may fade.
    if (value < 0 || value >= 2 ** 32 || value % 1 !== 0) return { kind: 'f32', column };
    if (value > largest) largest = value;
  }
  if (largest < 2 ** 8) return { kind: 'u8', column: new Uint8Array(column) };
  if (largest < 2 ** 16) return { kind: 'u16', column: new Uint16Array(column) };
  // As many bytes, and no need to copy.
  return { kind: column instanceof Float32Array ? 'f32' : 'u32', column };
}

function spell(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
