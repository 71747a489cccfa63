/**
 * What a page says of itself besides its text: title, language, authors, dates and the rest, each from the first source
 * that has it. Nothing is invented: what no source says is absent. The order of the sources of titles was chosen on 620
 * pages whose titles are known; the other orders are judgement.
 */
import { readBaseUrl, readTitle } from '../page/links.ts';
import { Attribute, Tag } from '../page/names.ts';
import {
  attributeRow,
  hasAttribute,
  NodeFlag,
  type Page,
  readAttribute,
  readText,
  readValue,
} from '../page/page.ts';
import { resolveUrl } from '../page/raw-page.ts';
import { toIsoDate } from './dates.ts';
import { readLanguage } from './language.ts';
import { readKind } from './page-kind.ts';
import { mainHeadings, sameWords, withoutSiteName } from './page-title.ts';
import { namesOf, type TitleParts } from './site-titles.ts';
import {
  firstText,
  type Item,
  items,
  readStructuredData,
  type StructuredData,
  textOf,
  texts,
} from './structured-data.ts';
import { countText } from './text-counts.ts';

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
  /** The content as text. */
  readonly text: string;
  /** What the titles of the site have in common, and of how many pages that is. */
  readonly titleParts?: TitleParts | undefined;
  readonly pageCount?: number | undefined;
}

/** The most values of a field that may have many. */
const MAX_VALUES = 20;
const MAX_TITLE_CHARS = 500;
const MAX_DESCRIPTION_CHARS = 2_000;

export function readMetadata(described: DescribedPage, withSources: boolean = false): PageMetadata {
  const { page, template, text } = described;
  const data = readStructuredData(page);
  const main = mainItem(data.items);
  const fields = new Fields();
  const resolve = addressReader(page);
  const related = relatedLinks(page);
  const context: Context = { ...described, data, main, fields, resolve, related };
  const siteName = addSiteName(context);
  addTitle(context, siteName);
  addDescription(context);
  addLanguage(context);
  addAddresses(context);
  addAuthors(context);
  addDates(context);
  const kind = readKind(page, template, data);
  if (kind !== undefined) fields.set('kind', kind.kind, kind.source);
  addLists(context);
  const { values, sources } = fields;
  return {
    title: '',
    ...values,
    ...(kind && { kind_score: kind.score }),
    ...countText(text),
    ...(data.brokenJsonLd > 0 && { broken_json_ld: data.brokenJsonLd }),
    ...(withSources && { sources }),
  };
}

type Value = string | readonly string[];

/** The first source that has something gives the value. */
class Fields {
  readonly values: Record<string, Value> = {};
  readonly sources: Record<string, string> = {};

  has(name: string): boolean {
    return name in this.values;
  }

  set(name: string, value: Value | undefined, source: string): void {
    if (value === undefined || value.length === 0 || name in this.values) return;
    this.values[name] = value;
    this.sources[name] = source;
  }
}

interface Context extends DescribedPage {
  readonly data: StructuredData;
  readonly main: Item | undefined;
  readonly fields: Fields;
  readonly related: readonly RelatedLink[];
  /** An http(s) address, absolute; undefined for what is none. */
  readonly resolve: (href: string | undefined) => string | undefined;
}

function addressReader(page: Page): Context['resolve'] {
  let base: string | undefined;
  let isRead = false;
  return (href) => {
    if (href === undefined || href.trim() === '') return undefined;
    if (!isRead) base = readBaseUrl(page);
    isRead = true;
    const url = resolveUrl(href.trim(), base);
    return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : undefined;
  };
}

/** Things that stand for something else than the page. */
const otherTypes =
  /^(?:WebSite|Organization|NewsMediaOrganization|Corporation|BreadcrumbList|ListItem|ImageObject|Person|SearchAction|SiteNavigationElement|WPHeader|WPFooter|WPSideBar|Offer|AggregateRating|Rating|Comment|Place|PostalAddress|UserInteraction)$/;
