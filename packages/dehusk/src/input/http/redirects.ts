/** The way from the address that was asked for to the one that answers, hop by hop. */
import { DehuskError } from '../../errors.ts';
import type { Answer } from './answer.ts';
import { checkUrl, printable, shownUrl } from './url-rules.ts';

export interface RedirectOptions {
  readonly maxRedirects: number;
  /** Whether a hop may lead from https to http, where anybody on the way can put in what he likes. */
  readonly mayDowngrade: boolean;
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

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
