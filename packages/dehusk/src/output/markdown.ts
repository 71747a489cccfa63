/**
 * The content of a page as Markdown (CommonMark, with GitHub's tables, strikethrough and footnotes), in one walk.
 *
 * Tables of data are tables; tables that only lay out the page are paragraphs. A term of a definition list is a bold
 * line, its definitions are items below it; terms that nothing is said of are the items themselves. Headings nest: none is more than one level below the one before. Formulas
 * are TeX as GitHub reads it, where the page has their source. Of an address that is no web, mail or phone address the
 * text is kept.
 */
import type { Verdict } from '../detect/detector.ts';
import { headingTags, Tag, tagSet, tagsOf } from '../page/names.ts';
import { NodeFlag, type Page, readAttribute, readText, TEXT, type Visitor, walk } from '../page/page.ts';
import { Break, Flow } from './flow.ts';
import {
  cellTags,
  findDataTables,
  findParted,
  findTermLists,
  headingLevel,
  ListMarkers,
  lineTags,
  listTags,
  MAX_LOOK_DEPTH,
  paragraphTags,
  replacedTags,
} from './layout.ts';
import { CodeCapture, codeTags, fencedCode, findCode, writeCodeSpan } from './markdown-code.ts';
import { MarkdownDelimiters } from './markdown-delimiters.ts';
import {
  type Formula,
  findNotes,
  formulaOfMath,
  formulaOfPicture,
  formulaOfScript,
  type Notes,
} from './markdown-notes.ts';
import {
  type AddressReader,
  CELL_BREAK,
  createAddressReader,
  escapeLineStart,
  escapeMarkdown,
  linkTarget,
  MarkdownTable,
} from './markdown-syntax.ts';
import { pictureAddress, pictureSize } from './pictures.ts';
import { plainSpaces } from './text.ts';
import { type HiddenText, omittedNodes } from './verdict-view.ts';

/** Of links in Markdown; `footnotes`: numbers in the text, and the addresses at its end. */
export type LinkStyle = 'absolute' | 'relative' | 'none' | 'footnotes';
/** Of pictures in Markdown; `alt`: the words that stand for one. */
export type ImageStyle = 'keep' | 'alt' | 'none';

export interface MarkdownOptions {
  readonly hidden?: HiddenText | undefined;
  /** `absolute` unless told; `relative`: as the page has them. */
  readonly linkStyle?: LinkStyle | undefined;
  /** `keep` unless told. */
  readonly images?: ImageStyle | undefined;
}

/** The Markdown of a page; with a verdict, of its content only. */
export function toMarkdown(page: Page, verdict?: Verdict, options: MarkdownOptions = {}): string {
  const writer = new MarkdownWriter(page, omittedNodes(page, verdict, options), options);
  walk(page, writer);
  return writer.finish();
}

/** What an element is to Markdown. What may be code, a note or a part of a table is that where it was found to be. */
const Kind = {
  inline: 0,
  block: 1,
  heading: 2,
  quotation: 3,
  item: 4,
  list: 5,
  tablePart: 6,
  link: 7,
  strong: 8,
  emphasis: 9,
  deleted: 10,
  raised: 11,
  code: 12,
  lineBreak: 13,
  rule: 14,
  term: 15,
  terms: 16,
} as const;

/** By tag: it is asked twice for each element of a page. */
const kindOfTag: Uint8Array = new Uint8Array(2 ** 16);
for (const [kind, sets] of [
  [Kind.block, [paragraphTags, lineTags]],
  [Kind.heading, [headingTags]],
  [Kind.quotation, [tagSet('blockquote')]],
  [Kind.item, [tagSet('li', 'dd')]],
  [Kind.list, [listTags]],
  [Kind.tablePart, [cellTags, tagSet('table', 'tr')]],
  [Kind.link, [tagSet('a')]],
  [Kind.strong, [tagSet('b', 'strong', 'summary')]],
  [Kind.term, [tagSet('dt')]],
  [Kind.terms, [tagSet('dl')]],
  [Kind.emphasis, [tagSet('i', 'em')]],
  [Kind.deleted, [tagSet('s', 'strike', 'del')]],
  [Kind.raised, [tagSet('sub', 'sup')]],
  [Kind.code, [codeTags]],
  [Kind.lineBreak, [tagSet('br')]],
  [Kind.rule, [tagSet('hr')]],
] as const)
  for (const tag of sets.flatMap(tagsOf)) kindOfTag[tag] = kind;

