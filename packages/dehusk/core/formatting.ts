/** The list of active formatting elements (13.2.4.3), and the adoption agency algorithm (13.2.6.4.7). */
import { sameAttributes } from './attributes';
import { Flag, flags, kept, listed, NONE, tag, taken } from './columns';
import { append, detach, Draft, moveChildren } from './draft';
import { anyOtherEndTag } from './in-body';
import {
  indexOf,
  isHtmlAt,
  isSpecialAt,
  nodeAt,
  nodeInScope,
  Open,
  pop,
  popTo,
  push,
  Scope,
  specialAtOrBelow,
  takeAbove,
  top,
  topTag,
} from './open-elements';
import { clone, place } from './tree-builder';

/** An entry that is no element: the scope of a cell, a caption or an object begins here. */
const MARKER: i32 = -2;

export class Formatting {
  static length: i32 = 0;
}

@inline
export function entryIsMarker(index: i32): bool {
  return listed[index] == MARKER;
}

function isListed(node: i32): bool {
  return (flags[node] & Flag.listed) != 0;
}

function list(node: i32): void {
  flags[node] = flags[node] | Flag.listed;
}

function unlist(node: i32): void {
  if (node >= 0) flags[node] = flags[node] & ~Flag.listed;
}

function listIndexOf(node: i32): i32 {
  let index = Formatting.length - 1;
  while (index >= 0 && listed[index] != node) index--;
  return index;
}

/** The last entry of this tag after the last marker, or -1. */
export function lastOfTag(tagNumber: i32): i32 {
  for (let i = Formatting.length - 1; i >= 0; i--) {
    const node = listed[i];
    if (node == MARKER) break;
    if (tag[node] == tagNumber) return node;
  }
  return NONE;
}

export function pushMarker(): void {
  listed[Formatting.length++] = MARKER;
}

export function clearToMarker(): void {
  while (Formatting.length > 0) {
    const node = listed[--Formatting.length];
    if (node == MARKER) return;
    unlist(node);
  }
}

/** The Noah's Ark clause: at most three alike after the last marker; the earliest makes room. */
export function pushFormatting(node: i32): void {
  let alike = 0;
  let earliest = -1;
  for (let i = Formatting.length - 1; i >= 0; i--) {
    const other = listed[i];
    if (other == MARKER) break;
    if (tag[other] != tag[node] || !sameAttributes(node, other)) continue;
    alike++;
    earliest = i;
  }
  if (alike >= 3) removeListedAt(earliest);
  listed[Formatting.length++] = node;
  list(node);
}

function insertListedAt(index: i32, node: i32): void {
  for (let i = Formatting.length; i > index; i--) listed[i] = listed[i - 1];
  Formatting.length++;
  listed[index] = node;
  list(node);
}

export function replaceAt(index: i32, node: i32): void {
  unlist(listed[index]);
  listed[index] = node;
  list(node);
}

export function removeListed(node: i32): void {
  const index = listIndexOf(node);
  if (index >= 0) removeListedAt(index);
}

function removeListedAt(index: i32): void {
  unlist(listed[index]);
  Formatting.length--;
  for (let i = index; i < Formatting.length; i++) listed[i] = listed[i + 1];
}

const OUTER_LIMIT: i32 = 8;
const INNER_LIMIT: i32 = 3;

/** The adoption agency. Step numbers are those of the standard. */
export function adoptionAgency(subject: i32): void {
  // 2. The plain case: the current node, not (any more) in the list.
  if (topTag() == subject && isHtmlAt(Open.length - 1) && !isListed(top())) {
    pop();
    return;
  }
  // 3, 4. The outer loop.
  for (let round = 0; round < OUTER_LIMIT; round++) {
    // 4.3 The formatting element.
    const element = lastOfTag(subject);
    if (element < 0) {
      if (round == 0) anyOtherEndTag(subject);
      return;
    }
    const elementIndex = indexOf(element);
    if (elementIndex < 0) {
      removeListed(element);
      return;
    }
    if (!nodeInScope(element, Scope.default_)) return;
    // 4.7 The furthest block: the lowest special element above.
    const blockIndex = furthestBlock(elementIndex);
    if (blockIndex < 0) {
      popTo(elementIndex);
      removeListed(element);
      return;
    }
    adopt(element, elementIndex, blockIndex);
  }
}

function furthestBlock(elementIndex: i32): i32 {
  if (specialAtOrBelow(Open.length - 1) <= elementIndex) return -1;
  let index = elementIndex + 1;
  while (!isSpecialAt(index)) index++;
  return index;
}

/** 4.9 to 4.19: one round. The stack above the formatting element is taken off, changed, and put back. */
function adopt(element: i32, elementIndex: i32, blockIndex: i32): void {
  const block = nodeAt(blockIndex);
  const commonAncestor = nodeAt(elementIndex - 1);
  const aboveCount = takeAbove(elementIndex);
  const betweenCount = blockIndex - elementIndex - 1;

  // 4.13 The inner loop, from the furthest block down to the formatting element.
  let last = block;
  let bookmark = listIndexOf(element);
  let keptCount = 0;
  let counter = 1;
  for (let i = betweenCount - 1; i >= 0; i--) {
    const node = taken[i];
    let listIndex = isListed(node) ? listIndexOf(node) : -1;
    if (counter > INNER_LIMIT && listIndex >= 0) {
      removeListedAt(listIndex);
      if (listIndex < bookmark) bookmark--;
      listIndex = -1;
    }
    counter++;
    if (listIndex < 0) continue;
    const copy = clone(node);
    replaceAt(listIndex, copy);
    if (last == block) bookmark = listIndex + 1;
    detach(last);
    append(copy, last);
    kept[keptCount++] = copy;
    last = copy;
  }
  // 4.14 The last node goes to the common ancestor.
  detach(last);
  place(last, commonAncestor);
  Draft.moved = true;
  // 4.15 to 4.17 A clone of the formatting element takes over the block's children.
  const copy = clone(element);
  moveChildren(block, copy);
  append(block, copy);
  // 4.18 In the list: from the formatting element's place to the bookmark.
  const oldIndex = listIndexOf(element);
  removeListedAt(oldIndex);
  insertListedAt(oldIndex < bookmark ? bookmark - 1 : bookmark, copy);
  // 4.19 On the stack: the formatting element goes, its clone stands above the block.
  popTo(elementIndex);
  for (let i = keptCount - 1; i >= 0; i--) push(kept[i], tag[kept[i]]);
  push(block, tag[block]);
  push(copy, tag[copy]);
  for (let i = betweenCount + 1; i < aboveCount; i++) push(taken[i], tag[taken[i]]);
}
