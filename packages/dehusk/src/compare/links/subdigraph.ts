/**
 * Pages that all link to one another (Alarte 2014, Algorithm 2): the pages of a menu, and so likely of one template.
 *
 * Pages are given as they are loaded, in link order (A12). The key page is none of them, and links of a page to
 * itself do not count (A13, A14); one page alone is a subdigraph of size 1. As the algorithm stops at the first
 * subdigraph of the size that is wanted, the largest can grow by one with each page, and must then contain that page:
 * instead of the power set, one clique of known size is looked for among the pages linked both ways with it (A15).
 * Of several, it is the one whose pages came first.
 */

/**
 * Pages looked at per page that is added, some 10 ms. With 40 pages it takes 150,000 at most: no links give more to
 * look at than those of seven camps, each linking to all but its own (Zykov 1949). With hundreds of pages that are
 * linked to hurt, a subdigraph may be overlooked; one of pages that share a menu is found at once.
 */
const MAX_LOOKS = 500_000;

export interface SubdigraphSearch {
  /** Adds a loaded page and where it links to; the subdigraph of the wanted size as soon as there is one. */
  add(url: string, linksTo: Iterable<string>): readonly string[] | undefined;
  /** The largest subdigraph so far, the earliest of equals; empty before the first page. */
  best(): readonly string[];
}

/** `size`: how many pages are wanted, 1 to 8. */
export function createSubdigraphSearch(size: number): SubdigraphSearch {
  return new Search(size);
}

class Search implements SubdigraphSearch {
  readonly #size: number;
  readonly #urls: string[] = [];
  readonly #linksTo: ReadonlySet<string>[] = [];
  /** Pages linked both ways with a page. */
  readonly #mutual: Set<number>[] = [];
  #best: readonly number[] = [];
  #looks = 0;

  constructor(size: number) {
    this.#size = size;
  }

  add(url: string, linksTo: Iterable<string>): readonly string[] | undefined {
    if (this.#urls.includes(url)) return undefined;
    const page = this.#enter(url, new Set(linksTo));
    const wanted = Math.min(this.#best.length + 1, this.#size);
    this.#looks = 0;
    const others = this.#findClique([...this.#mutual[page]!], wanted - 1);
    if (others === undefined) return undefined;
    const found = [...others, page];
    if (found.length > this.#best.length) this.#best = found;
    return found.length === this.#size ? this.#urlsOf(found) : undefined;
  }

  best(): readonly string[] {
    return this.#urlsOf(this.#best);
  }

  #urlsOf(pages: readonly number[]): readonly string[] {
    return pages.map((page) => this.#urls[page]!);
  }

  #enter(url: string, linksTo: ReadonlySet<string>): number {
    const page = this.#urls.length;
    const mutual = new Set<number>();
    for (const [earlier, earlierUrl] of this.#urls.entries()) {
      if (!linksTo.has(earlierUrl) || !this.#linksTo[earlier]!.has(url)) continue;
      mutual.add(earlier);
      this.#mutual[earlier]!.add(page);
    }
    this.#urls.push(url);
    this.#linksTo.push(linksTo);
    this.#mutual.push(mutual);
    return page;
  }

  /** So many of the candidates that all link to one another, the earliest; it calls itself at most `size` deep. */
  #findClique(candidates: readonly number[], size: number): readonly number[] | undefined {
    if (size === 0) return [];
    for (let i = 0; i + size <= candidates.length; i++) {
      this.#looks += candidates.length - i;
      if (this.#looks > MAX_LOOKS) return undefined;
      const mutual = this.#mutual[candidates[i]!]!;
      const linked = candidates.slice(i + 1).filter((other) => mutual.has(other));
      const rest = this.#findClique(linked, size - 1);
      if (rest !== undefined) return [candidates[i]!, ...rest];
    }
    return undefined;
  }
}
