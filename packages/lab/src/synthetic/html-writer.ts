/** Writes HTML and labels every visible text while it does, so that page and gold cannot disagree. */

/** Attributes that differ from page to page; the fixed ones belong to the shape. */
type Attributes = Readonly<Record<string, string>>;

export interface LabelledText {
  readonly label: Label;
  readonly text: string;
}

/** An item of a menu, as one should find it on the page. */
export interface WrittenItem {
  readonly text: string;
  readonly url: string | undefined;
  readonly level: number;
  readonly active: 'page' | 'section' | undefined;
}

interface WriterOptions {
  readonly naming: ClassNaming;
  readonly style: MarkupStyle;
  /** White space before each block element: a line break and one of these per level; `undefined` for none. */
  readonly indent: string | undefined;
  /** Bytes that a character of this language's text takes in UTF-8, for `sizeBytes`. */
  readonly bytesPerCharacter: number;
  /** Start tags by shape: kept by the site, because they are the same on all its pages. */
  readonly tags: Map<Shape, Tag>;
}

/** The corpus numbers no text inside these. */
const hidden: ReadonlySet<string> = new Set(
  'script style noscript template head svg iframe textarea select option'.split(' '),
);
const inline: ReadonlySet<string> = new Set(
  'a abbr b button code em font i img input label small span strong sub sup svg time u'.split(' '),
);
const rawText: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'iframe']);

interface OpenElement {
  readonly tag: Tag;
  readonly label: Label;
  readonly hidden: boolean;
}

/**
 * Writes HTML and records the label of every visible text node while it does. A text node is what stands between
 * two pieces of markup, so texts written one after the other are one node, as they are for a parser.
 */
export class HtmlWriter {
  readonly texts: LabelledText[] = [];
  /** Items of menus, in the order in which they were written. */
  readonly menuItems: WrittenItem[] = [];
  readonly #options: WriterOptions;
  readonly #open: OpenElement[] = [];
  #html = '';
  #pending = '';
  #preformatted = 0;
  #sizeBytes = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** An estimate, cheap enough to be asked before every paragraph. */
  get sizeBytes(): number {
    return this.#sizeBytes + this.#html.length;
  }

  get html(): string {
    this.#endText();
    return this.#html;
  }

  element(shape: Shape, body: () => void, attributes?: Attributes, label?: Label): void {
    const tag = this.#startTag(shape, attributes);
    const parent = this.#open.at(-1);
    this.#open.push({
      tag,
      label: label ?? parent?.label ?? 'template',
      hidden: parent?.hidden === true || hidden.has(tag.name),
    });
    if (tag.name === 'pre') this.#preformatted++;
    body();
    this.#endText();
    if (tag.name === 'pre') this.#preformatted--;
    this.#open.pop();
    this.#html += tag.end;
  }

  leaf(shape: Shape, text: string, attributes?: Attributes): void {
    this.element(shape, () => this.text(text), attributes);
  }

  /** An element without an end tag. */
  void(shape: Shape, attributes?: Attributes): void {
    this.#startTag(shape, attributes);
  }

  text(text: string): void {
    this.#pending += text;
  }

  comment(text: string): void {
    this.raw(`<!-- ${text} -->`);
  }

  /** Markup as it is; it must hold no visible text. */
  raw(html: string): void {
    this.#endText();
    this.#html += html;
  }

  #startTag(shape: Shape, attributes: Attributes | undefined): Tag {
    const tag = this.#tagOf(shape);
    const { indent, style } = this.#options;
    if (indent !== undefined && this.#preformatted === 0 && !inline.has(tag.name))
      this.#pending += `\n${indent.repeat(this.#open.length)}`;
    this.#endText();
    this.#html += tag.start;
    for (const name in attributes) this.#html += writeAttribute(name, attributes[name]!, style);
    this.#html += '>';
    return tag;
  }

  #tagOf(shape: Shape): Tag {
    const { tags, naming, style } = this.#options;
    let tag = tags.get(shape);
    if (tag === undefined) {
      tag = toTag(shape, naming, style);
      tags.set(shape, tag);
    }
    return tag;
  }

  #endText(): void {
    const text = this.#pending;
    if (text === '') return;
    this.#pending = '';
    const parent = this.#open.at(-1);
    const isRaw = parent !== undefined && rawText.has(parent.tag.name);
    const escaped = isRaw ? text : escapeText(text);
    this.#html += escaped;
    if (parent?.hidden === true || text.trim() === '') return;
    this.#sizeBytes += text.length * (this.#options.bytesPerCharacter - 1);
    this.texts.push({ label: parent?.label ?? 'template', text });
  }
}

