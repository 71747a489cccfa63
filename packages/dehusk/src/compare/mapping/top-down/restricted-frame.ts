/** Two nodes whose children are aligned by `restricted-aligner.ts`, and how far that has come. */
import type { Tree } from '../tree-pair.ts';
import { NO_LINK } from './chains.ts';

export class RestrictedFrame {
  keyNode = 0;
  otherNode = 0;
  recording = false;
  keyChild = 0;
  keyCount = 0;
  otherChild = 0;
  otherCount = 0;
  cells = 0;
  links = 0;
  arenaEnd = 0;
  row = 0;
  column = 0;
  diagonal = 0;
  diagonalLink: number = NO_LINK;
}

/** Writes the children of a node into the arena; returns where they end. */
export function listChildren({ subtreeEnd }: Tree, node: number, arena: Int32Array, from: number): number {
  let to = from;
  for (let child = node + 1; child < subtreeEnd[node]!; child = subtreeEnd[child]!) arena[to++] = child;
  return to;
}
