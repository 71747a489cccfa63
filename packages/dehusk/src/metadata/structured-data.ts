/**
 * What a page says of itself in forms that machines read: `meta` and `link` elements (OpenGraph, Dublin Core, Highwire
 * and the rest), JSON-LD and microdata. Nothing is interpreted here; what nobody asks for is not read.
 *
 * A page may try to make this expensive. So there are limits on size, depth and number, and what is beyond them is as
 * if it were not there. JSON-LD that is no JSON is passed over and counted.
 */
import { byPattern, createMarkRules, ElementMarker, whenPresent } from '../page/element-marks.ts';
import { Attribute, Tag, tagSet } from '../page/names.ts';
import {
  attributeName,
  attributeRow,
  attributesEnd,
  firstAttribute,
  NodeFlag,
  normalForm,
  notedElements,
  type Page,
  readAttribute,
  readKeyword,
  readRawContent,
  readText,
  readValue,
  TEXT,
} from '../page/page.ts';

// Elements by which a page says something of itself

/** What one tells besides what its tag does; the numbers are those of `Tells` in the core. */
const Tells = { relation: 1, microdata: 2, breadcrumb: 4, data: 8 } as const;
const TELLS_BITS = 4;

/** Words of `rel` that somebody asks for; the core has them, too. */
const relationWords = ['author', 'tag', 'license', 'copyright', 'canonical', 'image_src'] as const;

export type Relation = (typeof relationWords)[number];

const relations: ReadonlySet<string> = new Set(relationWords);

const JSON_LD = 'application/ld+json';

const tellingTags = tagSet('base', 'meta', 'h1', 'time');
const tellingRules = createMarkRules({
  attributes: [
    byPattern('rel', new RegExp(`(?:^|\\s)(?:${relationWords.join('|')})(?!\\S)`, 'i'), {
      bits: Tells.relation,
      hints: relationWords,
    }),
    byPattern('type', /^\s*application\/ld\+json/i, { bits: Tells.data, hints: [JSON_LD] }),
    byPattern('aria-label', /readcrumb/i, { bits: Tells.breadcrumb, hints: ['readcrumb'] }),
    whenPresent('itemprop', Tells.microdata),
    whenPresent('itemscope', Tells.microdata),
  ],
});

/**
 * Elements of the tags by which a page says something of itself, and others that say what they lead to, have JSON-LD or
 * microdata, or may be named a breadcrumb: in document order, each as its number and four bits. Most of a page is of no
 * use to whoever asks, so the core notes these while it has their attributes at hand; it may note some more.
 */
export function tellingElements(page: Page): Int32Array {
  const noted = notedElements(page);
  if (noted !== undefined) return noted;
  const found: number[] = [];
  const marker = new ElementMarker(page, tellingRules);
  const breadcrumbs = page.classLists.map((names) => names.some((name) => /readcrumb/i.test(name)));
  for (let node = 0; node < page.nodeCount; node++) {
    if (page.tag[node] === TEXT) continue;
    const tells = marker.of(node) | (breadcrumbs[page.classList[node]!] ? Tells.breadcrumb : 0);
    if (tells !== 0 || tellingTags[page.tag[node]!] === 1) found.push((node << TELLS_BITS) | tells);
  }
  return Int32Array.from(found);
}

/** The elements by which a page says something of itself, each list in document order. */
export interface MarkedNodes {
  readonly base: readonly number[];
  readonly meta: readonly number[];
  readonly h1: readonly number[];
  readonly time: readonly number[];
  /** What leads to things that somebody asks for: as metadata of the page, and to its readers. */
  readonly link: readonly number[];
  readonly related: readonly number[];
  /** JSON-LD. */
  readonly script: readonly number[];
  readonly microdata: readonly number[];
  /** What may be named a breadcrumb. */
  readonly breadcrumb: readonly number[];
}

