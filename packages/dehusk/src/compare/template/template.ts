/**
 * The template of one page (Alarte 2014): the few pages that share it are found by the page's links, the page is
 * mapped to each of them, and what enough of them have too is template. It works on the first page of a site, when
 * a method that learns from page to page has learned nothing yet.
 *
 * Cost: the loads, and a mapping for each page that was loaded.
 */
import type { Verdict } from '../../detect/detector.ts';
import { DehuskError } from '../../errors.ts';
import type { Page } from '../../page/page.ts';
import { countVotes, type Mapping, scaledVotes } from '../mapping/mapping.ts';
import { createKeyMapping } from './key-mapping.ts';
import { findSiblings, type PageSource, type Siblings } from './siblings.ts';
import type { TemplateOptions } from './template-options.ts';

/** The pages that a key page is compared with; none are no failure here. Throws for a page without an address. */
export async function compareWithOthers(
  page: Page,
  source: PageSource,
  options: TemplateOptions,
): Promise<Siblings> {
  const { url } = page;
  if (url === undefined) throw new DehuskError('TEMPLATE_NO_URL', {});
  return findSiblings({ page, url, map: createKeyMapping(page, options) }, source, options);
}

export interface VotedTemplate {
  readonly verdict: Verdict;
  /** Votes that a node needed: fewer than asked for where fewer pages were found. */
  readonly votesAsked: number;
}

/** The template of a page from its mappings to others, one at least: what enough of them have too (A17, A18). */
export function judgeMappings(
  page: Page,
  mappings: readonly Mapping[],
  { pages, votes, keepEmpty }: Pick<TemplateOptions, 'pages' | 'votes'> & Partial<TemplateOptions>,
): VotedTemplate {
  const of = mappings.length;
  const votesAsked = scaledVotes(votes, { wanted: pages, had: of });
  const counts = countVotes(mappings, page.nodeCount);
  return { verdict: judgeNodes(page, counts, { votesAsked, of, keepEmpty }), votesAsked };
}

interface VoteCount {
  readonly votesAsked: number;
  readonly of: number;
  /** An element is template by its votes alone, as in the thesis. */
  readonly keepEmpty?: boolean | undefined;
}

/**
 * From votes to the template of a page (readings A18, A25). A text is template by its votes. An element is if
 * besides its votes it has a leaf that is: a `div` around an article is on every page, and still belongs to the
 * article, not to the template.
 */
export function judgeNodes(
  page: Page,
  votes: Uint16Array,
  { votesAsked, of, keepEmpty = false }: VoteCount,
): Verdict {
  const { nodeCount, parent } = page;
  const isVoted = votes.map((count) => (count >= votesAsked ? 1 : 0));
  const template = new Uint8Array(nodeCount);
  // Backwards, so that everything below a node is judged before it.
  for (let node = nodeCount - 1; node >= 0; node--) {
    const isLeaf = page.subtreeEnd[node] === node + 1;
    if (isVoted[node] === 0) template[node] = 0;
    else if (isLeaf || keepEmpty) template[node] = 1;
    if (template[node] === 1 && node > 0 && isVoted[parent[node]!] === 1) template[parent[node]!] = 1;
  }
  return {
    template,
    score: Float32Array.from(votes, (count) => count / of),
    // The node stands on the key page too.
    seen: Uint32Array.from(votes, (count) => count + 1),
    of: of + 1,
    version: 0,
  };
}
