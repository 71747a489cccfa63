/**
 * Neighbours in the line that touch, and may be two words: those of which `output/layout.ts` has to read the texts. By
 * rules of marks, which the loader hands over: bits by tag, and what a style or a class of a box has in it.
 */
import { fail, Flag, I32Column, ORDER, SOURCE, Stop, TEXT } from './columns';
import { Flat } from './flatten';
import { bitsOfTag, mayHaveHint } from './marks';
import { charsOf, endOf, firstRowOf, flagsOf, lastRowOf, parentOf, tagOf } from './table';

/** The bits are shared with the loader. */
const enum Kind {
  box = 1,
  label = 2,
}

/** (before, after) pairs. */
export const pairs = changetype<I32Column>(ORDER);
const MOST_PAIRS: i32 = 0x20000;

export class Touching {
  static count: i32 = 0;
  /** Between a box's edge and its text are not more nodes. */
  static mostEmpty: i32 = 0;
}

export function findTouching(mostEmpty: i32): void {
  Touching.count = 0;
  Touching.mostEmpty = mostEmpty;
  for (let box = 1; box < Flat.nodes; box++) {
    if ((bitsOfTag(tagOf(box)) & Kind.box) == 0) continue;
    const above = parentOf(box);
    let before = box - 1;
    if (before != above && (flagsOf(box) & (Flag.spaceBefore | Flag.hidden)) == 0) {
      while (parentOf(before) != above) before = parentOf(before);
      if (tagOf(before) == TEXT || (bitsOfTag(tagOf(before)) & Kind.box) != 0) look(before, box);
    }
    const after = endOf(box);
    if (after >= Flat.nodes || tagOf(after) != TEXT || parentOf(after) != above) continue;
    if ((flagsOf(after) & Flag.spaceBefore) == 0) look(box, after);
  }
}

function look(before: i32, after: i32): void {
  if (!mayBeTwoWords(before, after)) return;
  if (Touching.count >= MOST_PAIRS) fail(Stop.unusual);
  const pair = Touching.count++ << 1;
  pairs[pair] = before;
  pairs[pair + 1] = after;
}

function mayBeTwoWords(before: i32, after: i32): bool {
  let last = endOf(before) - 1;
  const lowest = max(before, last - Touching.mostEmpty);
  while (last > lowest && charsOf(last) == 0) last--;
  let first = after;
  const highest = min(endOf(after) - 1, first + Touching.mostEmpty);
  while (first < highest && charsOf(first) == 0) first++;
  if (charsOf(last) == 0 || charsOf(first) == 0 || (flagsOf(after) & Flag.preformatted) != 0) return false;
  // Between most there is white space or a sign; `&` may be that of a letter. Texts are ranges, as rows are.
  const unit = load<u8>(SOURCE + <usize>firstRowOf(first));
  if (load<u8>(SOURCE + <usize>lastRowOf(last) - 1) < 0x30 || (unit < 0x30 && unit != 0x26)) return false;
  const one = tagOf(before);
  const other = tagOf(after);
  return (
    (one != TEXT && other != TEXT) ||
    ((bitsOfTag(one) | bitsOfTag(other)) & Kind.label) != 0 ||
    mayHaveHint(before) ||
    mayHaveHint(after) ||
    mayHaveHint(parentOf(after))
  );
}
