/**
 * What is remembered of a site: on how many of its recent pages each segment stood, and how its places behaved. A page
 * that is asked about is never its own witness. When two strange pages come one after the other the site has another
 * design; then the old one counts next to nothing, and the new pages are what the site is known by.
 */
import { FadingTable, type FadingTableOptions, RecentPages } from '../../table/fading-table.ts';
import type { SavedTable } from '../../table/saved-table.ts';
import type { Outline, Sightings } from './columns.ts';
import { REPEATED_SHARE, SegmentFlag } from './facts.ts';
import { SiteSchema } from './schema.ts';
import type { PageSight, Said, SightPage } from './score.ts';

/**
 * A segment that was seen so often has become repeated just now: it is shown with words on this page and the next ones.
 * On the first pages of a site it may not be template yet; its path is what two of those have in common on which it is.
 */
const SHOWN_PAGES = 7;
/** Once is not repeated, however few pages there were. */
const LEAST_REPEATED = 1.5;

/** So that all that is known of the old design counts less than a page: halves would keep new menus from being everywhere. */
const HALVED_AT_ONCE = 7;
/** So many pages must be known before it is remembered how a segment was judged. */
const SAID_FROM = 4;

/** However strange a page is, on what share of the pages its segments stood still says something. */
const LEAST_PAGES_HEARD = 0.1;

/** What learning a page has changed. */
interface Learned {
  /** 1 for the segments that have become repeated lately. */
  readonly newly: Uint8Array;
  /** Whether one of them was not so before. */
  readonly changes: boolean;
  /** How often each segment was counted, with this page. */
  readonly counts: Float32Array;
}

/** A page before it is learned or judged. */
export interface Look<Sight extends PageSight = PageSight> {
  readonly others: SeenPage;
  /** Where the table has its segments, as long as it was moved no more than so often. */
  readonly slots: Int32Array;
  readonly moves: number;
  readonly sight: Sight;
  readonly said: Said;
}

/** What was found for some segments of a page. */
export interface Findings {
  readonly segments: Uint32Array;
  readonly logOdds: Float64Array;
}

export class SiteMemory {
  readonly #options: FadingTableOptions;
  readonly #table: FadingTable;
  readonly #recent: RecentPages;
  readonly #usual: UsualPage;
  readonly #schema: SiteSchema;

  constructor(options: FadingTableOptions, saved?: SavedTable) {
    this.#options = options;
    this.#table = new FadingTable(options, saved);
    this.#recent = new RecentPages(saved);
    this.#usual = new UsualPage(saved?.facts);
    this.#schema = new SiteSchema(options, saved?.columns.schema as Uint8Array | undefined);
  }

  get isEmpty(): boolean {
    return this.#table.pageNumber === 0;
  }

  get segmentCount(): number {
    return this.#table.segmentCount;
  }

  get tableBytes(): number {
    return this.#table.sizeBytes + this.#schema.sizeBytes;
  }

  get sizeBytes(): number {
    return this.tableBytes + this.#recent.sizeBytes;
  }

  /** Pages that a verdict rests on: recent ones, or all where nothing is forgotten. Seeded ones never were. */
  get pageCount(): number {
    const { pages, distinctPages } = this.#table;
    return this.#options.forgetting ? Math.min(Math.round(pages), distinctPages) : distinctPages;
  }

  /** On how many of them a segment stood. */
  seen(hash: number): number {
    return this.#seenOf(this.#table.find(hash));
  }

  /** The same for the segments of a page that was looked at; `counts`: if it has just been learned. */
  seenOn({ others: { hashes }, slots, moves }: Look, counts?: Float32Array): Uint32Array {
    const seen = new Uint32Array(hashes.length);
    // What is counted without forgetting is not what was seen.
    if (counts !== undefined && this.#options.forgetting) {
      for (let i = 0; i < seen.length; i++) seen[i] = this.#seenOf(counts[i]!);
      return seen;
    }
    const isInPlace = this.#table.moves === moves;
    for (let i = 0; i < seen.length; i++)
      seen[i] = this.#seenOf(this.#table.find(hashes[i]!, 0, isInPlace ? slots[i]! : undefined));
    return seen;
  }

