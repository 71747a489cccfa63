/**
 * Pages as they would be without the prose of their content: titles, labels, values, dates and lists of links are left,
 * and the frame as it is. Most sites of the corpus have an article to find the content by. Who is fitted to nothing else
 * takes the longest text of a page for content, and on the first page of a shop that is what its frame says.
 */
import { type Outline, SegmentFlag } from 'dehusk/parts';
import { GoldLabel, type GoldLabels } from '../corpus/gold.ts';
import { byGold } from '../results/site-result.ts';
import type { LabelledPage } from './labelled-site.ts';

/** Shorter lines are labels, values and titles. */
const LEAST_PROSE_CHARS = 40;

interface PageAndLabels {
  readonly page: LabelledPage;
  readonly labels: GoldLabels;
}

/** `labels`: what gold says of the page. */
export function withoutProse(
  { outline, tokens, lines, golds }: LabelledPage,
  labels: GoldLabels,
): PageAndLabels {
  const isKept = new Uint8Array(outline.count).fill(1);
  const keptLines: number[] = [];
  let left = 0;
  for (const [line, from] of lines.entries()) {
    const to = lines[line + 1] ?? outline.count;
    if (isProse(outline, labels, { from, to })) {
      isKept.fill(0, from, to);
      left += to - from;
    } else keptLines.push(from - left);
  }
  const page = {
    outline: pickSegments(outline, isKept),
    tokens: pick(tokens, isKept),
    lines: Uint32Array.from(keptLines),
    golds: byGold((gold) => golds[gold] && pick(golds[gold], isKept)),
  };
  return { page, labels: pick(labels, isKept) };
}

/** What gold leaves open is not the frame either. */
function isProse(
  { chars, flags }: Outline,
  labels: GoldLabels,
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  let [all, links, content] = [0, 0, 0];
  for (let i = from; i < to; i++) {
    all += chars[i]!;
    if ((flags[i]! & SegmentFlag.link) !== 0) links += chars[i]!;
    if (labels[i] !== GoldLabel.template) content += chars[i]!;
  }
  return all >= LEAST_PROSE_CHARS && content > all / 2 && links < all / 2;
}

type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array;

function pick<Some extends Column>(column: Some, isKept: Uint8Array): Some {
  return column.filter((_, i) => isKept[i] === 1) as Some;
}

function pickSegments(outline: Outline, isKept: Uint8Array): Outline {
  const [joint, jointPlace, flags] = [
    outline.joint.slice(),
    outline.jointPlace.slice(),
    outline.flags.slice(),
  ];
  // The next segment takes over from one that goes: the element that holds it and the last one that stays, and a border.
  for (let i = 0; i + 1 < outline.count; i++) {
    if (isKept[i] === 1) continue;
    if (joint[i]! < joint[i + 1]!) {
      joint[i + 1] = joint[i]!;
      jointPlace[i + 1] = jointPlace[i]!;
    }
    flags[i + 1]! |= flags[i]! & SegmentFlag.blockStart;
  }
  return {
    count: isKept.reduce((sum, bit) => sum + bit, 0),
    hashes: pick(outline.hashes, isKept),
    chars: pick(outline.chars, isKept),
    joint: pick(joint, isKept),
    flags: pick(flags, isKept),
    letters: pick(outline.letters, isKept),
    targets: pick(outline.targets, isKept),
    place: pick(outline.place, isKept),
    jointPlace: pick(jointPlace, isKept),
    places: outline.places,
  };
}
