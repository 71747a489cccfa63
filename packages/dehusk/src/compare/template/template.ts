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
import type { LinkOptions } from '../links/link-nodes.ts';
import type { MappingName } from '../mapping/mapping.ts';
import { countVotes, type Mapping, scaledVotes } from '../mapping/mapping.ts';
import { createKeyMapping } from './key-mapping.ts';
import { findSiblings, type LoadPage, type Siblings } from './siblings.ts';

/** The template of one page: the verdict on its nodes, and the pages that it rests on. */
export interface PageTemplate extends VotedTemplate {
  /** How the pages were found. */
  readonly siblings: Siblings;
}

/**
 * The template of one page, by comparing it with a few pages that it links to and that link to one another. `load`
 * gets the addresses of links; see `LoadPage`. Throws if no linked page could be had at all.
 */
export async function extractTemplate(
  page: Page,
  load: LoadPage,
  given: Partial<TemplateOptions> = {},
): Promise<PageTemplate> {
  const options = { ...templateDefaults, ...given };
  const url = page.url;
  if (url === undefined) throw new DehuskError('TEMPLATE_NO_URL', {});
  const siblings = await findSiblings({ page, url, map: createKeyMapping(page, options) }, load, options);
  const { found } = siblings;
  if (found.length === 0)
    throw new DehuskError('TEMPLATE_NO_PAGES', { page: url, links: siblings.links.length });
  const mappings = found.map(({ mapping }) => mapping);
  return { siblings, ...judgeMappings(page, mappings, options) };
}

export interface TemplateOptions {
  /** n: with how many pages the key page is compared; they all link to one another. 1 to 8. */
  readonly pages: number;
  /** t: a node is template if it has a counterpart on so many of them. */
  readonly votes: number;
  /** How many pages may be loaded to find them. */
  readonly maxPages: number;
  readonly mapping: MappingName;
  /** Links of the menu are tried before all others, where one can be told from the rest. */
  readonly menuFirst: boolean;
  /** A page that has far less in common with the key page than the others is replaced by the next. */
  readonly replaceOdd: boolean;
  /** Subtrees that stand elsewhere on the other page count as mapped too. */
  readonly followMoved: boolean;
  /** What is surely the key page's main content is not compared at all. */
  readonly cutMain: boolean;
  /** Which links count, and which addresses are the same. */
  readonly links: LinkOptions;
}

/** n = 3 and t = 2 from the thesis (Table 5.2), 40 loads from reading A16; the rest as docs/methods/hyperlink.md measures. */
export const templateDefaults: TemplateOptions = {
  pages: 3,
  votes: 2,
  maxPages: 40,
  mapping: 'equality',
  menuFirst: true,
  replaceOdd: true,
  followMoved: false,
  cutMain: false,
  links: {},
};

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

/**
 * From votes to the template of a page (readings A18, A25). A text is template by its votes. An element is if
 * besides its votes it has a leaf that is: a `div` around an article is on every page, and still belongs to the
 * article, not to the template.
 */
export function judgeNodes(
  page: Page,
  votes: Uint16Array,
  { votesAsked, of }: { readonly votesAsked: number; readonly of: number },
): Verdict {
  const { nodeCount, parent } = page;
  const isVoted = votes.map((count) => (count >= votesAsked ? 1 : 0));
  const template = new Uint8Array(nodeCount);
  // Backwards, so that everything below a node is judged before it.
  for (let node = nodeCount - 1; node >= 0; node--) {
    const isLeaf = page.subtreeEnd[node] === node + 1;
    if (isVoted[node] === 0) template[node] = 0;
    else if (isLeaf) template[node] = 1;
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
