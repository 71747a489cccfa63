/**
 * The common template of k pages by folding (Definition 6 of Huang's thesis, reading H24): the template of the first
 * two pages is mapped to the third, what is mapped of it to the fourth, and so on. What is left is common to all.
 *
 * It depends on the order of the pages, because a mapping that was the best for two pages need not be the one that
 * leaves most for the third.
 */

import { restrictPage } from '../../page/derived-page.ts';
import type { Page } from '../../page/page.ts';
import { mapPagesOf } from './map-pages-of.ts';
import { type MappingVoteOptions, mappingVoteDefaults } from './method.ts';

/** For each node of the first page: 1 if it belongs to the template of all the pages. */
export function foldTemplate(
  [key, ...others]: readonly [Page, ...Page[]],
  given: Partial<Pick<MappingVoteOptions, 'mapping' | 'mappingOptions'>> = {},
): Uint8Array {
  const map = mapPagesOf({ ...mappingVoteDefaults, ...given });
  const template = new Uint8Array(key.nodeCount).fill(1);
  for (const other of others) {
    const { page, nodes } = restrictPage(key, template);
    const mapping = map(page, other);
    template.fill(0);
    for (let node = 0; node < nodes.length; node++) {
      if (mapping.other[node] !== -1) template[nodes[node]!] = 1;
    }
  }
  return template;
}
