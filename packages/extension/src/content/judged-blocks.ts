/** The blocks of a judged document, by the texts that stand in them: what can be said of what the user points at. */
import { splitBlocks } from 'dehusk/dom-parts';
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
      const length = page.chars[node]!;
      chars += length;
      template += verdict.template[node] === 1 ? length : 0;
      score += verdict.score[node]! * length;
      seen = Math.min(seen, verdict.seen[node]!);
    }
    const last = segments.at(-1)!;
    let holder = page.parent[segments[0]!]!;
    while (page.subtreeEnd[holder]! <= last) holder = page.parent[holder]!;
    const texts = [...segments].flatMap((node) => page.domNodes(node)) as unknown as readonly Text[];
    const judged = {
      element: page.domNodes(holder)[0] as unknown as Element,
      texts,
      isTemplate: template * 2 > chars,
      score: score / chars,
      seen,
      of: verdict.of,
    };
    for (const text of texts) byText.set(text, judged);
  }
  return byText;
}