/** A summary is what is bold of its details, unless there is a heading in it. */
function kindOf({ tag, subtreeEnd }: Page, element: number): number {
  if (tag[element] === Tag.summary)
    for (let node = element + 1; node < subtreeEnd[element]!; node++)
      if (headingTags[tag[node]!] === 1) return Kind.block;
  return kindOfTag[tag[element]!]!;
}

/** Of these something may be written, though they have no text. */
const wordlessTags = tagSet('img', 'script', 'hr');

/** Nodes between two sizes of one picture, at most. */
const MAX_PICTURE_STEPS = 30;

/** Delimiters by kind; the same inside itself means nothing more. */
const delimiters: Readonly<Record<number, string>> = {
  [Kind.strong]: '**',
  [Kind.emphasis]: '*',
  [Kind.deleted]: '~~',
};

class MarkdownWriter implements Visitor {
  readonly #page: Page;
  readonly #options: MarkdownOptions;
  readonly #readAddress: AddressReader;
  readonly #omitted: Uint8Array | undefined;
  /** How many nodes before each one may be written; undefined where nothing is left out. */
  readonly #writtenBefore: Uint32Array | undefined;
  readonly #lists: ListMarkers;
  readonly #headings = new HeadingLevels();
  readonly #dataTables: Uint8Array | undefined;
  readonly #parted: Uint8Array | undefined;
  readonly #termLists: ReadonlySet<number> | undefined;
  /** Those of which a term was written. */
  readonly #begunTermLists = new Set<number>();
  readonly #code: ReturnType<typeof findCode>;
  readonly #notes: Notes | undefined;
  /** Of `linkStyle: footnotes`, by address. */
  readonly #numbers = new Map<string, number>();
  /** How often each delimiter is open. */
  readonly #openEmphases = new Map<string, number>();
  /** The link under way; links inside it (tables make that possible) are only text. */
  #openLink = -1;
  #lastPicture: { readonly img: number; readonly stem: string } | undefined;
  #isInHeading = false;
  #flow: Flow = new Flow({
    hardBreak: '\\',
    finishLine: escapeLineStart,
    delimiters: new MarkdownDelimiters(),
  });
  /** The flow around the table, while `#flow` is that of a cell. */
  #outerFlow: Flow | undefined;
  #table: MarkdownTable | undefined;
  #capture: CodeCapture | undefined;

  constructor(page: Page, omitted: Uint8Array | undefined, options: MarkdownOptions) {
    this.#page = page;
    this.#options = options;
    this.#readAddress = createAddressReader(page, options.linkStyle === 'relative');
    this.#omitted = omitted;
    this.#writtenBefore = omitted && countWritten(page, omitted);
    this.#lists = new ListMarkers(page, omitted);
    this.#dataTables = findDataTables(page);
    this.#parted = findParted(page);
    this.#termLists = findTermLists(page, omitted);
    this.#code = findCode(page);
    this.#notes = findNotes(page, omitted);
  }

  finish(): string {
    const text = this.#flow.finish();
    if (this.#numbers.size === 0) return text;
    const lines = Array.from(this.#numbers, ([url, number]) => `[${number}]: ${linkTarget(url)}`);
    return `${text}\n\n${lines.join('\n')}`;
  }

  enter(node: number): boolean {
    const { flags } = this.#page;
    const tag = this.#page.tag[node]!;
    if ((flags[node]! & NodeFlag.spaceBefore) !== 0) this.#writeGap(node);
    if (this.#parted?.[node] === 1) this.#flow.space();
    if (tag === TEXT) this.#writeText(node);
    else if (this.#capture !== undefined) this.#capture.enterElement(node);
    else if ((flags[node]! & NodeFlag.hidden) !== 0 || replacedTags[tag] === 1)
      this.#writeReplaced(node, tag);
    else if (tag === Tag.a && this.#notes?.backLinks.has(node)) return false;
    else if (tag === Tag.a && this.#notes?.references.has(node)) {
      this.#flow.word(`[^${this.#notes.references.get(node)}]`);
      return false;
    } else if ((tag === Tag.math && this.#writeMath(node)) || this.#passOver(node, tag)) return false;
    else this.#enterElement(node, tag);
    return (flags[node]! & NodeFlag.hidden) === 0;
  }

  leave(node: number): void {
    const tag = this.#page.tag[node]!;
    if (this.#capture === undefined) this.#leaveElement(node, tag);
    else if (this.#capture.node !== node) this.#capture.leaveElement(node);
    else {
      this.#capture.writeTo(this.#flow);
      this.#capture = undefined;
      if (this.#openLink === node + 1) this.#leaveLink(node + 1);
    }
  }

  // Text

  #writeGap(node: number): void {
    if (this.#capture === undefined) this.#flow.space();
    else this.#capture.addGap(node);
  }

  #writeText(node: number): void {
    // Words on both sides of a text that is left out are two words.
    if (this.#omitted?.[node] === 1 || this.#notes?.signs.has(node)) this.#flow.space();
    else if (this.#capture !== undefined) this.#capture.addText(node);
    else this.#flow.text(escapeMarkdown(plainSpaces(readText(this.#page, node))));
  }

  // Pictures, formulas and links

  /** What is hidden and replaces nothing, as scripts do, parts no words. */
  #writeReplaced(node: number, tag: number): void {
    if (tag === Tag.img) this.#writeImage(node);
    else if (tag === Tag.script) {
      const formula = formulaOfScript(this.#page, node);
      if (formula !== undefined) this.#writeFormula(formula);
    } else if (replacedTags[tag] === 1) this.#flow.space();
  }

  #writeImage(node: number): void {
    const { images = 'keep' } = this.#options;
    const isOmitted = this.#omitted?.[node] === 1;
    const formula = isOmitted ? undefined : formulaOfPicture(this.#page, node);
    const url =
      isOmitted || formula !== undefined || images === 'none'
        ? undefined
        : pictureAddress(this.#page, node, this.#readAddress);
    if (formula !== undefined) this.#writeFormula(formula);
    else if (url === undefined || this.#isOtherSize(node, url)) this.#flow.space();
    else {
      const alt = escapeMarkdown((readAttribute(this.#page, node, 'alt') ?? '').replace(/\s+/g, ' ').trim());
      // It parts the words beside it, as it does in text: whoever takes it out must not join them.
      this.#flow.space();
      if (images === 'keep') this.#flow.word(`![${alt}](${linkTarget(url)})`);
      else this.#flow.text(`${alt} `);
    }
  }

  /** Of one picture that stands there again, or in several sizes, side by side, one is written: the largest. */
  #isOtherSize(img: number, url: string): boolean {
    const { stem, pixels } = pictureSize(url);
    const before = this.#lastPicture;
    this.#lastPicture = { img, stem };
    if (before?.stem === stem && !this.#hasWords(before.img, img)) return true;
    if (pixels === 0) return false;
    const { nodeCount, tag } = this.#page;
    for (let node = img + 1; node < Math.min(nodeCount, img + MAX_PICTURE_STEPS); node++) {
      if (this.#hasWords(node, node + 1)) return false;
      if (tag[node] !== Tag.img || this.#omitted?.[node] === 1) continue;
      const other = pictureSize(pictureAddress(this.#page, node, this.#readAddress) ?? '');
      if (other.stem === stem && other.pixels > pixels) {
        this.#lastPicture = before;
        return true;
      }
    }
    return false;
  }

  #hasWords(from: number, to: number): boolean {
    for (let node = from; node < Math.min(to, from + MAX_PICTURE_STEPS); node++)
      if (this.#page.chars[node]! > 0 && this.#omitted?.[node] !== 1) return true;
    return to > from + MAX_PICTURE_STEPS;
  }

  /** False for a formula without a source, and for one of which nothing is written. */
  #writeMath(node: number): boolean {
    const { chars, subtreeEnd } = this.#page;
    let isWritten = this.#omitted === undefined;
    for (let text = node; text < subtreeEnd[node]! && !isWritten; text++)
      isWritten = chars[text]! > 0 && this.#omitted![text] === 0;
    const formula = isWritten ? formulaOfMath(this.#page, node) : undefined;
    if (formula !== undefined) this.#writeFormula(formula);
    return formula !== undefined;
  }

  /** In the forms of GitHub that are code to all other readers, so that nothing in them is taken for Markdown. */
  #writeFormula({ source, isBlock }: Formula): void {
    if (!isBlock || this.#flow.isInline) writeCodeSpan(this.#flow, source, '$');
    else {
      this.#flow.break(Break.paragraph);
      this.#flow.verbatim(fencedCode(source, 'math'));
      this.#flow.break(Break.paragraph);
    }
  }

  #enterLink(node: number): void {
    const { linkStyle = 'absolute' } = this.#options;
    if (linkStyle === 'none' || this.#openLink !== -1 || !this.#isWritten(node)) return;
    const href = readAttribute(this.#page, node, 'href')?.trim();
    // A heading that links to its own place, and what only a script acts on.
    if (href === '#' || (href?.startsWith('#') && this.#isInHeading)) return;
    const url = this.#readAddress(href);
    if (url === undefined || url === `${this.#page.url}#`) return;
    this.#openLink = node;
    this.#flow.enterDelimiter(
      '[',
      linkStyle === 'footnotes' ? () => `][${this.#numberOf(url)}]` : `](${linkTarget(url)})`,
    );
  }

  /** Most links of a page are of its template: their addresses are never read. */
  #isWritten(element: number): boolean {
    const before = this.#writtenBefore;
    return before === undefined || before[this.#page.subtreeEnd[element]!]! > before[element + 1]!;
  }

  #numberOf(url: string): number {
    const number = this.#numbers.get(url) ?? this.#numbers.size + 1;
    this.#numbers.set(url, number);
    return number;
  }

  #leaveLink(node: number): void {
    if (node !== this.#openLink) return;
    this.#openLink = -1;
    this.#flow.leaveDelimiter();
  }

  // Elements

  /**
   * Most of a page is template: of a block in which nothing is written only the break is left. Its items may be those of
   * a list around it, and count; and notes stand anywhere.
   */
  #passOver(node: number, tag: number): boolean {
    const kind = kindOfTag[tag]!;
    const isOwn = kind === Kind.list || (kind === Kind.block && this.#lists.depth === 0);
    if (!isOwn || this.#notes !== undefined || this.#isWritten(node)) return false;
    this.#flow.break(kind === Kind.list ? this.#listBreak() : Break.paragraph);
    return true;
  }

  #enterElement(node: number, tag: number): void {
    const note = this.#notes?.notes.get(node);
    if (note !== undefined) {
      // The items behind it keep their numbers.
      if (tag === Tag.li) this.#lists.nextMarker(node);
      this.#enterNote(note);
      return;
    }
    const kind = kindOf(this.#page, node);
    switch (kind) {
      case Kind.inline:
        break;
      case Kind.strong:
      case Kind.emphasis:
      case Kind.deleted:
        this.#enterEmphasis(tag, delimiters[kind]!);
        break;
      case Kind.link:
        this.#enterLink(node);
        break;
      case Kind.lineBreak:
        this.#flow.lineBreak();
        break;
      case Kind.rule:
        this.#flow.rule();
        break;
      case Kind.raised:
        this.#enterRaised(node, tag);
        break;
      case Kind.item:
        this.#enterItem(node, tag);
        break;
      case Kind.term:
        this.#enterTerm(node, tag);
        break;
      case Kind.terms:
        this.#flow.break(this.#termsBreak(node));
        break;
      case Kind.list:
        this.#flow.break(this.#listBreak());
        this.#lists.enterList(node);
        break;
      case Kind.tablePart:
        if (this.#dataTables?.[node] === 1) this.#enterTablePart(tag);
        else this.#breakAround(tag);
        break;
      case Kind.code:
        this.#enterCode(node, tag);
        break;
      default:
        if (tag === Tag.div && this.#code.has(node)) this.#enterCode(node, tag);
        else this.#enterBlock(kind, tag);
    }
  }

  #leaveElement(node: number, tag: number): void {
    const flow = this.#flow;
    if (this.#notes?.notes.has(node)) {
      flow.leaveContainer();
      flow.break(Break.paragraph);
      return;
    }
    const kind = kindOf(this.#page, node);
    switch (kind) {
      case Kind.inline:
        if (tag === Tag.button) flow.space();
        break;
      case Kind.lineBreak:
        break;
      case Kind.strong:
      case Kind.emphasis:
      case Kind.deleted:
        this.#leaveEmphasis(tag, delimiters[kind]!);
        break;
      case Kind.link:
        this.#leaveLink(node);
        break;
      case Kind.raised:
        if (!this.#isReference(node)) flow.leaveDelimiter();
        break;
      case Kind.item:
        if (!flow.leaveContainer()) break;
        flow.tightBreak();
        if (tag === Tag.li) this.#lists.itemWritten();
        break;
      case Kind.term:
        this.#leaveTerm(node, tag);
        break;
      case Kind.terms:
        flow.break(this.#termsBreak(node));
        break;
      case Kind.list:
        this.#lists.leaveList();
        flow.break(this.#listBreak());
        break;
      case Kind.tablePart:
        if (this.#dataTables?.[node] === 1) this.#leaveTablePart(node, tag);
        else this.#breakAround(tag);
        break;
      default:
        this.#leaveBlock(kind, tag);
    }
  }

  #enterNote(label: string): void {
    this.#flow.break(Break.paragraph);
    this.#flow.enterContainer(`[^${label}]: `, '    ');
  }

  #enterEmphasis(tag: number, delimiter: string): void {
    this.#breakAround(tag);
    const open = this.#openEmphases.get(delimiter) ?? 0;
    this.#openEmphases.set(delimiter, open + 1);
    if (open === 0) this.#flow.enterDelimiter(delimiter, delimiter);
  }

  #leaveEmphasis(tag: number, delimiter: string): void {
    const open = this.#openEmphases.get(delimiter)! - 1;
    this.#openEmphases.set(delimiter, open);
    if (open === 0) this.#flow.leaveDelimiter();
    this.#breakAround(tag);
  }

  #enterRaised(node: number, tag: number): void {
    if (this.#isReference(node)) return;
    const name = tag === Tag.sub ? 'sub' : 'sup';
    this.#flow.enterDelimiter(`<${name}>`, `</${name}>`);
  }

  /** The sign of a note is raised by itself. */
  #isReference(node: number): boolean {
    return this.#notes?.references.has(node + 1) === true;
  }

  /** Is it a part of a definition list in which nothing is defined? */
  #isOfTerms(part: number): boolean {
    return this.#termLists?.has(this.#page.parent[part]!) === true;
  }

  #termsBreak(list: number): number {
    const isItem = this.#termLists?.has(list) && this.#isOfTerms(this.#page.parent[list]!);
    return isItem ? Break.line : Break.paragraph;
  }

  #enterTerm(node: number, tag: number): void {
    if (!this.#isOfTerms(node)) this.#enterEmphasis(tag, delimiters[Kind.strong]!);
    else {
      this.#flow.break(Break.line);
      this.#flow.enterContainer('- ', '  ');
    }
  }

  #leaveTerm(node: number, tag: number): void {
    if (!this.#isOfTerms(node)) this.#leaveEmphasis(tag, delimiters[Kind.strong]!);
    else if (this.#flow.leaveContainer()) {
      this.#flow.tightBreak();
      this.#begunTermLists.add(this.#page.parent[node]!);
    }
  }

  #enterItem(node: number, tag: number): void {
    // Lists below a term are a part of its item, if it was written.
    if (tag === Tag.dd && this.#isOfTerms(node)) {
      const indent = this.#begunTermLists.has(this.#page.parent[node]!) ? '  ' : '';
      this.#flow.break(this.#termLists!.has(node + 1) ? Break.line : Break.paragraph);
      this.#flow.enterContainer(indent, indent);
      return;
    }
    // A list without words before it stands for its item: of a menu, what is left under points that are left out.
    if (tag === Tag.li && this.#isListOnly(node)) {
      this.#flow.break(Break.line);
      this.#flow.enterContainer('', '');
      return;
    }
    const marker = tag === Tag.li ? this.#lists.nextMarker(node) : '- ';
    // A list that does not begin with 1 is read as one only behind a blank line, and so is what has no marker.
    const isFree = marker === '- ' || marker === '1. ' || this.#lists.isBegun;
    this.#flow.break(isFree ? Break.line : Break.paragraph);
    this.#flow.enterContainer(marker, ' '.repeat(marker.length));
  }

  #isListOnly(item: number): boolean {
    const { chars, subtreeEnd, tag } = this.#page;
    // Each level looks at all below it.
    if (this.#lists.depth > MAX_LOOK_DEPTH) return false;
    let listEnd = 0;
    for (let node = item + 1; node < subtreeEnd[item]!; node++) {
      if (listTags[tag[node]!] === 1) listEnd = Math.max(listEnd, subtreeEnd[node]!);
      else if (this.#omitted?.[node] !== 1 && (chars[node]! > 0 || tag[node] === Tag.img))
        return node < listEnd;
    }
    return false;
  }

  #listBreak(): number {
    return this.#lists.depth > 0 ? Break.line : Break.paragraph;
  }

  #enterCode(node: number, tag: number): void {
    const kind = this.#code.get(node);
    if (kind === undefined) this.#breakAround(tag);
    else {
      if (kind === 'span' && this.#isLinkOnly(node)) this.#enterLink(node + 1);
      this.#capture = new CodeCapture(this.#page, node, kind);
    }
  }

  /** A link inside of code cannot be written, but one around it can. */
  #isLinkOnly(element: number): boolean {
    const { subtreeEnd, tag } = this.#page;
    return tag[element + 1] === Tag.a && subtreeEnd[element + 1] === subtreeEnd[element];
  }

  #enterBlock(kind: number, tag: number): void {
    this.#breakAround(tag);
    if (kind === Kind.heading) {
      this.#flow.enterContainer(`${'#'.repeat(this.#headings.levelOf(headingLevel(tag)))} `, '');
      this.#flow.enterInline();
      this.#isInHeading = true;
    } else if (kind === Kind.quotation) this.#flow.enterContainer('> ', '> ');
  }

  #leaveBlock(kind: number, tag: number): void {
    if (kind === Kind.heading) {
      this.#flow.leaveInline();
      this.#isInHeading = false;
      if (this.#flow.leaveContainer()) this.#headings.take(headingLevel(tag));
    } else if (kind === Kind.quotation) this.#flow.leaveContainer();
    this.#breakAround(tag);
  }

  /** A single line end means nothing in Markdown, so every block is a paragraph. */
  #breakAround(tag: number): void {
    if (paragraphTags[tag] === 1 || lineTags[tag] === 1 || cellTags[tag] === 1)
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
      this.#flow = new Flow({
        hardBreak: '',
        finishLine: (line) => line,
        inlineBreak: CELL_BREAK,
        delimiters: new MarkdownDelimiters(),
      });
      this.#flow.enterInline();
    }
  }

  #leaveTablePart(node: number, tag: number): void {
    if (tag === Tag.table) {
      this.#table?.writeTo(this.#flow);
      this.#flow.break(Break.paragraph);
    } else if (tag !== Tag.tr) {
      this.#table?.addCell(node, this.#flow.finish());
      this.#flow = this.#outerFlow!;
    }
  }
}

/** For each node, and behind the last, how many before it may be written. */
function countWritten({ chars, nodeCount, tag }: Page, omitted: Uint8Array): Uint32Array {
  const before = new Uint32Array(nodeCount + 1);
  for (let node = 0; node < nodeCount; node++) {
    const isWritten = omitted[node] === 0 && (chars[node]! > 0 || wordlessTags[tag[node]!] === 1);
    before[node + 1] = before[node]! + (isWritten ? 1 : 0);
  }
  return before;
}

/**
 * Levels of headings in the output. Pages choose them by size: h1, then h4. One below another is one level below it,
 * those that were equal stay equal, and the first is of level 2 unless it is an h1.
 */
class HeadingLevels {
  readonly #open: { readonly level: number; readonly written: number }[] = [];

  levelOf(level: number): number {
    const above = this.#open.findLast((open) => open.level < level);
    return above === undefined ? Math.min(level, 2) : Math.min(above.written + 1, 6);
  }

  /** It was written. */
  take(level: number): void {
    const written = this.levelOf(level);
    while (this.#open.length > 0 && this.#open.at(-1)!.level >= level) this.#open.pop();
    this.#open.push({ level, written });
  }
}
