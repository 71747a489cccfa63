/**
 * How much of what a site is known by its pages usually have. A page that has next to nothing of it is another kind of
 * page, or the site has another design: then what was seen on the others says little about it.
 */
import { type Sightings, WHOLLY_REPEATED_SHARE } from './evidence.ts';

/** With half of the usual number of familiar segments a page is one of the site: its pages differ in length. */
const WHOLLY_ALIKE_SHARE = 0.5;
/**
 * A page is strange that has a tenth of the usual number. Anything up to a quarter does as well for redesigns; most
 * pages of real sites that have so little are lone ones, after which the old design goes on.
 */
const STRANGE_BELOW = 0.2;
/** What fewer pages have in common may be chance. */
const LEAST_PAGES = 4;
/** What is usual is so on about the last ten pages. */
const USUAL_PAGES = 10;

export class UsualPage {
  #familiar: number;

  constructor(familiar = 0) {
    this.#familiar = familiar;
  }

  /** How many familiar segments a page has. */
  get familiar(): number {
    return this.#familiar;
  }

  /** From 0, nothing in common with the site, to 1, a page as they usually are. */
  likeness(sightings: Sightings): number {
    if (this.#familiar === 0 || sightings.pages <= LEAST_PAGES) return 1;
    return Math.min(1, familiarIn(sightings) / (WHOLLY_ALIKE_SHARE * this.#familiar));
  }

  /** Learns from a page of the site; says whether it is a strange one. */
  meet(sightings: Sightings): boolean {
    const isStrange = this.likeness(sightings) < STRANGE_BELOW;
    // By halves, because the new design may have less in common than the old one.
    if (isStrange) this.#familiar /= 2;
    else this.#familiar += (familiarIn(sightings) - this.#familiar) / USUAL_PAGES;
    return isStrange;
  }
}

function familiarIn({ seen, pages }: Sightings): number {
  let familiar = 0;
  for (const count of seen) if (count >= WHOLLY_REPEATED_SHARE * pages) familiar++;
  return familiar;
}
