/** The blocks of a judged document, by the texts that stand in them: what can be said of what the user points at. */
import { type Reason, splitBlocks } from 'dehusk/dom-parts';
import type { JudgedDocument } from './site-session.ts';

export interface JudgedBlock {
  /** What holds all of it. */
  readonly element: Element;
  readonly texts: readonly Text[];
  readonly isTemplate: boolean;
  /** Probability of template, by characters. */
  readonly score: number;
  readonly seen: number;
  readonly of: number;
  /** What has counted, the strongest first. */
  reasons(): readonly Reason[];
}

export function blocksByText({ page, cleaned }: JudgedDocument): ReadonlyMap<Node, JudgedBlock> {
  const { verdict } = cleaned;
  const { start, count } = splitBlocks(page);
  const byText = new Map<Node, JudgedBlock>();
  for (let block = 0; block < count; block++) {
    const segments = page.segments.subarray(start[block]!, start[block + 1]!);
    let chars = 0;
    let template = 0;
    let score = 0;
    let seen = Number.POSITIVE_INFINITY;
    for (const node of segments) {
      chars += page.chars[node]!;
      template += verdict.template[node] === 1 ? page.chars[node]! : 0;
    }
    const isTemplate = template * 2 > chars;
    // One text speaks for the block: the longest that was judged as it was.
    let longest = -1;
    for (const node of segments) {
      const length = page.chars[node]!;
      score += verdict.score[node]! * length;
      const isLike = (verdict.template[node] === 1) === isTemplate;
      if (isLike && (longest < 0 || length > page.chars[longest]!)) longest = node;
      seen = Math.min(seen, verdict.seen[node]!);
    }
    const last = segments.at(-1)!;
    let holder = page.parent[segments[0]!]!;
    while (page.subtreeEnd[holder]! <= last) holder = page.parent[holder]!;
    const texts = [...segments].flatMap((node) => page.domNodes(node)) as unknown as readonly Text[];
    const judged = {
      element: page.domNodes(holder)[0] as unknown as Element,
      texts,
      isTemplate,
      score: score / chars,
      seen,
      of: verdict.of,
      reasons: () => (longest < 0 ? [] : (verdict.why?.(longest) ?? [])),
    };
    for (const text of texts) byText.set(text, judged);
  }
  return byText;
}
