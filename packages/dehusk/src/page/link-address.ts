/**
 * Where links lead, as far as it takes to know the same address again. A page has hundreds of links, and to resolve each as
 * the standard has it would cost more than to parse the page. So an address is joined to that of its page, and spellings
 * of one address that sites use beside each other become one: with and without scheme, host, `www.`, a last `/` or
 * `index.html`. What stands behind `#` is left out: a link within the page leads to the page itself.
 *
 *     on https://www.a.example/docs/intro.html
 *
 *     ../news/        a.example/news                  /docs/index.html   a.example/docs
 *     next.html#top   a.example/docs/next.html        #top               a.example/docs/intro.html
 *
 * The core does the same (`addresses.ts` there).
 */
import { readBaseUrl } from './links.ts';
import type { Page } from './page.ts';
import { normalUrl } from './raw-page.ts';

/** What addresses of a page are joined to. */
export interface LinkBase {
  readonly host: string;
  /** From `/` on, without the query. */
  readonly path: string;
  /** Where links within the page lead. */
  readonly own: string;
}

/**
 * An address of the web in its parts. Longer ones, and those with other signs in them, are as if there were none: the core
 * has room for these.
 */
const webAddress = /^https?:\/\/(?=[!-~]{1,2000}$)([^/?]+)([^?]*)(.*)/;

export function linkBaseOf(page: Page): LinkBase {
  const [host, path, query] = partsOf(page.url);
  const base = readBaseUrl(page);
  const own = withoutVariants(host + path + query);
  if (base === page.url) return { host, path, own };
  const [baseHost, basePath] = partsOf(base);
  return { host: baseHost, path: basePath, own };
}

function partsOf(url: string | undefined): readonly [host: string, path: string, query: string] {
  const [, host = '', path = '/', query = ''] = webAddress.exec(normalUrl(url ?? '')) ?? [];
  return [host, path, query];
}

/** `href`: as the attribute has it, its character references replaced. */
export function linkAddress(href: string, { host, path, own }: LinkBase): string {
  const written = trimmed(href, href.indexOf('#'));
  if (written === '') return own;
  const web = /^(?:https?:)?\/\//i.exec(written);
  if (web !== null) return withoutVariants(written.slice(web[0].length));
  // `mailto:` and the like lead to no page.
  if (/^[a-z][a-z0-9+.-]*:/i.test(written)) return written;
  if (written[0] === '/') return withoutVariants(host + written);
  return withoutVariants(host + (written[0] === '?' ? path + written : joined(path, written)));
}

/** Up to `end`, if there is one, without white space and control characters around it. */
function trimmed(text: string, end: number): string {
  let from = 0;
  let to = end === -1 ? text.length : end;
  while (from < to && text.charCodeAt(from) <= 0x20) from++;
  while (to > from && text.charCodeAt(to - 1) <= 0x20) to--;
  return text.slice(from, to);
}

/** A relative path; dots further behind are so rare that they stay. */
function joined(path: string, relative: string): string {
  const [dots] = /^(?:\.\.?\/)*/.exec(relative)!;
  let folder = path.slice(0, path.lastIndexOf('/') + 1);
  for (let ups = dots.split('../').length; ups > 1; ups--) folder = folder.replace(/(?<=\/)[^/]*\/$/, '');
  return folder + relative.slice(dots.length);
}

function withoutVariants(address: string): string {
  return address.replace(/^www\./, '').replace(/\/(?:index\.\w+)?(?=\?|$)/, (found, at, all) => {
    // Of slashes in a query none is the last of the path.
    return all.lastIndexOf('?', at) === -1 ? '' : found;
  });
}
