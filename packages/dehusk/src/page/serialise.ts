/**
 * Writes a page as HTML again, with some nodes left out or marked. Linear, and without recursion.
 *
 * Reading the output gives the same nodes again, except where the tree is one that no markup can express, because
 * it came from the repair of broken markup or from a script (`fromDom`): a `p`, `a`, `form`, `button`, `nobr` or
 * heading inside another of its kind without a scope in between; blocks inside a `p`; text or foreign elements
 * directly in table structure; anything but one text inside `plaintext`; and the contents of `template`, which a Page
 * does not keep. Two texts in a row are kept apart by an empty comment.
 */
import { rawContentTags, Tag, tagSet, voidTags } from './names.ts';
import {
  attributeName,
  attributesEnd,
  firstAttribute,
  isForeign,
  NodeFlag,
  type Page,
  readGap,
  readRawContent,
  readText,
  readValue,
  TEXT,
  tagName,
  type Visitor,
  walk,
} from './page.ts';
import { safeRules } from './safe-markup.ts';

export interface SerialiseOptions {
  /** 1 per node to leave out, with its subtree; html, head and body stay in any case. */
  readonly removed?: Uint8Array;
  /** Attributes to add to an element; a text is wrapped in a `span` that has them. */
  readonly marks?: ReadonlyMap<number, Readonly<Record<string, string>>>;
  /** Other values of attributes that elements have. */
  readonly values?: ReadonlyMap<number, Readonly<Record<string, string>>>;
  /** Texts to write in other words than they have, part by part; a part with attributes is wrapped in a `span`. */
  readonly texts?: ReadonlyMap<number, readonly TextPiece[]>;
  /** Markup of our own for the beginning of the head; written as it stands. */
  readonly headStart?: string;
  /** Style of our own for the end of the head; written as it stands. */
  readonly style?: string;
  /** Opening the page runs no script, and it is declared UTF-8. True unless told. */
  readonly safe?: boolean;
}

export interface TextPiece {
  readonly text: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

const keptTags = tagSet('html', 'head', 'body');
/** The first line feed of these is dropped by the parser. */
const lineFeedTags: ReadonlySet<string> = new Set(['pre', 'listing', 'textarea']);

export function serialise(page: Page, options: SerialiseOptions = {}): string {
  const writer = new HtmlWriter(page, options);
  walk(page, writer);
  return writer.html;
}

/** What the last thing written was, as far as the next one depends on it. */
const Last = { other: 0, text: 1, lineFeedTag: 2 } as const;

class HtmlWriter implements Visitor {
  html: string;
  readonly #page: Page;
  readonly #options: SerialiseOptions;
  readonly #rules: MarkupRules;
  #last: number = Last.other;
  /** White space met since the last thing written; it outlives a node that is left out. */
  #gap = '';
  #plaintext = false;

  constructor(page: Page, options: SerialiseOptions) {
    this.#page = page;
    this.#options = options;
    this.#rules = (options.safe ?? true) ? safeRules(page) : faithfulRules(page);
    this.html = doctypeFor(page);
  }

