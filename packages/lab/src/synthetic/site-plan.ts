import { type Addresses, createAddresses } from './addresses.ts';
import { crawledMs, formatDate, publishedMs } from './calendar.ts';
import { compileGrammar, type Expand } from './grammar.ts';
import type { Language } from './language.ts';
import { createPhrases, type Phrase } from './phrases.ts';
import { createRandom } from './random.ts';
import { createSiteMap, type LeafKind, type SiteMap } from './site-map.ts';
import { createTitles, type Titles } from './titles.ts';

export type Profile = 'magazine' | 'shop' | 'manual' | 'community';

/** What kind of site it is, by what the leaves of its sections are. */
const leafKinds: Readonly<Record<Profile, readonly LeafKind[]>> = {
  magazine: ['article', 'article', 'article', 'thread'],
  shop: ['product', 'product', 'product', 'article'],
  manual: ['documentation', 'documentation', 'thread', 'article'],
  community: ['thread', 'thread', 'article'],
};

export const profileNames: readonly Profile[] = Object.keys(leafKinds) as Profile[];

export interface SitePlanOptions {
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
