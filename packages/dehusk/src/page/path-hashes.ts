/**
 * Path hashes by other identities than tags alone. The node table has the hash of the tag names; adding classes
 * tells a sidebar from an article, adding positions tells one list item from the next.
 */
import { Hasher } from './hasher.ts';
import { type Page, TEXT } from './page.ts';
import { type HashKey, pathStepHigh, pathStepLow } from './text-hash.ts';

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
    const place = page.parent[node]! * 2 ** 16 + page.tag[node]!;
    const position = (counts.get(place) ?? 0) + 1;
    counts.set(place, position);
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
