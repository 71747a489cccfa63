/** What an address must look like to be fetched, told before anything is resolved. */
import { DehuskError } from '../../errors.ts';
import { badPorts } from './bad-ports.ts';

/** Servers and caches give up at 8,000 octets or earlier (RFC 9110, 4.1, asks them for that many). */
const maxUrlChars = 8_192;

/** The address that `given` means, without fragment; throws HTTP_URL_REFUSED. */
export function checkUrl(given: string, base?: URL): URL {
  if (!URL.canParse(given, base?.href)) throw refused(printable(given), 'it is no absolute URL');
  const url = new URL(given, base);
  url.hash = '';
  const rule = ruleAgainst(url);
  if (rule !== undefined) throw refused(shownUrl(url), rule);
  return url;
}

function ruleAgainst({ protocol, username, password, port, href }: URL): string | undefined {
  if (protocol !== 'http:' && protocol !== 'https:') return `${protocol} is neither http: nor https:`;
  if (username !== '' || password !== '') return 'it carries a user name or a password';
  if (port !== '' && badPorts.has(Number(port))) return `port ${port} is of another protocol`;
  return href.length > maxUrlChars ? `it is longer than ${maxUrlChars} characters` : undefined;
}

/** For messages: no password gets into a log, and no address fills it. */
export function shownUrl(url: URL): string {
  const shown = new URL(url);
  if (url.username !== '' || url.password !== '') shown.username = '***';
  shown.password = '';
  return printable(shown.href);
}

/** What a server wrote, safe to print: a terminal obeys control characters. */
export function printable(text: string): string {
  const short = text.length > 300 ? `${text.slice(0, 300)}…` : text;
  return short.replace(/[^\x20-\x7e…]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** One server under several spellings is one host; `example.com.` is `example.com`. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/\.+$/, '');
}

function refused(url: string, rule: string): DehuskError {
  return new DehuskError('HTTP_URL_REFUSED', { url, rule });
}
