/**
 * The content of a page as Markdown (CommonMark, with GitHub's tables and strikethrough), in one walk.
 *
 * Tables of data are tables; tables that only lay out the page are paragraphs. Definition lists are written as
 * term and `: definition`, which Markdown Extra reads. Links and pictures get absolute addresses where the page's
 * own is known; an address that is no web, mail or phone address is left out and its text kept.
 */
import type { Verdict } from '../detect/detector.ts';
import { Tag } from '../page/names.ts';
import { NodeFlag, type Page, readAttribute, readText, TEXT, type Visitor, walk } from '../page/page.ts';
import {
  Break,
  cellTags,
  Flow,
  findDataTables,
  headingLevel,
  ListMarkers,
  lineTags,
  listTags,
  paragraphTags,
  replacedTags,
} from './flow.ts';
import {
  type AddressReader,
  CodeCapture,
  createAddressReader,
  escapeLineStart,
  escapeMarkdown,
  findCode,
  linkTarget,
  MarkdownTable,
} from './markdown-syntax.ts';
import { pictureAddress } from './pictures.ts';
import { plainSpaces } from './text.ts';
import { type HiddenText, omittedNodes } from './verdict-view.ts';

export interface MarkdownOptions {
  readonly hidden?: HiddenText | undefined;
}

/** The Markdown of a page; with a verdict, of its content only. */
export function toMarkdown(page: Page, verdict?: Verdict, options: MarkdownOptions = {}): string {
  const writer = new MarkdownWriter(page, omittedNodes(page, verdict, options));
  walk(page, writer);
  return writer.finish();
}

/** Delimiters by tag; the same inside itself means nothing more. */
const emphasis: ReadonlyMap<number, string> = new Map([
  [Tag.b, '**'],
  [Tag.strong, '**'],
  [Tag.i, '*'],
  [Tag.em, '*'],
  [Tag.s, '~~'],
  [Tag.strike, '~~'],
  [Tag.del, '~~'],
]);

class MarkdownWriter implements Visitor {
  readonly #page: Page;
  readonly #readAddress: AddressReader;
  readonly #omitted: Uint8Array | undefined;
  readonly #lists: ListMarkers;
  readonly #dataTables: Uint8Array;
  readonly #code: ReturnType<typeof findCode>;
  /** How often each delimiter is open. */
  readonly #openEmphases = new Map<string, number>();
  /** The link under way; links inside it (tables make that possible) are only text. */
  #openLink = -1;
  #flow: Flow = new Flow({ hardBreak: '\\', finishLine: escapeLineStart });
  /** The flow around the table, while `#flow` is that of a cell. */
  #outerFlow: Flow | undefined;
  #table: MarkdownTable | undefined;
  #capture: CodeCapture | undefined;

  constructor(page: Page, omitted: Uint8Array | undefined) {
    this.#page = page;
    this.#readAddress = createAddressReader(page);
    this.#omitted = omitted;
    this.#lists = new ListMarkers(page);
    this.#dataTables = findDataTables(page);
    this.#code = findCode(page);
  }

  finish(): string {
    return this.#flow.finish();
  }

