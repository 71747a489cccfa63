/**
 * What a page says of itself besides its text: title, language, authors, dates and the rest, each from the first source
 * that has it. Nothing is invented: what no source says is absent. The order of the sources of titles was chosen on 620
 * pages whose titles are known; the other orders are judgement.
 */
import { baseUrlBy, readTitle } from '../page/links.ts';
import { Attribute, Tag } from '../page/names.ts';
import { attributeRow, NodeFlag, type Page, readAttribute, readValue } from '../page/page.ts';
import { absoluteUrl, resolveUrl } from '../page/raw-page.ts';
import { isSpacer } from '../page/spacer.ts';
import { countText } from '../page/text-counts.ts';
import { toIsoDate } from './dates.ts';
import { readLanguage } from './language.ts';
import { sampleOf } from './language-sample.ts';
import { type PageKind, readKind } from './page-kind.ts';
import {
  countHeadings,
  isAnyName,
  type KnownNames,
  mainHeadings,
  namesOf,
  saysWords,
  type TitleParts,
  withoutSiteName,
} from './page-title.ts';
import {
  byRelation,
  findMarkedNodes,
  firstText,
  type Item,
  items,
  type MarkedNodes,
  type MetaContents,
  type PropertyName,
  type Relation,
  readStructuredData,
  type StructuredData,
  textOf,
  texts,
  WantedMetas,
} from './structured-data.ts';

/** What a page says of itself. Names are those of the record. */
export interface PageMetadata {
  /** Empty where the page has none. */
  readonly title: string;
  readonly description?: string;
  /** BCP 47. */
  readonly language?: string;
  readonly canonical?: string;
  readonly site_name?: string;
  readonly authors?: readonly string[];
  /** ISO 8601. */
  readonly published?: string;
  readonly modified?: string;
  readonly image?: string;
  /** article, product, list, forum, documentation, home … */
  readonly kind?: string;
  readonly kind_score?: number;
  /** Names from the start of the site to this page. */
  readonly breadcrumb?: readonly string[];
  readonly tags?: readonly string[];
  /** Address of the licence. */
  readonly license?: string;
  /** Of the content as it stands in the record. */
  readonly words: number;
  readonly chars: number;
  /** An estimate. */
  readonly tokens: number;
  /** Scripts of JSON-LD that could not be read. */
  readonly broken_json_ld?: number;
  /** Where each of the others came from. */
  readonly sources?: Readonly<Record<string, string>>;
}

export interface DescribedPage {
  readonly page: Page;
  /** 1 for text that is template. */
  readonly template: Uint8Array;
  /** The content as text, or that in UTF-8. */
  readonly text: string | Uint8Array;
  /** What the titles of the site have in common, and of how many pages that is. */
  readonly titleParts?: TitleParts | undefined;
  readonly pageCount?: number | undefined;
}

const none: readonly never[] = [];

/** The most values of a field that may have many. */
const MAX_VALUES = 20;
const MAX_TITLE_CHARS = 500;
const MAX_DESCRIPTION_CHARS = 2_000;

export function readMetadata(described: DescribedPage, withSources: boolean = false): PageMetadata {
  const context = createContext(described, withSources);
  for (const source of sources) source(context);
  const { data, kind } = context;
  const { values, sources: told } = context.fields;
  if (kind !== undefined) values.kind_score = kind.score;
  const { chars, words, tokens } = countText(described.text);
  values.chars = chars;
  values.words = words;
  values.tokens = tokens;
  if (data.brokenJsonLd > 0) values.broken_json_ld = data.brokenJsonLd;
  if (told !== undefined) values.sources = told;
  return values as PageMetadata;
}

/** While its fields are found, one by one and each by its name: of an object that is put together V8 makes a table. */
type Found = { -readonly [Name in keyof PageMetadata]?: PageMetadata[Name] } & { title: string };

type Value = string | readonly string[];

/** A field that sources may give a value, and a bit for it. */
interface Field {
  readonly name: keyof PageMetadata;
  readonly bit: number;
}

// biome-ignore format: a list of words
const fieldNames = [
  'title', 'description', 'language', 'canonical', 'site_name', 'authors', 'published', 'modified', 'image', 'kind',
  'breadcrumb', 'tags', 'license',
] as const satisfies readonly (keyof PageMetadata)[];

const Field = Object.fromEntries(fieldNames.map((name, i) => [name, { name, bit: 1 << i }])) as Readonly<
  Record<(typeof fieldNames)[number], Field>