const webPage = /^(?:WebPage|ItemPage|CollectionPage|AboutPage|ContactPage|CheckoutPage|SearchResultsPage)$/;

/** The thing that the page is about: one that is no page or site, else the page. */
function mainItem(all: readonly Item[]): Item | undefined {
  const candidates = all.filter(
    ({ types }) => types.length > 0 && !types.some((type) => otherTypes.test(type)),
  );
  return candidates.find(({ types }) => !types.some((type) => webPage.test(type))) ?? candidates[0];
}

function meta({ data }: Context, name: string): string | undefined {
  return data.metas.get(name)?.[0];
}

/** The first of some `meta` that is there. */
function setFromMetas(
  context: Context,
  field: string,
  names: readonly string[],
  read: (content: string) => Value | undefined = (content) => content,
): void {
  for (const name of names) {
    if (context.fields.has(field)) return;
    const content = meta(context, name);
    if (content !== undefined) context.fields.set(field, read(content), name);
  }
}

// Title and description

/** Returns the names that the site goes by. */
function addSiteName(context: Context): readonly string[] {
  const { data, main, fields, titleParts, pageCount = 0 } = context;
  const site = data.items.find(({ types }) => types.includes('WebSite'));
  setFromMetas(context, 'site_name', ['og:site_name']);
  fields.set('site_name', firstText(site, 'name'), site?.from ?? '');
  setFromMetas(context, 'site_name', ['application-name', 'apple-mobile-web-app-title', 'al:ios:app_name']);
  const learned = namesOf(titleParts, pageCount);
  fields.set('site_name', learned.find((name) => name.startsWith('>'))?.slice(1), 'titles of the site');
  const publisher = firstText(main, 'publisher');
  const alternate = firstText(site, 'alternateName');
  return [
    fields.values.site_name as string | undefined,
    firstText(site, 'name'),
    publisher,
    alternate,
  ].filter((name) => name !== undefined);
}

function addTitle(context: Context, told: readonly string[]): void {
  const { page, template, main, fields, titleParts, pageCount = 0 } = context;
  const names = { learned: namesOf(titleParts, pageCount), told, url: page.url };
  const clean = (title: string | undefined): string | undefined =>
    title === undefined ? undefined : withoutSiteName(withoutMarkup(title), names).slice(0, MAX_TITLE_CHARS);
  const headline = clean(firstText(main, 'headline'));
  const openGraph = clean(meta(context, 'og:title'));
  const heading = headingOf(
    mainHeadings(page, template).map((text) => clean(text)!),
    [openGraph, headline, readTitle(page)],
    told,
  );
  fields.set('title', heading, 'h1');
  fields.set('title', openGraph, 'og:title');
  fields.set('title', headline, `${main?.from} headline`);
  fields.set('title', clean(readTitle(page) || undefined), 'title');
  fields.set('title', clean(firstText(main, 'name')), `${main?.from} name`);
  setFromMetas(context, 'title', ['twitter:title', 'dc.title', 'citation_title'], clean);
}

const MAX_HEADING_CHARS = 200;

/** The heading, where there is one; of several the one that another source says too. A heading may be the site's name. */
function headingOf(
  headings: readonly string[],
  others: readonly (string | undefined)[],
  siteNames: readonly string[],
): string | undefined {
  const fit = headings.filter(
    (text) => text.length <= MAX_HEADING_CHARS && !siteNames.some((name) => sameWords(name, text)),
  );
  if (fit.length === 1) return fit[0];
  return fit.find((text) => others.some((other) => other?.includes(text)));
}

function addDescription(context: Context): void {
  const { main, fields } = context;
  const read = (text: string): string => withoutMarkup(text).slice(0, MAX_DESCRIPTION_CHARS);
  setFromMetas(
    context,
    'description',
    ['description', 'og:description', 'twitter:description', 'dc.description'],
    read,
  );
  const told = firstText(main, 'description') ?? firstText(main, 'abstract');
  if (told !== undefined) fields.set('description', read(told), main!.from);
}

