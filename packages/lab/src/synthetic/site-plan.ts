/** What is the same whichever page of a site is asked for: its pages, and their titles, dates and addresses. */
import { compileGrammar, createPhrases, type Expand, type Language, type Phrase } from './language.ts';
import { createRandom } from './random.ts';
import { createSiteMap, type LeafKind, type PagePlace, type SiteMap } from './site-map.ts';

export type Profile = 'magazine' | 'shop' | 'manual' | 'community';

/** What kind of site it is, by what the leaves of its sections are. */
const leafKinds: Readonly<Record<Profile, readonly LeafKind[]>> = {
  magazine: ['article', 'article', 'article', 'thread'],
  shop: ['product', 'product', 'product', 'article'],
  manual: ['documentation', 'documentation', 'thread', 'article'],
  community: ['thread', 'thread', 'article'],
};

export const profileNames: readonly Profile[] = Object.keys(leafKinds) as Profile[];

interface SitePlanOptions {
  readonly seed: number;
  readonly pages: number;
  readonly language: Language;
  readonly profile: Profile;
}

/** Everything that is the same whichever page of the site is asked for. */
export interface SitePlan extends Pick<Titles, 'displayName' | 'title'>, Addresses {
  readonly seed: number;
  readonly language: Language;
  readonly map: SiteMap;
  readonly expand: Expand;
  readonly phrase: Phrase;
  /** When a page, or anything else that has a number, was published, as the site writes it. */
  date(id: number): string;
  crawlDate(order: number): string;
  money(cents: number): string;
}

export function createSitePlan({ seed, pages, language, profile }: SitePlanOptions): SitePlan {
  const random = createRandom(seed, 'plan');
  const map = createSiteMap({
    pages,
    wantedSections: random.between(4, 8),
    wantedSubsections: random.between(2, 6),
    leavesPerList: random.between(8, 20),
    leafKinds: leafKinds[profile],
  });
  const expand = compileGrammar(language.prose);
  const phrase = createPhrases(language, seed);
  const { subsectionsPerSection } = map;
  const titles = createTitles({ seed, language, expand, phrase, subsectionsPerSection });
  return {
    ...titles,
    ...createAddresses(seed, titles),
    seed,
    language,
    map,
    expand,
    phrase,
    date: (id) => formatDate(publishedMs(seed, id), language),
    crawlDate: (order) => formatDate(crawledMs(order), language),
    money: (cents) => language.money.replace('{amount}', (cents / 100).toFixed(2)),
  };
}

// Titles

interface TitlesOptions {
  readonly seed: number;
  readonly language: Language;
  readonly expand: Expand;
  readonly phrase: Phrase;
  readonly subsectionsPerSection: number;
}

interface Titles {
  readonly displayName: string;
  title(place: PagePlace): string;
  section(section: number): string;
  subsection(subsection: number): string;
}

const infoKeys = ['about', 'contact', 'privacy', 'imprint', 'terms', 'help'] as const;

