/**
 * Template by vote: the key page is mapped to each of n other pages of its site, and a node that has a counterpart
 * on at least t of them is template.
 *
 * Readings H24 and A18: the mappings are made one by one, each with the whole key page. The theses print a loop that
 * shrinks the key page from pair to pair instead; that is a vote with t = n, and depends on the order of the pages.
 * It is here as `foldTemplate`, which is Definition 6 of Huang's thesis for more than two pages.
 *
 * Cost: n mappings a page. A pair that is over the mapping's budget gives no votes and is not counted among the n.
 */

import type { Mapping } from '../../compare/mapping/mapping.ts';
import { countVotes, scaledVotes } from '../../compare/mapping/mapping.ts';
import { DehuskError } from '../../errors.ts';
import type { Page } from '../../page/page.ts';
import type { BatchDetector, Verdict } from '../detector.ts';
import { mapPagesOf } from './map-pages-of.ts';
import { type MappingVoteOptions, mappingVoteDefaults } from './method.ts';

/** The verdict on the key page, from its mappings to all of `others`. */
export function voteTemplate(
  key: Page,
  others: readonly Page[],
  given: Partial<MappingVoteOptions> = {},
): Verdict {
  const options = { ...mappingVoteDefaults, ...given };
  const mappings = mapEach(key, others, options);
  const votes = countVotes(mappings, key.nodeCount);
  const asked = scaledVotes(options.votes, { wanted: options.others, had: mappings.length });
  return {
    template: Uint8Array.from(votes, (count) => (count > 0 && count >= asked ? 1 : 0)),
    score: Float32Array.from(votes, (count) => (mappings.length === 0 ? 0 : count / mappings.length)),
    // The node stands on the key page too.
    seen: Uint32Array.from(votes, (count) => count + 1),
    of: mappings.length + 1,
    version: 0,
  };
}

function mapEach(key: Page, others: readonly Page[], options: MappingVoteOptions): readonly Mapping[] {
  const map = mapPagesOf(options);
  return others.flatMap((other) => {
    try {
      return [map(key, other)];
    } catch (error) {
      if (error instanceof DehuskError && error.code === 'MAPPING_BUDGET') return [];
      throw error;
    }
  });
}

/** Each page of the batch is the key page once. */
export function createMappingVoteDetector(given: Partial<MappingVoteOptions> = {}): BatchDetector {
  const options = { ...mappingVoteDefaults, ...given };
  return {
    method: 'mapping-vote',
    judgeBatch: (pages) =>
      pages.map((key, i) => voteTemplate(key, othersOf(pages, i, options.others), options)),
  };
}

/**
 * The pages a key page is compared with, spread evenly over the batch: neighbours in a crawl are often of one section
 * and share what the rest of the site has not (27 real sites, F1 on pages labelled by reading: 0.919 spread, 0.912
 * with the next ones). A second capture of the key page, or of one that is taken already, would vote for content, so
 * the page after it is taken instead.
 */
function othersOf(pages: readonly Page[], keyIndex: number, count: number): readonly Page[] {
  const others: Page[] = [];
  const taken = new Set([identity(pages[keyIndex]!, keyIndex)]);
  const stride = Math.max(1, Math.floor(pages.length / (count + 1)));
  for (let nth = 1; nth <= count; nth++) {
    const index = firstFree(pages, keyIndex + nth * stride, taken);
    if (index === undefined) break;
    taken.add(identity(pages[index]!, index));
    others.push(pages[index]!);
  }
  return others;
}

/** From `start` on, round the end of the batch. */
function firstFree(
  pages: readonly Page[],
  start: number,
  taken: ReadonlySet<string | number>,
): number | undefined {
  for (let step = 0; step < pages.length; step++) {
    const index = (start + step) % pages.length;
    if (!taken.has(identity(pages[index]!, index))) return index;
  }
  return undefined;
}

/** Pages that nobody can name are all different. */
function identity({ id }: Page, index: number): string | number {
  return id === '' ? index : id;
}
