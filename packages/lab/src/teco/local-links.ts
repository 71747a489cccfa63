/**
 * Pages as files that link to one another, as `wget --convert-links` leaves them: links to pages at hand lead to their
 * files, all others and what pages are made of (pictures, styles, scripts) to where they were.
 */
import type { Page } from 'dehusk';
import {
  attributeRow,
  normalUrl,
  readAttribute,
  readBaseUrl,
  tagName,
  withoutIndex,
  withValues,
} from 'dehusk/parts';

/** Names that are longer cannot be written everywhere. */
const MAX_NAME = 120;

/** Where a page belongs below `pages`, by its address: host and path, always with the ending of a page. */
export function fileOf(url: string): string {
  const { host, pathname, search } = new URL(url);
  const folders = pathname.split('/').slice(1);
  const last = folders.pop()!;
  const name = last === '' ? 'index.html' : last;
  const asked = search === '' ? '' : `@${search.slice(1)}`;
  const ended = asked === '' && /\.x?html?$/i.test(name) ? name : `${name}${asked}.html`;
  return [host.replace(':', '+'), ...folders, ended].map(shortened).join('/');
}

/** No name that a file system takes for something else: none is empty, none is long, none leads upwards. */
function shortened(name: string): string {
  const safe = name.replace(/[\\/:*?"<>|]/g, '_').replace(/^\.+$/, '_') || '_';
  if (safe.length <= MAX_NAME) return safe;
  let hash = 0;
  for (const character of safe) hash = (Math.imul(hash, 31) + character.codePointAt(0)!) >>> 0;
  return `${safe.slice(0, MAX_NAME - 20)}~${hash.toString(36)}${/\.x?html?$/i.exec(safe)?.[0] ?? ''}`;
}

/** One page is one file, whether or not its address names the index of its folder. */
export function identityOf(url: string): string {
  return withoutIndex(normalUrl(url));
}

/** Attributes whose values are addresses, and lead to no page. */
const resources: readonly string[] = ['src', 'poster', 'background', 'action', 'data'];

/** The source of a page with its links changed. `fileAt`: the file of a page at hand, by `identityOf` its address. */
export function withLocalLinks(page: Page, fileAt: (identity: string) => string | undefined): string {
  const base = readBaseUrl(page);
  const own = fileAt(identityOf(page.url!))!;
  const values = new Map<number, string>();
  const change = (node: number, name: string, toValue: (href: string) => string | undefined): void => {
    const row = attributeRow(page, node, page.attributeNames.find(name));
    const value = row === -1 ? undefined : toValue(readAttribute(page, node, name)!);
    if (value !== undefined) values.set(row, escaped(value));
  };
  const absolute = (href: string): string | undefined => addressOf(href, base);
  for (let node = 0; node < page.nodeCount; node++) {
    const tag = tagName(page, node);
    if (tag === 'base') change(node, 'href', () => '');
    else if (tag === 'a' || tag === 'area')
      change(node, 'href', (href) => localOf(addressOf(href, base), own, fileAt));
    else if (tag === 'link') change(node, 'href', absolute);
    for (const name of resources) change(node, name, absolute);
  }
  return withValues(page, values);
}

/** Undefined for what is no address of the web: it stays as it is. */
function addressOf(href: string, base: string | undefined): string | undefined {
  try {
    const url = new URL(href, base);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}

function localOf(
  url: string | undefined,
  own: string,
  fileAt: (identity: string) => string | undefined,
): string | undefined {
  const file = url === undefined ? undefined : fileAt(identityOf(url));
  if (file === undefined) return url;
  const { hash } = new URL(url!);
  return file === own && hash !== '' ? hash : relativePath(own, file) + hash;
}

/** From a file to another, both below one folder, as a link has it. */
export function relativePath(from: string, to: string): string {
  const [folders, others] = [from.split('/').slice(0, -1), to.split('/')];
  let shared = 0;
  while (shared < folders.length && shared < others.length - 1 && folders[shared] === others[shared])
    shared++;
  const path = [...folders.slice(shared).map(() => '..'), ...others.slice(shared)].join('/');
  const written = encodeURI(path).replace(/[?#]/g, encodeURIComponent);
  // A colon in the first name would make it the scheme of an address.
  return /^[^/]*:/.test(written) ? `./${written}` : written;
}

/** For an attribute, whatever its quotes are, or without any. */
function escaped(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll(' ', '%20');
}
