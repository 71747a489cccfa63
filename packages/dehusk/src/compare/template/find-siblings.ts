/**
 * The pages that share a key page's template, found by its links (Alarte 2014, Algorithm 2): the pages behind the
 * links are loaded one by one, in link order, until n of them all link to one another. Nothing is loaded after that.
 *
 * Not in the thesis: a page that cannot be had, that is the key page under another address, or that was had already
 * under another address, is passed over (A16); a page that maps far worse than the others of its subdigraph is put
 * aside, and the search goes on (`odd-page.ts`).
 */
import { DehuskError } from '../../errors.ts';
import type { Page } from '../../page/page.ts';
import { normalUrl } from '../../page/url.ts';
import { type LinkOptions, linkNodes, resolveLinkOptions } from '../links/link-nodes.ts';
import { type OrderedLink, orderLinks } from '../links/order-links.ts';
import { createSubdigraphSearch, type SubdigraphSearch } from '../links/subdigraph.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { isCopy } from './is-copy.ts';
import { menuFirst } from './menu-first.ts';
import { oddPage } from './odd-page.ts';
import type { TemplateOptions } from './options.ts';

/** Undefined where there is no such page at hand; that is no load. A failure is thrown. */
export type LoadPage = (url: string) => Promise<Page | undefined>;

/** What became of a link that was followed. */
export type LoadOutcome = 'page' | 'absent' | 'failed' | 'off-site' | 'copy' | 'odd';

export interface Load {
  readonly url: string;
  readonly outcome: LoadOutcome;
  /** Why it failed, in words. */
  readonly reason?: string;
}

export interface Sibling {
  readonly url: string;
  readonly page: Page;
  readonly mapping: Mapping;
}

interface LinkedSibling extends Sibling {
  readonly linksTo: readonly string[];
}

export interface Siblings {
  /** Pages that all link to one another; fewer than wanted where there are no more. */
  readonly found: readonly Sibling[];
  /** All links of the key page, in the order in which they are tried. */
  readonly links: readonly OrderedLink[];
  /** In the order in which they were followed. */
  readonly loads: readonly Load[];
}

export interface KeyPage {
  readonly page: Page;
  readonly url: string;
  /** Maps the key page to another; throws over its budget. */
  readonly map: (other: Page) => Mapping;
}

export async function findSiblings(
  key: KeyPage,
  load: LoadPage,
  options: TemplateOptions,
): Promise<Siblings> {
  const ordered = orderLinks(key.page, key.url, options.links);
  const links = options.menuFirst ? menuFirst(key.page, ordered) : ordered;
  const search = new SiblingSearch(key, options);
  for (const { url } of links) {
    if (search.loadCount >= options.maxPages) break;
    if (await search.follow(url, load)) break;
  }
  return { found: search.best(), links, loads: search.loads };
}

class SiblingSearch {
  readonly #key: KeyPage;
  readonly #options: TemplateOptions;
  readonly #links: Required<LinkOptions>;
  /** By the addresses that were followed. */
  readonly #loads = new Map<string, Load>();
  readonly #siblings = new Map<string, LinkedSibling>();
  /** Where the key page and the pages that count really are. */
  readonly #places: Set<string>;
  #subdigraphs: SubdigraphSearch;
  #found: readonly string[] | undefined;

  constructor(key: KeyPage, options: TemplateOptions) {
    this.#key = key;
    this.#options = options;
    this.#links = resolveLinkOptions(options.links);
    this.#places = new Set([this.#links.identity(normalUrl(key.url))]);
    this.#subdigraphs = createSubdigraphSearch(options.pages);
  }

  get loads(): readonly Load[] {
    return [...this.#loads.values()];
  }

  /** An address for which there is no page costs nothing. */
  get loadCount(): number {
    return this.loads.filter(({ outcome }) => outcome !== 'absent').length;
  }

  /** Follows a link; true once the pages are found. */
  async follow(url: string, load: LoadPage): Promise<boolean> {
    this.#loads.set(url, await this.#tryLink(url, load));
    if (this.#options.replaceOdd) this.#putOddAside();
    return this.#found !== undefined;
  }

  /** The largest set of pages that all link to one another. */
  best(): readonly Sibling[] {
    return (this.#found ?? this.#subdigraphs.best()).map((url) => this.#siblings.get(url)!);
  }

  async #tryLink(url: string, load: LoadPage): Promise<Load> {
    try {
      const page = await load(url);
      return { url, outcome: page === undefined ? 'absent' : this.#take(url, page) };
    } catch (error) {
      if (!(error instanceof DehuskError)) throw error;
      return { url, outcome: 'failed', reason: error.message };
    }
  }

  #take(url: string, page: Page): LoadOutcome {
    // A redirect may lead anywhere, to the key page too.
    const address = page.url ?? url;
    const place = this.#links.identity(normalUrl(address));
    if (!this.#links.sameSite(place, this.#key.url)) return 'off-site';
    if (this.#places.has(place) || isCopy(this.#key.page, page)) return 'copy';
    this.#places.add(place);
    const mapping = this.#key.map(page);
    const linksTo = linkNodes(page, address, this.#links).map((link) => link.url);
    this.#siblings.set(url, { url, page, mapping, linksTo });
    this.#found = this.#subdigraphs.add(url, linksTo);
    return 'page';
  }

  /** Without the odd page others may be found at once, with another odd one among them. */
  #putOddAside(): void {
    while (this.#found !== undefined) {
      const odd = oddPage(this.best());
      if (odd === undefined) return;
      this.#siblings.delete(odd.url);
      this.#loads.set(odd.url, { url: odd.url, outcome: 'odd' });
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
