/** Which site a page belongs to: the key under which pages share templates, and under which state is kept. */
import { DehuskError } from '../errors.ts';
import { type Provenance, type RawPage, resolveUrl } from '../page/raw-page.ts';

/**
 * What a site is:
 *
 * - `host`: the host without `www.` (and with its port, if the address names one);
 * - `domain`: the registrable domain of the public suffix list, its private part included, because the customers of
 *   one hosting service (`alice.github.io`, `bob.github.io`) share no template;
 * - `prefix:N`: the host and the first N folders of the path, for hosts that hold many sites (`/~alice/`).
 */
export type SiteBy = 'host' | 'domain' | `prefix:${number}`;

export type SiteKey = (raw: Pick<RawPage, 'url' | 'provenance'>) => string;

/** The registrable domain of a host name, or null where it has none. */
export type GetDomain = (hostname: string) => string | null;

/** Throws SITE_BY_BAD. The public suffix list is large: it is loaded for those who ask for domains. */
export async function loadSiteKey(siteBy: string = 'host'): Promise<SiteKey> {
  if (siteBy !== 'domain') return createSiteKey(siteBy);
  const { getDomain } = await import('tldts');
  return createSiteKey(siteBy, (hostname) => getDomain(hostname, { allowPrivateDomains: true }));
}

/** Throws SITE_BY_BAD. */
export function checkSiteBy(siteBy: string): void {
  if (siteBy !== 'domain') createSiteKey(siteBy);
}

/** Throws SITE_BY_BAD. */
export function createSiteKey(siteBy: string = 'host', getDomain?: GetDomain): SiteKey {
  const ofUrl = urlKey(siteBy, getDomain);
  return ({ url, provenance }) => {
    const parsed = url === undefined ? undefined : resolveUrl(url);
    // An address without a host (urn:, file:) tells no site.
    return parsed === undefined || parsed.host === '' ? placeKey(provenance) : ofUrl(parsed);
  };
}

function urlKey(siteBy: string, getDomain: GetDomain | undefined): (url: URL) => string {
  if (siteBy === 'host') return hostKey;
  // Hosts that have no registrable domain (`localhost`, an IP address, a public suffix) are sites of their own.
  if (siteBy === 'domain' && getDomain !== undefined) return (url) => getDomain(url.hostname) ?? hostKey(url);
  const count = /^prefix:([1-9]\d{0,2})$/.exec(siteBy)?.[1];
  if (count === undefined) throw new DehuskError('SITE_BY_BAD', { siteBy });
  return (url) => [hostKey(url), ...folders(url).slice(0, Number(count))].join('/');
}

/** `URL` has put the host into lower case, and writes the port only where it is not the scheme's own. */
function hostKey(url: URL): string {
  return url.host.replace(/^www\.(?=.)/, '');
}

/** The path's segments; a last one with an extension (`/about.html`) is a page and not a folder. */
function folders(url: URL): string[] {
  return url.pathname
    .replace(/\/[^/]*\.[^/]*$/, '/')
    .split('/')
    .filter((segment) => segment !== '');
}

/** Without an address, what was read together belongs together: the folder, or the file that holds many pages. */
function placeKey({ file, root, line, offset }: Provenance): string {
  if (file === '') return '-';
  if (line !== undefined || offset !== undefined) return file;
  return root ?? folderOf(file);
}

/** Name of the folder that a single page file lies in, so that `pages/*.html` is one site like `pages` is. */
function folderOf(file: string): string {
  return file === '-' ? file : (file.split(/[\\/]/).at(-2) ?? '.');
}
