/**
 * What is remembered of a site: on how many of its recent pages each segment stood. A page that is asked about is
 * never its own witness. When strange pages come one after the other the site has another design; then the old pages
 * count half with each of them from the second on, and soon the new ones are what the site is known by.
 */
import { FadingTable, type FadingTableOptions, RecentPages } from '../../table/fading-table.ts';
import type { SavedTable } from '../../table/saved-table.ts';
import { REPEATED_SHARE, type Sightings } from './evidence.ts';
import { type SeenPage, UsualPage } from './usual-page.ts';

/** A segment that was seen so often has become repeated just now: it is shown with words on this page and the next. */
const SHOWN_PAGES = 2;
/** Once is not repeated, however few pages there were. */
const LEAST_REPEATED = 1.5;

/** However strange a page is, on what share of the pages its segments stood still says something. */
const LEAST_PAGES_HEARD = 0.1;

/** What learning a page has changed. */
export interface Learned {
  /** 1 for the segments that have become repeated lately. */
  readonly newly: Uint8Array;
  /** Whether one of them was not so before. */
  readonly changes: boolean;
}

export class SiteMemory {
  readonly #options: FadingTableOptions;
  readonly #table: FadingTable;
  readonly #recent: RecentPages;
  readonly #usual: UsualPage;

  constructor(options: FadingTableOptions, saved?: SavedTable) {
    this.#options = options;
    this.#table = new FadingTable(options, saved);
    this.#recent = new RecentPages(saved);
    this.#usual = new UsualPage(saved?.facts);
  }

  get isEmpty(): boolean {
    return this.#table.pageNumber === 0;
  }

  get segmentCount(): number {
    return this.#table.segmentCount;
  }

  get tableBytes(): number {
    return this.#table.sizeBytes;
  }

  get sizeBytes(): number {
    return this.#table.sizeBytes + this.#recent.sizeBytes;
  }

  /** Of so many pages is told: recent ones, or all where nothing is forgotten. Seeded ones never were. */
  get pagesTold(): number {
    const { pages, distinctPages } = this.#table;
    return this.#options.forgetting ? Math.min(Math.round(pages), distinctPages) : distinctPages;
  }

  /** On how many of them a segment stood. */
  seen(hash: number): number {
    const { pages } = this.#table;
    return pages === 0 ? 0 : Math.round(Math.min(1, this.#table.find(hash) / pages) * this.pagesTold);
  }

  /** Half of what makes it repeated is enough, so that it does not come and go. */
  isStillRepeated(hash: number): boolean {
    return this.#table.find(hash) >= this.#repeatedFrom() / 2;
  }

  /** As if so many pages had been learned that all have these segments and nothing else in common. */
  seed(hashes: Uint32Array, pages: number): void {
    this.#table.seed(hashes, pages);
  }

  /**
   * On how many other pages the segments of a page stood. The less it is like them, the fewer they count for: of a page
   * that has nothing in common with the site hardly more is known than of a first one.
   */
  sightings(hashes: Uint32Array, identity: number): Sightings {
    const others = this.#others(hashes, identity);
    const { seen, pages } = others;
    const likeness = this.#usual.likeness(others);
    if (likeness === 1) return { seen, pages };
    const heard = Math.max(likeness, LEAST_PAGES_HEARD / pages);
    return { seen: seen.map((count) => count * heard), pages: pages * heard };
  }

  learn(hashes: Uint32Array, identity: number): Learned {
    if (this.#options.forgetting && this.#usual.meet(this.#others(hashes, identity))) this.#table.halve();
    const own = this.#table.weightOf(this.#recent.find(identity));
    this.#table.beginPage(own);
    // What an earlier capture of the page has left, so that another one makes nothing repeated that was so before.
    const left = this.#table.weightOf(this.#recent.find(identity));
    this.#recent.add(identity, this.#table.pageNumber);
    const from = this.#repeatedFrom();
    const newly = new Uint8Array(hashes.length);
    let changes = false;
    for (let i = 0; i < newly.length; i++) {
      const count = this.#table.touch(hashes[i]!, own);
      if (count < from || count >= from + SHOWN_PAGES) continue;
      newly[i] = 1;
      changes ||= count - 1 + left < from;
    }
    return { newly, changes };
  }

  /** What the constructor needs to go on from here to the bit. */
  save(): SavedTable {
    const [table, recent] = [this.#table.save(), this.#recent.save()];
    return {
      facts: { ...table.facts, ...recent.facts, ...this.#usual.state },
      columns: { ...table.columns, ...recent.columns },
    };
  }

  /** What the page itself has taught is taken off. */
  #others(hashes: Uint32Array, identity: number): SeenPage {
    const own = this.#ownWeight(identity);
    const seen = new Float64Array(hashes.length);
    for (let i = 0; i < seen.length; i++) seen[i] = this.#table.find(hashes[i]!, own);
    return { hashes, seen, pages: Math.max(0, this.#table.pages - own) };
  }

  /** Whoever learns a whole input judges pages that were learned, even those that are no longer remembered. */
  #ownWeight(identity: number): number {
    const learnedAs = this.#recent.find(identity);
    if (this.#options.forgetting) return this.#table.weightOf(learnedAs);
    return learnedAs > 0 || this.#table.pageNumber > RecentPages.length ? 1 : 0;
  }

  /** The count from which on a segment is repeated. */
  #repeatedFrom(): number {
    return Math.max(LEAST_REPEATED, REPEATED_SHARE * this.#table.pages);
  }
}
