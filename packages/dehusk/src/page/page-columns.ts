/** The columns of the node table: made, and those filled that follow from others. */
import { NodeFlag, type Page, TEXT } from './page.ts';
import { pathStepHigh, pathStepLow } from './text-hash.ts';
import { NONE } from './tree/draft.ts';

// biome-ignore format: a list of words
export type Columns = Pick<
  Page,
  | 'parent' | 'depth' | 'subtreeEnd' | 'pathHashHigh' | 'pathHashLow' | 'start' | 'end' | 'textHashHigh'
  | 'textHashLow' | 'chars' | 'classList' | 'tag' | 'flags'
>;

/** All columns in one buffer: wide ones first, so that each is aligned. 47 bytes a node. */
export function allocateColumns(nodes: number): Columns {
  const buffer = new ArrayBuffer(nodes * 47);
  let offset = 0;
  const next = (width: number): number => {
    const from = offset;
    offset += nodes * width;
    return from;
  };
  return {
    parent: new Int32Array(buffer, next(4), nodes),
    depth: new Int32Array(buffer, next(4), nodes),
    subtreeEnd: new Int32Array(buffer, next(4), nodes),
    pathHashHigh: new Uint32Array(buffer, next(4), nodes),
    pathHashLow: new Uint32Array(buffer, next(4), nodes),
    start: new Int32Array(buffer, next(4), nodes),
    end: new Int32Array(buffer, next(4), nodes),
    textHashHigh: new Uint32Array(buffer, next(4), nodes),
    textHashLow: new Uint32Array(buffer, next(4), nodes),
    chars: new Int32Array(buffer, next(4), nodes),
    classList: new Uint32Array(buffer, next(4), nodes),
    tag: new Uint16Array(buffer, next(2), nodes),
    flags: new Uint8Array(buffer, next(1), nodes),
  };
}

export function addPathHashes(
  columns: Columns,
  names: { readonly high: Uint32Array; readonly low: Uint32Array },
): void {
  const { tag, parent, pathHashHigh, pathHashLow } = columns;
  for (let node = 0; node < tag.length; node++) {
    const above = parent[node]!;
    const high = above === NONE ? 0 : pathHashHigh[above]!;
    const low = above === NONE ? 0 : pathHashLow[above]!;
    const own = tag[node]!;
    const nextHigh = own === TEXT ? high : pathStepHigh(high, names.high[own]!);
    pathHashHigh[node] = nextHigh;
    pathHashLow[node] = own === TEXT ? low : pathStepLow(low, names.low[own]!, nextHigh);
  }
}

/** Backwards, so that every subtree is complete when it is added to its parent's. */
export function addSubtreeEnds(columns: Columns): void {
  const { parent, subtreeEnd } = columns;
  for (let node = parent.length - 1; node >= 0; node--) {
    if (subtreeEnd[node] === 0) subtreeEnd[node] = node + 1;
    const above = parent[node]!;
    if (above !== NONE && subtreeEnd[above] === 0) subtreeEnd[above] = subtreeEnd[node]!;
  }
}

export function listSegments(columns: Columns): Int32Array {
  const { tag, flags } = columns;
  let count = 0;
  for (let node = 0; node < tag.length; node++) {
    if (tag[node] === TEXT && (flags[node]! & NodeFlag.hidden) === 0) count++;
  }
  const segments = new Int32Array(count);
  for (let node = tag.length - 1; count > 0; node--) {
    if (tag[node] === TEXT && (flags[node]! & NodeFlag.hidden) === 0) segments[--count] = node;
  }
  return segments;
}