/** Systems put tags and escaped characters into fields that have neither. */
function withoutMarkup(text: string): string {
  if (!/[<&]/.test(text)) return text.replace(/\s+/g, ' ').trim();
  return text
    .replace(/<\/?[a-z][^>]*>/gi, ' ')
    .replace(
      /&(amp|lt|gt|quot|apos|nbsp|#39|#0?38|#8217|#8211|#8230);/g,
      (_, name: string) => references[name]!,
    )
    .replace(/\s+/g, ' ')
    .trim();
}

// biome-ignore format: a table
const references: Readonly<Record<string, string>> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'", '#38': '&', '#038': '&', '#8217': '’', '#8211': '–', '#8230': '…',
};

// Language and addresses

function addLanguage(context: Context): void {
  const { page, data, main, template, fields } = context;
  const declared: readonly (readonly [source: string, tag: string | undefined])[] = [
    ['html lang', readAttribute(page, 0, 'lang') ?? readAttribute(page, 0, 'xml:lang')],
    ['content-language', meta(context, 'content-language')],
    ['og:locale', meta(context, 'og:locale')],
    [`${main?.from} inLanguage`, firstText(main, 'inLanguage')],
    ['dc.language', data.metas.get('dc.language')?.[0] ?? data.metas.get('language')?.[0]],
  ];
  const told = declared.filter((entry) => entry[1] !== undefined && entry[1] !== '');
  const found = readLanguage(
    told.map(([, tag]) => tag!),
    sampleOf(page, template),
  );
  if (found === undefined) return;
  const source = told.find(([, tag]) =>
    found.language.toLowerCase().startsWith(tag!.slice(0, 2).toLowerCase()),
  );
  fields.set('language', found.language, found.isDetected ? 'text' : (source?.[0] ?? 'html lang'));
}

/** So much of the content: more of it makes no difference on pages that are in one language. */
const SAMPLE_CHARS = 700;
/** Shorter texts are names and numbers; they count where there is nothing else. */
const SENTENCE_CHARS = 30;

function sampleOf(page: Page, template: Uint8Array): string {
  let sentences = '';
  let others = '';
  for (const node of page.segments) {
    if (template[node] === 1 || (page.flags[node]! & NodeFlag.preformatted) !== 0) continue;
    if (page.chars[node]! >= SENTENCE_CHARS) sentences += `${readText(page, node).slice(0, SAMPLE_CHARS)}\n`;
    else if (others.length < SAMPLE_CHARS) others += `${readText(page, node)}\n`;
    if (sentences.length >= SAMPLE_CHARS) break;
  }
  return (sentences.length >= SAMPLE_CHARS / 4 ? sentences : sentences + others).slice(0, SAMPLE_CHARS);
}

function addAddresses(context: Context): void {
  const { data, main, fields, resolve } = context;
  fields.set('canonical', resolve(data.links.get('canonical')?.[0]), 'link canonical');
  setFromMetas(context, 'canonical', ['og:url'], resolve);
  setFromMetas(
    context,
    'image',
    ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
    resolve,
  );
  for (const name of ['image', 'thumbnailUrl', 'primaryImageOfPage'])
    fields.set('image', resolve(addressesOf(main, name)[0]), `${main?.from} ${name}`);
  fields.set('image', resolve(data.links.get('image_src')?.[0]), 'link image_src');
  fields.set('license', resolve(data.links.get('license')?.[0]), 'link license');
  fields.set('license', resolve(addressesOf(main, 'license')[0]), `${main?.from} license`);
  setFromMetas(context, 'license', ['dcterms.license', 'dc.rights.license'], (content) =>
    /^https?:/.test(content) ? resolve(content) : undefined,
  );
}

