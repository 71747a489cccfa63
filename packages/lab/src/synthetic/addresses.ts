import { type AddressStyle, addressStyles, toSlug } from './address-styles.ts';
import { publishedMs } from './calendar.ts';
import { createRandom } from './random.ts';
import type { PagePlace } from './site-map.ts';
import type { Titles } from './titles.ts';

export interface Addresses {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  url(place: PagePlace): string;
}

const hostWords = 'meadow harbor quill lantern orchard summit copper willow anchor ember'.split(' ');
/** Home, info pages, sections and subsections of any site: every page links to them. */
const rememberedPages = 80;

export function createAddresses(seed: number, titles: Titles): Addresses {
  const random = createRandom(seed, 'addresses');
  const style = random.pick(addressStyles);
  const scheme = random.pick(['https://www.', 'https://', 'http://www.']);
  const baseUrl = `${scheme}${random.pick(hostWords)}-${seed}.example`;
  const remembered: string[] = [];
  return {
    baseUrl,
    url: (place) => {
      const known = remembered[place.id];
      if (known !== undefined) return known;
      const url = baseUrl + addressOf(place, { seed, style, titles });
      if (place.id < rememberedPages) remembered[place.id] = url;
      return url;
    },
  };
}

interface AddressSource {
  readonly seed: number;
  readonly style: AddressStyle;
  readonly titles: Titles;
}

function addressOf(place: PagePlace, { seed, style, titles }: AddressSource): string {
  const day = new Date(publishedMs(seed, place.id));
  return style({
    place,
    sectionSlug: () => toSlug(titles.section(place.section)),
    subsectionSlug: () => toSlug(titles.subsection(place.subsection)),
    slug: () => toSlug(titles.title(place)),
    year: day.getUTCFullYear(),
    month: day.getUTCMonth() + 1,
  });
}
