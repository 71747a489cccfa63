/**
 * Tree construction of the HTML standard (13.2.6): the state that all insertion modes share, and the operations
 * they are made of. The modes themselves are functions over this state, in the files beside it.
 */
import { NONE, TreeDraft } from '../draft.ts';
import { Tag, tagSet } from '../names.ts';
import { isSpace, NodeFlag, TEXT } from '../page.ts';
import type { PageLimits } from '../raw-page.ts';
import { FormattingElements } from './formatting.ts';
import { OpenElements, Scope } from './open-elements.ts';
import { TreeLinks } from './tree-links.ts';

/** Bit of the draft's flags: a comment stood after this text, so later text does not join it. */
const SEALED = 64;

const fosteringTags = tagSet('table', 'tbody', 'tfoot', 'thead', 'tr');

/** What an insertion mode does with each kind of token. Comments and doctypes are handled before the modes. */
export interface InsertionMode {
  readonly name: string;
  text(builder: TreeBuilder, start: number, end: number): void;
  startTag(builder: TreeBuilder, tag: number): void;
  endTag(builder: TreeBuilder, tag: number): void;
}

/** The start tag being processed: its attribute rows, and whether it ended in `/>`. */
interface StartToken {
  attributeStart: number;
  attributeEnd: number;
  classList: number;
  selfClosing: boolean;
  /** An element was made of it; otherwise its attribute rows are given back. */
  used: boolean;
}

export class TreeBuilder {
  source = '';
  mode: InsertionMode;
  /** Where to return to from raw text, or from the characters of a table. */
  originalMode: InsertionMode;
  head: number = NONE;
  body: number = NONE;
  form: number = NONE;
  framesetOk = true;
  quirks = false;
  fosterParenting = false;
  /** The next line feed is dropped: it is the first character of a pre, listing or textarea. */
  skipLineFeed = false;
  /** Open templates whose content is passed over; it is not part of the document. */
  templateDepth = 0;
  /** The noscript that is open, whose content is raw text where scripts run, and where that begins. */
  noscript: number = NONE;
  noscriptStart: number = NONE;
  /** How long all texts in noscript are, at least as long as what they show. */
  textInNoscript = 0;
  /** Characters met directly in a table, until it is known whether they are white space only. */
  tableTextStart: number = NONE;
  tableTextEnd: number = NONE;

  readonly draft: TreeDraft = new TreeDraft();
  readonly links: TreeLinks = new TreeLinks(this.draft);
  /** Text that no single range of the source holds, because an ignored tag stands in it: its ranges. */
  readonly joinedText: Map<number, number[]> = new Map();
  readonly open: OpenElements = new OpenElements(this.draft);
  readonly formatting: FormattingElements = new FormattingElements(this.draft);
  readonly token: StartToken = {
    attributeStart: 0,
    attributeEnd: 0,
    classList: 0,
    selfClosing: false,
    used: false,
  };

  constructor(initial: InsertionMode) {
    this.mode = initial;
    this.originalMode = initial;
  }

  reset(source: string, limits: PageLimits, initial: InsertionMode): void {
    this.source = source;
    this.open.reset(limits.maxDepth);
    this.formatting.reset();
    this.draft.reset(limits);
    this.links.reset();
    this.joinedText.clear();
    this.mode = initial;
    this.originalMode = initial;
    this.head = NONE;
    this.body = NONE;
    this.form = NONE;
    this.framesetOk = true;
    this.quirks = false;
    this.fosterParenting = false;
    this.skipLineFeed = false;
    this.templateDepth = 0;
    this.noscript = NONE;
    this.textInNoscript = 0;
    this.tableTextStart = NONE;
  }

  // Elements

  /** Makes an element of the current token, puts it in its place and opens it. */
  insertElement(tag: number): number {
    const node = this.#elementFromToken(tag, 0);
    this.place(node, this.open.top);
    this.open.push(node, tag);
    return node;
  }

  insertForeignElement(tag: number, namespaceFlag: number): void {
    const node = this.#elementFromToken(tag, namespaceFlag);
    this.place(node, this.open.top);
    if (!this.token.selfClosing) this.open.push(node, tag);
  }

  /** An element that is not left open: void, or with content that is passed over. */
  insertClosedElement(tag: number): number {
    const node = this.#elementFromToken(tag, 0);
    this.place(node, this.open.top);
    return node;
  }

  /** An element that the author left out. */
  insertImplied(tag: number): number {
    const node = this.#addNode(tag, 0, 0);
    if (this.open.length > 0) this.place(node, this.open.top);
    this.open.push(node, tag);
    return node;
  }

  insertRoot(): void {
    const node = this.#elementFromToken(Tag.html, 0);
    this.open.push(node, Tag.html);
  }

  /** A second `<html>` or `<body>` lends its attributes to an element that has none. */
  lendAttributes(node: number): void {
    const { draft, token } = this;
    if (draft.start[node] !== draft.end[node]) return;
    draft.start[node] = token.attributeStart;
    draft.end[node] = token.attributeEnd;
    draft.classList[node] = token.classList;
    token.used = true;
  }

