/** A page of the web as text, decoded by the browser. */
import type { FetchedPage } from './protocol.ts';

const TIMEOUT_MS = 15_000;
/** As in the rest of dehusk: what is larger is no page. */
const MOST_CHARS = 32 * 1024 * 1024;

/** Throws what is wrong with it, in words. */
export async function fetchHtml(url: string, withCookies: boolean): Promise<FetchedPage> {
  const response = await fetch(url, {
    credentials: withCookies ? 'include' : 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: 'text/html' },
  });
  if (!response.ok) throw new Error(`${response.status}`);
  const type = response.headers.get('content-type') ?? '';
  if (!/html/i.test(type)) throw new Error(type);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length > MOST_CHARS) throw new Error(`${bytes.length}`);
  return { url: response.url, html: new TextDecoder(charsetOf(type, bytes)).decode(bytes) };
}

/** What the server says, else what the page says of itself; the rest is read as most of the web is. */
function charsetOf(type: string, bytes: Uint8Array): string {
  const named =
    /charset\s*=\s*["']?([^\s"';]+)/i.exec(type)?.[1] ??
    /<meta[^>]+charset\s*=\s*["']?([^\s"'/>]+)/i.exec(
      new TextDecoder('latin1').decode(bytes.subarray(0, 4096)),
    )?.[1];
  try {
    return new TextDecoder(named ?? 'utf-8').encoding;
  } catch {
    // No encoding is called so.
    return 'utf-8';
  }
}
