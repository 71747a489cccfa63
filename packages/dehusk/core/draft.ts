/** The tree while it is being built, linked by numbers, because the repair of misnested markup moves nodes. */
import {
  end,
  fail,
  firstChild,
  flags,
  lastChild,
  next,
  NONE,
  parent,
  previous,
  start,
  Stop,
  tag,
  TEXT,
} from './columns';

export class Draft {
  static count: i32 = 0;
  static maxNodes: i32 = 0;
  /** Texts of white space alone. */
  static blanks: i32 = 0;
  /** Set once a node was put anywhere but at the end of the document: then numbers are not in document order. */
  static moved: bool = false;
}

export function addNode(tagNumber: i32, from: i32, to: i32, flag: i32): i32 {
  const node = Draft.count;
  if (node >= Draft.maxNodes) fail(Stop.tooManyNodes);
  Draft.count = node + 1;
  tag[node] = tagNumber;
  flags[node] = flag;
  parent[node] = NONE;
  firstChild[node] = NONE;
  lastChild[node] = NONE;
  previous[node] = NONE;
  next[node] = NONE;
  start[node] = from;
  end[node] = to;
  return node;
}

export function append(to: i32, node: i32): void {
  const last = lastChild[to];
  parent[node] = to;
  previous[node] = last;
  if (last == NONE) firstChild[to] = node;
  else next[last] = node;
  lastChild[to] = node;
}

export function insertBefore(sibling: i32, node: i32): void {
  const above = parent[sibling];
  const before = previous[sibling];
  parent[node] = above;
  previous[node] = before;
  next[node] = sibling;
  previous[sibling] = node;
  if (before == NONE) firstChild[above] = node;
  else next[before] = node;
  Draft.moved = true;
}

export function detach(node: i32): void {
  const above = parent[node];
  if (above == NONE) return;
  const before = previous[node];
  const after = next[node];
  if (before == NONE) firstChild[above] = after;
  else next[before] = after;
  if (after == NONE) lastChild[above] = before;
  else previous[after] = before;
  parent[node] = NONE;
  previous[node] = NONE;
  next[node] = NONE;
  Draft.moved = true;
}

/** Moves all children of `from` to the end of `to`. */
export function moveChildren(from: i32, to: i32): void {
  for (let child = firstChild[from]; child != NONE; ) {
    const after = next[child];
    detach(child);
    append(to, child);
    child = after;
  }
}

/** Has an element after this one the same parent? */
export function hasChildAfter(node: i32): bool {
  let sibling = next[node];
  while (isText(sibling)) sibling = next[sibling];
  return sibling != NONE;
}

@inline
export function isText(node: i32): bool {
  return node != NONE && tag[node] == TEXT;
}