  #seenOf(count: number): number {
    const { pages } = this.#table;
    return pages === 0 ? 0 : Math.round(Math.min(1, count / pages) * this.pageCount);
  }

  /** Half of what makes it repeated is enough, so that it does not come and go. */
  isStillRepeated(hash: number): boolean {
    return this.#table.find(hash) >= this.#repeatedFrom() / 2;
  }

  /** As if so many pages had been learned that all have these segments and nothing else in common. */
  seed(hashes: Float64Array, pages: number): void {
    this.#table.seed(hashes, pages);
  }

  /** A page as the memory shows it: what of it was seen on others, and how its places behave on them. */
  look<Sight extends PageSight>(
    outline: Outline,
    identity: number,
    sightPage: SightPage<Sight>,
  ): Look<Sight> {
    const slots = new Int32Array(outline.count);
    const others = this.#others(outline, slots, identity);
    const sight = sightPage(outline, this.#sightings(others));
    const own = this.#ownWeight(identity);
    // Where nothing is forgotten the schema counts all pages, however few of them the table goes by.
    const pages = this.#options.forgetting ? others.pages : Math.max(0, this.#table.distinctPages - own);
    this.#schema.view(sight, { pages, own });
    const said: Said = (segment) => this.#table.said(outline.hashes[segment]!, slots[segment]!);
    return { others, slots, moves: this.#table.moves, sight, said };
  }

  learn(identity: number, look: Look, { segments, logOdds }: Findings): Learned {
    const { others, slots } = look;
    const { page } = look.sight;
    const { hashes } = others;
    const slotOf = (segment: number): number | undefined =>
      this.#table.moves === look.moves ? slots[segment]! : undefined;
    if (this.#options.forgetting && this.#usual.meet(others)) {
      for (let times = 0; times < HALVED_AT_ONCE; times++) this.#table.halve();
      this.#schema.clear();
    }
    const own = this.#table.weightOf(this.#recent.find(identity));
    this.#table.beginPage(own);
    // A page that comes again has said how the site's places behave.
    if (own === 0) this.#schema.learn(page, this.#table.pageNumber, others.pages);
    // What an earlier capture of the page has left, so that another one makes nothing repeated that was so before.
    const left = this.#table.weightOf(this.#recent.find(identity));
    this.#recent.add(identity, this.#table.pageNumber);
    const from = this.#repeatedFrom();
    const newly = new Uint8Array(hashes.length);
    const counts = new Float32Array(hashes.length);
    let changes = false;
    for (let i = 0; i < newly.length; i++) {
      const count = this.#table.touch(hashes[i]!, own, slotOf(i));
      counts[i] = count;
      if (count < from || count >= from + SHOWN_PAGES) continue;
      newly[i] = 1;
      changes ||= count - 1 + left < from;
    }
    const { letters, targets } = page.outline;
    for (let i = 0; i < letters.length; i++) if (letters[i] !== 0) this.#table.touch(letters[i]!, own);
    for (let i = 0; i < targets.length; i++)
      if (targets[i] !== 0 && targets[i] !== targets[i - 1]) this.#table.touch(targets[i]!, own);
    // Of a site's first pages too little is known for a word that lasts.
    if (own === 0 && page.sightings.pages >= SAID_FROM)
      for (let i = 0; i < segments.length; i++) {
        const segment = segments[i]!;
        this.#table.say(hashes[segment]!, logOdds[i]!, slotOf(segment));
      }
    return { newly, changes, counts };
  }

  /** What the constructor needs to go on from here to the bit. */
  save(): SavedTable {
    const [table, recent] = [this.#table.save(), this.#recent.save()];
    return {
      facts: { ...table.facts, ...recent.facts, ...this.#usual.state },
      columns: { ...table.columns, ...recent.columns, schema: this.#schema.save() },
    };
  }

  /** On how many pages the segments of a page stood; what the page itself has taught is taken off. Fills `slots`. */
  #others({ hashes, letters, flags, targets }: Outline, slots: Int32Array, identity: number): SeenPage {
    const own = this.#ownWeight(identity);
    const seen = new Float64Array(hashes.length);
    const seenTargets = new Float64Array(hashes.length);
    let ofLine = 0;
    for (let i = 0; i < seen.length; i++) {
      if ((flags[i]! & SegmentFlag.lineStart) !== 0)
        ofLine = letters[i] === 0 ? 0 : this.#table.find(letters[i]!, own);
      // A line that stood on other pages in other clothes has been seen, and all that is in it.
      slots[i] = this.#table.locate(hashes[i]!);
      seen[i] = Math.max(this.#table.find(hashes[i]!, own, slots[i]!), ofLine);
      if (targets[i] === 0) continue;
      seenTargets[i] =
        targets[i] === targets[i - 1] ? seenTargets[i - 1]! : this.#table.find(targets[i]!, own);
    }
    return { hashes, seen, targets: seenTargets, pages: Math.max(0, this.#table.pages - own) };
  }

  /**
   * On how many other pages the segments of a page stood. The less it is like them, the fewer they count for: of a page
   * that has nothing in common with the site hardly more is known than of a first one.
   */
  #sightings(others: SeenPage): Sightings {
    const { seen, targets, pages } = others;
    const likeness = this.#usual.likeness(others);
    if (likeness === 1) return { seen, targets, pages };
    const heard = Math.max(likeness, LEAST_PAGES_HEARD / pages);
    const weaken = (counts: Float64Array): Float64Array => counts.map((count) => count * heard);
    return { seen: weaken(seen), targets: weaken(targets), pages: pages * heard };
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

/** With half of the usual number of familiar segments a page is one of the site: its pages differ in length. */
const WHOLLY_ALIKE_SHARE = 0.5;
/** A page is strange that has a tenth of the usual number. */
const STRANGE_BELOW = 0.2;
/** A lone strange page is another kind of page; where two come one after the other, the site is another. */
const REDESIGN_PAGES = 2;
/** What fewer pages have in common may be chance. */
const LEAST_PAGES = 4;
/** What is usual is so on about the last ten pages. */
const USUAL_PAGES = 10;
/** Segments: after some hundred pages with nothing in common, that is usual. Thousands of them came to 0 / 0. */
const NEXT_TO_NONE = 1e-6;

/** A page by its segments, and where else they were seen. */
export interface SeenPage extends Sightings {
  readonly hashes: Float64Array;
}

/** What the pages of a site usually have in common. */
interface UsualCounts {
  /** Segments of a page that are repeated on the site. */
  readonly familiar: number;
  /** Pages that had next to none, one after the other until now. */
  readonly strangeInRow: number;
}

/**
 * How much of what a site is known by its pages usually have. A page that has next to nothing of it is another kind of
 * page, or the site has another design: then what was seen on the others says little about it.
 */
export class UsualPage {
  #familiar: number;
  #strangeInRow: number;

  constructor({ familiar = 0, strangeInRow = 0 }: Partial<UsualCounts> = {}) {
    this.#familiar = familiar;
    this.#strangeInRow = strangeInRow;
  }

  get state(): UsualCounts {
    return { familiar: this.#familiar, strangeInRow: this.#strangeInRow };
  }

  /** From 0, nothing in common with the site, to 1, a page as they usually are. */
  likeness(page: SeenPage): number {
    return this.#likenessOf(page, familiarIn(page));
  }

  /** Learns from a page of the site; says whether the site seems to have another design. */
  meet(page: SeenPage): boolean {
    if (this.#isSmall(page)) return false;
    const familiar = familiarIn(page);
    if (this.#likenessOf(page, familiar) >= STRANGE_BELOW) {
      this.#strangeInRow = 0;
      this.#familiar += (familiar - this.#familiar) / USUAL_PAGES;
      return false;
    }
    this.#strangeInRow++;
    if (this.#strangeInRow < REDESIGN_PAGES) return false;
    // By halves, because the new design may have less in common than the old one.
    this.#familiar /= 2;
    return true;
  }

  #likenessOf(page: SeenPage, familiar: number): number {
    if (this.#familiar < NEXT_TO_NONE || page.pages <= LEAST_PAGES || this.#isSmall(page)) return 1;
    return Math.min(1, familiar / (WHOLLY_ALIKE_SHARE * this.#familiar));
  }

  /** A page of a few words has no design to speak of. */
  #isSmall({ hashes }: SeenPage): boolean {
    return hashes.length < WHOLLY_ALIKE_SHARE * this.#familiar;
  }
}

/** A page is asked about when it is judged, and when it is learned. */
const familiarByPage = new WeakMap<SeenPage, number>();

/** Segments that are repeated on the site, each once: a bar between links may stand a thousand times on a page. */
function familiarIn(page: SeenPage): number {
  const { hashes, seen, pages } = page;
  if (pages === 0) return 0;
  const before = familiarByPage.get(page);
  if (before !== undefined) return before;
  distinct.begin(hashes.length);
  for (let i = 0; i < hashes.length; i++) if (seen[i]! >= REPEATED_SHARE * pages) distinct.add(hashes[i]!);
  familiarByPage.set(page, distinct.count);
  return distinct.count;
}

/** As many as 32 bits tell apart. */
const MOST_STAMPS = 2 ** 32 - 1;

/** How many different hashes there are among some: a set of one page after the other, without an object for any. */
class DistinctHashes {
  count = 0;
  #hashes = new Float64Array(1024);
  /** The page that each slot was taken by: it is free for all others. */
  #pages = new Uint32Array(1024);
  #page = 0;

  begin(most: number): void {
    this.count = 0;
    if (2 * most > this.#pages.length) {
      this.#hashes = new Float64Array(2 ** (33 - Math.clz32(most)));
      this.#pages = new Uint32Array(this.#hashes.length);
    }
    if (this.#page === MOST_STAMPS) {
      this.#pages.fill(0);
      this.#page = 0;
    }
    this.#page++;
  }

  add(hash: number): void {
    const mask = this.#pages.length - 1;
    let slot = hash & mask;
    while (this.#pages[slot] === this.#page) {
      if (this.#hashes[slot] === hash) return;
      slot = (slot + 1) & mask;
    }
    this.#pages[slot] = this.#page;
    this.#hashes[slot] = hash;
    this.count++;
  }
}

const distinct = new DistinctHashes();