>;

/** The first source that has something gives the value. */
class Fields {
  readonly values: Found = { title: '' };
  /** Where each value is from, if somebody wants to know. */
  readonly sources: Record<string, string> | undefined;
  #known = 0;

  constructor(withSources: boolean) {
    this.sources = withSources ? {} : undefined;
  }

  /** Asked before a source is read: what is known already needs none. */
  has({ bit }: Field): boolean {
    return (this.#known & bit) !== 0;
  }

  set({ name, bit }: Field, value: Value | undefined, source: string): void {
    if (value === undefined || value.length === 0 || (this.#known & bit) !== 0) return;
    this.#known |= bit;
    (this.values as Record<string, unknown>)[name] = value;
    if (this.sources !== undefined) this.sources[name] = source;
  }
}

interface Context extends Pick<DescribedPage, 'page' | 'template'> {
  readonly nodes: MarkedNodes;
  readonly data: StructuredData;
  /** The site as the page tells of it, and what the page is about. */
  readonly site: Item | undefined;
  readonly main: Item | undefined;
  /** What the site is called, as its titles show it. */
  readonly learned: readonly string[];
  readonly fields: Fields;
  /** What says what it leads to, by each word of it: `link` elements, and links for readers. */
  readonly links: ReadonlyMap<string, readonly number[]>;
  readonly related: ReadonlyMap<string, readonly number[]>;
  /** What addresses start from, once one was met. */
  base: { readonly url: string | undefined } | undefined;
  /** What is cut from titles, once one was met. */
  names: KnownNames | undefined;
  kind: PageKind | undefined;
}

function createContext(
  { page, template, titleParts, pageCount = 0 }: DescribedPage,
  withSources: boolean,
): Context {
  const nodes = findMarkedNodes(page);
  const data = readStructuredData(page, nodes, wantedMetas);
  // Written out: V8 gives a copy that gains fields a shape of its own, and compiles again for each.
  return {
    page,
    template,
    nodes,
    data,
    site: siteItem(data.items),
    main: mainItem(data.items),
    learned: namesOf(titleParts, pageCount),
    fields: new Fields(withSources),
    links: byRelation(page, nodes.link),
    related: byRelation(page, nodes.related),
    base: undefined,
    names: undefined,
    kind: undefined,
  };
}

/** An http(s) address, absolute; undefined for what is none. */
function resolve(context: Context, href: string | undefined): string | undefined {
  const written = href?.trim() ?? '';
  if (written === '') return undefined;
  const { page } = context;
  // Most pages are their own canonical one, and their address was read before.
  const url = written === page.url ? absoluteUrl(written) : resolveUrl(written, baseFor(written, context));
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : undefined;
}

/** None for an address that stands for itself: the platform would read the base, too. */
function baseFor(written: string, context: Context): string | undefined {
  if (/^https?:\/\//i.test(written)) return undefined;
  context.base ??= { url: baseUrlBy(context.page, context.nodes.base) };
  return context.base.url;
}

/** Things that stand for something else than the page. */
// biome-ignore format: a list of words
const otherTypes: ReadonlySet<string> = new Set([
  'WebSite', 'Organization', 'NewsMediaOrganization', 'Corporation', 'BreadcrumbList', 'ListItem', 'ImageObject', 'Person',
  'SearchAction', 'SiteNavigationElement', 'WPHeader', 'WPFooter', 'WPSideBar', 'Offer', 'AggregateRating', 'Rating',
  'Comment', 'Place', 'PostalAddress', 'UserInteraction',
]);
// biome-ignore format: a list of words
const webPage: ReadonlySet<string> = new Set([
  'WebPage', 'ItemPage', 'CollectionPage', 'AboutPage', 'ContactPage', 'CheckoutPage', 'SearchResultsPage',
]);

function siteItem(all: readonly Item[]): Item | undefined {
  for (let i = 0; i < all.length; i++) if (all[i]!.types.includes('WebSite')) return all[i];
  return undefined;
}

/** The thing that the page is about: one that is no page or site, else the page. */
function mainItem(all: readonly Item[]): Item | undefined {
  let first: Item | undefined;
  for (let i = 0; i < all.length; i++) {
    const { types } = all[i]!;
    if (types.length === 0 || isAny(types, otherTypes)) continue;
    if (!isAny(types, webPage)) return all[i];
    first ??= all[i];
  }
  return first;
}

function isAny(types: readonly string[], wanted: ReadonlySet<string>): boolean {
  for (let i = 0; i < types.length; i++) if (wanted.has(types[i]!)) return true;
  return false;
}

function meta({ data }: Context, name: string): string | undefined {
  return data.metas.first(name);
}

// Kinds of sources

/**
 * Gives a field its value, unless one before it could. They are called one by one out of a list: where their code is put
 * into one function, V8 compiles it for longer than it runs, and again wherever a page is of another kind.
 */
type Source = (context: Context) => void;

const wantedMetas = new WantedMetas();

/** The first of some `meta` that is there, with what it says first. */
function fromMetas(
  field: Field,
  names: readonly string[],
  read: (content: string, context: Context) => Value | undefined = (content) => content,
): Source {
  return fromEachMeta(field, names, (metas, name, context) => {
    const content = metas.first(name);
    return content === undefined ? undefined : read(content, context);
  });
}

/** The same with all that it says. */
function fromAllMetas(
  field: Field,
  names: readonly string[],
  read: (contents: readonly string[], context: Context) => Value | undefined,
): Source {
  return fromEachMeta(field, names, (metas, name, context) => {
    const contents = metas.all(name);
    return contents.length === 0 ? undefined : read(contents, context);
  });
}

function fromEachMeta(
  field: Field,
  names: readonly string[],
  read: (metas: MetaContents, name: string, context: Context) => Value | undefined,
): Source {
  const list = wantedMetas.list(...names);
  return (context) => {
    const { fields, data } = context;
    if (fields.has(field) || !data.metas.hasAny(list)) return;
    for (let i = 0; i < names.length && !fields.has(field); i++)
      fields.set(field, read(data.metas, names[i]!, context), names[i]!);
  };
}

/** The first of some properties of the thing that the page is about. */
function fromMain(
  field: Field,
  names: readonly PropertyName[],
  read: (main: Item, name: PropertyName, context: Context) => Value | undefined,
): Source {
  return (context) => {
    const { main, fields } = context;
    if (main === undefined) return;
    for (const name of names) {
      if (fields.has(field)) return;
      if (main.properties.has(name)) fields.set(field, read(main, name, context), `${main.from} ${name}`);
    }
  };
}

/** The address of the first `link` that has one. */
function fromLink(field: Field, rel: Relation): Source {
  return (context) => {
    const { page, links, fields } = context;
    if (fields.has(field)) return;
    for (const node of links.get(rel) ?? none) {
      const href = readAttribute(page, node, 'href')?.trim() ?? '';
      if (href === '') continue;
      fields.set(field, resolve(context, href), `link ${rel}`);
      return;
    }
  };
}

/** Links for readers that say that they lead to such a thing. */
function fromRelated(
  field: Field,
  rel: Relation,
  read: (links: readonly number[], context: Context) => Value | undefined,
): Source {
  return (context) => {
    const links = context.related.get(rel);
    if (links !== undefined && !context.fields.has(field))
      context.fields.set(field, read(links, context), `rel ${rel}`);
  };
}

// Title and description

const addNameOfSite: Source = ({ site, fields }) => {
  fields.set(Field.site_name, firstText(site, 'name'), site?.from ?? '');
};

const addLearnedName: Source = ({ learned, fields }) => {
  fields.set(Field.site_name, learned.find((name) => name.startsWith('>'))?.slice(1), 'titles of the site');
};

/** What titles have that is no title; the name of the site is known by then. */
function namesIn(context: Context): KnownNames {
  const { page, site, main, learned, fields } = context;
  if (context.names !== undefined) return context.names;
  const told: string[] = [];
  if (fields.values.site_name !== undefined) told.push(fields.values.site_name);
  addName(told, firstText(site, 'name'));
  addName(told, firstText(main, 'publisher'));
  addName(told, firstText(site, 'alternateName'));
  context.names = { learned, told, author: meta(context, 'author'), url: page.url };
  return context.names;
}

function addName(names: string[], name: string | undefined): void {
  if (name !== undefined) names.push(name);
}

const addHeading: Source = (context) => {
  if (context.nodes.h1.length > 0)
    context.fields.set(Field.title, headingOf(context, namesIn(context)), 'h1');
};

const addTitle: Source = (context) => {
  if (!context.fields.has(Field.title))
    context.fields.set(Field.title, cleanTitle(readTitle(context.page), context), 'title');
};

function cleanTitle(title: string, context: Context): string {
  return titleOf(withoutMarkup(title), namesIn(context));
}

function titleOfItem(item: Item, name: PropertyName, context: Context): string | undefined {
  const title = firstText(item, name);
  return title === undefined ? undefined : cleanTitle(title, context);
}

function titleOf(text: string, names: KnownNames): string {
  return withoutSiteName(text, names).slice(0, MAX_TITLE_CHARS);
}

const MAX_HEADING_CHARS = 200;

/**
 * The heading, where there is one; of several the one that another source says too, be they of the template: "Contact" on
 * all pages is no title, and "Description" beside it neither. A heading may be the site's name.
 */
function headingOf(context: Context, names: KnownNames): string | undefined {
  const { page, template, nodes } = context;
  const headings = mainHeadings(page, nodes.h1, template);
  const fit: string[] = [];
  for (const heading of headings) {
    const text = titleOf(inOneLine(heading), names);
    if (text.length <= MAX_HEADING_CHARS && !isAnyName(names.told, text)) fit.push(text);
  }
  // Of most pages it is the only one.
  const mayBeMany = headings.length < nodes.h1.length - 1;
  const isOneOfMany = mayBeMany && headings.length < countHeadings(page, nodes.h1) - 1;
  if (fit.length === 0 || (fit.length === 1 && !isOneOfMany)) return fit[0];
  const said = otherTitles(context, names);
  if (fit.length > 1) return fit.find((text) => said.some((other) => other.includes(text)));
  return said.length === 0 || said.some((other) => saysWords(other, fit[0]!)) ? fit[0] : undefined;
}

/** What sources besides the headings say. */
function otherTitles(context: Context, names: KnownNames): readonly string[] {
  const others: string[] = [];
  for (const title of [meta(context, 'og:title'), firstText(context.main, 'headline')])
    if (title !== undefined) others.push(titleOf(withoutMarkup(title), names));
  others.push(readTitle(context.page));
  return others.filter((title) => title !== '');
}

function descriptionOf(text: string): string {
  return withoutMarkup(text).slice(0, MAX_DESCRIPTION_CHARS);
}

const addDescriptionOfMain: Source = ({ main, fields }) => {
  if (main === undefined || fields.has(Field.description)) return;
  const told = firstText(main, 'description') ?? firstText(main, 'abstract');
  if (told !== undefined) fields.set(Field.description, descriptionOf(told), main.from);
};

/** Systems put tags and escaped characters into fields that have neither. */
function withoutMarkup(text: string): string {
  if (!/[<&]/.test(text)) return inOneLine(text);
  return inOneLine(
    text
      .replace(/<\/?[a-z][^>]*>/gi, ' ')
      .replace(/&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{2,7}|[xX][\da-fA-F]{2,6}));/g, (found, name, number) =>
        name === undefined ? (referred(number) ?? found) : references[name]!,
      ),
  );
}

function inOneLine(text: string): string {
  return isPlain(text) ? text : text.replace(/\s+/g, ' ').trim();
}

/** Letters and signs of ASCII with single spaces between them: nearly every text is that, and this is quick to see. */
function isPlain(text: string): boolean {
  let before = 0x20;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit > 0x7e) return false;
    if (unit === 0x20 && before === 0x20) return false;
    before = unit;
  }
  return before !== 0x20 || text === '';
}

