/**
 * The content of a page as text that reads well: blocks on their own lines, paragraphs apart by one blank line,
 * list items behind `- ` or `1. `, the cells of a data table in one line between tabs, `pre` as it is. Pictures
 * are left out, alternative text included: it is no text of the page. No-break spaces become plain ones.
 */
import type { Verdict } from '../detect/detector.ts';
import { Tag } from '../page/names.ts';
import { NodeFlag, type Page, readGap, readText, TEXT, type Visitor, walk } from '../page/page.ts';
import { Break, Flow } from './flow.ts';
import {
  cellTags,
  findDataTables,
  findParted,
  headingLevel,
  ListMarkers,
  lineTags,
  listTags,
  literalTags,
  paragraphTags,
  replacedTags,
} from './layout.ts';
import { type OmitOptions, omittedTexts } from './verdict-view.ts';

/** The text of a page; with a verdict, of its content or of its template only. */
export function toText(page: Page, verdict?: Verdict, options: OmitOptions = {}): string {
  return toOutlinedText(page, verdict, options).text;
}

/** The same with where its headings and its lines of code are. */
export function toOutlinedText(
  page: Page,
  verdict?: Verdict,
  options: OmitOptions = {},
): { readonly text: string; readonly outline: Flow['outline'] } {
  const writer = new TextWriter(page, omittedTexts(page, verdict, options));
  walk(page, writer);
  return { text: writer.flow.finish(), outline: writer.flow.outline };
}

/** Text in the flow: white space still in it. */
export function plainSpaces(text: string): string {
  return /[\u00a0\u2007\u202f]/.test(text) ? text.replace(/[\u00a0\u2007\u202f]/g, ' ') : text;
}

/** Is white space kept as it is among this element's children? */
export function isPreformatted(page: Page, element: number): boolean {
  return (page.flags[element]! & NodeFlag.preformatted) !== 0 || literalTags[page.tag[element]!] === 1;
}

class TextWriter implements Visitor {
  readonly flow: Flow = new Flow({ hardBreak: '', finishLine: (line) => line });
  readonly #page: Page;
  readonly #omitted: Uint8Array | undefined;
  readonly #lists: ListMarkers;
  readonly #dataTables: Uint8Array | undefined;
  readonly #parted: Uint8Array | undefined;

  constructor(page: Page, omitted: Uint8Array | undefined) {
    this.#page = page;
    this.#omitted = omitted;
    this.#lists = new ListMarkers(page, omitted);
    this.#dataTables = findDataTables(page);
    this.#parted = findParted(page, omitted);
  }

  enter(node: number): boolean {
    const { flags, tag } = this.#page;
    if ((flags[node]! & NodeFlag.spaceBefore) !== 0) this.#writeGap(node);
    if (this.#parted?.[node] === 1) this.flow.space();
    if (tag[node] === TEXT) this.#writeText(node);
    else if ((flags[node]! & NodeFlag.hidden) !== 0) this.#passHidden(node);
    else this.#enterElement(node, tag[node]!);
    return (flags[node]! & NodeFlag.hidden) === 0;
  }

  leave(node: number): void {
    const { flow } = this;
    const tag = this.#page.tag[node]!;
    if (listTags[tag] === 1) {
      this.#lists.leaveList();
      flow.break(this.#listBreak());
    } else if (tag === Tag.li || tag === Tag.dd) {
      if (flow.leaveContainer()) flow.tightBreak();
    } else if (cellTags[tag] === 1) this.#leaveCell(node);
    else {
      if (headingLevel(tag) > 0) flow.leaveHeading();
      this.#breakAround(tag);
    }
  }

  #writeGap(node: number): void {
    const { parent } = this.#page;
    if (node > 0 && isPreformatted(this.#page, parent[node]!)) this.flow.verbatim(readGap(this.#page, node));
    else this.flow.space();
  }

  #writeText(node: number): void {
    // Words on both sides of a text that is left out are two words.
    if (this.#omitted?.[node] === 1) this.flow.space();
    else if (isPreformatted(this.#page, this.#page.parent[node]!))
      this.flow.verbatim(readText(this.#page, node));
    else this.flow.text(plainSpaces(readText(this.#page, node)));
  }

  #passHidden(node: number): void {
    if (replacedTags[this.#page.tag[node]!] === 1) this.flow.space();
  }

  #enterElement(node: number, tag: number): void {
    const { flow } = this;
    if (tag === Tag.br) flow.lineBreak();
    else if (replacedTags[tag] === 1) flow.space();
    else if (listTags[tag] === 1) {
      flow.break(this.#listBreak());
      this.#lists.enterList(node);
    } else if (tag === Tag.li) {
      flow.break(Break.line);
      const marker = this.#lists.nextMarker(node);
      flow.enterContainer(marker, ' '.repeat(marker.length));
    } else if (tag === Tag.dd) {
      flow.break(Break.line);
      flow.enterContainer('  ', '  ');
    } else if (cellTags[tag] === 1) this.#enterCell(node);
    else {
      this.#breakAround(tag);
      if (headingLevel(tag) > 0) flow.enterHeading(headingLevel(tag));
    }
  }

  /** A list inside a list stands close to its item. */
  #listBreak(): number {
    return this.#lists.depth > 0 ? Break.line : Break.paragraph;
  }

  #enterCell(node: number): void {
    if (this.#dataTables?.[node] !== 1) {
      this.flow.break(Break.line);
      return;
    }
    const isFirst = node === this.#page.parent[node]! + 1;
    if (!isFirst) this.flow.separator('\t');
    this.flow.enterInline();
  }

  #leaveCell(node: number): void {
    if (this.#dataTables?.[node] === 1) this.flow.leaveInline();
    else this.flow.break(Break.line);
  }

  #breakAround(tag: number): void {
    if (paragraphTags[tag] === 1) this.flow.break(Break.paragraph);
    else if (lineTags[tag] === 1) this.flow.break(Break.line);
    else if (replacedTags[tag] === 1) this.flow.space();
  }
}