/** A page's title is known without the page, so that others can link to it by name. */
function createTitles({ seed, language, expand, phrase, subsectionsPerSection }: TitlesOptions): Titles {
  const sections = shuffleNames(language.sections, seed, 'sections');
  const subsections = sections.map((name) => shuffleNames(language.subsections, seed, name));
  const random = createRandom(seed, 'display name');
  const displayName = `${expand('brand', random)} ${random.pick(sections)}`;
  const section = (number: number): string => sections[number]!;
  const subsection = (number: number): string =>
    subsections[Math.floor(number / subsectionsPerSection)]![number % subsectionsPerSection]!;
  const title = (place: PagePlace): string => {
    if (place.kind === 'home') return displayName;
    if (place.kind === 'info') return infoTitle(phrase, place.position);
    if (place.kind === 'section') return section(place.section);
    if (place.kind === 'list') return subsection(place.subsection);
    return capitalise(expand(`${place.kind}Title`, createRandom(seed, 'title', place.id)));
  };
  return { displayName, title, section, subsection };
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function infoTitle(phrase: Phrase, position: number): string {
  const key = infoKeys[position];
  return key === undefined ? `${phrase('help')} ${position}` : phrase(key);
}

function shuffleNames(names: string, seed: number, purpose: string): readonly string[] {
  const random = createRandom(seed, 'names', purpose);
  const left = names.split('|').map((name) => name.trim());
  const shuffled: string[] = [];
  while (left.length > 0) shuffled.push(...left.splice(random.below(left.length), 1));
  return shuffled;
}

// Dates

const dayMs = 86_400_000;
const firstDayMs = Date.UTC(2006, 0, 2);
const publishingDays = 6500;
const crawlStartMs = Date.UTC(2024, 2, 4);
const pagesPerCrawlDay = 60;

/** When a page, or anything else that has a number, was published. */
function publishedMs(seed: number, id: number): number {
  return firstDayMs + dayMs * createRandom(seed, 'date', id).below(publishingDays);
}

/** The day of the crawl that brought the page at this place of the order. */
function crawledMs(order: number): number {
  return crawlStartMs + dayMs * Math.floor(order / pagesPerCrawlDay);
}

function formatDate(timeMs: number, language: Language): string {
  const day = new Date(timeMs);
  return language.date
    .replace('{day}', String(day.getUTCDate()))
    .replace('{month}', language.months.split('|')[day.getUTCMonth()]!)
    .replace('{year}', String(day.getUTCFullYear()));
}

// Addresses

interface Addresses {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  url(place: PagePlace): string;
}

const hostWords = 'meadow harbor quill lantern orchard summit copper willow anchor ember'.split(' ');
/** Home, info pages, sections and subsections of any site: every page links to them. */
const rememberedPages = 80;

function createAddresses(seed: number, titles: Titles): Addresses {
  const random = createRandom(seed, 'addresses');
  const style = random.pick(addressStyles);
  const scheme = random.pick(['https://www.', 'https://', 'http://www.']);
  const baseUrl = `${scheme}${random.pick(hostWords)}-${seed}.example`;
  const remembered: string[] = [];
  return {
    baseUrl,
    url: (place) => {
      const known = remembered[place.id];
      if (known !== undefined) return known;
      const url = baseUrl + addressOf(place, { seed, style, titles });
      if (place.id < rememberedPages) remembered[place.id] = url;
      return url;
    },
  };
}

interface AddressSource {
  readonly seed: number;
  readonly style: AddressStyle;
  readonly titles: Titles;
}

function addressOf(place: PagePlace, { seed, style, titles }: AddressSource): string {
  const day = new Date(publishedMs(seed, place.id));
  return style({
    place,
    sectionSlug: () => toSlug(titles.section(place.section)),
    subsectionSlug: () => toSlug(titles.subsection(place.subsection)),
    slug: () => toSlug(titles.title(place)),
    year: day.getUTCFullYear(),
    month: day.getUTCMonth() + 1,
  });
}

/** What an address may be made of. */
interface AddressParts {
  readonly place: PagePlace;
  sectionSlug(): string;
  subsectionSlug(): string;
  /** Of the page's title. */
  slug(): string;
  readonly year: number;
  readonly month: number;
}

type AddressStyle = (parts: AddressParts) => string;

/** Shapes of addresses as content management systems have them. Leaves carry their number: titles may coincide. */
const addressStyles: readonly AddressStyle[] = [
  // Blogs: dated folders.
  (parts) =>
    hubAddress(parts, '/') ??
    `/${parts.year}/${String(parts.month).padStart(2, '0')}/${parts.slug()}-${base36(parts.place)}/`,
  // Shops: folders and a file.
  (parts) =>
    hubAddress(parts, '.html') ??
    `/${parts.sectionSlug()}/${parts.subsectionSlug()}/${parts.slug()}-p${parts.place.id}.html`,
  // Home-made scripts: everything is a parameter.
  ({ place }) => (place.kind === 'home' ? '/index.php' : `/index.php?id=${place.id + 17}&L=0`),
  // Active server pages.
  ({ place }) =>
    place.kind === 'home'
      ? '/Default.aspx'
      : `/${aspxNames[place.kind]}.aspx?Item=N${String(place.id * 7 + 82_000)}`,
  // Portals: node numbers.
  ({ place, slug }) =>
    place.kind === 'home' ? '/' : `/node/${place.id + 1000}${place.kind === 'list' ? '' : `/${slug()}`}`,
  // Newspapers: section and article number.
  (parts) => hubAddress(parts, '/') ?? `/${parts.sectionSlug()}/article${parts.place.id + 40_000}.html`,
];

const aspxNames = {
  info: 'Page',
  section: 'Category',
  list: 'List',
  article: 'News',
  product: 'Product',
  documentation: 'Doc',
  thread: 'Topic',
} as const;

/** Letters and digits of any script, joined by hyphens; percent-encoded where they are not ASCII. */
function toSlug(text: string): string {
  const plain = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? ['page'];
  return encodeURIComponent(words.slice(0, 6).join('-').slice(0, 48));
}

function hubAddress(
  { place, sectionSlug, subsectionSlug, slug }: AddressParts,
  ending: string,
): string | undefined {
  if (place.kind === 'home') return '/';
  if (place.kind === 'info') return `/${slug()}-${place.position + 1}${ending}`;
  if (place.kind === 'section') return `/${sectionSlug()}${ending}`;
  if (place.kind !== 'list') return undefined;
  const page =
    place.position === 0 ? '' : ending === '/' ? `/page/${place.position + 1}` : `-${place.position + 1}`;
  return `/${sectionSlug()}/${subsectionSlug()}${page}${ending}`;
}

function base36(place: PagePlace): string {
  return (place.id + 1296).toString(36);
}
