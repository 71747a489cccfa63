/**
 * Formatting elements: the list of active ones (13.2.4.3), which lets `<b>` go on in the next paragraph although the
 * first one was closed inside it; and the adoption agency algorithm (13.2.6.4.7), for an end tag that closes across
 * blocks, as in `<b>one<p>two</b>three`.
 */
import type { TreeDraft } from '../draft.ts';
import { anyOtherEndTag } from './in-body.ts';
import { Scope } from './open-elements.ts';
import type { TreeBuilder } from './tree-builder.ts';

/** An entry that is no element: the scope of a cell, a caption or an object begins here. */
const MARKER = -2;

/** Bit of the draft's flags; not part of a Page. */
const LISTED = 128;

export class FormattingElements {
  readonly #entries: number[] = [];
  readonly #draft: TreeDraft;

  constructor(draft: TreeDraft) {
    this.#draft = draft;
  }

  get length(): number {
    return this.#entries.length;
  }

  reset(): void {
    this.#entries.length = 0;
  }

  at(index: number): number {
    return this.#entries[index]!;
  }

  isMarker(index: number): boolean {
    return this.#entries[index] === MARKER;
  }

  contains(node: number): boolean {
    return (this.#draft.flags[node]! & LISTED) !== 0;
  }

  indexOf(node: number): number {
    return this.#entries.lastIndexOf(node);
  }

  /** The last entry of this tag after the last marker, or -1. */
  lastOfTag(tag: number): number {
    for (let i = this.#entries.length - 1; i >= 0; i--) {
      const node = this.#entries[i]!;
      if (node === MARKER) break;
      if (this.#draft.tag[node] === tag) return node;
    }
    return -1;
  }

  pushMarker(): void {
    this.#entries.push(MARKER);
  }

  clearToMarker(): void {
    for (let node = this.#entries.pop(); node !== undefined && node !== MARKER; node = this.#entries.pop()) {
      this.#unlist(node);
    }
  }

  /** The Noah's Ark clause: at most three alike after the last marker; the earliest makes room. */
  push(source: string, node: number): void {
    let alike = 0;
    let earliest = -1;
    for (let i = this.#entries.length - 1; i >= 0; i--) {
      const other = this.#entries[i]!;
      if (other === MARKER) break;
      if (!this.#alike(source, node, other)) continue;
      alike++;
      earliest = i;
    }
    if (alike >= 3) this.removeAt(earliest);
    this.#entries.push(node);
    this.#list(node);
  }

  insertAt(index: number, node: number): void {
    this.#entries.splice(index, 0, node);
    this.#list(node);
  }

  replaceAt(index: number, node: number): void {
    this.#unlist(this.#entries[index]!);
    this.#entries[index] = node;
    this.#list(node);
  }

  remove(node: number): void {
    const index = this.indexOf(node);
    if (index >= 0) this.removeAt(index);
  }

  removeAt(index: number): void {
    this.#unlist(this.#entries[index]!);
    this.#entries.splice(index, 1);
  }

  #list(node: number): void {
    this.#draft.flags[node]! |= LISTED;
  }

  #unlist(node: number): void {
    this.#draft.flags[node]! &= ~LISTED;
  }

  #alike(source: string, one: number, other: number): boolean {
    const draft = this.#draft;
    if (draft.tag[one] !== draft.tag[other]) return false;
    const oneStart = draft.start[one]!;
    const otherStart = draft.start[other]!;
    const count = draft.end[one]! - oneStart;
    if (count !== draft.end[other]! - otherStart) return false;
    for (let i = 0; i < count; i++) {
      if (!this.#hasSameAttribute(source, oneStart + i, otherStart, otherStart + count)) return false;
    }
    return true;
  }

  /** Is the attribute of `row` among `rows from … to` with the same value? */
  #hasSameAttribute(source: string, row: number, from: number, to: number): boolean {
    const draft = this.#draft;
    for (let other = from; other < to; other++) {
      if (draft.attributeName[other] !== draft.attributeName[row]) continue;
      const value = source.slice(draft.attributeStart[row], draft.attributeEnd[row]);
      return value === source.slice(draft.attributeStart[other], draft.attributeEnd[other]);
    }
    return false;
  }
}

