/** Pages from the web. */
import { type LoadPage, type Page, type PageLimits, parse } from '../../index.ts';
import type { Fetcher } from '../../node.ts';
import type { Messages } from '../messages.ts';

export interface FetchTask {
  readonly fetcher: Fetcher;
  readonly limits: PageLimits;
  readonly messages: Messages;
  readonly signal: AbortSignal;
}

/** Each page takes its time, so each is told of when it is asked for. */
export function createFetchPage({
  fetcher,
  limits,
  messages,
  signal,
}: FetchTask): (url: string) => Promise<Page> {
  let fetched = 0;
  return async (url) => {
    messages.info('fetch', `fetching page ${++fetched}: ${url}`, { url, nth: fetched });
    return parse(await fetcher.fetchPage(url, { signal }), { limits });
  };
}

/** Pages at hand come first; those that are not are fetched. */
export function orFetched(load: LoadPage, fetchPage: (url: string) => Promise<Page>): LoadPage {
  return async (url) => (await load(url)) ?? fetchPage(url);
}
