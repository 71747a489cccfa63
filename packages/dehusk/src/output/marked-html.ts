/**
 * The whole page, with its template marked: for people who want to see what was judged, and why.
 *
 *     <ul data-dehusk="template" data-dehusk-score="0.98" data-dehusk-seen="41/48">
 *
 * Marked are the topmost elements whose text is all template, and, where template and content mix, the single
 * texts, wrapped in a `span`. Inside MathML a `span` would end the formula: there the parent is marked `mixed`.
 */
import type { Verdict } from '../detect/detector.ts';
import { NodeFlag, type Page, TEXT } from '../page/page.ts';
import { serialise } from '../page/serialise.ts';
import { tagSet } from '../page/tags.ts';
import { countSegments, type SegmentCounts } from './content.ts';
import { round } from './verdict-blocks.ts';

type Mark = Readonly<Record<string, string>>;

const style =
  '[data-dehusk]{opacity:.45;filter:grayscale(1);outline:1px dashed #888}[data-dehusk=mixed]{opacity:.75}';

/** Marks on these would tell nothing about the parts of the page. */
const unmarkedTags = tagSet('html', 'head', 'body');

export function toMarkedHtml(page: Page, verdict: Verdict): string {
  return serialise(page, { marks: markTemplate(page, verdict), style });
}

function markTemplate(page: Page, verdict: Verdict): ReadonlyMap<number, Mark> {
  const marks = new Map<number, Mark>();
  const counts = countSegments(page, verdict.template);
  let segment = 0;
  for (let node = 0; node < page.nodeCount; ) {
    if (!isAllTemplate(page, counts, node)) {
      if (counts.all[node] === 1 && page.tag[node] === TEXT) segment++;
      node++;
      continue;
    }
    const next = segment + counts.all[node]!;
    const isInFormula = page.tag[node] === TEXT && isForeign(page, page.parent[node]!);
    const mark = markOf(verdict, page.segments.subarray(segment, next), isInFormula ? 'mixed' : 'template');
    marks.set(isInFormula ? page.parent[node]! : node, mark);
    segment = next;
    node = page.subtreeEnd[node]!;
  }
  return marks;
}

function isAllTemplate(page: Page, counts: SegmentCounts, node: number): boolean {
  const isMarkable = unmarkedTags[page.tag[node]!] === 0;
  return isMarkable && counts.all[node]! > 0 && counts.all[node] === counts.template[node];
}

function isForeign(page: Page, node: number): boolean {
  return (page.flags[node]! & (NodeFlag.svg | NodeFlag.mathml)) !== 0;
}

/** The weakest evidence among the texts is what can be said of all. */
function markOf(verdict: Verdict, texts: Int32Array, kind: string): Mark {
  let score = 1;
  let seen = Number.POSITIVE_INFINITY;
  for (const text of texts) {
    score = Math.min(score, verdict.score[text]!);
    seen = Math.min(seen, verdict.seen[text]!);
  }
  return {
    'data-dehusk': kind,
    'data-dehusk-score': String(round(score)),
    'data-dehusk-seen': `${seen}/${verdict.of}`,
  };
}
