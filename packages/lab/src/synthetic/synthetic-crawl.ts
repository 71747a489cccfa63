/** Many generated sites: as one crawl brings their pages, and as a corpus in a folder. */
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { themeNames } from './design.ts';
import { toLabelRanges } from './html-writer.ts';
import { languageNames } from './language.ts';
import { createRandom } from './random.ts';
import { createSite, type PageBytes, type SyntheticPage, type SyntheticSite } from './synthetic-site.ts';

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

/** Writes sites in the format of the gold corpus: a folder each, with pages, selectors and the labels of all pages. */
export async function writeCorpus(folder: string, sites: readonly SyntheticSite[]): Promise<void> {
  for (const site of sites) await writeSite(join(folder, site.name), site);
}

async function writeSite(folder: string, site: SyntheticSite): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'site.json'), `${JSON.stringify(site.gold(), undefined, 1)}\n`);
  await pipeline(
    Readable.from(pageLines(site)),
    createGzip(),
    createWriteStream(join(folder, 'pages.jsonl.gz')),
  );
  await pipeline(Readable.from(labelLines(site)), createWriteStream(join(folder, 'labels.json')));
}

function* pageLines(site: SyntheticSite): Generator<string> {
  for (let order = 0; order < site.pages; order++) {
    const { url, html } = site.page(order);
    yield `${JSON.stringify({ url, html })}\n`;
  }
}

/** Makes every page a second time, which is cheaper than keeping the labels of a large site. */
function* labelLines(site: SyntheticSite): Generator<string> {
  for (let order = 0; order < site.pages; order++) {
    const { url, labels } = site.page(order);
    const separator = order === 0 ? '{' : ',';
    yield `${separator}\n${JSON.stringify(url)}: ${JSON.stringify(toLabelRanges(labels))}`;
  }
  yield '\n}\n';
}
