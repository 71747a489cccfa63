/**
 * The links of a page that may lead to pages of the same template (Alarte 2014, 2.2.5 and 5.2.4; reading A11): one
 * node per address, the first in the document; no link to the page itself, none that leaves the site.
 */
import { readLinks } from '../../page/links.ts';
import type { Page } from '../../page/page.ts';
import { normalUrl, resolveUrl } from '../../page/raw-page.ts';

export interface LinkNode {
  readonly node: number;
  /** Where the link leads, without fragment, as `identity` has it. */
  readonly url: string;
}

export interface LinkOptions {
  /**
   * The one address of a page that has several, such as `dir/` and `dir/index.html` in a folder of files. It is asked
   * with an address in normal form, and by default returns that.
   */
  readonly identity?: (url: string) => string;
  /** Whether an address belongs to the site of the page; by default if the hosts are the same, `www.` apart. */
  readonly sameSite?: (url: string, pageUrl: string) => boolean;
  /** Endings of addresses, in lower case, that are not worth loading. */
  readonly skipExtensions?: ReadonlySet<string>;
}

/**
 * What is surely no page of HTML. Endings that servers also give to pages are not here (`.xml`, `.txt`, `.php`):
 * whatever else turns out to be no page is passed over once it is loaded (A16).
 */
// biome-ignore format: a list of words
const defaultSkipExtensions: ReadonlySet<string> = new Set([
  'jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'svg', 'ico', 'bmp', 'tif', 'tiff', 'psd', 'eps',
  'pdf', 'ps', 'djvu', 'epub', 'mobi', 'doc', 'docx', 'odt', 'rtf', 'xls', 'xlsx', 'ods', 'csv', 'ppt', 'pptx', 'odp',
  'zip', 'gz', 'tgz', 'bz2', 'xz', 'zst', '7z', 'rar', 'tar', 'jar', 'war', 'iso', 'dmg', 'exe', 'msi', 'deb', 'rpm', 'apk',
  'mp3', 'ogg', 'oga', 'wav', 'flac', 'm4a', 'mp4', 'm4v', 'webm', 'ogv', 'avi', 'mov', 'wmv', 'mkv', 'swf',
  'css', 'js', 'mjs', 'json', 'map', 'woff', 'woff2', 'ttf', 'otf', 'eot', 'rss', 'atom', 'ics', 'vcf', 'torrent',
]);

export function resolveLinkOptions(options: LinkOptions): Required<LinkOptions> {
  return { identity: asItIs, sameSite: isSameHost, skipExtensions: defaultSkipExtensions, ...options };
}

/** In document order. `pageUrl` is where the page is: relative links start there, whatever the page says of itself. */
export function linkNodes(page: Page, pageUrl: string, options: LinkOptions = {}): readonly LinkNode[] {
  const { identity, sameSite, skipExtensions } = resolveLinkOptions(options);
  const self = identity(normalUrl(pageUrl));
  const seen = new Set([self]);
  const links: LinkNode[] = [];
  for (const { node, url } of readLinks({ ...page, url: pageUrl })) {
    const target = identity(normalUrl(url));
    if (seen.has(target)) continue;
    seen.add(target);
    if (sameSite(target, self) && !skipExtensions.has(extensionOf(target))) links.push({ node, url: target });
  }
  return links;
}

function asItIs(url: string): string {
  return url;
}

function isSameHost(url: string, pageUrl: string): boolean {
  return hostOf(url) === hostOf(pageUrl);
}

function hostOf(url: string): string {
  return siteHost(resolveUrl(url)?.host ?? '');
}

/** Of the last word of the path, in lower case; empty if it has none. */
function extensionOf(url: string): string {
  const path = resolveUrl(url)?.pathname ?? '';
  return /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** An `identity` for copies of sites in folders and archives: `dir/index.html` is the page of `dir/`. */
export function withoutIndex(url: string): string {
  return url.replace(/\/index\.x?html?$/i, '/');
}

/** A host as sites are told apart by it: in lower case, without `www.` and without a user's name. */
export function siteHost(host: string): string {
  return host
    .slice(host.lastIndexOf('@') + 1)
    .toLowerCase()
    .replace(/^www\.(?=.)/, '');
}
