import { languageNames } from './languages/languages.ts';
import { createRandom } from './random.ts';
import { createSite, type PageBytes, type SyntheticPage, type SyntheticSite } from './synthetic-site.ts';
import { themeNames } from './themes/themes.ts';

export interface SyntheticCrawlOptions {
  readonly seed: number;
  readonly sites: number;
  /** Of every site, or the smallest and the largest number; then small sites are many. */
  readonly pagesPerSite: number | readonly [min: number, max: number];
  /** Share of the sites that are redesigned on the way; 0 unless told. */
  readonly redesignShare?: number;
  readonly pageBytes?: PageBytes;
}

interface CrawledPage {
  readonly site: SyntheticSite;
  /** The page's place in its site's order. */
  readonly order: number;
  /** Makes the page; a caller that skips pages does not pay for them. */
  make(): SyntheticPage;
}

/** Pages of several sites as one crawl brings them: each site in its own order, the sites interleaved. */
export interface SyntheticCrawl {
  readonly sites: readonly SyntheticSite[];
  readonly pages: number;
  crawl(): Generator<CrawledPage>;
}

export function createCrawl(options: SyntheticCrawlOptions): SyntheticCrawl {
  const sites = Array.from({ length: options.sites }, (_, number) => createCrawlSite(options, number));
  const pages = sites.reduce((sum, site) => sum + site.pages, 0);
  return { sites, pages, crawl: () => interleave(sites, pages, options.seed) };
}

/** Languages and themes go round, so that a crawl of a few sites has them all. */
function createCrawlSite(options: SyntheticCrawlOptions, number: number): SyntheticSite {
  const random = createRandom(options.seed, 'crawl site', number);
  const pages = drawPages(options.pagesPerSite, random.unit());
  const isRedesigned = random.chance(options.redesignShare ?? 0);
  return createSite({
    seed: options.seed * 1000 + number,
    pages,
    language: languageNames[number % languageNames.length]!,
    // One step more per round, so that each language meets each theme.
    theme: themeNames[(number + Math.floor(number / languageNames.length)) % themeNames.length]!,
    ...(isRedesigned ? { redesignAt: Math.floor(pages * (0.3 + 0.4 * random.unit())) } : {}),
    ...(options.pageBytes === undefined ? {} : { pageBytes: options.pageBytes }),
  });
}

function drawPages(pagesPerSite: SyntheticCrawlOptions['pagesPerSite'], unit: number): number {
  if (typeof pagesPerSite === 'number') return pagesPerSite;
  const [min, max] = pagesPerSite;
  return Math.round(min * (max / min) ** (unit * unit));
}

/** A site's chance to be next is its share of the pages left, so all sites last until about the end. */
function* interleave(sites: readonly SyntheticSite[], pages: number, seed: number): Generator<CrawledPage> {
  const random = createRandom(seed, 'interleave');
  const next = sites.map(() => 0);
  for (let left = pages; left > 0; left--) {
    let ticket = random.below(left);
    let number = 0;
    while (ticket >= sites[number]!.pages - next[number]!) {
      ticket -= sites[number]!.pages - next[number]!;
      number++;
    }
    const site = sites[number]!;
    const order = next[number]!;
    next[number] = order + 1;
    yield { site, order, make: () => site.page(order) };
  }
}
