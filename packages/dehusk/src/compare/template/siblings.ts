/**
 * The pages that share a key page's template, found by its links (Alarte 2014, Algorithm 2): the pages behind the
 * links are loaded one by one, in link order, until n of them all link to one another. Nothing is loaded after that.
 *
 * Not in the thesis: where links do not lead to enough pages, other pages at hand are taken; a page that cannot be had, that is the key page under another address, or that was had already
 * under another address, is passed over (A16); a page that maps far worse than the others of its subdigraph is put
 * aside, and the search goes on; links that look like a menu are tried first.
 */
import { DehuskError } from '../../errors.ts';
import { Tag } from '../../page/names.ts';
import { type Page, TEXT } from '../../page/page.ts';
import { normalUrl } from '../../page/raw-page.ts';
import { type LinkOptions, linkNodes, resolveLinkOptions } from '../links/link-nodes.ts';
import { type OrderedLink, orderLinks } from '../links/link-order.ts';
import { createSubdigraphSearch, type SubdigraphSearch } from '../links/subdigraph.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { evenly, nearestAddresses } from './nearby-pages.ts';
import type { TemplateOptions } from './template-options.ts';

/** Undefined where there is no such page at hand; that is no load. A failure is thrown. */
export type LoadPage = (url: string) => Promise<Page | undefined>;

/** Where the pages come from that a page is compared with. */
export interface PageSource {
  readonly load: LoadPage;
  /** Addresses of pages at hand, in any order: they are looked at where links do not lead to enough pages. */
  readonly urls?: readonly string[];
}

/** How a page came to be compared: a link of the key page leads to it, or the input has it. */
type FoundBy = 'link' | 'input';

/** What became of a link that was followed. */
type LoadOutcome = 'page' | 'absent' | 'failed' | 'off-site' | 'copy' | 'odd';

interface Load {
  readonly url: string;
  /** Why it was loaded: the key page links to it, or it is at hand. */
  readonly by: FoundBy;
  readonly outcome: LoadOutcome;
  /** Why it failed, in words. */
  readonly reason?: string;
}

export interface Sibling {
  readonly url: string;
  readonly by: FoundBy;
  readonly page: Page;
  readonly mapping: Mapping;
}

interface LinkedSibling extends Sibling {
  readonly linksTo: readonly string[];
}

export interface Siblings {
  /**
   * Pages that all link to one another; where there are too few of them, those that are most like the key page follow.
   * Fewer than wanted where there are no more.
   */
  readonly found: readonly Sibling[];
  /** The pages of the site that were loaded and tell what it repeats. */
  readonly pages: readonly Page[];
  /** All links of the key page, in the order in which they are tried. */
  readonly links: readonly OrderedLink[];
  /** In the order in which they were followed. */
  readonly loads: readonly Load[];
}

interface KeyPage {
  readonly page: Page;
  readonly url: string;
  /** Maps the key page to another; throws over its budget. */
  readonly map: (other: Page) => Mapping;
}

export async function findSiblings(
  key: KeyPage,
  source: PageSource,
  options: TemplateOptions,
): Promise<Siblings> {
  const ordered = orderLinks(key.page, key.url, options.links);
  const links = options.menuFirst ? menuFirst(key.page, ordered) : ordered;
  const search = new SiblingSearch(key, options);
  for (const { url } of links) {
    if (search.loadCount >= options.maxPages) break;
    if (await search.follow(url, source.load)) break;
  }
  if (source.urls !== undefined && options.nearby) await search.lookAround(source.urls, source.load);
  return { found: search.best(), pages: search.pages, links, loads: search.loads };
}

/** With so many pages from all over a site, nothing is gained by more of one corner of it. */
const ENOUGH_PAGES = 12;

class SiblingSearch {
  readonly #key: KeyPage;
  readonly #options: TemplateOptions;
  readonly #links: Required<LinkOptions>;
  /** By the addresses that were followed. */
  readonly #loads = new Map<string, Load>();
  /** An address for which there is no page costs nothing, and there may be thousands of them. */
  #loadCount = 0;
  readonly #siblings = new Map<string, LinkedSibling>();
  /** Pages that are not compared: they tell only what the site repeats. */
  readonly #aside: { readonly page: Page }[] = [];
  /** Where the key page and the pages that count really are: redirects may lead elsewhere. */
  readonly #addresses: Set<string>;
  #subdigraphs: SubdigraphSearch;
  #found: readonly string[] | undefined;

  constructor(key: KeyPage, options: TemplateOptions) {
    this.#key = key;
    this.#options = options;
    this.#links = resolveLinkOptions(options.links);
    this.#addresses = new Set([this.#links.identity(normalUrl(key.url))]);
    this.#subdigraphs = createSubdigraphSearch(options.pages);
  }

