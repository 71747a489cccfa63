/**
 * From htmlparser2's tokenizer to the tree builder. The tokenizer works on offsets and leaves character
 * references alone, so nothing is copied: names are interned from the source, texts and values stay ranges.
 */
import { type QuoteType, Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { NONE } from '../draft.ts';
import { Attribute, ClassLists, knownAttributes, knownTags, NameTable, Tag } from '../names.ts';
import { NodeFlag } from '../page.ts';
import type { PageLimits } from '../raw-page.ts';
import { beforeHtml, initial } from './head-modes.ts';
import { htmlReferences } from './html-references.ts';
import { endNoscript, foreignEnd, foreignStart, isForeignStart, isForeignText } from './other-modes.ts';
import { isQuirky } from './quirks.ts';
import { flushTableText } from './table-modes.ts';
import { skipSpace, TreeBuilder } from './tree-builder.ts';

/** Told of every `<meta>` as it is met; true stops the parse, because the page must be decoded anew. */
export type MetaWatcher = (feed: TokenFeed) => boolean;

interface RunOptions {
  readonly onMeta?: MetaWatcher | undefined;
  readonly opensNoscript?: boolean;
}

export class TokenFeed implements TokenizerCallbacks {
  readonly builder: TreeBuilder = new TreeBuilder(initial);
  tags: NameTable = new NameTable(knownTags);
  attributeNames: NameTable = new NameTable(knownAttributes);
  classLists: ClassLists = new ClassLists(htmlReferences);
  stopped = false;

  #source = '';
  #tokenizer: Tokenizer | undefined;
  #onMeta: MetaWatcher | undefined;
  #tag = 0;
  #attributeName = 0;
  #valueStart: number = NONE;
  #valueEnd: number = NONE;
  /** Attribute names that the current tag has already: by name, the number of that tag. */
  #seenInTag: Int32Array = new Int32Array(256);
  #tagNumber = 0;
  #opensNoscript = false;

  /**
   * Builds the tree of `source`. Returns false if `onMeta` stopped it. `opensNoscript`: what is in a `noscript` of the
   * body is a part of the page.
   */
  run(source: string, limits: PageLimits, { onMeta, opensNoscript = false }: RunOptions = {}): boolean {
    this.#reset(source, limits, onMeta);
    this.#opensNoscript = opensNoscript;
    const tokenizer = new Tokenizer({ decodeEntities: false, xmlMode: false }, this);
    keepCharacterDataForeign(tokenizer, () => this.#isInForeignElement());
    this.#tokenizer = tokenizer;
    tokenizer.write(source);
    if (this.stopped) return false;
    tokenizer.end();
    return true;
  }

  #reset(source: string, limits: PageLimits, onMeta: MetaWatcher | undefined): void {
    const { builder } = this;
    this.#source = source;
    this.#onMeta = onMeta;
    this.stopped = false;
    this.tags = new NameTable(knownTags);
    this.attributeNames = new NameTable(knownAttributes);
    this.classLists = new ClassLists(htmlReferences);
    this.#seenInTag.fill(0);
    this.#tagNumber = 0;
    builder.reset(source, limits, initial);
  }

  // Start tags

  onopentagname(start: number, end: number): void {
    this.#tag = this.#tagNamed(start, end);
    this.#tagNumber++;
    const { token, draft } = this.builder;
    token.attributeStart = draft.attributeCount;
    token.classList = 0;
  }

  #tagNamed(start: number, end: number): number {
    const tag = this.tags.intern(this.#source, start, end);
    const { body, noscript } = this.builder;
    const isOpened = tag === Tag.noscript && this.#opensNoscript && body !== NONE && noscript === NONE;
    return isOpened ? Tag.div : tag;
  }

  onattribname(start: number, end: number): void {
    this.#attributeName = this.attributeNames.intern(this.#source, start, end);
    this.#valueStart = NONE;
  }

  onattribdata(start: number, end: number): void {
    if (this.#valueStart === NONE) this.#valueStart = start;
    this.#valueEnd = end;
  }

  onattribend(_quote: QuoteType, end: number): void {
    const name = this.#attributeName;
    if (this.#isRepeated(name)) return;
    const start = this.#valueStart === NONE ? end : this.#valueStart;
    const valueEnd = this.#valueStart === NONE ? end : this.#valueEnd;
    this.builder.draft.addAttribute(name, start, valueEnd);
    if (name === Attribute.class) {
      this.builder.token.classList = this.classLists.intern(this.#source, start, valueEnd);
    }
  }

  /** Of attributes with one name the first counts. Constant time, for tags with 100,000 of them. */
  #isRepeated(name: number): boolean {
    if (name >= this.#seenInTag.length) {
      const longer = new Int32Array(Math.max(name + 1, this.#seenInTag.length * 2));
      longer.set(this.#seenInTag);
      this.#seenInTag = longer;
    }
    if (this.#seenInTag[name] === this.#tagNumber) return true;
    this.#seenInTag[name] = this.#tagNumber;
    return false;
  }

  onopentagend(end: number): void {
    this.#startTag(end, false);
  }

  onselfclosingtag(end: number): void {
    this.#startTag(end, true);
  }

  #startTag(end: number, selfClosing: boolean): void {
    const { builder } = this;
    const { token, draft } = builder;
    const tag = this.#tag;
    if (builder.noscript !== NONE || builder.templateDepth > 0) {
      if (builder.noscript === NONE && tag === Tag.template) builder.templateDepth++;
      draft.attributeCount = token.attributeStart;
      return;
    }
    this.#beforeToken();
    token.attributeEnd = draft.attributeCount;
    token.selfClosing = selfClosing;
    token.used = false;
    builder.noscriptStart = end + 1;
    if (isForeignStart(builder, tag)) foreignStart(builder, tag);
    else builder.mode.startTag(builder, tag);
    if (tag === Tag.meta && this.#onMeta?.(this)) this.#stop();
    if (!token.used) draft.attributeCount = token.attributeStart;
  }

  #stop(): void {
    this.stopped = true;
    this.#tokenizer?.pause();
  }

  // The other tokens

  onclosetag(start: number, end: number): void {
    const { builder } = this;
    const tag = this.#tagNamed(start, end);
    if (builder.noscript !== NONE) {
      // Behind `</`.
      if (tag === Tag.noscript) endNoscript(builder, start - 2);
    } else if (builder.templateDepth > 0) {
      if (tag === Tag.template) builder.templateDepth--;
    } else {
      this.#beforeToken();
      if (this.#isInForeignElement()) foreignEnd(builder, tag);
      else builder.mode.endTag(builder, tag);
    }
  }

  ontext(start: number, end: number): void {
    const { builder } = this;
    if (this.#isUnfinishedTag(start, end)) return;
    if (builder.noscript !== NONE) {
      // White space between tags is a space at most.
      builder.textInNoscript += skipSpace(this.#source, start, end) === end ? 1 : end - start;
      return;
    }
    if (builder.templateDepth > 0) return;
    let from = start;
    if (builder.skipLineFeed) from = this.#afterLineFeed(start);
    if (from === end) return;
    if (isForeignText(builder)) builder.insertText(from, end, 0);
    else builder.mode.text(builder, from, end);
  }

  /**
   * What is left of a tag at the end of the input: an end tag is reported as text that starts at -1, and `<title`,
   * `<script` and the like as the text of their names.
   */
  #isUnfinishedTag(start: number, end: number): boolean {
    if (start < 0) return true;
    const source = this.#source;
    return end === source.length && source[start - 1] === '<' && /[a-z]/i.test(source[start] ?? '');
  }

  #afterLineFeed(start: number): number {
    this.builder.skipLineFeed = false;
    const source = this.#source;
    const at = source.charCodeAt(start) === 0x0d ? start + 1 : start;
    if (source.charCodeAt(at) === 0x0a) return at + 1;
    return at;
  }

  oncdata(start: number, end: number, endOffset: number): void {
    this.builder.insertText(start, end - endOffset, NodeFlag.literal);
  }

  #isInForeignElement(): boolean {
    const { builder } = this;
    return builder.open.length > 0 && builder.isForeign(builder.open.top);
  }

  oncomment(): void {
    const { builder } = this;
    if (builder.noscript !== NONE || builder.templateDepth > 0) return;
    this.#beforeToken();
    builder.sealText();
  }

  ondeclaration(start: number, end: number): void {
    const { builder } = this;
    if (builder.mode !== initial) return;
    builder.quirks = isQuirky(this.#source.slice(start, end));
    builder.mode = beforeHtml;
  }

  #beforeToken(): void {
    const { builder } = this;
    builder.skipLineFeed = false;
    if (builder.tableTextStart >= 0) flushTableText(builder);
  }

  /** Supplies what even an empty page has. */
  onend(): void {
    const { builder } = this;
    if (builder.tableTextStart >= 0) flushTableText(builder);
    builder.ensureBody();
  }

  /** Asked at each start tag: in foreign content `<title>` or `<style>` is no raw text element. */
  isInForeignContext(): boolean {
    const { builder } = this;
    return builder.noscript !== NONE || isForeignText(builder);
  }

  onattribentity(): void {
    // References are left in the value.
  }

  ontextentity(): void {
    // References are left in the text.
  }

  onprocessinginstruction(): void {
    // In HTML these are comments.
  }
}

/**
 * Elsewhere `<![CDATA[` is a comment up to the next `>`, as after any other sign, which htmlparser2 does not know: up to
 * `]]>` it passed over whole pages that begin with one.
 */
function keepCharacterDataForeign(tokenizer: Tokenizer, isInForeignElement: () => boolean): void {
  const state = tokenizer as unknown as { stateBeforeDeclaration(unit: number): void };
  const standard = state.stateBeforeDeclaration;
  state.stateBeforeDeclaration = function (unit) {
    standard.call(this, unit === BRACKET && !isInForeignElement() ? OTHER_SIGN : unit);
  };
}

const BRACKET = 0x5b;
const OTHER_SIGN = 0x3f;