export function findMarkedNodes(page: Page): MarkedNodes {
  // biome-ignore format: a list of lists
  const nodes: Record<keyof MarkedNodes, number[]> = {
    base: [], meta: [], h1: [], time: [], link: [], related: [], script: [], microdata: [], breadcrumb: [],
  };
  const telling = tellingElements(page);
  for (let i = 0; i < telling.length; i++) {
    const node = telling[i]! >> TELLS_BITS;
    const tag = page.tag[node]!;
    if (tag === Tag.meta) nodes.meta.push(node);
    else if (tag === Tag.time) nodes.time.push(node);
    else if (tag === Tag.h1) nodes.h1.push(node);
    else if (tag === Tag.base) nodes.base.push(node);
    const tells = telling[i]! & ((1 << TELLS_BITS) - 1);
    if ((tells & Tells.microdata) !== 0) nodes.microdata.push(node);
    if ((tells & Tells.breadcrumb) !== 0) nodes.breadcrumb.push(node);
    const isRelated = (tells & Tells.relation) !== 0;
    if (isRelated && tag === Tag.a) nodes.related.push(node);
    if (isRelated && tag === Tag.link) nodes.link.push(node);
    if ((tells & Tells.data) !== 0 && tag === Tag.script) nodes.script.push(node);
  }
  return nodes;
}

/** Far more than honest pages have; chosen by hand. */
export const structuredDataLimits = {
  scripts: 50,
  scriptChars: 1_000_000,
  items: 1_000,
  depth: 12,
  /** Values of one property, and of one name of `meta`. */
  values: 200,
  valueChars: 20_000,
} as const;

/** Properties of things that somebody asks for. The others may be most of a page: its whole text, hundreds of offers. */
// biome-ignore format: a list of words
const propertyNames = [
  '@id', 'name', 'alternateName', 'headline', 'description', 'abstract', 'inLanguage', 'keywords', 'license', 'publisher',
  'author', 'creator', 'datePublished', 'dateModified', 'dateCreated', 'datePosted', 'uploadDate', 'image', 'thumbnailUrl',
  'primaryImageOfPage', 'url', 'contentUrl', 'breadcrumb', 'itemListElement', 'item', 'position',
] as const;

export type PropertyName = (typeof propertyNames)[number];

const wantedProperties: ReadonlySet<string> = new Set(propertyNames);

function isWanted(name: string): name is PropertyName {
  return wantedProperties.has(name);
}

type ItemValue = string | Item;

/** A thing with properties: a node of JSON-LD or an item of microdata. */
export interface Item {
  readonly from: 'json-ld' | 'microdata';
  /** Without the vocabulary: `NewsArticle`. */
  readonly types: readonly string[];
  readonly properties: ReadonlyMap<PropertyName, readonly ItemValue[]>;
}

export interface StructuredData {
  readonly metas: MetaContents;
  /** Things that stand in no other, in the order of the page, JSON-LD first. */
  readonly items: readonly Item[];
  /** Scripts of JSON-LD that are no JSON, or too large. */
  readonly brokenJsonLd: number;
}

export function readStructuredData(page: Page, nodes: MarkedNodes, wanted: WantedMetas): StructuredData {
  const jsonLd = new JsonLdReader();
  for (const node of nodes.script) if (isJsonLd(page, node)) jsonLd.read(readRawContent(page, node));
  readMicrodata(page, nodes.microdata, jsonLd.items);
  const metas = new MetaContents(page, nodes.meta, wanted);
  return { metas, items: jsonLd.items, brokenJsonLd: jsonLd.broken };
}

/** Names of `meta` that somebody asks for, in lists: what else a page has is passed over. */
export class WantedMetas {
  /** Of each name the bits of its lists. */
  readonly bits: Map<string, number> = new Map();
  #lists = 0;

  /** Returns a bit, by which a page knows at once that it has none of them, as most pages of most lists. */
  list(...names: readonly string[]): number {
    const bit = 1 << this.#lists++;
    for (const name of names) this.bits.set(name, (this.bits.get(name) ?? 0) | bit);
    return bit;
  }
}

