import type { PagePlace } from './site-map.ts';

/** What an address may be made of. */
interface AddressParts {
  readonly place: PagePlace;
  sectionSlug(): string;
  subsectionSlug(): string;
  /** Of the page's title. */
  slug(): string;
  readonly year: number;
  readonly month: number;
}

export type AddressStyle = (parts: AddressParts) => string;

/** Shapes of addresses as content management systems have them. Leaves carry their number: titles may coincide. */
export const addressStyles: readonly AddressStyle[] = [
  // Blogs: dated folders.
  (parts) =>
    hubAddress(parts, '/') ??
    `/${parts.year}/${String(parts.month).padStart(2, '0')}/${parts.slug()}-${base36(parts.place)}/`,
  // Shops: folders and a file.
  (parts) =>
    hubAddress(parts, '.html') ??
    `/${parts.sectionSlug()}/${parts.subsectionSlug()}/${parts.slug()}-p${parts.place.id}.html`,
  // Home-made scripts: everything is a parameter.
  ({ place }) => (place.kind === 'home' ? '/index.php' : `/index.php?id=${place.id + 17}&L=0`),
  // Active server pages.
  ({ place }) =>
    place.kind === 'home'
      ? '/Default.aspx'
      : `/${aspxNames[place.kind]}.aspx?Item=N${String(place.id * 7 + 82_000)}`,
  // Portals: node numbers.
  ({ place, slug }) =>
    place.kind === 'home' ? '/' : `/node/${place.id + 1000}${place.kind === 'list' ? '' : `/${slug()}`}`,
  // Newspapers: section and article number.
  (parts) => hubAddress(parts, '/') ?? `/${parts.sectionSlug()}/article${parts.place.id + 40_000}.html`,
];

const aspxNames = {
  info: 'Page',
  section: 'Category',
  list: 'List',
  article: 'News',
  product: 'Product',
  documentation: 'Doc',
  thread: 'Topic',
} as const;

/** Letters and digits of any script, joined by hyphens; percent-encoded where they are not ASCII. */
export function toSlug(text: string): string {
  const plain = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? ['page'];
  return encodeURIComponent(words.slice(0, 6).join('-').slice(0, 48));
}

function hubAddress(
  { place, sectionSlug, subsectionSlug, slug }: AddressParts,
  ending: string,
): string | undefined {
  if (place.kind === 'home') return '/';
  if (place.kind === 'info') return `/${slug()}-${place.position + 1}${ending}`;
  if (place.kind === 'section') return `/${sectionSlug()}${ending}`;
  if (place.kind !== 'list') return undefined;
  const page =
    place.position === 0 ? '' : ending === '/' ? `/page/${place.position + 1}` : `-${place.position + 1}`;
  return `/${sectionSlug()}/${subsectionSlug()}${page}${ending}`;
}

function base36(place: PagePlace): string {
  return (place.id + 1296).toString(36);
}
