/**
 * What is a page's own though no reader sees a text of it: pictures, and texts that are hidden, such as the title. To a
 * reader they are content, wherever the same box stands on every page.
 */
import { NodeFlag, type Page, TEXT } from '../../page/page.ts';
import { shownMedia } from '../mapping/shown-things.ts';

/** Seen on one page more, a picture may be an article's that a list shows too. */
const MIN_PAGES = 2;

/** 1 for the pictures and hidden texts that too few of the other pages have. */
export function ownThings(page: Page, others: readonly Page[]): Uint8Array {
  const isOwn = new Uint8Array(page.nodeCount);
  const pageCounts = new Map<string, number>();
  for (const other of others)
    for (const thing of new Set(thingsOf(other).values()))
      pageCounts.set(thing, (pageCounts.get(thing) ?? 0) + 1);
  const enough = Math.min(MIN_PAGES, others.length);
  for (const [node, thing] of thingsOf(page)) {
    if ((pageCounts.get(thing) ?? 0) >= enough) continue;
    isOwn[node] = 1;
    // An element that is there for nothing but this text, such as the title.
    const above = page.parent[node]!;
    if (page.tag[node] === TEXT && page.subtreeEnd[above] === above + 2) isOwn[above] = 1;
  }
  return isOwn;
}

function thingsOf(page: Page): ReadonlyMap<number, string> {
  const things = new Map(shownMedia(page));
  for (let node = 1; node < page.nodeCount; node++)
    if (page.tag[node] === TEXT && (page.flags[node]! & NodeFlag.hidden) !== 0)
      things.set(node, `${page.textHashHigh[node]} ${page.textHashLow[node]}`);
  return things;
}
