/**
 * What a verdict rests on, as bytes: the page's outline and which segments were template.
 *
 *     u32 identity of the page · u32 segments · u32 hash … · u32 characters … · u16 joint … · u8 flags …
 */
import { createOutline, type Outline } from './outline.ts';

export interface Trace {
  readonly identity: number;
  readonly outline: Outline;
  /** 1 for the segments that were template. */
  readonly template: Uint8Array;
}

/** Beside the flags of an outline. */
const TEMPLATE_FLAG = 128;
const HEAD_BYTES = 8;

export function encodeTrace({ identity, outline, template }: Trace): Uint8Array {
  const { count, hashLow, chars, joint, flags } = outline;
  const marked = flags.map((flag, i) => flag | (template[i]! * TEMPLATE_FLAG));
  const bytes = new Uint8Array(HEAD_BYTES + 11 * count);
  let at = 0;
  for (const column of [Uint32Array.of(identity, count), hashLow, chars, joint, marked]) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += column.byteLength;
  }
  return bytes;
}

export function decodeTrace(bytes: Uint8Array): Trace {
  // A copy, because words must lie at multiples of four; `slice` would not copy a Node buffer.
  const { buffer } = new Uint8Array(bytes);
  const [identity = 0, count = 0] = new Uint32Array(buffer, 0, 2);
  const outline = createOutline(count);
  outline.hashLow.set(new Uint32Array(buffer, HEAD_BYTES, count));
  outline.chars.set(new Uint32Array(buffer, HEAD_BYTES + 4 * count, count));
  outline.joint.set(new Uint16Array(buffer, HEAD_BYTES + 8 * count, count));
  const marked = new Uint8Array(buffer, HEAD_BYTES + 10 * count, count);
  outline.flags.set(marked.map((flag) => flag & ~TEMPLATE_FLAG));
  return { identity, outline, template: marked.map((flag) => (flag & TEMPLATE_FLAG ? 1 : 0)) };
}
