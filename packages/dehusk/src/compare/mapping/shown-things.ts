/**
 * Pictures, films and frames of a page by what they show, and form controls by what they ask for. To a mapping the photo
 * of one article is like that of the next: an `img` with the same names of attributes at the same position. Only its
 * address tells them apart.
 */
import { readBaseUrl } from '../../page/links.ts';
import { type Page, readAttribute, TEXT, tagName } from '../../page/page.ts';
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
const mediaTags: ReadonlySet<string> = new Set([
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
]);

/** The address of what a node shows, resolved; undefined for a node that shows nothing of its own. */
function shownAddress(page: Page, node: number, base: string | undefined): string | undefined {
  if (page.tag[node] === TEXT) return undefined;
  const isMedia = mediaTags.has(tagName(page, node));
  const found = isMedia
    ? addressNames.map((name) => readAttribute(page, node, name)).find((value) => value)
    : backgroundAddress(readAttribute(page, node, 'style'));
  if (found === undefined) return undefined;
  // Of several sizes the first stands for all.
  const [first = ''] = found.trim().split(/\s+/);
  return resolveUrl(first, base)?.href ?? first;
}

function backgroundAddress(style: string | undefined): string | undefined {
  return style && /url\(\s*["']?([^"')]+)/i.exec(style)?.[1];
}

/** What the nodes of a page show that show something, by node. */
export function shownMedia(page: Page): ReadonlyMap<number, string> {
  const base = readBaseUrl(page);
  const shown = new Map<number, string>();
  for (let node = 1; node < page.nodeCount; node++) {
    const address = shownAddress(page, node, base);
    if (address !== undefined) shown.set(node, address);
  }
  return shown;
}

const controlTags: ReadonlySet<string> = new Set(['input', 'select', 'textarea', 'button']);

/** What the nodes show or ask for that do one or the other, by node. */
export function shownThings(page: Page): ReadonlyMap<number, string> {
  const shown = new Map(shownMedia(page));
  for (let node = 1; node < page.nodeCount; node++) {
    if (page.tag[node] === TEXT || shown.has(node) || !controlTags.has(tagName(page, node))) continue;
    const [name = '', type = ''] = ['name', 'type'].map((attribute) => readAttribute(page, node, attribute));
    shown.set(node, `${name} ${type.toLowerCase()}`);
  }
  return shown;
}
