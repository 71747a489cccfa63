import type { Verdict } from '../../detect/detector.ts';
import type { Page } from '../../page/page.ts';

/**
 * From votes to the template of a page (readings A18, A25). A text is template by its votes. An element is if
 * besides its votes it has a leaf that is: a `div` around an article is on every page, and still is the place of the
 * article, not template.
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