/** Contents of `meta` by lower-case name or property; those that are not empty. Half of them nobody asks for in the end. */
export class MetaContents {
  readonly #page: Page;
  readonly #nodes = new Map<string, number[]>();
  #bits = 0;

  /** One that says in two ways what it is is both. */
  constructor(page: Page, nodes: readonly number[], wanted: WantedMetas) {
    this.#page = page;
    for (const node of nodes) {
      const end = attributesEnd(page, node);
      for (let row = firstAttribute(page, node); row < end; row++) {
        const attribute = attributeName(page, row);
        if (
          attribute !== Attribute.name &&
          attribute !== Attribute.property &&
          attribute !== Attribute['http-equiv']
        )
          continue;
        const name = readKeyword(page, row);
        const bits = wanted.bits.get(name);
        if (bits === undefined) continue;
        this.#bits |= bits;
        const others = this.#nodes.get(name);
        if (others === undefined) this.#nodes.set(name, [node]);
        else others.push(node);
      }
    }
  }

  /** Has it any name of a list? */
  hasAny(list: number): boolean {
    return (this.#bits & list) !== 0;
  }

  all(name: string): readonly string[] {
    const nodes = this.#nodes.get(name);
    if (nodes === undefined) return none;
    const contents: string[] = [];
    for (let i = 0; i < nodes.length && contents.length < structuredDataLimits.values; i++) {
      const content = contentOf(this.#page, nodes[i]!);
      if (content !== '') contents.push(content);
    }
    return contents;
  }

  first(name: string): string | undefined {
    const nodes = this.#nodes.get(name);
    if (nodes === undefined) return undefined;
    for (let i = 0; i < nodes.length; i++) {
      const content = contentOf(this.#page, nodes[i]!);
      if (content !== '') return content;
    }
    return undefined;
  }
}

/** Empty where it has none. */
function contentOf(page: Page, node: number): string {
  const row = attributeRow(page, node, Attribute.content);
  return row === -1 ? '' : normalForm(readValue(page, row)).slice(0, structuredDataLimits.valueChars);
}

/** Elements by each word of `rel` that somebody asks for. */
export function byRelation(page: Page, nodes: readonly number[]): ReadonlyMap<string, readonly number[]> {
  if (nodes.length === 0) return noRelations;
  const byWord = new Map<string, number[]>();
  for (const node of nodes) {
    // Nearly all are one word.
    const rel = readKeyword(page, attributeRow(page, node, Attribute.rel));
    if (!/\s/.test(rel)) addRelated(byWord, rel, node);
    else for (const word of rel.split(/\s+/)) addRelated(byWord, word, node);
  }
  return byWord;
}

const noRelations: ReadonlyMap<string, readonly number[]> = new Map();

function addRelated(byWord: Map<string, number[]>, word: string, node: number): void {
  if (!relations.has(word)) return;
  const others = byWord.get(word);
  if (others === undefined) byWord.set(word, [node]);
  else others.push(node);
}

const none: readonly never[] = [];

function addTo<Name, Value>(lists: Map<Name, Value[]>, name: Name, value: Value): void {
  if (value === '') return;
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [value]);
  else if (list.length < structuredDataLimits.values) list.push(value);
}

// JSON-LD

function isJsonLd(page: Page, node: number): boolean {
  const row = attributeRow(page, node, Attribute.type);
  const type = row === -1 ? '' : readKeyword(page, row);
  return type === JSON_LD || (type.startsWith(JSON_LD) && !/\w/.test(type.charAt(JSON_LD.length)));
}

class JsonLdReader {
  readonly items: Item[] = [];
  broken = 0;
  #scripts = 0;
  #itemCount = 0;

  read(script: string): void {
    if (++this.#scripts > structuredDataLimits.scripts || script.trim() === '') return;
    if (script.length > structuredDataLimits.scriptChars) {
      this.broken++;
      return;
    }
    let value: unknown;
    try {
      value = JSON.parse(withoutWrapper(script));
    } catch {
      this.broken++;
      return;
    }
    this.#addTop(value, 0);
  }

  /** Lists and graphs hold things side by side. */
  #addTop(value: unknown, depth: number): void {
    if (depth > structuredDataLimits.depth) return;
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) this.#addTop(value[i], depth + 1);
      return;
    }
    if (!isObject(value)) return;
    if ('@graph' in value) this.#addTop(value['@graph'], depth + 1);
    if ('@type' in value) {
      const item = this.#item(value, depth);
      if (item !== undefined) this.items.push(item);
    }
  }