// biome-ignore format: a table
const references: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Undefined for what no text has: control characters, and numbers of no character. */
function referred(number: string): string | undefined {
  const code = Number(number.replace(/^x/i, '0x'));
  const isText = code >= 0xa0 || (code >= 0x20 && code < 0x7f);
  return isText && code <= 0x10ffff && (code & ~0x7ff) !== 0xd800 ? String.fromCodePoint(code) : undefined;
}

// Language and addresses

const addLanguage: Source = (context) => {
  const { page, main, fields } = context;
  const sources: string[] = [];
  const tags: string[] = [];
  const tell = (source: string, tag: string | undefined): void => {
    if (tag === undefined || tag === '') return;
    sources.push(source);
    tags.push(tag);
  };
  tell('html lang', readAttribute(page, 0, 'lang') ?? readAttribute(page, 0, 'xml:lang'));
  tell('content-language', meta(context, 'content-language'));
  tell('og:locale', meta(context, 'og:locale'));
  if (main !== undefined) tell(`${main.from} inLanguage`, firstText(main, 'inLanguage'));
  tell('dc.language', meta(context, 'dc.language') ?? meta(context, 'language'));
  const found = readLanguage(tags, (chars) => sampleOf(context, chars));
  if (found === undefined) return;
  const language = found.language.toLowerCase();
  let source = 'html lang';
  for (let i = tags.length - 1; i >= 0; i--)
    if (language.startsWith(tags[i]!.slice(0, 2).toLowerCase())) source = sources[i]!;
  fields.set(Field.language, found.language, found.isDetected ? 'text' : source);
};

