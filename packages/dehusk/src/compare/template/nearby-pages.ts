/** Which of the pages at hand to look at, where links do not lead to enough pages. */
import { resolveUrl } from '../../page/raw-page.ts';
import { siteHost } from '../links/link-nodes.ts';

/** So many of the addresses, the one first that is most like the key page's; equals stay in their order. */
export function nearestAddresses(keyUrl: string, urls: readonly string[], count: number): readonly string[] {
  if (count <= 0) return [];
  const key = addressWords(keyUrl);
  return urls
    .map((url) => ({ url, likeness: likeness(key, addressWords(url)) }))
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, count)
    .map(({ url }) => url);
}

/** Host, folders and name; of the query the names of its parts, which tell what kind of page it is. */
function addressWords(url: string): readonly string[] {
  const resolved = resolveUrl(url);
  if (resolved === undefined) return [];
  const path = resolved.pathname.split('/').filter((word) => word !== '');
  return [siteHost(resolved.host), ...path, ...resolved.searchParams.keys()];
}

/** Words that both begin with count for, and each level that one is deeper counts against. */
function likeness(key: readonly string[], other: readonly string[]): number {
  let shared = 0;
  while (shared < key.length && shared < other.length && key[shared] === other[shared]) shared++;
  return 2 * shared - Math.abs(key.length - other.length);
}

/**
 * All items, in an order whose beginning, however long, is spread over all of them: the first, the middle, the quarters
 * and so on. An input is often sorted by section, and its first pages would tell of one only.
 */
export function* evenly<Item>(items: readonly Item[]): Generator<Item> {
  const bits = Math.ceil(Math.log2(Math.max(2, items.length)));
  for (let step = 0; step < 2 ** bits; step++) {
    const place = reversed(step, bits);
    if (place < items.length) yield items[place]!;
  }
}

/** The bits of a number, the last first. */
function reversed(number: number, bits: number): number {
  let result = 0;
  for (let bit = 0; bit < bits; bit++) result += ((number >> bit) & 1) * 2 ** (bits - 1 - bit);
  return result;
}