  #item(value: Readonly<Record<string, unknown>>, depth: number): Item | undefined {
    if (depth > structuredDataLimits.depth || ++this.#itemCount > structuredDataLimits.items)
      return undefined;
    const properties = new Map<PropertyName, ItemValue[]>();
    for (const key of Object.keys(value)) {
      const name = localName(key);
      if (isWanted(name)) this.#addValues(properties, name, value[key], depth + 1);
    }
    return { from: 'json-ld', types: typesOf(value['@type']), properties };
  }

  #addValues(
    properties: Map<PropertyName, ItemValue[]>,
    name: PropertyName,
    value: unknown,
    depth: number,
  ): void {
    if (depth > structuredDataLimits.depth) return;
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length && i < structuredDataLimits.values; i++)
        this.#addValues(properties, name, value[i], depth + 1);
    } else if (typeof value === 'string') {
      addTo<PropertyName, ItemValue>(properties, name, value.slice(0, structuredDataLimits.valueChars));
    } else if (typeof value === 'number') addTo<PropertyName, ItemValue>(properties, name, String(value));
    else if (isObject(value)) {
      // A value with a language or a type of its own.
      if (typeof value['@value'] === 'string')
        addTo<PropertyName, ItemValue>(properties, name, value['@value']);
      else {
        const item = this.#item(value, depth);
        if (item !== undefined) addTo<PropertyName, ItemValue>(properties, name, item);
      }
    }
  }
}