/** The standard has the second for the same as the first. */
const licenseRels: readonly Relation[] = ['license', 'copyright'];

function resolved(href: string, context: Context): string | undefined {
  return resolve(context, href);
}

function addressOfItem(item: Item, name: PropertyName, context: Context): string | undefined {
  return resolve(context, firstAddress(item, name));
}

/** Of a thing its address: a picture has `url` or `contentUrl`. */
function firstAddress(item: Item, name: PropertyName): string | undefined {
  for (const value of item.properties.get(name) ?? none) {
    if (typeof value === 'string') return value;
    const address = firstText(value, 'url') ?? firstText(value, 'contentUrl') ?? firstText(value, '@id');
    if (address !== undefined) return address;
  }
  return undefined;
}

// Authors and dates

/** A card of Twitter has labels of its own. */
function authorsOfCard(names: readonly string[], context: Context): readonly string[] | undefined {
  return /written by|author/i.test(meta(context, 'twitter:label1') ?? '') ? people(names) : undefined;
}

/** Names of people and not addresses or sentences. */
function people(names: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const written of names) {
    const name = withoutMarkup(written)
      .replace(/^(?:by|von|par|por|av|af|di|door)[: ]\s*/i, '')
      .trim();
    if (name !== '' && name.length <= 100 && !noName.test(name)) found.push(name);
  }
  return unique(found);
}

