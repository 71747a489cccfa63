/**
 * The address of a picture as a reader gets it. Pages that load pictures late have a small stand-in in `src`, and the
 * address elsewhere: in `data-src`, in a `srcset`, in the `source` elements of a `picture`, or in a twin of the picture
 * for readers without scripts.
 */
import { Tag } from '../page/names.ts';
import { type Page, readAttribute, readRawAttribute, readRawContent } from '../page/page.ts';
import { isSpacer } from '../page/spacer.ts';

/** Resolves what an attribute holds; undefined for what is no web address. */
export type ResolveAddress = (value: string | undefined) => string | undefined;

/** Where scripts find what to load, the most usual first. */
const lazyAttributes = ['data-src', 'data-lazy-src', 'data-original', 'data-lazy', 'data-hi-res-src'];
const setAttributes = ['data-srcset', 'data-lazy-srcset', 'srcset'];

/** Undefined for a picture without an address, and for one that shows nothing: pixels, spacers, icons without words. */
export function pictureAddress(page: Page, img: number, resolve: ResolveAddress): string | undefined {
  const read = (name: string): string | undefined => readAttribute(page, img, name);
  if (isDecoration(read) || isInButton(page, img)) return undefined;
  const lazy = lazyAttributes.map(read).find((value) => resolve(value) !== undefined);
  const written = read('src');
  const own = resolve(lazy) ?? resolve(written) ?? fromSets(page, img, resolve);
  const address = own === undefined || isSpacer(own) ? fromTwin(page, img, resolve) : own;
  return address !== undefined && isWordless(read) && drawing.test(address) ? undefined : address;
}

/** The size that systems put at the end of a file's name, as `photo-800x450.jpg`; 0 pixels where there is none. */
export function pictureSize(address: string): { readonly stem: string; readonly pixels: number } {
  const found = /-(\d{2,5})x(\d{2,5})(?=\.\w+(?:[?#]|$))/.exec(address);
  if (found === null) return { stem: address, pixels: 0 };
  const stem = address.slice(0, found.index) + address.slice(found.index + found[0].length);
  return { stem, pixels: Number(found[1]) * Number(found[2]) };
}

/** Named after what they are: of the layout, not of the page. */
const drawing =
  /\/(?:[^/?#]*(?:icon|arrow|bullet|overlay)[^/?#]*|line|divider|separator)\.(?:gif|png|svg|webp)(?:[?#]|$)/i;

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
  return isOfSigns(read) || ((isIcon || isHidden) && isWordless(read));
}

function isWordless(read: (name: string) => string | undefined): boolean {
  return (read('alt') ?? '').trim() === '';
}

/** What opens and closes something: "+", "»"; or says that it is a sign: "PDF icon". */
function isOfSigns(read: (name: string) => string | undefined): boolean {
  return /^[-+−–»«›‹•·|<>]+$|^(?:\S+ )?icon$/i.test((read('alt') ?? '').trim());
}

/** What is pressed is a control, whatever it looks like. */
function isInButton({ parent, tag }: Page, img: number): boolean {
  let node = parent[img]!;
  for (let boxes = 0; boxes < MAX_BOXES && node > 0; node = parent[node]!, boxes++)
    if (tag[node] === Tag.button) return true;
  return false;
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

/** From a picture up to what a twin stands beside: `span > picture > img`. */
const MAX_BOXES = 3;

/** The one picture of the `noscript` right behind this one, or right before it. */
function fromTwin(page: Page, img: number, resolve: ResolveAddress): string | undefined {
  const { parent, subtreeEnd, tag } = page;
  for (let node = img, boxes = 0; boxes < MAX_BOXES && node > 0; node = parent[node]!, boxes++) {
    const next = subtreeEnd[node]!;
    const beside = [next, node - 1].find(
      (twin) => tag[twin] === Tag.noscript && parent[twin] === parent[node],
    );
    const pictures =
      beside === undefined
        ? []
        : readRawContent(page, beside)
            .split(/<img\b/i)
            .slice(1);
    const found = pictures.length === 1 ? resolve(readRawAttribute(page, pictures[0]!, 'src')) : undefined;
    if (found !== undefined) return isSpacer(found) ? undefined : found;
    // What stands around more than the picture is no box of it.
    if (next < subtreeEnd[parent[node]!]!) return undefined;
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