/** Some systems wrap scripts for browsers of the nineties, and end JSON like a statement. */
function withoutWrapper(script: string): string {
  // Patterns try each sign of a long script: only those that are wrapped are worth it.
  const trimmed = script.trim();
  if (/^[[{]/.test(trimmed) && (trimmed.endsWith('}') || trimmed.endsWith(']'))) return script;
  return script
    .replace(/^\s*(?:\/\/\s*)?(?:<!--|<!\[CDATA\[)/, '')
    .replace(/(?:\/\/\s*)?(?:-->|\]\]>)\s*$/, '')
    .replace(/;\s*$/, '');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [localName(value)];
  const types: string[] = [];
  if (!Array.isArray(value)) return types;
  for (let i = 0; i < value.length; i++) if (typeof value[i] === 'string') types.push(localName(value[i]));
  return types;
}

/** `https://schema.org/name` and `schema:name` are `name`. */
function localName(name: string): string {
  if (name.startsWith('@')) return name;
  let start = name.length;
  while (start > 0 && !isSeparator(name.charCodeAt(start - 1))) start--;
  return start === 0 ? name : name.slice(start);
}

/** `/`, `#` or `:` */
function isSeparator(unit: number): boolean {
  return unit === 0x2f || unit === 0x23 || unit === 0x3a;
}

// Microdata

interface OpenItem {
  readonly properties: Map<PropertyName, ItemValue[]>;
  /** The node behind its last one. */
  readonly end: number;
}

/** Adds what stands in no other to `top`. */
function readMicrodata(page: Page, nodes: readonly number[], top: Item[]): void {
  const open: OpenItem[] = [];
  let count = 0;
  for (const node of nodes) {
    while (open.length > 0 && open[open.length - 1]!.end <= node) open.pop();
    const holder = open.length === 0 ? undefined : open[open.length - 1]!.properties;
    if (attributeRow(page, node, Attribute.itemscope) === -1) {
      if (holder !== undefined) addProperty(page, node, holder);
    } else if (count < structuredDataLimits.items && open.length < structuredDataLimits.depth) {
      count++;
      const item = itemOf(page, node);
      open.push({ properties: item.properties, end: page.subtreeEnd[node]! });
      if (holder === undefined || attributeRow(page, node, Attribute.itemprop) === -1) top.push(item);
      else addProperty(page, node, holder, item);
    }
  }
}

function addProperty(page: Page, node: number, holder: OpenItem['properties'], item?: Item): void {
  for (const word of (readAttribute(page, node, 'itemprop') ?? '').trim().split(/\s+/)) {
    const name = localName(word);
    if (isWanted(name)) addTo<PropertyName, ItemValue>(holder, name, item ?? propertyValue(page, node));
  }
}

function itemOf(page: Page, node: number): Item & Pick<OpenItem, 'properties'> {
  const types = (readAttribute(page, node, 'itemtype') ?? '').split(/\s+/).filter((type) => type !== '');
  return { from: 'microdata', types: types.map(localName), properties: new Map<PropertyName, ItemValue[]>() };
}

/** Where the standard has the value of a property: in an attribute, or in the text. */
const valueAttributes: ReadonlyMap<number, string> = new Map([
  [Tag.meta, 'content'],
  [Tag.a, 'href'],
  [Tag.area, 'href'],
  [Tag.link, 'href'],
  [Tag.img, 'src'],
  [Tag.audio, 'src'],
  [Tag.video, 'src'],
  [Tag.source, 'src'],
  [Tag.embed, 'src'],
  [Tag.iframe, 'src'],
  [Tag.object, 'data'],
  [Tag.data, 'value'],
  [Tag.time, 'datetime'],
]);

function propertyValue(page: Page, node: number): string {
  const attribute = valueAttributes.get(page.tag[node]!);
  const value = attribute === undefined ? undefined : readAttribute(page, node, attribute);
  // Not in the standard, but many write it.
  const content = value ?? readAttribute(page, node, 'content') ?? textOf(page, node);
  return normalForm(content).slice(0, structuredDataLimits.valueChars);
}

/** Words on both sides of one are two words. */
// biome-ignore format: a list of words
const breakTags = tagSet('br', 'div', 'p', 'li', 'ul', 'ol', 'td', 'tr', 'section', 'img', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt', 'dd');

/** The text in an element, hidden or not, up to the limit of a value; without what is in nodes that are left out. */
export function textOf(page: Page, element: number, isLeftOut?: (node: number) => boolean): string {
  let text = '';
  for (
    let node = element;
    node < page.subtreeEnd[element]! && text.length < structuredDataLimits.valueChars;
    node++
  ) {
    if (isLeftOut?.(node)) {
      node = page.subtreeEnd[node]! - 1;
      continue;
    }
    const isParted = (page.flags[node]! & NodeFlag.spaceBefore) !== 0 || breakTags[page.tag[node]!] === 1;
    // A space before all would be cut off again.
    if (isParted && text !== '') text += ' ';
    if (page.tag[node] === TEXT) text += readText(page, node);
  }
  return normalForm(text);
}

// What is asked of items

/** The first value of a property, in words: of a thing its name, else its address. */
export function firstText(item: Item | undefined, name: PropertyName): string | undefined {
  const values = item?.properties.get(name);
  if (values === undefined) return undefined;
  for (let i = 0; i < values.length; i++) {
    const text = inWords(values[i]!);
    if (text !== '') return text;
  }
  return undefined;
}

export function texts(item: Item | undefined, name: PropertyName): readonly string[] {
  return (item?.properties.get(name) ?? none).map(inWords).filter((text) => text !== '');
}

function inWords(value: ItemValue): string {
  const text = typeof value === 'string' ? value : (firstText(value, 'name') ?? firstText(value, '@id'));
  return text === undefined ? '' : normalForm(text);
}

export function items(item: Item | undefined, name: PropertyName): readonly Item[] {
  return item?.properties.get(name)?.filter((value) => typeof value !== 'string') ?? none;
}
