/**
 * The keyed hash of paths: each step mixes the hash of the tag's name into the parent's path hash. Names are hashed with
 * the key, so the mix works on numbers unknown to the page's author.
 */
import { Hasher, type HashKey } from './hash.ts';
import { type Page, TEXT } from './page.ts';

/** One step of the path hash, high half. */
export function pathStepHigh(parentHigh: number, nameHigh: number): number {
  const mixed = Math.imul(parentHigh ^ nameHigh, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** One step of the path hash, low half; `high` is the new high half, so that the lanes do not stay apart. */
export function pathStepLow(parentLow: number, nameLow: number, high: number): number {
  const mixed = Math.imul(parentLow ^ nameLow ^ ((high << 13) | (high >>> 19)), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

/** Fills the node table's own column: the path of tag names. Parents come before their children. */
export function addPathHashes(
  columns: Pick<Page, 'tag' | 'parent' | 'pathHashHigh' | 'pathHashLow'>,
  names: { readonly high: Uint32Array; readonly low: Uint32Array },
): void {
  const { tag, parent, pathHashHigh, pathHashLow } = columns;
  for (let node = 0; node < tag.length; node++) {
    const above = parent[node]!;
    const high = above === -1 ? 0 : pathHashHigh[above]!;
    const low = above === -1 ? 0 : pathHashLow[above]!;
    const own = tag[node]!;
    const nextHigh = own === TEXT ? high : pathStepHigh(high, names.high[own]!);
    pathHashHigh[node] = nextHigh;
    pathHashLow[node] = own === TEXT ? low : pathStepLow(low, names.low[own]!, nextHigh);
  }
}

/**
 * What makes two paths the same. The node table has the hash of the tag names; adding classes tells a sidebar from
 * an article, adding positions tells one list item from the next.
 */
export const pathIdentities = ['tags', 'tags+class', 'tags+index'] as const;
export type PathIdentity = (typeof pathIdentities)[number];

export interface PathHashes {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

/** Makes the function that hashes the paths of a page, node by node; a text node has its parent's. */
export function createPathHashes(identity: PathIdentity, key: HashKey): (page: Page) => PathHashes {
  if (identity === 'tags') return (page) => ({ high: page.pathHashHigh, low: page.pathHashLow });
  const hasher = new Hasher(key);
  return (page) => (identity === 'tags+class' ? withClasses(page, hasher) : withPositions(page));
}

/** Each step of the tag path is followed by a step with the element's classes. */
function withClasses(page: Page, { scan }: Hasher): PathHashes {
  const lists = page.classLists.map((names) => {
    const spelled = names.join(' ');
    scan.scan(spelled, 0, spelled.length, false);
    return { high: names.length === 0 ? 0 : scan.hashHigh, low: names.length === 0 ? 0 : scan.hashLow };
  });
  return extendPaths(page, (node) => lists[page.classList[node]!]!);
}

/** The position among the siblings of the same tag, from 1. */
function withPositions(page: Page): PathHashes {
  const counts = new Map<number, number>();
  return extendPaths(page, (node) => {
    const siblings = page.parent[node]! * 2 ** 16 + page.tag[node]!;
    const position = (counts.get(siblings) ?? 0) + 1;
    counts.set(siblings, position);
    return { high: position, low: Math.imul(position, 0x9e3779b1) >>> 0 };
  });
}

function extendPaths(
  page: Page,
  own: (node: number) => { readonly high: number; readonly low: number },
): PathHashes {
  const { nodeCount, parent, tag, pathHashHigh, pathHashLow } = page;
  const high = new Uint32Array(nodeCount);
  const low = new Uint32Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    const above = parent[node]!;
    if (tag[node] === TEXT) {
      high[node] = high[above]!;
      low[node] = low[above]!;
      continue;
    }
    // What the ancestors added, this element's tag path, and what it adds itself.
    const { high: ownHigh, low: ownLow } = own(node);
    const soFarHigh = pathStepHigh(above < 0 ? 0 : high[above]!, pathHashHigh[node]!);
    const soFarLow = pathStepLow(above < 0 ? 0 : low[above]!, pathHashLow[node]!, soFarHigh);
    high[node] = pathStepHigh(soFarHigh, ownHigh);
    low[node] = pathStepLow(soFarLow, ownLow, high[node]!);
  }
  return { high, low };
}
