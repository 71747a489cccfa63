/**
 * What kind of page it is: as the page says (JSON-LD, microdata, OpenGraph, the program that wrote it), as its address
 * says, else as its shape shows. The score says how far to trust it: a type of schema.org is nearly always right and so
 * is an address, `og:type` is often what the system writes everywhere, and a shape is a guess. The scores were set by
 * hand, and held against 620 pages whose kind is known.
 */
import { Tag, tagSet } from '../page/names.ts';
import type { Page } from '../page/page.ts';
import { kindOfAddress } from './address-kind.ts';
import { remembering } from './remembering.ts';
import type { Item, StructuredData } from './structured-data.ts';

export interface PageKind {
  readonly kind: string;
  /** From 0 to 1. */
  readonly score: number;
  readonly source: string;
}

/** By type of schema.org. A page of a more telling type comes first: a shop's page has a WebPage, too. */
const kindsByType: readonly (readonly [kind: string, types: string, score: number])[] = [
  ['product', 'Product ProductGroup IndividualProduct Vehicle Car Book', 0.9],
  ['recipe', 'Recipe', 0.95],
  ['job', 'JobPosting', 0.95],
  ['event', 'Event MusicEvent TheaterEvent SportsEvent BusinessEvent EducationEvent Festival', 0.9],
  ['forum', 'DiscussionForumPosting QAPage', 0.95],
  ['documentation', 'TechArticle APIReference', 0.9],
  [
    'article',
    'Article NewsArticle BlogPosting Report ScholarlyArticle LiveBlogPosting OpinionNewsArticle ReviewNewsArticle AnalysisNewsArticle SocialMediaPosting',
    0.9,
  ],
  ['list', 'CollectionPage ItemList SearchResultsPage OfferCatalog', 0.8],
  ['video', 'Movie TVEpisode', 0.8],
  ['profile', 'ProfilePage', 0.9],
  ['contact', 'ContactPage', 0.9],
  ['about', 'AboutPage', 0.9],
  ['video', 'VideoObject Clip', 0.65],
  ['service', 'Service LocalBusiness ProfessionalService MedicalBusiness', 0.6],
  // These stand on many pages that are something else: a page in a blog, with reviews, with questions at its end.
  ['list', 'Blog', 0.3],
  ['article', 'Review', 0.3],
  ['faq', 'FAQPage Question', 0.3],
];

interface TypedKind {
  readonly kind: string;
  readonly score: number;
  readonly rank: number;
}

const typeTable: ReadonlyMap<string, TypedKind> = new Map(
  kindsByType.flatMap(([kind, types, score], rank) =>
    types.split(' ').map((type) => [type, { kind, score, rank }] as const),
  ),
);

const kindsByOpenGraph: ReadonlyMap<string, readonly [kind: string, score: number]> = new Map([
  // Many systems say it of all pages.
  ['article', ['article', 0.4]],
  ['product', ['product', 0.85]],
  ['product.group', ['list', 0.8]],
  ['product.item', ['product', 0.85]],
  ['og:product', ['product', 0.85]],
  ['profile', ['profile', 0.7]],
  ['video.other', ['video', 0.8]],
  ['video.movie', ['video', 0.8]],
  ['video.episode', ['video', 0.8]],
  ['video.tv_show', ['video', 0.8]],
  // As it was called before there was `video.movie`.
  ['movie', ['video', 0.8]],
  ['book', ['product', 0.6]],
]);

interface KindSources {
  readonly page: Page;
  readonly template: Uint8Array;
  readonly data: StructuredData;
  /** Somebody has written it, and at some time: as the page says. Articles are signed, other texts hardly ever. */
  readonly hasAuthor: boolean;
  readonly hasDate: boolean;
}

/** What the address says is how the site is built; `og:type` is often the same on all its pages, and has no more. */
const ADDRESS_SCORE = 0.85;

/** The most trusted source, of equal ones the first. */
export function readKind(sources: KindSources): PageKind | undefined {
  const { page, data } = sources;
  let best = better(bestType(data.items), kindOfGenerator(data));
  // Neither of the others has more.
  if (best !== undefined && best.score >= ADDRESS_SCORE) return best;
  best = better(better(best, byAddress(page.url)), byOpenGraph(sources));
  return best !== undefined && best.score >= SHAPE_SCORE ? best : (kindOfShape(sources) ?? best);
}

/** Of equal ones the first. */
function better(one: PageKind | undefined, other: PageKind | undefined): PageKind | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.score > one.score ? other : one;
}

function byAddress(url: string | undefined): PageKind | undefined {
  const kind = kindOfAddress(url);
  return kind === undefined ? undefined : { kind, score: ADDRESS_SCORE, source: 'address' };
}

function byOpenGraph({ data: { metas }, hasAuthor }: KindSources): PageKind | undefined {
  if ((metas.first('product:price:amount') ?? metas.first('og:price:amount')) !== undefined)
    return { kind: 'product', score: 0.85, source: 'price' };
  const type = metas.first('og:type');
  const told = type === undefined ? undefined : kindsByOpenGraph.get(type.toLowerCase());
  if (told === undefined) return undefined;
  const [kind, score] = told;
  return { kind, score: kind === 'article' && hasAuthor ? SIGNED_SCORE : score, source: 'og:type' };
}

