/** A generated site: any of its pages, with the label of every text, and what a corpus says of it. */
import { createDesign, type Design, type ThemeName, themeNames } from './design.ts';
import { writeHead } from './furniture.ts';
import { HtmlWriter, type Label, type LabelledText, toSelector, type WrittenItem } from './html-writer.ts';
import { type Bindings, type LanguageName, languageNames, languages } from './language.ts';
import { type PageView, type PartName, partLabels } from './page-view.ts';
import { createPermutation, createRandom, type Random } from './random.ts';
import type { PagePlace } from './site-map.ts';
import { createSitePlan, type Profile, profileNames, type SitePlan } from './site-plan.ts';
import { bare } from './themes/before-2010.ts';

interface SyntheticSiteOptions {
  readonly seed: number;
  /** 1 to 16,777,216. */
  readonly pages: number;
  /** What is not given is drawn from the seed. */
  readonly language?: LanguageName;
  readonly theme?: ThemeName;
  readonly profile?: Profile;
  /** Pages from this place of the order on wear another theme. */
  readonly redesignAt?: number;
  /** How large the pages are, about; small ones are many. */
  readonly pageBytes?: PageBytes;
}

export interface PageBytes {
  readonly min: number;
  readonly max: number;
}

export interface SyntheticPage {
  readonly url: string;
  readonly html: string;
  /** One per text node, numbered as in the corpus. */
  readonly labels: readonly Label[];
  readonly texts: readonly LabelledText[];
  /** Items of its menus, as one should find them. */
  readonly menuItems: readonly WrittenItem[];
}

/** A site whose every text node is labelled. Pages are made when they are asked for, in any order, and not kept. */
export interface SyntheticSite {
  readonly name: string;
  readonly pages: number;
  /** The page at this place of the order in which a crawl brings them; 0 is the home page. */
  page(order: number): SyntheticPage;
  /** The same with its gold in its classes, as key pages of TECO have it. */
  markedPage(order: number): SyntheticPage;
  /** What the corpus says of the site. */
  gold(): SiteGold;
}

/** The load of a soak test. */
export const soakPageBytes: PageBytes = { min: 60_000, max: 120_000 };

const defaultPageBytes: PageBytes = { min: 8_000, max: 60_000 };
const maxPages = 2 ** 24;
/** Sidebars and footers come after a page's matter and are about this long, without the directory. */
const tailBytes = 4_000;
const directoryEntryBytes = 75;
const barePageShare = 0.02;
const shortPageShare = 0.08;

export function createSite(options: SyntheticSiteOptions): SyntheticSite {
  if (!(options.pages >= 1 && options.pages <= maxPages))
    throw new RangeError(`pages must be 1 to ${maxPages}`);
  const { seed, pages } = options;
  const random = createRandom(seed, 'site');
  const drawn = {
    language: random.pick(languageNames),
    theme: random.pick(themeNames),
    profile: random.pick(profileNames),
  };
  const theme = options.theme ?? drawn.theme;
  const redesignTheme = random.pick(themeNames.filter((name) => name !== theme));
  const profile = options.profile ?? drawn.profile;
  const plan = createSitePlan({
    seed,
    pages,
    language: languages[options.language ?? drawn.language],
    profile,
  });
  const designed = { seed, expand: plan.expand, pageBytes: (options.pageBytes ?? defaultPageBytes).min };
  const before = createDesign({ ...designed, theme });
  const after = createDesign({ ...designed, theme: redesignTheme });
  const leftover: Design = { ...before, theme: bare, tags: new Map() };
  const redesignAt = options.redesignAt ?? Number.POSITIVE_INFINITY;
  const shuffle = createPermutation(Math.max(1, pages - 1), seed);
  const name = `synthetic-${theme.toLowerCase()}-${plan.language.code}-${seed}`;
  const pageAt = (order: number, isMarked: boolean): SyntheticPage => {
    if (!Number.isInteger(order) || order < 0 || order >= pages)
      throw new RangeError(`the site has no page ${order}`);
    const place = plan.map.place(order === 0 ? 0 : 1 + shuffle(order - 1));
    const design = isBare(plan, place) ? leftover : order < redesignAt ? before : after;
    return writePage(plan, { design, place, order, isMarked }, options.pageBytes);
  };
  return {
    name,
    pages,
    page: (order) => pageAt(order, false),
    markedPage: (order) => pageAt(order, true),
    gold: () =>
      toSiteGold({
        name,
        kind: profile,
        plan,
        designs: redesignAt < pages ? [before, after, leftover] : [before, leftover],
      }),
  };
}

