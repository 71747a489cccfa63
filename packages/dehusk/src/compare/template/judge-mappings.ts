import type { Verdict } from '../../detect/detector.ts';
import type { Page } from '../../page/page.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { countVotes, scaledVotes } from '../mapping/votes.ts';
import type { TemplateOptions } from './options.ts';
import { judgeNodes } from './template-nodes.ts';

export interface VotedTemplate {
  readonly verdict: Verdict;
  /** Votes that a node needed: fewer than asked for where fewer pages were found. */
  readonly votesAsked: number;
}

/** The template of a page from its mappings to others, one at least: what enough of them have too (A17, A18). */
export function judgeMappings(
  page: Page,
  mappings: readonly Mapping[],
  { pages, votes }: Pick<TemplateOptions, 'pages' | 'votes'>,
): VotedTemplate {
  const of = mappings.length;
  const votesAsked = scaledVotes(votes, { wanted: pages, had: of });
  const counts = countVotes(mappings, page.nodeCount);
  return { verdict: judgeNodes(page, counts, { votesAsked, of }), votesAsked };
}
