/**
 * The list of active formatting elements (13.2.4.3): what lets `<b>` go on in the next paragraph although the
 * first one was closed inside it.
 */
import type { TreeDraft } from './draft.ts';

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
