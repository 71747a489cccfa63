/**
 * The stack of open elements (13.2.4.2), with every question the standard asks of it answered in constant time.
 *
 * A page can keep thousands of elements open and ask "is a p in button scope?" at each tag; walking the stack
 * would make that quadratic. So each entry knows the entry below it with the same tag, and for each kind of scope
 * the nearest entry that closes the scope; an element is in scope if its topmost entry is not below that one.
 */
import { DehuskError } from '../../errors.ts';
import type { TreeDraft } from '../draft.ts';
import { Tag, tagSet } from '../names.ts';
import { NodeFlag } from '../page.ts';

// Which open elements end a scope, are special, or are closed without an end tag: the lists of 13.2.4.2.

// biome-ignore format: a list of words
const endsDefaultScope = tagSet(
  'applet', 'caption', 'html', 'table', 'td', 'th', 'marquee', 'object', 'template',
);
const endsTableScope = tagSet('html', 'table', 'template');

/** The standard's "special" category: an unmatched end tag is not looked for beyond one. */
// biome-ignore format: a list of words
const specialTags = tagSet(
  'address', 'applet', 'area', 'article', 'aside', 'base', 'basefont', 'bgsound', 'blockquote', 'body', 'br',
  'button', 'caption', 'center', 'col', 'colgroup', 'dd', 'details', 'dir', 'div', 'dl', 'dt', 'embed',
  'fieldset', 'figcaption', 'figure', 'footer', 'form', 'frame', 'frameset', 'h1', 'h2', 'h3', 'h4', 'h5',
  'h6', 'head', 'header', 'hgroup', 'hr', 'html', 'iframe', 'img', 'input', 'keygen', 'li', 'link',
  'listing', 'main', 'marquee', 'menu', 'meta', 'nav', 'noembed', 'noframes', 'noscript', 'object', 'ol',
  'p', 'param', 'plaintext', 'pre', 'script', 'search', 'section', 'select', 'source', 'style', 'summary',
  'table', 'tbody', 'td', 'template', 'textarea', 'tfoot', 'th', 'thead', 'title', 'tr', 'track', 'ul',
  'wbr', 'xmp',
);
const mathmlSpecial = tagSet('mi', 'mo', 'mn', 'ms', 'mtext', 'annotation-xml');
const svgSpecial = tagSet('foreignobject', 'desc', 'title');

// biome-ignore format: a list of words
const impliedEndTags = tagSet('dd', 'dt', 'li', 'optgroup', 'option', 'p', 'rb', 'rp', 'rt', 'rtc');

const NO_ENTRY = -1;

/** Kinds of scope; "special" is not one of the standard's, but is asked the same way. */
export const Scope = { default: 0, listItem: 1, button: 2, table: 3, special: 4 } as const;
type ScopeKind = (typeof Scope)[keyof typeof Scope];
const SCOPE_KINDS = 5;

export class OpenElements {
  length = 0;
  #nodes: Int32Array = new Int32Array(64);
  #tags: Uint16Array = new Uint16Array(64);
  /** Entry below with the same tag of HTML. */
  #below: Int32Array = new Int32Array(64);
  /** Per entry and scope kind: the nearest entry, itself included, that ends that scope. */
  #scopeEnd: Int32Array = new Int32Array(64 * SCOPE_KINDS);
  /** Topmost entry of each tag. */
  readonly #topmost: Int32Array = new Int32Array(2 ** 16).fill(NO_ENTRY);
  readonly #draft: TreeDraft;
  #maxDepth = 0;

  constructor(draft: TreeDraft) {
    this.#draft = draft;
  }

  reset(maxDepth: number): void {
    while (this.length > 0) this.pop();
    this.#maxDepth = maxDepth;
  }

  /** The current node. */
  get top(): number {
    return this.#nodes[this.length - 1]!;
  }

  get topTag(): number {
    return this.#tags[this.length - 1]!;
  }

  nodeAt(index: number): number {
    return this.#nodes[index]!;
  }

  tagAt(index: number): number {
    return this.#tags[index]!;
  }