  enter(node: number): boolean {
    const { flags, tag } = this.#page;
    const isHidden = (flags[node]! & NodeFlag.hidden) !== 0;
    if ((flags[node]! & NodeFlag.spaceBefore) !== 0) this.#writeGap(node);
    if (tag[node] === TEXT) this.#writeText(node);
    else if (this.#capture !== undefined) this.#capture.addTag(tag[node]!);
    else if (isHidden || replacedTags[tag[node]!] === 1) this.#writeReplaced(node, tag[node]!);
    else this.#enterElement(node, tag[node]!);
    return !isHidden;
  }

  leave(node: number): void {
    const tag = this.#page.tag[node]!;
    if (this.#capture === undefined) this.#leaveElement(node, tag);
    else if (this.#capture.node !== node) this.#capture.addTag(tag);
    else {
      this.#capture.writeTo(this.#flow);
      this.#capture = undefined;
    }
  }

  // Text

  #writeGap(node: number): void {
    if (this.#capture === undefined) this.#flow.space();
    else this.#capture.addGap(node);
  }

  #writeText(node: number): void {
    // Words on both sides of a text that is left out are two words.
    if (this.#omitted?.[node] === 1) this.#flow.space();
    else if (this.#capture !== undefined) this.#capture.addText(node);
    else this.#flow.text(escapeMarkdown(plainSpaces(readText(this.#page, node))));
  }

  // Pictures and links

  #writeReplaced(node: number, tag: number): void {
    if (tag === Tag.img) this.#writeImage(node);
    else this.#flow.space();
  }

  #writeImage(node: number): void {
    const url = this.#omitted?.[node] === 1 ? undefined : pictureAddress(this.#page, node, this.#readAddress);
    if (url === undefined) {
      this.#flow.space();
      return;
    }
    const alt = (readAttribute(this.#page, node, 'alt') ?? '').replace(/\s+/g, ' ').trim();
    this.#flow.word(`![${escapeMarkdown(alt)}](${linkTarget(url)})`);
  }

  #enterLink(node: number): void {
    const url =
      this.#openLink === -1 ? this.#readAddress(readAttribute(this.#page, node, 'href')) : undefined;
    if (url === undefined) return;
    this.#openLink = node;
    this.#flow.enterDelimiter('[', `](${linkTarget(url)})`);
  }

  #leaveLink(node: number): void {
    if (node !== this.#openLink) return;
    this.#openLink = -1;
    this.#flow.leaveDelimiter();
  }

  // Elements

  #enterElement(node: number, tag: number): void {
    const flow = this.#flow;
    const delimiter = emphasis.get(tag);
    if (delimiter !== undefined) this.#enterEmphasis(delimiter);
    else if (tag === Tag.a) this.#enterLink(node);
    else if (tag === Tag.br) flow.lineBreak();
    else if (tag === Tag.hr) this.#writeRule();
    else if (this.#code.has(node)) this.#capture = new CodeCapture(this.#page, node, this.#code.get(node)!);
    else if (tag === Tag.li || tag === Tag.dd) this.#enterItem(node, tag);
    else if (listTags[tag] === 1) {
      flow.break(this.#listBreak());
      this.#lists.enterList(node);
    } else if (this.#dataTables[node] === 1) this.#enterTablePart(tag);
    else this.#enterBlock(tag);
  }

  #leaveElement(node: number, tag: number): void {
    const flow = this.#flow;
    const delimiter = emphasis.get(tag);
    if (delimiter !== undefined) this.#leaveEmphasis(delimiter);
    else if (tag === Tag.a) this.#leaveLink(node);
    else if (tag === Tag.li || tag === Tag.dd) {
      if (flow.leaveContainer()) flow.tightBreak();
    } else if (listTags[tag] === 1) {
      this.#lists.leaveList();
      flow.break(this.#listBreak());
    } else if (this.#dataTables[node] === 1) this.#leaveTablePart(node, tag);
    else this.#leaveBlock(tag);
  }

  #enterEmphasis(delimiter: string): void {
    const open = this.#openEmphases.get(delimiter) ?? 0;
    this.#openEmphases.set(delimiter, open + 1);
    if (open === 0) this.#flow.enterDelimiter(delimiter, delimiter);
  }

  #leaveEmphasis(delimiter: string): void {
    const open = this.#openEmphases.get(delimiter)! - 1;
    this.#openEmphases.set(delimiter, open);
    if (open === 0) this.#flow.leaveDelimiter();
  }

  #enterItem(node: number, tag: number): void {
    this.#flow.break(Break.line);
    const marker = tag === Tag.li ? this.#lists.nextMarker(node) : ': ';
    this.#flow.enterContainer(marker, ' '.repeat(marker.length));
  }

  #listBreak(): number {
    return this.#lists.depth > 0 ? Break.line : Break.paragraph;
  }

  #writeRule(): void {
    this.#flow.break(Break.paragraph);
    if (!this.#flow.isInline) this.#flow.verbatim('---');
    this.#flow.break(Break.paragraph);
  }

  #enterBlock(tag: number): void {
    const level = headingLevel(tag);
    this.#breakAround(tag);
    if (level > 0) {
      this.#flow.enterContainer(`${'#'.repeat(level)} `, '');
      this.#flow.enterInline();
    } else if (tag === Tag.blockquote) this.#flow.enterContainer('> ', '> ');
  }

  #leaveBlock(tag: number): void {
    const level = headingLevel(tag);
    if (level > 0) this.#flow.leaveInline();
    if (level > 0 || tag === Tag.blockquote) this.#flow.leaveContainer();
    this.#breakAround(tag);
  }

  /** A single line end means nothing in Markdown, so every block is a paragraph; only a term stays with its definition. */
  #breakAround(tag: number): void {
    if (tag === Tag.dt) this.#flow.break(Break.line);
    else if (paragraphTags[tag] === 1 || lineTags[tag] === 1 || cellTags[tag] === 1)
      this.#flow.break(Break.paragraph);
  }

  // Data tables

  #enterTablePart(tag: number): void {
    if (tag === Tag.table) {
      this.#flow.break(Break.paragraph);
      this.#table = new MarkdownTable(this.#page);
    } else if (tag === Tag.tr) this.#table?.startRow();
    else {
      this.#outerFlow = this.#flow;
      this.#flow = new Flow({ hardBreak: '', finishLine: (line) => line });
      this.#flow.enterInline();
    }
  }

  #leaveTablePart(node: number, tag: number): void {
    if (tag === Tag.table) {
      const lines = this.#table?.lines() ?? '';
      if (lines !== '') this.#flow.verbatim(lines);
      this.#flow.break(Break.paragraph);
    } else if (tag !== Tag.tr) {
      this.#table?.addCell(node, this.#flow.finish());
      this.#flow = this.#outerFlow!;
    }
  }
}
