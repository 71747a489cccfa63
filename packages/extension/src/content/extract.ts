/**
 * The tab's part in Extract: pages that the background asks for are fetched one after the other, with a pause, and read
 * by the browser itself.
 */
import { copyWhole } from '../copy/copy-document.ts';
import { type ComparedPage, type LoadedPage, Problem } from '../protocol.ts';
import { inSlices } from '../slices.ts';
import { fetchPage } from './fetch-page.ts';

/** Between two fetches: a reader who opens one tab after the other is not slower. */
const PAUSE_MS = 250;

export class SiblingPages {
  readonly #withCookies: boolean;
  readonly #loaded: (pages: readonly ComparedPage[]) => void;
  /** By address: the background may ask twice, if it is ended and begins anew. */
  readonly #pages = new Map<string, Promise<LoadedPage>>();
  readonly #outcomes = new Map<string, ComparedPage>();
  #last: Promise<unknown> = Promise.resolve();
  #needsSite = false;

  /** `loaded` is told all pages that were fetched so far. */
  constructor(withCookies: boolean, loaded: (pages: readonly ComparedPage[]) => void) {
    this.#withCookies = withCookies;
    this.#loaded = loaded;
  }

  /** A page could not be fetched, and might be if the user allowed the site. */
  get needsSite(): boolean {
    return this.#needsSite;
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
      const { url: found, html } = await fetchPage(url, this.#withCookies);
      const parsed = new DOMParser().parseFromString(html, 'text/html');
      const { copy } = await inSlices(copyWhole(parsed));
      outcome = 'page';
      return { url: found, copy };
    } catch (error) {
      this.#needsSite ||= error instanceof Problem && error.messageName === 'problemNeedsSite';
      throw error;
    } finally {
      this.#outcomes.set(url, { url, outcome });
      this.#loaded([...this.#outcomes.values()]);
    }
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