  clone(element: number): number {
    const { draft } = this;
    const copy = this.#addNode(draft.tag[element]!, draft.start[element]!, draft.end[element]!);
    draft.classList[copy] = draft.classList[element]!;
    return copy;
  }

  /** "The appropriate place for inserting a node" (13.2.6.1), with foster parenting. */
  place(node: number, target: number): void {
    const { draft, links, open } = this;
    if (!this.fosterParenting || fosteringTags[draft.tag[target]!] === 0) {
      links.append(target, node);
      return;
    }
    const table = open.topmost(Tag.table);
    if (table < 0) links.append(open.nodeAt(0), node);
    else if (draft.parent[open.nodeAt(table)] !== NONE) links.insertBefore(open.nodeAt(table), node);
    else links.append(open.nodeAt(table - 1), node);
    links.moved = true;
  }

  #addNode(tag: number, start: number, end: number): number {
    const node = this.draft.addNode(tag, start, end);
    this.links.add(node);
    return node;
  }

  #elementFromToken(tag: number, namespaceFlag: number): number {
    const { token, draft } = this;
    const node = this.#addNode(tag, token.attributeStart, token.attributeEnd);
    draft.flags[node] = namespaceFlag;
    draft.classList[node] = token.classList;
    token.used = true;
    return node;
  }

  /** At the end of the input: an empty page still has html, head and body. */
  ensureBody(): void {
    const { draft, links, open } = this;
    if (draft.nodeCount === 0) this.insertImplied(Tag.html);
    open.popTo(1);
    if (this.head === NONE) {
      this.head = this.insertImplied(Tag.head);
      open.pop();
    }
    // A frameset, or a body that was taken away for one, leaves no body to supply.
    if (this.body === NONE && !links.hasChildAfter(this.head)) this.body = this.insertImplied(Tag.body);
  }

  // Text

  insertText(start: number, end: number, flags: number): void {
    const { draft, links, open } = this;
    const target = open.top;
    let neighbour = links.lastChild[target]!;
    if (this.fosterParenting && fosteringTags[open.topTag] === 1) neighbour = this.#fosterNeighbour();
    if (links.isText(neighbour) && (draft.flags[neighbour]! & SEALED) === 0) {
      this.#joinText(neighbour, start, end);
      return;
    }
    const node = this.#addNode(TEXT, start, end);
    draft.flags[node] = flags;
    this.place(node, target);
  }

  #fosterNeighbour(): number {
    const { draft, links, open } = this;
    const table = open.topmost(Tag.table);
    if (table < 0) return links.lastChild[open.nodeAt(0)]!;
    const node = open.nodeAt(table);
    return draft.parent[node] === NONE ? links.lastChild[open.nodeAt(table - 1)]! : links.previous[node]!;
  }

  #joinText(node: number, start: number, end: number): void {
    const { draft } = this;
    const pieces = this.joinedText.get(node);
    if (pieces !== undefined) {
      if (pieces.at(-1) === start) pieces[pieces.length - 1] = end;
      else pieces.push(start, end);
    } else if (draft.end[node] === start) draft.end[node] = end;
    else this.joinedText.set(node, [draft.start[node]!, draft.end[node]!, start, end]);
  }

  /** A comment between two texts keeps them apart. */
  sealText(): void {
    if (this.open.length === 0) return;
    const last = this.links.lastChild[this.open.top]!;
    if (this.links.isText(last)) this.draft.flags[last]! |= SEALED;
  }

  // Steps that many modes share

  closeParagraph(): void {
    if (!this.open.inScope(Tag.p, Scope.button)) return;
    this.open.generateImpliedEndTags(Tag.p);
    this.open.popThrough(Tag.p);
  }

  /** 13.2.4.3: opens again what was closed by force. */
  reconstructFormatting(): void {
    const { formatting, open } = this;
    let index = formatting.length - 1;
    if (index < 0 || this.#isOpenOrMarker(index)) return;
    while (index > 0 && !this.#isOpenOrMarker(index - 1)) index--;
    for (; index < formatting.length; index++) {
      const copy = this.clone(formatting.at(index));
      this.place(copy, open.top);
      open.push(copy, this.draft.tag[copy]!);
      formatting.replaceAt(index, copy);
    }
  }

  #isOpenOrMarker(index: number): boolean {
    return this.formatting.isMarker(index) || this.open.indexOf(this.formatting.at(index)) >= 0;
  }

  /** Hands the current token to another mode. */
  reprocessStart(mode: InsertionMode, tag: number): void {
    this.mode = mode;
    mode.startTag(this, tag);
  }

  reprocessEnd(mode: InsertionMode, tag: number): void {
    this.mode = mode;
    mode.endTag(this, tag);
  }

  reprocessText(mode: InsertionMode, start: number, end: number): void {
    this.mode = mode;
    mode.text(this, start, end);
  }

  isForeign(node: number): boolean {
    return (this.draft.flags[node]! & (NodeFlag.svg | NodeFlag.mathml)) !== 0;
  }
}

/** Index of the first unit of `source[start, end)` that is not HTML white space; `end` if there is none. */
export function skipSpace(source: string, start: number, end: number): number {
  let at = start;
  while (at < end && isSpace(source.charCodeAt(at))) at++;
  return at;
}