const noName = /^https?:|^@|^www\.|@.*\.|^(?:admin|administrator|root|null|undefined)$/i;

/** As each is first spelled. */
function unique(values: readonly string[]): readonly string[] {
  if (values.length < 2) return values;
  // So few are found sooner one by one than by a set.
  const seen: string[] = [];
  const kept: string[] = [];
  for (let i = 0; i < values.length && kept.length < MAX_VALUES; i++) {
    const folded = values[i]!.toLowerCase();
    if (seen.includes(folded)) continue;
    seen.push(folded);
    kept.push(values[i]!);
  }
  return kept;
}

const publishedMetas = [
  'article:published_time',
  'og:article:published_time',
  'datepublished',
  'citation_publication_date',
  'citation_date',
  'citation_online_date',
  'dcterms.issued',
  'dc.date.issued',
  'dcterms.created',
  'dc.date.created',
  'dcterms.date',
  'dc.date',
  'parsely-pub-date',
  'sailthru.date',
  'pubdate',
  'publishdate',
  'publish-date',
  'publish_date',
  'og:published_time',
  'date',
];
const modifiedMetas = [
  'article:modified_time',
  'og:article:modified_time',
  'og:updated_time',
  'datemodified',
  'dcterms.modified',
  'dc.date.modified',
  'last-modified',
  'lastmod',
  'revised',
];

function dateOfItem(item: Item, name: PropertyName): string | undefined {
  const date = firstText(item, name);
  return date === undefined ? undefined : toIsoDate(date);
}

/** Of the page itself, where it is about something else. */
function dateFromPage(field: Field, name: PropertyName): Source {
  return ({ data, fields }) => {
    if (data.items.length === 0 || fields.has(field)) return;
    const page = data.items.find(({ types }) => isAny(types, webPage));
    if (page !== undefined) fields.set(field, dateOfItem(page, name), `${page.from} ${name}`);
  };
}

const publishedWords = /publish|pubdate|entry-date|post-date|date-posted|created/i;
const modifiedWords = /modif|update|revis/i;

