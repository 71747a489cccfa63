/**
 * A page, the pages of its site that it links to, and those that these link to: what a benchmark of TECO is made of
 * (6.2), fetched level by level. Links are taken in the order of the pages; other hosts are left out.
 */
import { DehuskError, type Page, parse } from 'dehusk';
import type { Fetcher } from 'dehusk/node';
import { readLinks } from 'dehusk/parts';
import { identityOf } from './local-links.ts';

export interface MirrorOptions {
  /** Of links away from the key page. */
  readonly levels: number;
  /** Fetched in all, the key page included. */
  readonly maxPages: number;
  readonly onPage?: (url: string, fetched: number) => void;
  /** Of a page that could not be had; the others are fetched all the same. */
  readonly onFailure?: (url: string, error: DehuskError) => void;
}

export interface Mirror {
  /** The key page first. */
  readonly pages: readonly Page[];
  /** Where addresses led that are none of the pages': identities of what links say, and of the page. */
  readonly moved: ReadonlyMap<string, string>;
  /** Links that `maxPages` left no room for. */
  readonly leftOut: number;
}

/** Throws if the key page cannot be had. */
export async function mirrorSite(
  keyUrl: string,
  fetcher: Pick<Fetcher, 'fetchPage'>,
  options: MirrorOptions,
): Promise<Mirror> {
  const pages = new Map<string, Page>();
  const moved = new Map<string, string>();
  const asked = new Set<string>();
  let host: string | undefined;
  const take = async (url: string): Promise<Page | undefined> => {
    const page = parse(await fetcher.fetchPage(url));
    options.onPage?.(url, asked.size);
    const identity = identityOf(page.url!);
    // The key page may have moved; all others are where it is.
    host ??= hostOf(page.url!);
    if (hostOf(page.url!) !== host) return undefined;
    if (identity !== identityOf(url)) moved.set(identityOf(url), identity);
    if (pages.has(identity)) return undefined;
    pages.set(identity, page);
    return page;
  };
  asked.add(identityOf(keyUrl));
  let level: readonly Page[] = [(await take(keyUrl))!];
  let leftOut = 0;
  for (let away = 1; away <= options.levels; away++) {
    const next: Page[] = [];
    for (const url of level.flatMap(readLinks).map((link) => link.url)) {
      if (hostOf(url) !== host || asked.has(identityOf(url)) || pages.has(identityOf(url))) continue;
      asked.add(identityOf(url));
      if (asked.size > options.maxPages) leftOut++;
      else next.push(...((await tried(url, take, options)) ?? []));
    }
    level = next;
  }
  return { pages: [...pages.values()], moved, leftOut };
}

function hostOf(url: string): string {
  return new URL(url).host;
}

async function tried(
  url: string,
  take: (url: string) => Promise<Page | undefined>,
  { onFailure }: MirrorOptions,
): Promise<readonly Page[] | undefined> {
  try {
    const page = await take(url);
    return page && [page];
  } catch (error) {
    if (!(error instanceof DehuskError)) throw error;
    onFailure?.(url, error);
    return undefined;
  }
}