/** Of a thing its address: a picture has `url` or `contentUrl`. */
function addressesOf(item: Item | undefined, name: string): readonly string[] {
  return (item?.properties.get(name) ?? []).flatMap((value) => {
    if (typeof value === 'string') return [value];
    const address = firstText(value, 'url') ?? firstText(value, 'contentUrl') ?? firstText(value, '@id');
    return address === undefined ? [] : [address];
  });
}

// Authors and dates

function addAuthors(context: Context): void {
  const { main, data, fields } = context;
  for (const name of ['author', 'creator'])
    fields.set('authors', people(texts(main, name)), `${main?.from} ${name}`);
  for (const name of [
    'citation_author',
    'author',
    'article:author',
    'dc.creator',
    'dcterms.creator',
    'parsely-author',
    'sailthru.author',
    'twitter:data1',
  ])
    if (name !== 'twitter:data1' || /written by|author/i.test(meta(context, 'twitter:label1') ?? ''))
      fields.set('authors', people(data.metas.get(name) ?? []), name);
  if (!fields.has('authors')) fields.set('authors', people(linkedTexts(context, 'author')), 'rel author');
}

/** Names of people and not addresses or sentences. */
function people(names: readonly string[]): readonly string[] {
  const found = names
    .map((name) =>
      withoutMarkup(name)
        .replace(/^(?:by|von|par|por|av|af|di|door)[: ]\s*/i, '')
        .trim(),
    )
    .filter(
      (name) =>
        name !== '' &&
        name.length <= 100 &&
        !/^https?:|^@|^www\.|@.*\.|^(?:admin|administrator|root|null|undefined)$/i.test(name),
    );
  return unique(found);
}