/** `time` elements that say what they are; else the only date of the content. */
const addTimes: Source = ({ page, template, nodes, fields }) => {
  if (nodes.time.length === 0 || (fields.has(Field.published) && fields.has(Field.modified))) return;
  const dates = new Set<string>();
  for (const node of nodes.time) {
    if ((page.flags[node]! & NodeFlag.hidden) !== 0) continue;
    const written = readAttribute(page, node, 'datetime');
    const date = toIsoDate(written ?? textOf(page, node));
    if (date === undefined) continue;
    const words = `${readAttribute(page, node, 'itemprop') ?? ''} ${readAttribute(page, node, 'class') ?? ''}`;
    if (modifiedWords.test(words)) fields.set(Field.modified, date, 'time');
    else if (publishedWords.test(words) || readAttribute(page, node, 'pubdate') !== undefined)
      fields.set(Field.published, date, 'time');
    else if (template[node + 1] !== 1) dates.add(date);
  }
  if (dates.size === 1) fields.set(Field.published, [...dates][0], 'time');
};

// Lists

const addKind: Source = (context) => {
  const { page, template, data, fields } = context;
  const hasAuthor = fields.has(Field.authors);
  context.kind = readKind({ page, template, data, hasAuthor, hasDate: fields.has(Field.published) });
  if (context.kind !== undefined) fields.set(Field.kind, context.kind.kind, context.kind.source);
};

const addBreadcrumb: Source = (context) => {
  const { data, fields } = context;
  const list = breadcrumbList(data.items);
  if (list !== undefined) fields.set(Field.breadcrumb, stepsOf(list), list.from);
  if (!fields.has(Field.breadcrumb)) fields.set(Field.breadcrumb, markedBreadcrumb(context), 'breadcrumb');
};

function keywords(lists: readonly string[]): readonly string[] {
  const words: string[] = [];
  for (let i = 0; i < lists.length; i++) {
    // What is escaped ends with a semicolon, which parts nothing.
    const parts = withoutMarkup(lists[i]!).split(/[,;|，、]/);
    for (let j = 0; j < parts.length; j++) {
      const word = parts[j]!.trim();
      if (word !== '' && word.length <= 60) words.push(word);
    }
  }
  return unique(words);
}

/** One that stands for itself, else one of a page. */
function breadcrumbList(all: readonly Item[]): Item | undefined {
  let found = firstBreadcrumb(all);
  for (let i = 0; i < all.length && found === undefined; i++)
    found = firstBreadcrumb(items(all[i], 'breadcrumb'));
  return found;
}

function firstBreadcrumb(all: readonly Item[]): Item | undefined {
  for (let i = 0; i < all.length; i++) if (all[i]!.types.includes('BreadcrumbList')) return all[i];
  return undefined;
}

function stepsOf(list: Item): readonly string[] {
  const steps = items(list, 'itemListElement').map((step, i) => ({
    position: Number(firstText(step, 'position') ?? i + 1) || i + 1,
    name: firstText(step, 'name') ?? firstText(items(step, 'item')[0], 'name') ?? '',
  }));
  const names = steps
    .sort((one, other) => one.position - other.position)
    .map(({ name }) => withoutMarkup(name));
  return names.filter((name) => name !== '').slice(0, MAX_VALUES);
}

const breadcrumbClass =
  /^(?:[a-z]+[-_])?breadcrumbs?(?:[-_]{1,2}(?:list|nav|trail|links|container|wrapper))?$/i;

/** As designers mark it: an element that says so, with links in it; of one inside another the inner one, as forums have it. */
function markedBreadcrumb({ page, nodes }: Context): readonly string[] | undefined {
  let found: { readonly end: number; readonly names: readonly string[] } | undefined;
  for (const node of nodes.breadcrumb) {
    if (found !== undefined && node >= found.end) break;
    if (!isBreadcrumbElement(page, node)) continue;
    const names = stepsIn(page, node);
    if (names.length > 1) found = { end: page.subtreeEnd[node]!, names };
  }
  return found?.names;
}

/** By its label, or by one of its classes. */
function isBreadcrumbElement(page: Page, node: number): boolean {
  const label = page.tag[node] === Tag.nav ? attributeRow(page, node, Attribute['aria-label']) : -1;
  if (label !== -1 && /breadcrumb/i.test(readValue(page, label))) return true;
  return (readAttribute(page, node, 'class') ?? '')
    .split(/[\t\n\f\r ]+/)
    .some((name) => name.includes('readcrumb') && breadcrumbClass.test(name));
}