  get loads(): readonly Load[] {
    return [...this.#loads.values()];
  }

  get loadCount(): number {
    return this.#loadCount;
  }

  /** Follows a link; true once the pages are found. */
  async follow(url: string, load: LoadPage): Promise<boolean> {
    await this.#try(url, load, 'link');
    if (this.#options.replaceOdd) this.#putOddAside();
    return this.#found !== undefined;
  }

  /**
   * Loads pages at hand that no link has led to, as many as are still allowed: first those whose addresses are most
   * like that of the key page, to be compared where links gave too few; then some from all over the input, since what
   * one kind of page has in common is told from what the site has by pages of other kinds.
   */
  async lookAround(urls: readonly string[], load: LoadPage): Promise<void> {
    const { pages, maxPages } = this.#options;
    const others = urls.filter((url) => !this.#isTried(url) && this.#links.sameSite(url, this.#key.url));
    const missing = pages - this.#linked().length;
    const nearest = nearestAddresses(this.#key.url, others, missing > 0 ? 2 * pages : 0);
    for (const url of [...nearest, ...evenly(others)]) {
      if (this.loadCount >= maxPages) return;
      if (!this.#isTried(url)) await this.#try(url, load, 'input');
    }
  }

  /**
   * The pages that tell what the site repeats. The nearest by address do not, where there are enough others: they are
   * often of one product or one author, and share content that the site does not have.
   */
  get pages(): readonly Page[] {
    const siblings = [...this.#siblings.values()];
    const linked = siblings.filter(({ by }) => by === 'link');
    const isEnough = linked.length + this.#aside.length >= ENOUGH_PAGES;
    return [...(isEnough ? linked : siblings), ...this.#aside].map(({ page }) => page);
  }

  /** Those that all link to one another, then those that have most in common with the key page. */
  best(): readonly Sibling[] {
    const linked = this.#linked();
    const { pages, nearby } = this.#options;
    if (!nearby || linked.length >= pages) return linked;
    const others = [...this.#siblings.values()].filter((sibling) => !linked.includes(sibling));
    others.sort((a, b) => b.mapping.size - a.mapping.size);
    return [...linked, ...others].slice(0, pages);
  }

  /** The largest set of pages that all link to one another; a page that nothing led to is none. */
  #linked(): readonly LinkedSibling[] {
    return (this.#found ?? this.#subdigraphs.best()).map((url) => this.#siblings.get(url)!);
  }

  #isTried(url: string): boolean {
    const address = this.#links.identity(normalUrl(url));
    return this.#addresses.has(address) || this.#loads.has(url) || this.#loads.has(address);
  }

  async #try(url: string, load: LoadPage, by: FoundBy): Promise<void> {
    const tried = { url, by, ...(await this.#outcomeOf(url, load, by)) };
    this.#loads.set(url, tried);
    if (tried.outcome !== 'absent') this.#loadCount++;
  }

  async #outcomeOf(url: string, load: LoadPage, by: FoundBy): Promise<Pick<Load, 'outcome' | 'reason'>> {
    try {
      const page = await load(url);
      return { outcome: page === undefined ? 'absent' : this.#take(url, page, by) };
    } catch (error) {
      if (!(error instanceof DehuskError)) throw error;
      return { outcome: 'failed', reason: error.message };
    }
  }

  #take(url: string, page: Page, by: FoundBy): LoadOutcome {
    // A redirect may lead anywhere, to the key page too.
    const pageUrl = page.url ?? url;
    const address = this.#links.identity(normalUrl(pageUrl));
    if (!this.#links.sameSite(address, this.#key.url)) return 'off-site';
    if (this.#addresses.has(address) || isCopy(this.#key.page, page)) return 'copy';
    this.#addresses.add(address);
    const isCompared = by === 'link' || this.#isMissed();
    if (!isCompared) {
      this.#aside.push({ page });
      return 'page';
    }
    const mapping = this.#key.map(page);
    const linksTo = by === 'link' ? linkNodes(page, pageUrl, this.#links).map((link) => link.url) : [];
    this.#siblings.set(url, { url, by, page, mapping, linksTo });
    if (by === 'link') this.#found = this.#subdigraphs.add(url, linksTo);
    return 'page';
  }

  /** Mappings are what costs: twice as many pages as are missing, and the better half of them is taken. */
  #isMissed(): boolean {
    const { pages } = this.#options;
    return this.#found === undefined && this.#siblings.size < 2 * pages;
  }

  /** Without the odd page others may be found at once, with another odd one among them. */
  #putOddAside(): void {
    while (this.#found !== undefined) {
      const odd = oddPage(this.#linked());
      if (odd === undefined) return;
      this.#siblings.delete(odd.url);
      this.#loads.set(odd.url, { url: odd.url, by: odd.by, outcome: 'odd' });
      this.#searchAgain();
    }
  }

  #searchAgain(): void {
    this.#subdigraphs = createSubdigraphSearch(this.#options.pages);
    this.#found = undefined;
    for (const { url, linksTo } of this.#siblings.values())
      this.#found ??= this.#subdigraphs.add(url, linksTo);
  }
}

/** Has the other page the same texts in the same order? Then it is the page itself, under another address. */
export function isCopy(page: Page, other: Page): boolean {
  return (
    page.segments.length === other.segments.length &&
    page.segments.every((node, i) => {
      const otherNode = other.segments[i]!;
      return (
        page.textHashHigh[node] === other.textHashHigh[otherNode] &&
        page.textHashLow[node] === other.textHashLow[otherNode]
      );
    })
  );
}

/**
 * A page is odd if it has less than this part of what the others have in common with the key page, in the mean. Pages
 * of one template differ in length, and so does what they have in common: on 27 real sites a half puts aside more
 * pages that are merely short, and finds nothing better for them.
 */
const ODD_PART = 0.2;

/**
 * The odd page out (among the future work of Alarte 2014): pages that link to one another need not be of one template.
 * A front page or a forum beside articles has little in common with them, and its missing votes cost template. One of
 * two cannot be told from the other.
 */
export function oddPage<Mapped extends Pick<Sibling, 'mapping'>>(
  pages: readonly Mapped[],
): Mapped | undefined {
  if (pages.length < 3) return undefined;
  const worst = pages.reduce((least, page) => (page.mapping.size < least.mapping.size ? page : least));
  const sizes = pages.reduce((sum, { mapping }) => sum + mapping.size, 0);
  const others = (sizes - worst.mapping.size) / (pages.length - 1);
  return worst.mapping.size < ODD_PART * others ? worst : undefined;
}

/** Fewer links are as likely a breadcrumb, or "previous" and "next". */
const MIN_LINKS = 4;
/** Menus have bars, bullets and a current item besides their links. */
const MIN_LINK_PART = 0.75;
/** Words of a menu are few: longer ones are headlines, which lead to pages that do not link back. */
const MAX_MEAN_CHARS = 24;

/**
 * The menu shortcut (among the future work of Alarte 2014): pages of one menu link to one another, so links that look
 * like a menu are tried first, and fewer pages are loaded.
 *
 * A menu is guessed from the page alone: an element most of whose text is link text, with several short links. Of
 * those, the largest groups are taken whole: an element inside a menu is no menu of its own. Both
 * groups stay in their order.
 */
export function menuFirst(page: Page, links: readonly OrderedLink[]): readonly OrderedLink[] {
  const inMenu = menuNodes(page, links);
  return [
    ...links.filter(({ node }) => inMenu[node] === 1),
    ...links.filter(({ node }) => inMenu[node] === 0),
  ];
}

/** 1 for every node that stands in a menu. */
function menuNodes(page: Page, links: readonly Pick<OrderedLink, 'node'>[]): Uint8Array {
  const { chars, linkChars, linkCount } = countText(page, links);
  const inMenu = new Uint8Array(page.nodeCount);
  for (let node = 1; node < page.nodeCount; node++) {
    const isMenu =
      linkCount[node]! >= MIN_LINKS &&
      linkChars[node]! >= MIN_LINK_PART * chars[node]! &&
      linkChars[node]! <= MAX_MEAN_CHARS * linkCount[node]!;
    inMenu[node] = isMenu || inMenu[page.parent[node]!] === 1 ? 1 : 0;
  }
  return inMenu;
}

/** Per node: characters of the text below it, how many of them stand in links, and links that may be followed. */
function countText(page: Page, links: readonly Pick<OrderedLink, 'node'>[]) {
  const chars = Int32Array.from(page.chars);
  const inLink = new Uint8Array(page.nodeCount);
  const linkChars = new Int32Array(page.nodeCount);
  const linkCount = new Int32Array(page.nodeCount);
  for (let node = 1; node < page.nodeCount; node++) {
    inLink[node] = page.tag[node] === Tag.a ? 1 : inLink[page.parent[node]!]!;
    if (page.tag[node] === TEXT && inLink[node] === 1) linkChars[node] = page.chars[node]!;
  }
  for (const { node } of links) linkCount[node] = 1;
  for (let node = page.nodeCount - 1; node > 0; node--) {
    const parent = page.parent[node]!;
    chars[parent]! += chars[node]!;
    linkChars[parent]! += linkChars[node]!;
    linkCount[parent]! += linkCount[node]!;
  }
  return { chars, linkChars, linkCount };
}
