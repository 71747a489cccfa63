/**
 * The tab's part in Extract: pages that the background asks for are fetched one after the other, with a pause, and read
 * by the browser itself.
 */
import { copyWhole } from '../copy/copy-document.ts';
import { fetchHtml } from '../fetch-html.ts';
import { askUntilAnswered, type ComparedPage, type FetchedPage, type LoadedPage } from '../protocol.ts';
import { inSlices } from '../slices.ts';

/** Between two fetches: a reader who opens one tab after the other is not slower. */
const PAUSE_MS = 250;

export class SiblingPages {
  readonly #withCookies: boolean;
  readonly #loaded: (pages: readonly ComparedPage[]) => void;
  /** By address: the background may ask twice, if it is ended and begins anew. */
  readonly #pages = new Map<string, Promise<LoadedPage>>();
  readonly #outcomes = new Map<string, ComparedPage>();
  #last: Promise<unknown> = Promise.resolve();

  /** `loaded` is told all pages that were fetched so far. */
  constructor(withCookies: boolean, loaded: (pages: readonly ComparedPage[]) => void) {
    this.#withCookies = withCookies;
    this.#loaded = loaded;
  }

  load(url: string): Promise<LoadedPage> {
    const known = this.#pages.get(url);
    if (known !== undefined) return known;
    const isFirst = this.#pages.size === 0;
    const page = this.#last.then(() => (isFirst ? undefined : pause())).then(() => this.#fetch(url));
    this.#last = page.catch(() => undefined);
    this.#pages.set(url, page);
    return page;
  }

  async #fetch(url: string): Promise<LoadedPage> {
    let outcome = 'failed';
    try {
      const { url: found, html } = await fetchSibling(url, this.#withCookies);
      const parsed = new DOMParser().parseFromString(html, 'text/html');
      const { copy } = await inSlices(copyWhole(parsed));
      outcome = 'page';
      return { url: found, copy };
    } finally {
      this.#outcomes.set(url, { url, outcome });
      this.#loaded([...this.#outcomes.values()]);
    }
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}

/** Some pages forbid their own scripts, and in Firefox ours with them, to fetch anything. */
async function fetchSibling(url: string, withCookies: boolean): Promise<FetchedPage> {
  try {
    return await fetchHtml(url, withCookies);
  } catch (error) {
    // By its name: in Firefox it is an error of the page's own world.
    if ((error as Error).name !== 'TypeError' || !navigator.onLine) throw error;
    return askUntilAnswered<FetchedPage>({ type: 'fetch-page', url });
  }
}
