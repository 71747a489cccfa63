/**
 * How much of what a site is known by its pages usually have. A page that has next to nothing of it is another kind of
 * page, or the site has another design: then what was seen on the others says little about it.
 */
import { REPEATED_SHARE, type Sightings } from './evidence.ts';

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

/** A page by its segments, and where else they were seen. */
export interface SeenPage extends Sightings {
  readonly hashes: Uint32Array;
}

/** What the pages of a site usually have in common. */
export interface UsualCounts {
  /** Segments of a page that are repeated on the site. */
  readonly familiar: number;
  /** Pages that had next to none, one after the other until now. */
  readonly strangeInRow: number;
}

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
    if (this.#familiar === 0 || page.pages <= LEAST_PAGES || this.#isSmall(page)) return 1;
    return Math.min(1, familiar / (WHOLLY_ALIKE_SHARE * this.#familiar));
  }

  /** A page of a few words has no design to speak of. */
  #isSmall({ hashes }: SeenPage): boolean {
    return hashes.length < WHOLLY_ALIKE_SHARE * this.#familiar;
  }
}

/** Segments that are repeated on the site, each once: a bar between links may stand a thousand times on a page. */
function familiarIn({ hashes, seen, pages }: SeenPage): number {
  if (pages === 0) return 0;
  const familiar = new Set<number>();
  for (let i = 0; i < hashes.length; i++) if (seen[i]! >= REPEATED_SHARE * pages) familiar.add(hashes[i]!);
  return familiar.size;
}
