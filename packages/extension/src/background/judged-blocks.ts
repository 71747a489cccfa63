/** The block of a judged document that a text stands in: what can be said of what the user points at. */
import { splitBlocks } from 'dehusk/dom-parts';
import type { JudgedBlock } from '../protocol.ts';
import type { JudgedPage } from './judging.ts';

/** Undefined for a text that no reader sees. */
export function blockAt(judged: JudgedPage, entry: number): JudgedBlock | undefined {
  const { page, entriesOf } = judged;
  const segment = page.segments.findIndex((node) => entriesOf(node).includes(entry));
  if (segment < 0) return undefined;
  const { start, count } = splitBlocks(page);
  for (let block = 0; block < count; block++)
    if (segment >= start[block]! && segment < start[block + 1]!)
      return blockOf(judged, page.segments.subarray(start[block]!, start[block + 1]!));
  return undefined;
}

function blockOf({ page, entriesOf, cleaned }: JudgedPage, segments: Int32Array): JudgedBlock {
  const { verdict } = cleaned;
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
  const reasons = longest < 0 ? [] : (verdict.why?.(longest) ?? []);
  return {
    element: entriesOf(holder)[0]!,
    texts: [...segments].flatMap(entriesOf),
    isTemplate,
    score: score / chars,
    seen,
    of: verdict.of,
    reasons: reasons.map(({ for: side, fact }) => ({ for: side, fact })),
  };
}