function unique(values: readonly string[]): readonly string[] {
  const seen = new Map(values.map((value) => [value.toLowerCase(), value]).reverse() as [string, string][]);
  return [...new Set(values.map((value) => seen.get(value.toLowerCase())!))].slice(0, MAX_VALUES);
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

function addDates(context: Context): void {
  const { main, data, fields } = context;
  const page = data.items.find(({ types }) => types.some((type) => webPage.test(type)));
  const setFrom = (field: string, item: Item | undefined, name: string): void => {
    const date = firstText(item, name);
    if (date !== undefined) fields.set(field, toIsoDate(date), `${item!.from} ${name}`);
  };
  for (const name of ['datePublished', 'uploadDate', 'datePosted', 'dateCreated'])
    setFrom('published', main, name);
  setFromMetas(context, 'published', publishedMetas, toIsoDate);
  setFrom('published', page, 'datePublished');
  setFrom('modified', main, 'dateModified');
  setFromMetas(context, 'modified', modifiedMetas, toIsoDate);
  setFrom('modified', page, 'dateModified');
  if (!fields.has('published') || !fields.has('modified')) addTimes(context);
}

const publishedWords = /publish|pubdate|entry-date|post-date|date-posted|created/i;
const modifiedWords = /modif|update|revis/i;

/** `time` elements that say what they are; else the only date of the content. */
function addTimes({ page, template, fields }: Context): void {
  const dates = new Set<string>();
  for (let node = 0; node < page.nodeCount; node++) {
    if (page.tag[node] !== Tag.time || (page.flags[node]! & NodeFlag.hidden) !== 0) continue;
    const written = readAttribute(page, node, 'datetime');
    const date = toIsoDate(written ?? textOf(page, node));
    if (date === undefined) continue;
    const words = `${readAttribute(page, node, 'itemprop') ?? ''} ${readAttribute(page, node, 'class') ?? ''}`;
    if (modifiedWords.test(words)) fields.set('modified', date, 'time');
    else if (publishedWords.test(words) || readAttribute(page, node, 'pubdate') !== undefined)
      fields.set('published', date, 'time');
    else if (template[node + 1] !== 1) dates.add(date);
  }
  if (dates.size === 1) fields.set('published', [...dates][0], 'time');
}

// Lists

function addLists(context: Context): void {
  const { main, data, fields } = context;
  fields.set('breadcrumb', breadcrumbOf(context), data.items.find(isBreadcrumb)?.from ?? 'breadcrumb');
  fields.set('tags', unique(data.metas.get('article:tag') ?? []), 'article:tag');
  fields.set('tags', keywords(texts(main, 'keywords')), `${main?.from} keywords`);
  if (!fields.has('tags')) fields.set('tags', unique(linkedTexts(context, 'tag')), 'rel tag');
  setFromMetas(context, 'tags', ['keywords', 'news_keywords', 'parsely-tags'], (content) =>
    keywords([content]),
  );
  if (!fields.has('license')) fields.set('license', linkedAddress(context, 'license'), 'rel license');
}

function keywords(lists: readonly string[]): readonly string[] {
  const words = lists.flatMap((list) => list.split(/[,;|，、]/)).map((word) => withoutMarkup(word).trim());
  return unique(words.filter((word) => word !== '' && word.length <= 60));
}

function isBreadcrumb({ types }: Item): boolean {
  return types.includes('BreadcrumbList');
}

function breadcrumbOf(context: Context): readonly string[] | undefined {
  const { data } = context;
  const list =
    data.items.find(isBreadcrumb) ??
    data.items.flatMap((item) => items(item, 'breadcrumb')).find(isBreadcrumb);
  const steps = items(list, 'itemListElement').map((step, i) => ({
    position: Number(firstText(step, 'position') ?? i + 1) || i + 1,
    name: firstText(step, 'name') ?? firstText(items(step, 'item')[0], 'name') ?? '',
  }));
  const names = steps
    .sort((one, other) => one.position - other.position)
    .map(({ name }) => withoutMarkup(name));
  const told = names.filter((name) => name !== '').slice(0, MAX_VALUES);
  return told.length > 0 ? told : markedBreadcrumb(context);
}

function isBreadcrumbClass(name: string): boolean {
  if (!name.includes('readcrumb')) return false;
  return /^(?:[a-z]+[-_])?breadcrumbs?(?:[-_]{1,2}(?:list|nav|trail|links|container|wrapper))?$/i.test(name);
}

/** As designers mark it: an element that says so, with links in it. */
function markedBreadcrumb({ page }: Context): readonly string[] | undefined {
  const marks = page.classLists.map((names) => names.some(isBreadcrumbClass));
  const hasClass = marks.includes(true);
  for (let node = 0; node < page.nodeCount; node++) {
    const isNav =
      page.tag[node] === Tag.nav && /breadcrumb/i.test(readAttribute(page, node, 'aria-label') ?? '');
    if (!isNav && !(hasClass && page.tag[node] !== 0 && marks[page.classList[node]!])) continue;
    const names = stepsIn(page, node);
    if (names.length > 1) return names;
  }
  return undefined;
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

/** Links that say what they lead to. */
interface RelatedLink {
  readonly node: number;
  readonly rel: readonly string[];
}

function relatedLinks(page: Page): readonly RelatedLink[] {
  const found: RelatedLink[] = [];
  if (!hasAttribute(page, Attribute.rel)) return found;
  for (let node = 0; node < page.nodeCount; node++) {
    const row = page.tag[node] === Tag.a ? attributeRow(page, node, Attribute.rel) : -1;
    if (row === -1) continue;
    const rel = readValue(page, row).toLowerCase();
    if (/\b(?:author|tag|license)\b/.test(rel)) found.push({ node, rel: rel.split(/\s+/) });
  }
  return found;
}

function linkedTexts({ page, related }: Context, word: string): readonly string[] {
  const links = related.filter(({ rel }) => rel.includes(word)).slice(0, MAX_VALUES);
  return links.map(({ node }) => textOf(page, node)).filter((text) => text !== '' && text.length <= 100);
}

function linkedAddress({ page, related, resolve }: Context, word: string): string | undefined {
  const link = related.find(({ rel }) => rel.includes(word));
  return link && resolve(readAttribute(page, link.node, 'href'));
}
