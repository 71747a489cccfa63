/** Which site a page belongs to: the key under which pages share templates, and under which state is kept. */
import { DehuskError } from '../errors.ts';
import { absoluteUrl, type Provenance, type RawPage, resolveUrl } from '../page/raw-page.ts';

/**
 * What a site is:
 *
 * - `host`: the host without `www.` (and with its port, if the address names one);
 * - `domain`: the registrable domain of the public suffix list, its private part included, because the customers of
 *   one hosting service (`alice.github.io`, `bob.github.io`) share no template;
 * - `prefix:N`: the host and the first N folders of the path, for hosts that hold many sites (`/~alice/`).
 *
 * A page file without an address is of the host that a folder is named after, as copying programs name them; else of the
 * folder that was read, with `prefix:N` of its first N folders.
 */
export type SiteBy = 'host' | 'domain' | `prefix:${number}`;

export type SiteKey = (raw: Pick<RawPage, 'url' | 'provenance'>) => string;

/** The registrable domain of a host name, or null where it has none. */
export type GetDomain = (hostname: string) => string | null;

/** Throws SITE_BY_BAD. The public suffix list is large: it is loaded for those who ask for domains. */
export async function loadSiteKey(siteBy?: string): Promise<SiteKey> {
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
  const folderCount = foldersIn(siteBy);
  const ofUrl = urlKey(siteBy, folderCount, getDomain);
  return (raw) => {
    const address = siteAddress(raw);
    return address === undefined ? placeKey(raw.provenance, folderCount) : ofUrl(address);
  };
}

/** The N of `prefix:N`; 0 for the others. */
function foldersIn(siteBy: string): number {
  return Number(/^prefix:([1-9]\d{0,2})$/.exec(siteBy)?.[1] ?? 0);
}

/** What tells the site of a page; undefined where only its place does. */
export function siteAddress({ url, provenance }: Parameters<SiteKey>[0]): URL | undefined {
  const address = url === undefined ? copiedAddress(provenance) : absoluteUrl(url);
  // An address without a host (urn:, file:) tells no site.
  return address === undefined || address.host === '' ? undefined : address;
}

/** Whether the site of a page is told as was asked, and not by nothing but the file or folder that was read. */
export function tellsSite(siteBy: string, raw: Parameters<SiteKey>[0]): boolean {
  const { root, line, offset } = raw.provenance;
  const hasFolders = root !== undefined && line === undefined && offset === undefined;
  return siteAddress(raw) !== undefined || (foldersIn(siteBy) > 0 && hasFolders);
}

/** Of a page file in the folder of a host. Which protocol it came by does not matter to its site. */
function copiedAddress({ hostPath, line, offset }: Provenance): URL | undefined {
  if (hostPath === undefined || line !== undefined || offset !== undefined) return undefined;
  return resolveUrl(`http://${hostPath.replace(/[?#\\]/g, '_')}`);
}

function urlKey(siteBy: string, folderCount: number, getDomain?: GetDomain): (url: URL) => string {
  if (siteBy === 'host') return hostKey;
  // Hosts that have no registrable domain (`localhost`, an IP address, a public suffix) are sites of their own.
  if (siteBy === 'domain' && getDomain !== undefined) return (url) => getDomain(url.hostname) ?? hostKey(url);
  if (folderCount === 0) throw new DehuskError('SITE_BY_BAD', { siteBy });
  return (url) => [hostKey(url), ...folders(url.pathname).slice(0, folderCount)].join('/');
}

/**
 * `URL` has put the host into lower case, and writes the port only where it is not the scheme's own. A last dot only says
 * that the name is whole.
 */
function hostKey(url: URL): string {
  return url.host.replace(/^www\.(?=.)|\.(?=:|$)/g, '');
}

/** The path's segments; a last one with an extension (`/about.html`) is a page and not a folder. */
function folders(path: string): string[] {
  return path
    .replace(/\/[^/]*\.[^/]*$/, '/')
    .split('/')
    .filter((segment) => segment !== '');
}

/** Without an address, what was read together belongs together: the folder, or the file that holds many pages. */
function placeKey({ file, root, path = '', line, offset }: Provenance, folderCount: number): string {
  if (file === '') return '-';
  if (line !== undefined || offset !== undefined) return file;
  if (root === undefined) return folderOf(file);
  // The last segment is the file.
  return [root, ...path.split('/').slice(0, -1).slice(0, folderCount)].join('/');
}

/** Name of the folder that a single page file lies in, so that `pages/*.html` is one site like `pages` is. */
function folderOf(file: string): string {
  return file === '-' ? file : (file.split(/[\\/]/).at(-2) ?? '.');
}
