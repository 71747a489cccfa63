/**
 * Folders that are named after hosts. wget and HTTrack put what they copy from a host into a folder of its name:
 * `example.org`, with a port `example.org:8080` (wget), `example.org+8080` (wget for Windows), `example.org_8080`
 * (HTTrack). wget can be told to put the protocol in front: `https/example.org`.
 *
 * A name is taken for a host only if it is sure: its last part must be a top-level domain that exists, or one that is
 * kept for tests and networks at home. `1.2.3.4` may be the version of something, so an IP address needs its port.
 */

/** RFC 2606, 6761, 6762, 7686 and what ICANN keeps free; the public suffix list has none of them. */
// biome-ignore format: a list of words
const reserved: ReadonlySet<string> = new Set(['example', 'invalid', 'localhost', 'test', 'local', 'onion', 'internal']);

/** Letters of every script: HTTrack writes international names as people do. */
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}_-]{0,61}[\\p{L}\\p{N}\\p{M}])?';
/** An underscore may stand inside a name, though not in the last part, where it leads to the port. */
const hostFolder = new RegExp(`^((?:${label}\\.)*${label.replace('_', '')})(?:[:+_](\\d{1,5}))?$`, 'u');
const ipAddress = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.|$)){4}$/;

/**
 * Host and path of a file at `path` below the folder `root`: by the name of its top folder, or else by that of the
 * folder that was named. Undefined where neither is the name of a host.
 */
export async function hostPathOf(root: string, path: string): Promise<string | undefined> {
  const [first = '', ...rest] = path.replace(/^https?\/(?=[^/]+\/)/, '').split('/');
  const host = rest.length === 0 ? undefined : await hostOf(first);
  if (host !== undefined) return [host, ...rest].join('/');
  const own = await hostOf(root);
  return own === undefined ? undefined : `${own}/${path}`;
}

/** Names come thousands of times, one after the other. */
const found = new Map<string, string | undefined>();
const maxFound = 1000;

async function hostOf(name: string): Promise<string | undefined> {
  if (found.has(name)) return found.get(name);
  const host = await readHost(name);
  if (found.size >= maxFound) found.clear();
  found.set(name, host);
  return host;
}

async function readHost(name: string): Promise<string | undefined> {
  const [, host = '', port] = hostFolder.exec(name) ?? [];
  if (host === '' || host.length > 253 || Number(port ?? 1) > 65_535) return undefined;
  const isHost = ipAddress.test(host) ? port !== undefined : await hasTopLevelDomain(host.toLowerCase());
  return isHost ? `${host.toLowerCase()}${port === undefined ? '' : `:${port}`}` : undefined;
}

async function hasTopLevelDomain(host: string): Promise<boolean> {
  if (host === 'localhost') return true;
  if (!host.includes('.') || /\.\d+$/.test(host)) return false;
  if (reserved.has(host.slice(host.lastIndexOf('.') + 1))) return true;
  // Large, and needed by few.
  const { parse } = await import('tldts');
  const { isIcann, domain } = parse(host, { allowPrivateDomains: false });
  return isIcann === true && domain !== null;
}
