/**
 * Pictures, films and frames of a page by what they show, and form controls by what they ask for. To a mapping the photo
 * of one article is like that of the next: an `img` with the same names of attributes at the same position. Only its
 * address tells them apart.
 */
import { readBaseUrl } from '../../page/links.ts';
import { tagSet } from '../../page/names.ts';
import { attributeRow, hasAttribute, type Page, readAttribute, readValue } from '../../page/page.ts';
import { resolveUrl } from '../../page/raw-page.ts';

/** Attributes with the address of what is shown. Of a picture that is loaded late, `src` is a stand-in for all of them. */
const addressNames = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-srcset',
  'src',
  'srcset',
  'data',
  'poster',
];
const mediaTags = tagSet(
  'img',
  'video',
  'audio',
  'iframe',
  'embed',
  'object',
  'source',
  'track',
  'input',
  'image',
);

/** A page is compared with many others. */
const mediaOf = new WeakMap<Page, ReadonlyMap<number, string>>();

/** What the nodes of a page show that show something, by node: its address, resolved. */
export function shownMedia(page: Page): ReadonlyMap<number, string> {
  const found = mediaOf.get(page) ?? findMedia(page);
  mediaOf.set(page, found);
  return found;
}

function findMedia(page: Page): ReadonlyMap<number, string> {
  const base = readBaseUrl(page);
  // Most elements are of no use here, and are passed over by numbers alone.
  const addresses = addressNames.map((name) => page.attributeNames.find(name));
  const style = page.attributeNames.find('style');
  const hasStyles = hasAttribute(page, style);
  const shown = new Map<number, string>();
  for (let node = 1; node < page.nodeCount; node++) {
    const isMedia = mediaTags[page.tag[node]!] === 1;
    if (!isMedia && !hasStyles) continue;
    const found = isMedia
      ? firstValue(page, node, addresses)
      : backgroundAddress(firstValue(page, node, [style]));
    if (found === undefined) continue;
    // Of several sizes the first stands for all.
    const [first = ''] = found.trim().split(/\s+/);
    shown.set(node, resolveUrl(first, base)?.href ?? first);
  }
  return shown;
}

/** Of the first of these attributes that is not empty. */
function firstValue(page: Page, node: number, names: readonly number[]): string | undefined {
  for (const name of names) {
    const row = name === -1 ? -1 : attributeRow(page, node, name);
    const value = row === -1 ? '' : readValue(page, row);
    if (value !== '') return value;
  }
  return undefined;
}

function backgroundAddress(style: string | undefined): string | undefined {
  return style && /url\(\s*["']?([^"')]+)/i.exec(style)?.[1];
}

const controlTags = tagSet('input', 'select', 'textarea', 'button');

/** What the nodes show or ask for that do one or the other, by node. */
export function shownThings(page: Page): ReadonlyMap<number, string> {
  const shown = new Map(shownMedia(page));
  for (let node = 1; node < page.nodeCount; node++) {
    if (controlTags[page.tag[node]!] === 0 || shown.has(node)) continue;
    const [name = '', type = ''] = ['name', 'type'].map((attribute) => readAttribute(page, node, attribute));
    shown.set(node, `${name} ${type.toLowerCase()}`);
  }
  return shown;
}