  isHtmlAt(index: number): boolean {
    return (this.#draft.flags[this.#nodes[index]!]! & (NodeFlag.svg | NodeFlag.mathml)) === 0;
  }

  isSpecialAt(index: number): boolean {
    return this.#scopeEnd[index * SCOPE_KINDS + Scope.special] === index;
  }

  push(node: number, tag: number): void {
    const index = this.length;
    if (index >= this.#maxDepth) throw new DehuskError('PAGE_TOO_DEEP', { limit: this.#maxDepth });
    if (index === this.#nodes.length) this.#grow();
    this.length = index + 1;
    this.#nodes[index] = node;
    this.#tags[index] = tag;
    this.#below[index] = NO_ENTRY;
    const flags = this.#draft.flags[node]!;
    if ((flags & (NodeFlag.svg | NodeFlag.mathml)) === 0) {
      this.#below[index] = this.#topmost[tag]!;
      this.#topmost[tag] = index;
    }
    this.#setScopeEnds(index, tag, flags);
  }

  #setScopeEnds(index: number, tag: number, flags: number): void {
    const ends = this.#scopeEnd;
    const at = index * SCOPE_KINDS;
    if (index === 0) {
      ends.fill(0, at, at + SCOPE_KINDS);
      return;
    }
    for (let kind = 0; kind < SCOPE_KINDS; kind++) ends[at + kind] = ends[at - SCOPE_KINDS + kind]!;
    if ((flags & (NodeFlag.svg | NodeFlag.mathml)) !== 0) {
      const ending = (flags & NodeFlag.svg) !== 0 ? svgSpecial : mathmlSpecial;
      if (ending[tag] === 0) return;
      for (let kind = 0; kind < SCOPE_KINDS; kind++) if (kind !== Scope.table) ends[at + kind] = index;
      return;
    }
    if (specialTags[tag] === 0) return;
    ends[at + Scope.special] = index;
    if (endsDefaultScope[tag] === 1) {
      ends[at + Scope.default] = index;
      ends[at + Scope.listItem] = index;
      ends[at + Scope.button] = index;
      if (endsTableScope[tag] === 1) ends[at + Scope.table] = index;
    } else if (tag === Tag.button) ends[at + Scope.button] = index;
    else if (tag === Tag.ul || tag === Tag.ol) ends[at + Scope.listItem] = index;
  }

  pop(): number {
    const index = --this.length;
    const node = this.#nodes[index]!;
    const tag = this.#tags[index]!;
    if (this.#topmost[tag] === index) this.#topmost[tag] = this.#below[index]!;
    return node;
  }

  /** Topmost entry of an HTML tag, or -1. */
  topmost(tag: number): number {
    return this.#topmost[tag]!;
  }

  has(tag: number): boolean {
    return this.#topmost[tag] !== NO_ENTRY;
  }

  inScope(tag: number, scope: ScopeKind): boolean {
    const entry = this.#topmost[tag]!;
    return entry !== NO_ENTRY && entry >= this.#scopeEnd[(this.length - 1) * SCOPE_KINDS + scope]!;
  }

  /** Nearest special element at or below `index`. */
  specialAtOrBelow(index: number): number {
    return this.#scopeEnd[index * SCOPE_KINDS + Scope.special]!;
  }

  nodeInScope(node: number, scope: ScopeKind): boolean {
    const index = this.indexOf(node);
    return index !== NO_ENTRY && index >= this.#scopeEnd[(this.length - 1) * SCOPE_KINDS + scope]!;
  }

  /** Entry of a node, or -1. Looks only at entries of the node's tag. */
  indexOf(node: number): number {
    let entry = this.#topmost[this.#draft.tag[node]!]!;
    while (entry !== NO_ENTRY && this.#nodes[entry] !== node) entry = this.#below[entry]!;
    return entry;
  }

  popTo(length: number): void {
    while (this.length > length) this.pop();
  }

  /** Pops up to and including the topmost element of this tag. */
  popThrough(tag: number): void {
    this.popTo(this.#topmost[tag]!);
  }

  /** Pops until the current node is one of these. */
  clearBackTo(tags: Uint8Array): void {
    while (this.length > 1 && !(tags[this.topTag] === 1 && this.isHtmlAt(this.length - 1))) this.pop();
  }

  generateImpliedEndTags(exceptTag: number): void {
    while (impliedEndTags[this.topTag] === 1 && this.topTag !== exceptTag && this.isHtmlAt(this.length - 1))
      this.pop();
  }

  /** Takes one entry out of the middle. */
  removeAt(index: number): void {
    const above = this.takeAbove(index);
    this.pop();
    this.pushAll(above);
  }

  /** Pops the entries above `index` and returns them, lowest first. */
  takeAbove(index: number): number[] {
    const taken: number[] = [];
    while (this.length > index + 1) taken.push(this.pop());
    return taken.reverse();
  }

  pushAll(nodes: readonly number[]): void {
    for (const node of nodes) this.push(node, this.#draft.tag[node]!);
  }

  #grow(): void {
    const size = this.#nodes.length * 2;
    const nodes = new Int32Array(size);
    nodes.set(this.#nodes);
    this.#nodes = nodes;
    const tags = new Uint16Array(size);
    tags.set(this.#tags);
    this.#tags = tags;
    const below = new Int32Array(size);
    below.set(this.#below);
    this.#below = below;
    const scopeEnd = new Int32Array(size * SCOPE_KINDS);
    scopeEnd.set(this.#scopeEnd);
    this.#scopeEnd = scopeEnd;
  }
}