function stepsIn(page: Page, element: number): readonly string[] {
  const names: string[] = [];
  const end = page.subtreeEnd[element]!;
  const steps = [Tag.li, Tag.a]
    .map((tag) => page.tag.subarray(element + 1, end).includes(tag) && tag)
    .find((tag) => tag !== false);
  if (steps === undefined) return [];
  for (let node = element + 1; node < end && names.length < MAX_VALUES; node++) {
    if (page.tag[node] !== steps) continue;
    const name = textOf(page, node).replace(/^[\s/>›»|:-]+|[\s/>›»|:-]+$/g, '');
    if (name !== '' && name.length <= 120) names.push(name);
    node = page.subtreeEnd[node]! - 1;
  }
  return names;
}

function textsOfLinks(links: readonly number[], { page }: Context): readonly string[] {
  const texts: string[] = [];
  for (let i = 0; i < links.length && i < MAX_VALUES; i++) {
    const text = textOf(page, links[i]!);
    if (text !== '' && text.length <= 100) texts.push(text);
  }
  return texts;
}

function addressOfLink([link]: readonly number[], context: Context): string | undefined {
  return resolve(context, readAttribute(context.page, link!, 'href'));
}

// All of them

// Asked for by their names, by whoever tells what kind of page it is among others.
// biome-ignore format: a list of words
wantedMetas.list(
  'content-language', 'og:locale', 'dc.language', 'language', 'twitter:label1', 'generator', 'og:type',
  'product:price:amount', 'og:price:amount',
);

/** In the order in which they are asked, and records have their fields. */
const sources: readonly Source[] = [
  fromMetas(Field.site_name, ['og:site_name']),
  addNameOfSite,
  fromMetas(Field.site_name, ['application-name', 'apple-mobile-web-app-title', 'al:ios:app_name']),
  addLearnedName,
  addHeading,
  fromMetas(Field.title, ['og:title'], cleanTitle),
  fromMain(Field.title, ['headline'], titleOfItem),
  addTitle,
  fromMain(Field.title, ['name'], titleOfItem),
  fromMetas(Field.title, ['twitter:title', 'dc.title', 'citation_title'], cleanTitle),
  fromMetas(
    Field.description,
    ['description', 'og:description', 'twitter:description', 'dc.description'],
    descriptionOf,
  ),
  addDescriptionOfMain,
  addLanguage,
  fromLink(Field.canonical, 'canonical'),
  fromMetas(Field.canonical, ['og:url'], resolved),
  fromMetas(
    Field.image,
    ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
    (href, context) => (isSpacer(href) ? undefined : resolve(context, href)),
  ),
  fromMain(Field.image, ['image', 'thumbnailUrl', 'primaryImageOfPage'], addressOfItem),
  fromLink(Field.image, 'image_src'),
  ...licenseRels.map((rel) => fromLink(Field.license, rel)),
  fromMain(Field.license, ['license'], addressOfItem),
  fromMetas(Field.license, ['dcterms.license', 'dc.rights.license'], (content, context) =>
    /^https?:/.test(content) ? resolve(context, content) : undefined,
  ),
  fromMain(Field.authors, ['author', 'creator'], (main, name) => people(texts(main, name))),
  fromAllMetas(
    Field.authors,
    [
      'citation_author',
      'author',
      'article:author',
      'dc.creator',
      'dcterms.creator',
      'parsely-author',
      'sailthru.author',
    ],
    people,
  ),
  fromAllMetas(Field.authors, ['twitter:data1'], authorsOfCard),
  fromRelated(Field.authors, 'author', (links, context) => people(textsOfLinks(links, context))),
  fromMain(Field.published, ['datePublished', 'uploadDate', 'datePosted', 'dateCreated'], dateOfItem),
  fromMetas(Field.published, publishedMetas, toIsoDate),
  dateFromPage(Field.published, 'datePublished'),
  fromMain(Field.modified, ['dateModified'], dateOfItem),
  fromMetas(Field.modified, modifiedMetas, toIsoDate),
  dateFromPage(Field.modified, 'dateModified'),
  addTimes,
  addKind,
  addBreadcrumb,
  fromAllMetas(Field.tags, ['article:tag'], (tags) => unique(tags.map(withoutMarkup))),
  fromMain(Field.tags, ['keywords'], (main, name) => keywords(texts(main, name))),
  fromRelated(Field.tags, 'tag', (links, context) => unique(textsOfLinks(links, context))),
  fromMetas(Field.tags, ['keywords', 'news_keywords', 'parsely-tags'], (content) => keywords([content])),
  ...licenseRels.map((rel) => fromRelated(Field.license, rel, addressOfLink)),
];