function isBare(plan: SitePlan, { id, kind }: PagePlace): boolean {
  const isHub = kind === 'home' || kind === 'info' || kind === 'section' || kind === 'list';
  return !isHub && createRandom(plan.seed, 'bare', id).chance(barePageShare);
}

type PageFacts = Pick<PageView, 'design' | 'place' | 'order' | 'isMarked'>;

function writePage(plan: SitePlan, facts: PageFacts, pageBytes: PageBytes | undefined): SyntheticPage {
  const { design, place } = facts;
  const { language } = plan;
  // What a page says depends on its place alone; a redesign changes at most how much of it there is.
  const random = createRandom(plan.seed, 'page', place.id);
  const writer = new HtmlWriter({
    ...design,
    style: design.theme.style,
    bytesPerCharacter: language.bytesPerCharacter,
  });
  const view: PageView = {
    ...facts,
    plan,
    random,
    templateRandom: createRandom(plan.seed, 'template', facts.order),
    writer,
    title: plan.title(place),
    matterEndBytes: drawSize(random, pageBytes) - tailBytes - design.directory.length * directoryEntryBytes,
    bindings: drawBindings(plan, random),
  };
  writer.raw(design.theme.doctype);
  writer.element(
    'html',
    () => {
      writeHead(view);
      writer.element(design.theme.body, () => design.theme.write(view));
    },
    { lang: language.code, dir: language.direction },
  );
  const { html, texts, menuItems } = writer;
  const labels = texts.map(({ label }) => label);
  return { url: plan.url(place), html: `${html}\n`, labels, texts, menuItems };
}

/** Long-tailed between the two sizes; without a wish of the caller's, some pages are as short as they can be. */
function drawSize(random: Random, pageBytes: PageBytes | undefined): number {
  const { min, max } = pageBytes ?? defaultPageBytes;
  const size = min * (max / min) ** (random.unit() ** 1.6);
  return random.chance(shortPageShare) && pageBytes === undefined ? 0 : size;
}

/** What a page is about, bound once so that its sentences come back to it. */
function drawBindings(plan: SitePlan, random: Random): Bindings {
  return { topic: plan.expand('topic', random) };
}

/** The `site.json` of the corpus. */
interface SiteGold {
  readonly name: string;
  readonly kind: string;
  readonly lang: string;
  readonly generator: string;
  readonly licence: string;
  readonly baseUrl: string;
  readonly contentSelectors: readonly string[];
  readonly templateSelectors: readonly string[];
  readonly ignoreSelectors: readonly string[];
  readonly notes: string;
  readonly pages: number;
}

interface SiteGoldOptions {
  readonly name: string;
  readonly kind: string;
  readonly plan: SitePlan;
  readonly designs: readonly Design[];
}

function toSiteGold({ name, kind, plan, designs }: SiteGoldOptions): SiteGold {
  return {
    name,
    kind,
    lang: plan.language.code,
    generator: 'dehusk synthetic sites',
    licence: 'Apache-2.0, generated text',
    baseUrl: `${plan.baseUrl}/`,
    contentSelectors: selectorsOf(designs, 'content'),
    templateSelectors: selectorsOf(designs, 'template'),
    ignoreSelectors: selectorsOf(designs, 'ignored'),
    notes: 'labels.json has every page; the selectors say the same.',
    pages: plan.map.pages,
  };
}

function selectorsOf(designs: readonly Design[], label: Label): string[] {
  const names = (Object.keys(partLabels) as PartName[]).filter((part) => partLabels[part] === label);
  return designs.flatMap(({ theme, naming }) =>
    names.map((part) => `${toSelector(theme.body, naming)} ${toSelector(theme.parts[part], naming)}`),
  );
}