/** Programs that write nothing else. */
const generators: readonly (readonly [kind: string, names: RegExp])[] = [
  [
    'forum',
    /discourse|phpbb|vbulletin|xenforo|mybb|flarum|nodebb|simple machines|invision community|punbb|fluxbb|woltlab|vanilla forums/i,
  ],
  [
    'documentation',
    /docusaurus|mkdocs|sphinx|docutils|vitepress|vuepress|gitbook|doxygen|mdbook|javadoc|rustdoc|docsify|antora|docbook|jsdoc|typedoc|pdoc|pkgdown|mintlify|starlight/i,
  ],
];

function kindOfGenerator({ metas }: StructuredData): PageKind | undefined {
  const program = metas.first('generator');
  return program === undefined ? undefined : kindOfProgram(program);
}

const kindOfProgram = remembering((program): PageKind | undefined => {
  const found = generators.find(([, names]) => names.test(program));
  return found && { kind: found[0], score: 0.95, source: 'generator' };
});

const SHAPE_SCORE = 0.5;
const SIGNED_SCORE = 0.65;

/** A list of products names many products, and is none. */
const MANY = 3;

function bestType(items: readonly Item[]): PageKind | undefined {
  if (items.length === 0) return undefined;
  let best: TypedKind | undefined;
  let source = '';
  const counts = new Map<string, number>();
  for (const { types, from } of items)
    for (const type of types) {
      const found = typeTable.get(type);
      if (found === undefined) continue;
      counts.set(found.kind, (counts.get(found.kind) ?? 0) + 1);
      if (best !== undefined && found.rank >= best.rank) continue;
      best = found;
      source = from;
    }
  if (best === undefined) return undefined;
  const { kind, score } = best;
  const isMany = counts.get(kind)! >= MANY && /^(?:product|recipe|job|event|article)$/.test(kind);
  return isMany ? { kind: 'list', score: 0.7, source } : { kind, score, source };
}

/** In code points of the content: what is in links, in paragraphs, in code. */
interface Shape {
  readonly chars: number;
  readonly linkChars: number;
  readonly paragraphChars: number;
  readonly codeChars: number;
  /** Links of some words: entries of a list. */
  readonly entries: number;
  /** Paragraphs of at least two lines. */
  readonly paragraphs: number;
}

const LONG_PARAGRAPH = 140;
const ENTRY_CHARS = 15;

function kindOfShape({ page, template, hasAuthor, hasDate }: KindSources): PageKind | undefined {
  const shape = measure(page, template);
  if (shape.chars < 200) return undefined;
  const guess = (kind: string, score: number): PageKind => ({ kind, score, source: 'shape' });
  if (isHome(page.url)) return guess('home', 0.8);
  if (shape.codeChars > shape.chars * 0.2) return guess('documentation', 0.6);
  if (shape.linkChars > shape.chars * 0.45 && shape.entries >= 8) return guess('list', 0.5);
  if (
    (hasAuthor || hasDate) &&
    shape.paragraphs >= 4 &&
    shape.paragraphChars > shape.chars * 0.5 &&
    shape.linkChars < shape.chars * 0.2
  )
    return guess('article', 0.5);
  return undefined;
}

function isHome(url: string | undefined): boolean {
  return url !== undefined && /^https?:\/\/[^/]+\/?(?:index\.\w+)?$/i.test(url);
}

function measure(page: Page, template: Uint8Array): Shape {
  const { segments, chars: lengths, tag } = page;
  let [chars, linkChars, paragraphChars, codeChars, entries, paragraphs] = [0, 0, 0, 0, 0, 0];
  let paragraph = -1;
  let before = 0;
  for (let i = 0; i < segments.length; i++) {
    const node = segments[i]!;
    if (template[node] === 1) continue;
    const count = lengths[node]!;
    const place = placeOf(page, node);
    const holder = place >> 1;
    chars += count;
    if ((place & IN_LINK) !== 0) {
      linkChars += count;
      if (count >= ENTRY_CHARS) entries++;
    }
    if (tag[holder] !== Tag.p) {
      if (holder > 0) codeChars += count;
      continue;
    }
    paragraphChars += count;
    if (holder !== paragraph) before = 0;
    paragraph = holder;
    if (before < LONG_PARAGRAPH && before + count >= LONG_PARAGRAPH) paragraphs++;
    before += count;
  }
  return { chars, linkChars, paragraphChars, codeChars, entries, paragraphs };
}

/** Ten steps up hold what text stands in; deeper nesting is markup. */
const MAX_STEPS = 10;
const IN_LINK = 1;
const holderTags = tagSet('p', 'pre', 'code');

/**
 * Twice the paragraph or the code that a text stands in, 0 where it is in neither; with a bit if it is in a link, which may
 * be in the paragraph or around several.
 */
function placeOf({ tag, parent }: Page, text: number): number {
  let holder = 0;
  let link = 0;
  let above = parent[text]!;
  for (let steps = 0; above > 0 && steps < MAX_STEPS; above = parent[above]!, steps++) {
    const name = tag[above]!;
    if (name === Tag.a) link = IN_LINK;
    else if (holder === 0 && holderTags[name] === 1) holder = above;
    if (holder !== 0 && link !== 0) break;
  }
  return 2 * holder + link;
}
