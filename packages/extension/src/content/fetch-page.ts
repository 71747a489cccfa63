/** A page of the site, fetched from the tab. */
import { fetchHtml } from '../fetch-html.ts';
import { askUntilAnswered, type FetchedPage } from '../protocol.ts';

/** Some pages forbid their own scripts, and in Firefox ours with them, to fetch anything: then the background does. */
export async function fetchPage(url: string, withCookies: boolean): Promise<FetchedPage> {
  try {
    return await fetchHtml(url, withCookies);
  } catch (error) {
    // By its name: in Firefox it is an error of the page's own world.
    if ((error as Error).name !== 'TypeError' || !navigator.onLine) throw error;
    return askUntilAnswered<FetchedPage>({ type: 'fetch-page', url });
  }
}
