/** How a key page is mapped to another, with the options of `template` that change the mapping. */

import type { Page } from '../../page/page.ts';
import { restrictPage } from '../../page/restrict.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { mappings } from '../mapping/mappings.ts';
import { followMoved } from '../mapping/moved.ts';
import { mainContent } from './main-content.ts';
import type { TemplateOptions } from './options.ts';

export function createKeyMapping(
  page: Page,
  options: Pick<TemplateOptions, 'mapping' | 'followMoved' | 'cutMain'>,
): (other: Page) => Mapping {
  const map = mappings[options.mapping];
  const mapWhole = (key: Page, other: Page): Mapping => {
    const mapping = map(key, other);
    return options.followMoved ? followMoved([key, other], mapping) : mapping;
  };
  if (!options.cutMain) return (other) => mapWhole(page, other);
  const cut = restrictPage(page, withoutMain(page));
  return (other) => widen(mapWhole(cut.page, other), cut.nodes, page.nodeCount);
}

/** 1 for every node that is not below the element of the main content: its place is still compared. */
function withoutMain(page: Page): Uint8Array {
  const main = mainContent(page);
  return new Uint8Array(page.nodeCount).fill(1).fill(0, main + 1, page.subtreeEnd[main]!);
}

/** A mapping of some nodes of a page as one of the page. */
function widen({ other, size }: Mapping, nodes: Int32Array, nodeCount: number): Mapping {
  const whole = new Int32Array(nodeCount).fill(-1);
  for (let node = 0; node < nodes.length; node++) whole[nodes[node]!] = other[node]!;
  return { other: whole, size };
}
