/**
 * What the method looks at, and nothing else: a page as the row of its segments, each with a few facts. It is small
 * enough to be kept where a page is not, so that a verdict can be made again long after the page is gone.
 */
import { splitBlocks } from '../../page/blocks.ts';
import { pathStepHigh, pathStepLow } from '../../page/hash.ts';
import { Tag } from '../../page/names.ts';
import { type Page, readAttribute } from '../../page/page.ts';

export const SegmentFlag = {
  /** Inside an `a`. */
  link: 1,
  /** Inside an `a` that leads to a place of the same page. */
  withinPage: 2,
  /** The first of its block. */
  blockStart: 4,
} as const;

/** Columns of as many entries as the page has segments. */
export interface Outline {
  readonly count: number;
  /** Tag path and text, as 64 bits. */
  readonly hashHigh: Uint32Array;
  readonly hashLow: Uint32Array;
  readonly chars: Uint32Array;
  /**
   * Depth of the lowest element that holds the segment and the one before it. Between them these depths tell the tree
   * of the page as far as text is concerned: elements that hold the same segments are one.
   */
  readonly joint: Uint16Array;
  readonly flags: Uint8Array;
}

export function createOutline(count: number): Outline {
  return {
    count,
    hashHigh: new Uint32Array(count),
    hashLow: new Uint32Array(count),
    chars: new Uint32Array(count),
    joint: new Uint16Array(count),
    flags: new Uint8Array(count),
  };
}

export function outlineOf(page: Page): Outline {
  const outline = createOutline(page.segments.length);
  identify(page, outline);
  markBlocks(page, outline);
  markLinks(page, outline);
  return outline;
}

function identify(page: Page, { hashHigh, hashLow, chars, joint }: Outline): void {
  const { segments, parent, depth, pathHashHigh, pathHashLow, textHashHigh, textHashLow } = page;
  let previous = 0;
  for (let i = 0; i < segments.length; i++) {
    const node = segments[i]!;
    const high = pathStepHigh(pathHashHigh[node]!, textHashHigh[node]!);
    hashHigh[i] = high;
    hashLow[i] = pathStepLow(pathHashLow[node]!, textHashLow[node]!, high);
    chars[i] = page.chars[node]!;
    // Nodes are numbered in document order, so what began before the previous segment and is still open holds both.
    let above = parent[node]!;
    while (above > previous) above = parent[above]!;
    joint[i] = depth[above]!;
    previous = node;
  }
}

function markBlocks(page: Page, { flags }: Outline): void {
  const { count, start } = splitBlocks(page);
  for (let block = 0; block < count; block++) flags[start[block]!]! |= SegmentFlag.blockStart;
}

function markLinks(page: Page, { flags }: Outline): void {
  const { segments, tag, subtreeEnd } = page;
  let node = 0;
  let end = 0;
  let mark = 0;
  for (let i = 0; i < segments.length; i++) {
    for (const segment = segments[i]!; node < segment; node++) {
      // Scripts and misnested tables put links into links; the outer one lasts longer.
      if (tag[node] !== Tag.a || node < end) continue;
      end = subtreeEnd[node]!;
      mark = SegmentFlag.link | (leadsWithinPage(page, node) ? SegmentFlag.withinPage : 0);
    }
    if (node < end) flags[i]! |= mark;
  }
}

function leadsWithinPage(page: Page, link: number): boolean {
  return readAttribute(page, link, 'href')?.trimStart().startsWith('#') ?? false;
}

/** What a verdict rests on: the page's outline and which segments were template. */
interface Trace {
  readonly identity: number;
  readonly outline: Outline;
  /** 1 for the segments that were template. */
  readonly template: Uint8Array;
}

/** Beside the flags of an outline. */
const TEMPLATE_FLAG = 128;
const HEAD_BYTES = 8;

/** u32 identity of the page · u32 segments · u32 hash … · u32 characters … · u16 joint … · u8 flags … */
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
