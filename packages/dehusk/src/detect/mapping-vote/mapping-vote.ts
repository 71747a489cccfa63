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
import { countVotes, isTooMuchWork, type Mapping, scaledVotes } from '../../compare/mapping/mapping.ts';
import { type MapPages, mappings } from '../../compare/mapping/mappings.ts';
import { restrictPage } from '../../page/derived-page.ts';
import type { Page } from '../../page/page.ts';
import type { BatchDetector, Verdict } from '../detector.ts';
import { type MappingVoteOptions, mappingVoteDefaults } from './method.ts';

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

/** The verdict on the key page, from its mappings to all of `others`. */
export function voteTemplate(
  key: Page,
  others: readonly Page[],
  given: Partial<MappingVoteOptions> = {},
): Verdict {
  const options = { ...mappingVoteDefaults, ...given };
  const made = mapEach(key, others, options);
  const votes = countVotes(made, key.nodeCount);
  const asked = scaledVotes(options.votes, { wanted: options.others, had: made.length });
  return {
    template: Uint8Array.from(votes, (count) => (count > 0 && count >= asked ? 1 : 0)),
    score: Float32Array.from(votes, (count) => (made.length === 0 ? 0 : count / made.length)),
    // The node stands on the key page too.
    seen: Uint32Array.from(votes, (count) => count + 1),
    of: made.length + 1,
    version: 0,
  };
}

function mapEach(key: Page, others: readonly Page[], options: MappingVoteOptions): readonly Mapping[] {
  const map = mapPagesOf(options);
  return others.flatMap((other) => {
    try {
      return [map(key, other)];
    } catch (error) {
      if (isTooMuchWork(error)) return [];
      throw error;
    }
  });
}

function mapPagesOf({ mapping, mappingOptions }: MappingVoteOptions): MapPages {
  const map = mappings[mapping];
  return (key, other) => map(key, other, mappingOptions);
}

/**
 * The common template of k pages by folding (Definition 6 of Huang's thesis, reading H24): the template of the first
 * two pages is mapped to the third, what is mapped of it to the fourth, and so on. What is left is common to all.
 * Returns 1 for each node of the first page that belongs to it.
 *
 * It depends on the order of the pages, because a mapping that was the best for two pages need not be the one that
 * leaves most for the third.
 */
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
