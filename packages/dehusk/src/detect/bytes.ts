/** Bytes of what is kept: written one after the other, and read back with every length checked. */
import { type DehuskError, damagedState } from '../errors.ts';

/** Numbers are little-endian. A `count` takes a byte for each seven bits that it has. */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;

  /** `roomBytes`: what will probably be written. */
  constructor(roomBytes = 256) {
    this.#bytes = new Uint8Array(roomBytes);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  u32(value: number): void {
    this.#reserve(4);
    const at = this.#length;
    this.#bytes[at] = value;
    this.#bytes[at + 1] = value >>> 8;
    this.#bytes[at + 2] = value >>> 16;
    this.#bytes[at + 3] = value >>> 24;
    this.#length += 4;
  }

  count(value: number): void {
    this.#reserve(5);
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
    this.#bytes[this.#length++] = rest;
  }

  counts(values: ArrayLike<number>): void {
    for (let i = 0; i < values.length; i++) this.count(values[i]!);
  }

  bytes(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  /** As it lies in memory. */
  column({ buffer, byteOffset, byteLength }: Uint8Array | Uint16Array | Uint32Array): void {
    this.bytes(new Uint8Array(buffer, byteOffset, byteLength));
  }

  /** Whether each value is 1, eight to a byte. */
  bits(values: Uint8Array): void {
    const packed = new Uint8Array(Math.ceil(values.length / 8));
    for (let i = 0; i < values.length; i++) if (values[i] === 1) packed[i >> 3]! |= 1 << (i & 7);
    this.bytes(packed);
  }

  /** All that was written, as a copy. */
  take(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}

/** Throws STATE_DAMAGED where the bytes end before what is asked for. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  byte(): number {
    return this.bytes(1)[0]!;
  }

  u32(): number {
    const [a, b, c, d] = this.bytes(4);
    return (a! | (b! << 8) | (c! << 16) | (d! << 24)) >>> 0;
  }

  count(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      if (this.#at >= this.#bytes.length) throw tooShort();
      const next = this.#bytes[this.#at++]!;
      value += (next & 0x7f) * 2 ** shift;
      if (next < 0x80) return value;
    }
    throw tooShort();
  }

  /** Fills the column. */
  counts(column: Uint16Array | Uint32Array): void {
    for (let i = 0; i < column.length; i++) column[i] = this.count();
  }

  /** A window on what is read. */
  bytes(length: number): Uint8Array {
    if (length > this.left) throw tooShort();
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  /** A copy, because words must lie at multiples of four. */
  u32s(length: number): Uint32Array {
    const copy = new Uint8Array(this.bytes(4 * length));
    return new Uint32Array(copy.buffer);
  }

  /** As 0 and 1. */
  bits(length: number): Uint8Array {
    const packed = this.bytes(Math.ceil(length / 8));
    return Uint8Array.from({ length }, (_, i) => (packed[i >> 3]! >> (i & 7)) & 1);
  }

  rest(): Uint8Array {
    return this.bytes(this.left);
  }
}

function tooShort(): DehuskError {
  return damagedState('it ends too early');
}
