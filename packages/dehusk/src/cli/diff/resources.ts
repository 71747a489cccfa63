/**
 * Style sheets and pictures of a page that are at hand: beside its file, or in the archive that it came from. Nothing is
 * fetched for them. They are written into the view, so that it stays one file that needs no network.
 */
import { open } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type PageResources, pageLinks } from '../../compare/diff/page-resources.ts';
import { readResources } from '../../input/open-inputs.ts';
import type { Page } from '../../page/page.ts';
import { normalUrl, type RawPage } from '../../page/raw-page.ts';

interface Resource {
  readonly bytes: Uint8Array;
  readonly type: string;
}

/** What is at an address, if it is at hand. */
type ReadResource = (address: string) => Promise<Resource | undefined>;

/** Of one picture or style sheet, and of all of a page: a view of more would hardly open. */
const MOST_BYTES = 2 * 1024 * 1024;
const MOST_TOTAL_BYTES = 16 * 1024 * 1024;
/** Style sheets that import others, and these more. */
const MOST_DEPTH = 3;

export async function findResources(raw: RawPage, page: Page, signal: AbortSignal): Promise<PageResources> {
  const { file, offset, line } = raw.provenance;
  const isFile = offset === undefined && line === undefined && file !== '-' && !/^https?:/i.test(file);
  if (isFile) return collect(page, pathToFileURL(file).href, besideFile(raw));
  const isArchived = offset !== undefined && line === undefined && file !== '-';
  if (!isArchived || raw.url === undefined) return none;
  // The whole archive is read once more: only if the page names something.
  const { sheets, pictures } = pageLinks(page);
  if (sheets.length + pictures.length === 0) return none;
  return collect(page, raw.url, await inArchive(file, raw.url, signal));
}

const none: PageResources = { style: '', pictures: new Map() };

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.bmp': 'image/bmp',
  '.ico': 'image/x-icon',
  '.svg': 'image/svg+xml',
};

/** Files below the folder that was read; of a page that was named alone, below the folder above its own. */
function besideFile({ provenance }: RawPage): ReadResource {
  const { file, path: below } = provenance;
  const own = path.resolve(path.dirname(file));
  const root =
    below === undefined ? path.dirname(own) : own.slice(0, own.length - path.dirname(below).length);
  return async (address) => {
    const url = new URL(address);
    if (url.protocol !== 'file:' || url.host !== '') return undefined;
    const found = fileURLToPath(new URL(url.pathname, 'file:'));
    const type = types[path.extname(found).toLowerCase()];
    if (type === undefined || !found.startsWith(path.join(root, path.sep))) return undefined;
    const bytes = await readSmall(found);
    return bytes && { bytes, type };
  };
}

async function readSmall(file: string): Promise<Uint8Array | undefined> {
  try {
    await using handle = await open(file);
    const { size } = await handle.stat();
    return size > MOST_BYTES ? undefined : new Uint8Array(await handle.readFile());
  } catch {
    // It is not at hand, for whatever reason.
    return undefined;
  }
}

/** Of several captures the one that comes last counts. */
async function inArchive(file: string, pageUrl: string, signal: AbortSignal): Promise<ReadResource> {
  const { host } = new URL(pageUrl);
  const found = new Map<string, Resource>();
  let total = 0;
  for await (const { url, bytes, contentType = '' } of readResources(file, {
    maxPageBytes: MOST_BYTES,
    signal,
  })) {
    // Those of other sites are held only while there is room.
    if (url === undefined || (total > MOST_TOTAL_BYTES && new URL(url).host !== host)) continue;
    total += bytes.length;
    found.set(normalUrl(url), { bytes, type: contentType.replace(/\s*[;,].*$/s, '').toLowerCase() });
  }
  return async (address) => found.get(normalUrl(address));
}

async function collect(page: Page, base: string, read: ReadResource): Promise<PageResources> {
  const { sheets, pictures } = pageLinks(page);
  const reader = new ResourceReader(read);
  let style = '';
  for (const { address, media } of sheets) {
    const css = await reader.style(address, base, 0);
    style += media === '' || css === '' ? css : `@media ${media}{${css}}\n`;
  }
  const found = new Map<string, string>();
  for (const address of new Set(pictures)) {
    const data = await reader.picture(address, base);
    if (data !== undefined) found.set(address, data);
  }
  return { style, pictures: found };
}

class ResourceReader {
  readonly #read: ReadResource;
  #left = MOST_TOTAL_BYTES;

  constructor(read: ReadResource) {
    this.#read = read;
  }

  async picture(address: string, base: string): Promise<string | undefined> {
    const found = await this.#find(address, base);
    if (found === undefined || !found.type.startsWith('image/')) return undefined;
    return `data:${found.type};base64,${Buffer.from(found.bytes).toString('base64')}`;
  }

  /** With what it imports in its place, and its pictures inside. */
  async style(address: string, base: string, depth: number): Promise<string> {
    const found = depth > MOST_DEPTH ? undefined : await this.#find(address, base);
    if (found === undefined || found.type !== 'text/css') return '';
    const own = new URL(address, base).href;
    const imports = /@import\s+(?:url\(\s*)?["']?([^"')\s;]+)["']?\s*\)?[^;]*;/gi;
    const imported = await replaceAsync(new TextDecoder().decode(found.bytes), imports, ([, other]) =>
      this.style(other!, own, depth + 1),
    );
    return replaceAsync(imported, /url\(\s*(["']?)([^"')]+)\1\s*\)/gi, async ([written, , other]) => {
      if (/^(?:data:|#)/i.test(other!)) return written;
      const data = await this.picture(other!.trim(), own);
      return data === undefined ? 'url("data:,")' : `url("${data}")`;
    });
  }

  async #find(address: string, base: string): Promise<Resource | undefined> {
    if (!URL.canParse(address, base)) return undefined;
    const found = await this.#read(new URL(address, base).href);
    if (found === undefined || found.bytes.length > this.#left) return undefined;
    this.#left -= found.bytes.length;
    return found;
  }
}

async function replaceAsync(
  text: string,
  pattern: RegExp,
  replacement: (match: RegExpExecArray) => Promise<string>,
): Promise<string> {
  let replaced = '';
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    replaced += text.slice(at, match.index) + (await replacement(match));
    at = match.index + match[0].length;
  }
  return replaced + text.slice(at);
}
