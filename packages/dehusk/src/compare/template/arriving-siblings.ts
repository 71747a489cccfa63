/**
 * The template of a page from pages that arrive in any order, as a crawl brings them: `siblings.ts` without
 * loading. A page that the key page links to is mapped when it comes; kept of it are its links and which nodes of the
 * key page it has in common, so that a site costs little until it is settled.
 */

import type { Page } from '../../page/page.ts';
import { normalUrl } from '../../page/raw-page.ts';
import { type LinkOptions, linkNodes, resolveLinkOptions } from '../links/link-nodes.ts';
import { createSubdigraphSearch, type SubdigraphSearch } from '../links/subdigraph.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { createKeyMapping } from './key-mapping.ts';
import { isCopy } from './siblings.ts';
import { judgeMappings } from './template.ts';
import { type TemplateOptions, templateDefaults } from './template-options.ts';

/**
 * Fewer pages are no proof: what two pages have in common may be content, and what is taken for template by mistake
 * is taken from all pages that follow.
 */
const MIN_PAGES = 2;

export class ArrivingSiblings {
  readonly #page: Page;
  readonly #options: TemplateOptions;
  readonly #links: Required<LinkOptions>;
  readonly #wanted: ReadonlySet<string>;
  readonly #map: (other: Page) => Mapping;
  readonly #search: SubdigraphSearch;
  readonly #mappings = new Map<string, Mapping>();
  #found: readonly string[] | undefined;

  /** The key page has an address. */
  constructor(page: Page, given: Partial<TemplateOptions> = {}) {
    this.#page = page;
    this.#options = { ...templateDefaults, ...given };
    this.#links = resolveLinkOptions(this.#options.links);
    this.#wanted = new Set(linkNodes(page, page.url!, this.#links).map(({ url }) => url));
    this.#map = createKeyMapping(page, this.#options);
    this.#search = createSubdigraphSearch(this.#options.pages);
  }

  /** Nothing that comes would change the template any more. */
  get isSettled(): boolean {
    return this.#found !== undefined || this.#mappings.size >= this.#options.maxPages;
  }

  /** Whether a page at this address would help: one that is not wanted need not be parsed. */
  wants(url: string): boolean {
    const address = this.#addressOf(url);
    return !this.isSettled && this.#wanted.has(address) && !this.#mappings.has(address);
  }

  /** A page that is wanted; throws where it costs too much to compare. */
  offer(page: Page): void {
    if (isCopy(this.#page, page)) return;
    const address = this.#addressOf(page.url!);
    this.#mappings.set(address, this.#map(page));
    this.#found ??= this.#search.add(
      address,
      linkNodes(page, page.url!, this.#links).map(({ url }) => url),
    );
  }

  /** 1 for every node of the key page that is template; undefined where too few pages were found. */
  template(): Uint8Array | undefined {
    const found = (this.#found ?? this.#search.best()).map((url) => this.#mappings.get(url)!);
    if (found.length < MIN_PAGES) return undefined;
    return judgeMappings(this.#page, found, this.#options).verdict.template;
  }

  #addressOf(url: string): string {
    return this.#links.identity(normalUrl(url));
  }
}