  enter(node: number): boolean {
    const page = this.#page;
    this.#noteGap(node);
    const tag = page.tag[node]!;
    if (this.#plaintext) return tag === TEXT ? this.#writePlain(node) : false;
    if (this.#options.removed?.[node] === 1 && keptTags[tag] === 0) return false;
    if (tag === TEXT) return this.#writeText(node);
    const name = this.#rules.elementName(node);
    if (name === undefined) return false;
    this.#writeStartTag(node, name);
    return true;
  }

  leave(node: number): void {
    const tag = this.#page.tag[node]!;
    if (this.#plaintext) return;
    if (tag === Tag.head && this.#options.style !== undefined)
      this.html += `<style>${this.#options.style}</style>`;
    if (voidTags[tag] === 1 && !isForeign(this.#page, node)) return;
    this.html += `</${this.#rules.elementName(node)}>`;
    this.#last = Last.other;
  }

  #noteGap(node: number): void {
    const { flags, parent, tag } = this.#page;
    if ((flags[node]! & NodeFlag.spaceBefore) === 0) return;
    const preformatted = node > 0 && (flags[parent[node]!]! & NodeFlag.preformatted) !== 0;
    if (preformatted) this.#gap += escapeText(readGap(this.#page, node));
    else if (this.#gap === '') this.#gap = tag[node] === TEXT ? ' ' : '\n';
  }

  #writeGap(): void {
    if (this.#gap === '') return;
    if (this.#last === Last.lineFeedTag && this.#gap.startsWith('\n')) this.html += '\n';
    this.html += this.#gap;
    this.#gap = '';
    if (this.#last === Last.lineFeedTag) this.#last = Last.other;
  }

  #writeText(node: number): boolean {
    const pieces = this.#options.texts?.get(node);
    if (pieces !== undefined) return this.#writePieces(pieces);
    const mark = this.#options.marks?.get(node);
    // A comment keeps this text and the one before apart; white space between them stays on this side of it.
    if (this.#last === Last.text && mark === undefined) this.html += '<!---->';
    this.#writeGap();
    const text = this.#isLiteralPlace(node)
      ? readText(this.#page, node)
      : escapeText(readText(this.#page, node));
    if (mark !== undefined) {
      this.html += `<span${attributeMarkup(mark)}>${text}</span>`;
      this.#last = Last.other;
      return true;
    }
    if (this.#last === Last.lineFeedTag && text.startsWith('\n')) this.html += '\n';
    this.html += text;
    this.#last = Last.text;
    return true;
  }

  #writePieces(pieces: readonly TextPiece[]): boolean {
    this.#writeGap();
    if (this.#last === Last.lineFeedTag && pieces[0]?.text.startsWith('\n')) this.html += '\n';
    for (const { text, attributes } of pieces)
      this.html +=
        attributes === undefined
          ? escapeText(text)
          : `<span${attributeMarkup(attributes)}>${escapeText(text)}</span>`;
    this.#last = Last.other;
    return true;
  }

  /** `xmp` under its own name is raw text, where escapes would show. */
  #isLiteralPlace(node: number): boolean {
    const parent = this.#page.parent[node]!;
    return this.#page.tag[parent] === Tag.xmp && this.#rules.elementName(parent) === 'xmp';
  }

  /** Nothing ends `plaintext`: its text is the last of the output. */
  #writePlain(node: number): boolean {
    const { parent, tag } = this.#page;
    if (tag[parent[node]!] === Tag.plaintext) this.html += readText(this.#page, node);
    return true;
  }

  #writeStartTag(node: number, name: string): void {
    this.#writeGap();
    this.html += `<${name}${this.#attributes(node)}>`;
    this.#last = lineFeedTags.has(name) ? Last.lineFeedTag : Last.other;
    const tag = this.#page.tag[node]!;
    if (tag === Tag.head) this.html += this.#headStart();
    else if (tag === Tag.html && this.#page.tag[1] !== Tag.head) this.html += this.#impliedHead();
    if (rawContentTags[tag] === 1 && !isForeign(this.#page, node)) {
      this.html += this.#rules.rawContent(readRawContent(this.#page, node));
    }
    if (name === 'plaintext') this.#plaintext = true;
  }

  /** For a live DOM without a head. */
  #impliedHead(): string {
    return `<head>${this.#headStart()}${this.#ownStyle()}</head>`;
  }

  #headStart(): string {
    return this.#rules.headStart + (this.#options.headStart ?? '');
  }

  #ownStyle(): string {
    const { style } = this.#options;
    return style === undefined ? '' : `<style>${style}</style>`;
  }

  #attributes(node: number): string {
    const page = this.#page;
    const { attributeNames } = page;
    let markup = '';
    for (let row = firstAttribute(page, node); row < attributesEnd(page, node); row++) {
      const name = attributeName(page, row);
      const other = this.#options.values?.get(node)?.[attributeNames.name(name)];
      const written = this.#rules.attribute(node, name, other ?? readValue(page, row));
      if (written === undefined) continue;
      markup +=
        written === ''
          ? ` ${attributeNames.name(name)}=""`
          : ` ${attributeNames.name(name)}="${escapeValue(written)}"`;
    }
    const mark = this.#options.marks?.get(node);
    return mark === undefined ? markup : markup + attributeMarkup(mark);
  }
}

function attributeMarkup(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeValue(value)}"`)
    .join('');
}

// Rules

/** What a written page may hold. */
export interface MarkupRules {
  /** The name to write an element under, or undefined to leave it out with its subtree. */
  elementName(node: number): string | undefined;
  /** The value to write, or undefined to leave the attribute out. */
  attribute(node: number, name: number, value: string): string | undefined;
  /** The content of a raw text element. */
  rawContent(content: string): string;
  /** Markup for the beginning of the head. */
  readonly headStart: string;
}

/** Everything as it was. */
function faithfulRules(page: Page): MarkupRules {
  return {
    elementName: (node) => tagName(page, node),
    attribute: (_node, _name, value) => value,
    rawContent: (content) => content,
    headStart: '',
  };
}

// The doctype

// biome-ignore format: a list of words
const endsParagraphScope = tagSet(
  'applet', 'button', 'caption', 'html', 'marquee', 'object', 'table', 'td', 'template', 'th',
);

/** Only quirks mode lets a table stand in a paragraph: a page that has one was made for it. */
function doctypeFor(page: Page): string {
  return hasTableInParagraph(page)
    ? '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">'
    : '<!DOCTYPE html>';
}

function hasTableInParagraph(page: Page): boolean {
  const inParagraph = new Uint8Array(page.nodeCount);
  for (let node = 1; node < page.nodeCount; node++) {
    const tag = page.tag[node]!;
    const above = inParagraph[page.parent[node]!]!;
    if (tag === Tag.table && above === 1) return true;
    inParagraph[node] = tag === Tag.p ? 1 : endsParagraphScope[tag] === 1 ? 0 : above;
  }
  return false;
}

// Escapes. `<` and `>` are escaped in attribute values too, although the standard does not ask for it: then a `<` in
// the output is always one of our own tags, in whatever state a tokenizer meets it.

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
};

export function escapeText(text: string): string {
  return plainLineEnds(text).replace(/[&<>\u00a0]/g, (character) => references[character]!);
}

/** For a value between double quotes. */
export function escapeValue(value: string): string {
  return plainLineEnds(value).replace(/[&<>"\u00a0]/g, (character) => references[character]!);
}

/** NUL is never part of a document, and a parser would read every line end as a line feed. */
function plainLineEnds(text: string): string {
  return text.replace(/\r\n?|\0/g, (found) => (found === '\0' ? '' : '\n'));
}
