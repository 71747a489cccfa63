/**
 * The stack of open elements (13.2.4.2), with every question answered in constant time: each entry knows the entry
 * below with the same tag, and for each kind of scope the nearest entry that ends it.
 *
 * An entry is eight numbers: node, tag, below, special, and the ends of the four scopes.
 */
import { fail, Flag, flags, MAX_DEPTH, NONE, STACK, Stop, tag, taken, topmost } from './columns';
import { Tag } from './generated/names';
import {
  ENDS_SCOPE,
  ENDS_TABLE_SCOPE,
  IMPLIED_END,
  isIn,
  MATHML_SPECIAL,
  SPECIAL,
  SVG_SPECIAL,
} from './tag-sets';

/** Offsets in an entry. */
export const enum Scope {
  special = 12,
  default_ = 16,
  listItem = 20,
  button = 24,
  table = 28,
}

export class Open {
  static length: i32 = 0;
  static maxDepth: i32 = 0;
}

@inline
function entryAt(index: i32): usize {
  assert(index >= 0 && index < MAX_DEPTH);
  return STACK + ((<usize>index) << 5);
}

@inline
export function nodeAt(index: i32): i32 {
  return load<i32>(entryAt(index));
}

@inline
export function openTagAt(index: i32): i32 {
  return load<i32>(entryAt(index), 4);
}

/** The current node. */
@inline
export function top(): i32 {
  return nodeAt(Open.length - 1);
}

@inline
export function topTag(): i32 {
  return openTagAt(Open.length - 1);
}

@inline
export function isHtmlAt(index: i32): bool {
  return (flags[nodeAt(index)] & Flag.foreign) == 0;
}

/** Nearest special element at or below `index`. */
@inline
export function specialAtOrBelow(index: i32): i32 {
  return load<i32>(entryAt(index), Scope.special);
}

@inline
export function isSpecialAt(index: i32): bool {
  return specialAtOrBelow(index) == index;
}

export function push(node: i32, tagNumber: i32): void {
  const index = Open.length;
  if (index >= Open.maxDepth) fail(Stop.tooDeep);
  Open.length = index + 1;
  const entry = entryAt(index);
  store<i32>(entry, node);
  store<i32>(entry, tagNumber, 4);
  const nodeFlags = flags[node];
  if ((nodeFlags & Flag.foreign) == 0) {
    store<i32>(entry, topmost[tagNumber], 8);
    topmost[tagNumber] = index;
  } else store<i32>(entry, NONE, 8);
  if (index == 0) {
    store<i32>(entry, 0, 12);
    v128.store(entry, i32x4.splat(0), 16);
    return;
  }
  store<i32>(entry, load<i32>(entry - 32, 12), 12);
  v128.store(entry, v128.load(entry - 32, 16), 16);
  setScopeEnds(entry, index, tagNumber, nodeFlags);
}

@inline
function setScopeEnds(entry: usize, index: i32, tagNumber: i32, nodeFlags: i32): void {
  if ((nodeFlags & Flag.foreign) != 0) {
    if (!isIn((nodeFlags & Flag.svg) != 0 ? SVG_SPECIAL : MATHML_SPECIAL, tagNumber)) return;
    store<i32>(entry, index, Scope.special);
    store<i32>(entry, index, Scope.default_);
    store<i32>(entry, index, Scope.listItem);
    store<i32>(entry, index, Scope.button);
    return;
  }
  if (!isIn(SPECIAL, tagNumber)) return;
  store<i32>(entry, index, Scope.special);
  if (isIn(ENDS_SCOPE, tagNumber)) {
    store<i32>(entry, index, Scope.default_);
    store<i32>(entry, index, Scope.listItem);
    store<i32>(entry, index, Scope.button);
    if (isIn(ENDS_TABLE_SCOPE, tagNumber)) store<i32>(entry, index, Scope.table);
  } else if (tagNumber == Tag.button) store<i32>(entry, index, Scope.button);
  else if (tagNumber == Tag.ul || tagNumber == Tag.ol) store<i32>(entry, index, Scope.listItem);
}

export function pop(): i32 {
  const index = --Open.length;
  const entry = entryAt(index);
  const tagNumber = load<i32>(entry, 4);
  if (topmost[tagNumber] == index) topmost[tagNumber] = load<i32>(entry, 8);
  return load<i32>(entry);
}

@inline
export function isOpen(tagNumber: i32): bool {
  return topmost[tagNumber] != NONE;
}

@inline
function scopeEnd(scope: i32): i32 {
  return load<i32>(entryAt(Open.length - 1) + <usize>scope);
}

@inline
export function inScope(tagNumber: i32, scope: i32): bool {
  const entry = topmost[tagNumber];
  return entry != NONE && entry >= scopeEnd(scope);
}

export function nodeInScope(node: i32, scope: i32): bool {
  const index = indexOf(node);
  return index != NONE && index >= scopeEnd(scope);
}

/** Entry of a node, or -1. Looks only at entries of the node's tag. */
export function indexOf(node: i32): i32 {
  let entry = topmost[tag[node]];
  while (entry != NONE && nodeAt(entry) != node) entry = load<i32>(entryAt(entry), 8);
  return entry;
}

export function popTo(length: i32): void {
  while (Open.length > length) pop();
}

/** Pops up to and including the topmost element of this tag. */
export function popThrough(tagNumber: i32): void {
  popTo(topmost[tagNumber]);
}

/** Pops until the current node is one of these. */
export function clearBackTo(set: i32): void {
  while (Open.length > 1 && !(isIn(set, topTag()) && isHtmlAt(Open.length - 1))) pop();
}

export function generateImpliedEndTags(exceptTag: i32): void {
  while (isIn(IMPLIED_END, topTag()) && topTag() != exceptTag && isHtmlAt(Open.length - 1)) pop();
}

/** Takes one entry out of the middle. */
export function removeAt(index: i32): void {
  const count = takeAbove(index);
  pop();
  for (let i = 0; i < count; i++) push(taken[i], tag[taken[i]]);
}

/** Pops the entries above `index`; leaves them in `taken`, lowest first, and returns how many they are. */
export function takeAbove(index: i32): i32 {
  const count = Open.length - index - 1;
  for (let i = count - 1; i >= 0; i--) taken[i] = pop();
  return count > 0 ? count : 0;
}
