/** What an address must look like to be fetched, before anything is resolved; and where redirects may lead. */
import { DehuskError } from '../../errors.ts';
import { resolveUrl } from '../../page/raw-page.ts';
import type { Answer } from './answer.ts';

/** Servers and caches give up at 8,000 octets or earlier (RFC 9110, 4.1, asks them for that many). */
const maxUrlChars = 8_192;

/** The address that `given` means, without fragment; throws HTTP_URL_REFUSED. */
export function checkUrl(given: string, base?: URL): URL {
  const url = resolveUrl(given, base?.href);
  if (url === undefined) throw refused(printable(given), 'it is no absolute URL');
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

/** The ports that no browser fetches from, because other protocols live there: the fetch standard's list. */
export const badPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

interface RedirectOptions {
  readonly maxRedirects: number;
  /** Whether a hop may lead from https to http, where anybody on the way can put in what he likes. */
  readonly mayDowngrade: boolean;
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The way from the address that was asked for to the one that answers, hop by hop. */
export class Redirects {
  readonly #first: URL;
  readonly #options: RedirectOptions;
  readonly #seen: Set<string>;

  constructor(first: URL, options: RedirectOptions) {
    this.#first = first;
    this.#options = options;
    this.#seen = new Set([first.href]);
  }

  /** Where the answer leads; undefined for one that is no redirect. Throws HTTP_REDIRECTS or HTTP_URL_REFUSED. */
  next({ url, status, fields }: Answer): URL | undefined {
    if (!redirectStatuses.has(status)) return undefined;
    const location = fields.get('location');
    if (location === undefined) throw this.#failure(`${shownUrl(url)} answers ${status} and names no target`);
    const target = checkUrl(location, url);
    const rule = this.#ruleAgainst(target, url);
    if (rule !== undefined) throw this.#failure(rule);
    this.#seen.add(target.href);
    return target;
  }

  #ruleAgainst(target: URL, from: URL): string | undefined {
    const { maxRedirects, mayDowngrade } = this.#options;
    if (this.#seen.has(target.href)) return `${shownUrl(from)} leads back to ${shownUrl(target)}`;
    if (this.#seen.size > maxRedirects) return `more than ${maxRedirects} redirects`;
    const isDowngrade = from.protocol === 'https:' && target.protocol === 'http:';
    return isDowngrade && !mayDowngrade ? `from https to http, at ${printable(target.href)}` : undefined;
  }

  #failure(rule: string): DehuskError {
    return new DehuskError('HTTP_REDIRECTS', { url: shownUrl(this.#first), rule });
  }
}
