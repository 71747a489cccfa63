/**
 * The address of a picture as a reader gets it. Pages that load pictures late have a small stand-in in `src`, and the
 * address elsewhere: in `data-src`, in a `srcset`, or in the `source` elements of a `picture`. (A twin in `noscript` is
 * out of reach: the tree has nothing of what stands there.)
 */
import { Tag } from '../page/names.ts';
import { type Page, readAttribute } from '../page/page.ts';

/** Resolves what an attribute holds; undefined for what is no web address. */
export type ResolveAddress = (value: string | undefined) => string | undefined;

/** Where scripts find what to load, the most usual first. */
const lazyAttributes = ['data-src', 'data-lazy-src', 'data-original', 'data-lazy', 'data-hi-res-src'];
const setAttributes = ['data-srcset', 'data-lazy-srcset', 'srcset'];

/** Undefined for a picture without an address, and for one that shows nothing: pixels, spacers, icons without words. */
export function pictureAddress(page: Page, img: number, resolve: ResolveAddress): string | undefined {
  const read = (name: string): string | undefined => readAttribute(page, img, name);
  if (isDecoration(read)) return undefined;
  const lazy = lazyAttributes.map(read).find((value) => resolve(value) !== undefined);
  const written = read('src');
  const address = resolve(lazy) ?? resolve(written) ?? fromSets(page, img, resolve);
  return address !== undefined && spacer.test(address) ? undefined : address;
}

const spacer =
  /[/_-](?:spacer|pixel|blank|clear|transparent|1x1|dot_clear|clearpixel|shim)\.(?:gif|png|svg)(?:[?#]|$)/i;

/** Sides of a pixel, and of what is too small to show anything by itself. */
const PIXEL = 2;
const ICON = 24;

function isDecoration(read: (name: string) => string | undefined): boolean {
  const [width, height] = [
    Number.parseInt(read('width') ?? '', 10),
    Number.parseInt(read('height') ?? '', 10),
  ];
  if (width <= PIXEL || height <= PIXEL) return true;
  const isIcon = width <= ICON && height <= ICON;
  const isHidden = read('aria-hidden') === 'true' || read('role') === 'presentation';
  return (isIcon || isHidden) && (read('alt') ?? '').trim() === '';
}

function fromSets(page: Page, img: number, resolve: ResolveAddress): string | undefined {
  for (const name of setAttributes) {
    const found = resolve(largestOf(readAttribute(page, img, name)));
    if (found !== undefined) return found;
  }
  const parent = page.parent[img]!;
  if (page.tag[parent] !== Tag.picture) return undefined;
  for (let node = parent + 1; node < img; node++) {
    if (page.tag[node] !== Tag.source) continue;
    const found = resolve(
      largestOf(readAttribute(page, node, 'srcset') ?? readAttribute(page, node, 'data-srcset')),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The candidate of a `srcset` with the most pixels; of several equal ones the first. */
function largestOf(set: string | undefined): string | undefined {
  let best: string | undefined;
  let most = -1;
  for (const candidate of set?.match(/\S+(?:\s+[\d.]+[wx])?(?=\s*(?:,\s|,?$))/g) ?? []) {
    const [address, size = '1x'] = candidate.replace(/^,+|,+$/g, '').split(/\s+/);
    const pixels = Number.parseFloat(size) || 0;
    if (pixels <= most) continue;
    best = address;
    most = pixels;
  }
  return best;
}
