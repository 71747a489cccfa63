/** What is wrong with a mapping, in words; nothing if it is a valid ordered top-down mapping. */
import { type Labels, labelPages } from '../../packages/dehusk/src/compare/mapping/labels.ts';
import type { Mapping } from '../../packages/dehusk/src/compare/mapping/mapping.ts';
import type { Page } from '../../packages/dehusk/src/page/page.ts';

export function faultOf(
  key: Page,
  other: Page,
  mapping: Mapping,
  labels: Labels = labelPages(key, other),
): string | undefined {
  return oneToOneFault(key, other, mapping, labels) ?? topDownFault(key, other, mapping);
}

/** What every mapping must be, bottom-up too: pairs of equal label, no node in two pairs. */
export function oneToOneFault(
  key: Page,
  other: Page,
  mapping: Mapping,
  labels: Labels = labelPages(key, other),
): string | undefined {
  if (mapping.other.length !== key.nodeCount) return 'not of the length of the key page';
  const taken = new Uint8Array(other.nodeCount);
  let pairs = 0;
  for (let node = 0; node < key.nodeCount; node++) {
    const counterpart = mapping.other[node]!;
    if (counterpart === -1) continue;
    if (counterpart < 0 || counterpart >= other.nodeCount) return `${node} → ${counterpart} does not exist`;
    if (taken[counterpart] === 1) return `${counterpart} is taken twice`;
    taken[counterpart] = 1;
    pairs++;
    if (labels.key[node] !== labels.other[counterpart]) return `${node} → ${counterpart} has another label`;
  }
  return pairs === mapping.size ? undefined : `size ${mapping.size}, but ${pairs} pairs`;
}

function topDownFault(key: Page, other: Page, mapping: Mapping): string | undefined {
  let last = -1;
  for (let node = 0; node < key.nodeCount; node++) {
    const counterpart = mapping.other[node]!;
    if (counterpart === -1) continue;
    const parent = key.parent[node]!;
    const parentCounterpart = parent === -1 ? -1 : mapping.other[parent]!;
    if (parentCounterpart !== other.parent[counterpart]) return `the parent of ${node} is not mapped with it`;
    // Parents go with parents: then siblings in order and document order are the same.
    if (counterpart <= last) return `${node} → ${counterpart} is out of order`;
    last = counterpart;
  }
  return undefined;
}