/** Real pages write these characters by name now and then; a parser must give the same text back. */
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\u00a0': '&nbsp;',
  '©': '&copy;',
  '»': '&raquo;',
  '…': '&hellip;',
  '€': '&euro;',
};

function escapeText(text: string): string {
  return text.replace(/[&<>\u00a0©»…€]/g, (character) => entities[character]!);
}

/**
 * A shape is an element in short: `div#main.wide[role=main]`. Themes are tables of shapes; a shape gives both the
 * start tag that is written and the selector that the gold says it by, so that the two cannot disagree.
 */
export type Shape = string;

/** How a site writes its class names. */
export type ClassNaming = (className: string) => string;

/** Legacy: upper-case tags, attributes without quotes where HTML allows it, optional end tags left out. */
export type MarkupStyle = 'tidy' | 'legacy';

export interface Tag {
  readonly name: string;
  /** The start tag without its closing `>`. */
  readonly start: string;
  readonly end: string;
}

interface ShapeParts {
  readonly name: string;
  readonly id: string | undefined;
  readonly classes: readonly string[];
  readonly attributes: readonly (readonly [name: string, value: string])[];
}

/** An id, a class or an attribute; the value of an attribute may hold anything but `]`. */
const piece = /#([\w-]+)|\.([\w:/-]+)|\[([\w-]+)(?:=([^\]]*))?\]/g;

const optionalEnds: ReadonlySet<string> = new Set(['li', 'td', 'tr', 'th', 'dt', 'dd', 'option']);

function toTag(shape: Shape, naming: ClassNaming, style: MarkupStyle): Tag {
  const { name, id, classes, attributes } = readShape(shape, naming);
  const all: (readonly [string, string])[] = [...attributes];
  if (classes.length > 0) all.unshift(['class', classes.join(' ')]);
  if (id !== undefined) all.unshift(['id', id]);
  const written = style === 'legacy' ? name.toUpperCase() : name;
  const omitted = style === 'legacy' && optionalEnds.has(name);
  return {
    name,
    start: `<${written}${all.map(([key, value]) => writeAttribute(key, value, style)).join('')}`,
    end: omitted ? '' : `</${written}>`,
  };
}

export function toSelector(shape: Shape, naming: ClassNaming): string {
  const { name, id, classes, attributes } = readShape(shape, naming);
  const tests = attributes.map(([key, value]) => `[${key}="${value}"]`);
  return [name, id === undefined ? '' : `#${id}`, ...classes.map(escapeClass), ...tests].join('');
}

function writeAttribute(name: string, value: string, style: MarkupStyle): string {
  if (style === 'legacy' && /^[\w-]+$/.test(value)) return ` ${name.toUpperCase()}=${value}`;
  return ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
}

function readShape(shape: Shape, naming: ClassNaming): ShapeParts {
  const classes: string[] = [];
  const attributes: [string, string][] = [];
  let id: string | undefined;
  for (const [, foundId, className, key, value] of shape.matchAll(piece)) {
    if (foundId !== undefined) id = foundId;
    if (className !== undefined) classes.push(isGold(className) ? className : naming(className));
    if (key !== undefined) attributes.push([key, value ?? '']);
  }
  return { name: /^\w+/.exec(shape)![0], id, classes, attributes };
}

/** The gold that a page of TECO carries is called the same on all sites. */
export const goldClasses: { readonly content: string; readonly main: string } = {
  content: 'notTemplate',
  main: 'mainContent',
};

function isGold(className: string): boolean {
  return className === goldClasses.content || className === goldClasses.main;
}

function escapeClass(className: string): string {
  return `.${className.replace(/[:/]/g, '\\$&')}`;
}

/** What a reader would say of one text node; `ignored` text counts neither for nor against a method. */
export type Label = 'content' | 'template' | 'ignored';

/** Inclusive numbers of text nodes, as the corpus stores them; what is in neither list is template. */
export interface LabelRanges {
  readonly content: readonly (readonly [from: number, to: number])[];
  readonly ignored: readonly (readonly [from: number, to: number])[];
}

export function toLabelRanges(labels: readonly Label[]): LabelRanges {
  return { content: rangesOf(labels, 'content'), ignored: rangesOf(labels, 'ignored') };
}

function rangesOf(labels: readonly Label[], wanted: Label): [number, number][] {
  const ranges: [number, number][] = [];
  for (const [index, label] of labels.entries()) {
    if (label !== wanted) continue;
    const last = ranges.at(-1);
    if (last?.[1] === index - 1) last[1] = index;
    else ranges.push([index, index]);
  }
  return ranges;
}