const OUTER_LIMIT = 8;
const INNER_LIMIT = 3;

/** The adoption agency. Step numbers are those of the standard. */
export function adoptionAgency(builder: TreeBuilder, subject: number): void {
  const { open, formatting } = builder;
  // 2. The plain case: the current node, not (any more) in the list.
  if (open.topTag === subject && open.isHtmlAt(open.length - 1) && !formatting.contains(open.top)) {
    open.pop();
    return;
  }
  // 3, 4. The outer loop.
  for (let round = 0; round < OUTER_LIMIT; round++) {
    // 4.3 The formatting element.
    const element = formatting.lastOfTag(subject);
    if (element < 0) {
      if (round === 0) anyOtherEndTag(builder, subject);
      return;
    }
    const elementIndex = open.indexOf(element);
    if (elementIndex < 0) {
      formatting.remove(element);
      return;
    }
    if (!open.nodeInScope(element, Scope.default)) return;
    // 4.7 The furthest block: the lowest special element above.
    const blockIndex = furthestBlock(builder, elementIndex);
    if (blockIndex < 0) {
      open.popTo(elementIndex);
      formatting.remove(element);
      return;
    }
    adopt(builder, { element, elementIndex, blockIndex });
  }
}

function furthestBlock(builder: TreeBuilder, elementIndex: number): number {
  const { open } = builder;
  if (open.specialAtOrBelow(open.length - 1) <= elementIndex) return -1;
  let index = elementIndex + 1;
  while (!open.isSpecialAt(index)) index++;
  return index;
}

interface Adoption {
  readonly element: number;
  readonly elementIndex: number;
  readonly blockIndex: number;
}

/** 4.9 to 4.19: one round. The stack above the formatting element is taken off, changed, and put back. */
function adopt(builder: TreeBuilder, { element, elementIndex, blockIndex }: Adoption): void {
  const { open, formatting, links } = builder;
  const block = open.nodeAt(blockIndex);
  const commonAncestor = open.nodeAt(elementIndex - 1);
  const above = open.takeAbove(elementIndex);
  const aboveBlock = above.slice(blockIndex - elementIndex);
  const between = above.slice(0, blockIndex - elementIndex - 1);

  // 4.13 The inner loop, from the furthest block down to the formatting element.
  let last = block;
  let bookmark = formatting.indexOf(element);
  const kept: number[] = [];
  for (let i = between.length - 1, counter = 1; i >= 0; i--, counter++) {
    const node = between[i]!;
    let listIndex = formatting.contains(node) ? formatting.indexOf(node) : -1;
    if (counter > INNER_LIMIT && listIndex >= 0) {
      formatting.removeAt(listIndex);
      if (listIndex < bookmark) bookmark--;
      listIndex = -1;
    }
    if (listIndex < 0) continue;
    const copy = builder.clone(node);
    formatting.replaceAt(listIndex, copy);
    if (last === block) bookmark = listIndex + 1;
    links.detach(last);
    links.append(copy, last);
    kept.push(copy);
    last = copy;
  }
  // 4.14 The last node goes to the common ancestor.
  links.detach(last);
  builder.place(last, commonAncestor);
  links.moved = true;
  // 4.15 to 4.17 A clone of the formatting element takes over the block's children.
  const copy = builder.clone(element);
  links.moveChildren(block, copy);
  links.append(block, copy);
  // 4.18 In the list: from the formatting element's place to the bookmark.
  const oldIndex = formatting.indexOf(element);
  formatting.removeAt(oldIndex);
  formatting.insertAt(oldIndex < bookmark ? bookmark - 1 : bookmark, copy);
  // 4.19 On the stack: the formatting element goes, its clone stands above the block.
  open.popTo(elementIndex);
  open.pushAll(kept.reverse());
  open.pushAll([block, copy, ...aboveBlock]);
}
