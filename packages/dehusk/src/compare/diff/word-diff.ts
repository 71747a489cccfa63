/**
 * What differs between two versions of a text: by words, or by lines. A shortest edit script (Myers 1986, "An O(ND)
 * Difference Algorithm"), with what the two have in common at their ends put aside first.
 */

export interface TextPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** More edits than that are no help to a reader, and their cost is the square of them: then all of it is another text. */
const MOST_EDITS = 400;

/** Words of letters and digits, single signs, white space; of scripts that write no spaces, single characters. */
const wordPattern =
  /[\u0e00-\u0eff\u1000-\u109f\u3040-\u30ff\u3400-\u9fff]|(?:(?![\u0e00-\u0eff\u1000-\u109f\u3040-\u30ff\u3400-\u9fff])[\p{L}\p{N}\p{M}])+|\s+|[^\p{L}\p{N}\p{M}\s]/gu;

/** What was removed comes before what was added. White space between two changes belongs to both. */
export function diffWords(old: string, current: string): readonly TextPart[] {
  const parts = diffSequences(old.match(wordPattern) ?? [], current.match(wordPattern) ?? []);
  return joined(parts.map(({ kind, items }) => ({ kind, text: items.join('') })));
}

/** Lines without their ends. */
export function diffTextLines(
  old: readonly string[],
  current: readonly string[],
): readonly { readonly kind: TextPart['kind']; readonly items: readonly string[] }[] {
  return diffSequences(old, current);
}

/** How much of the longer text both have, in characters that are no white space: from 0 to 1. */
export function sharedPart(parts: readonly TextPart[]): number {
  const chars = { same: 0, removed: 0, added: 0 };
  for (const { kind, text } of parts) chars[kind] += text.replace(/\s+/g, '').length;
  const longer = chars.same + Math.max(chars.removed, chars.added);
  return longer === 0 ? 0 : chars.same / longer;
}

function joined(parts: readonly TextPart[]): readonly TextPart[] {
  const result: TextPart[] = [];
  let removed = '';
  let added = '';
  const flush = (): void => {
    if (removed !== '') result.push({ kind: 'removed', text: removed });
    if (added !== '') result.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  for (const [i, { kind, text }] of parts.entries()) {
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else if (/^\s+$/.test(text) && removed !== '' && added !== '' && isExchange(parts, i + 1)) {
      removed += text;
      added += text;
    } else {
      flush();
      result.push({ kind, text });
    }
  }
  flush();
  return result;
}

/** Whether something is removed and something added from here on. */
function isExchange(parts: readonly TextPart[], at: number): boolean {
  return parts[at]?.kind === 'removed' && parts[at + 1]?.kind === 'added';
}

interface Run {
  readonly kind: TextPart['kind'];
  readonly items: readonly string[];
}

function diffSequences(old: readonly string[], current: readonly string[]): readonly Run[] {
  const most = Math.min(old.length, current.length);
  let start = 0;
  while (start < most && old[start] === current[start]) start++;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === current[current.length - 1 - end]) end++;
  const before = old.slice(start, old.length - end);
  const after = current.slice(start, current.length - end);
  const runs = new Runs();
  runs.add('same', old.slice(0, start));
  const pairs = commonPairs(before, after);
  let [oldAt, newAt] = [0, 0];
  for (const [oldItem, newItem] of [...pairs, [before.length, after.length] as const]) {
    runs.add('removed', before.slice(oldAt, oldItem));
    runs.add('added', after.slice(newAt, newItem));
    if (oldItem < before.length) runs.add('same', [before[oldItem]!]);
    [oldAt, newAt] = [oldItem + 1, newItem + 1];
  }
  runs.add('same', old.slice(old.length - end));
  return runs.list;
}

class Runs {
  readonly list: { kind: TextPart['kind']; items: string[] }[] = [];

  add(kind: TextPart['kind'], items: readonly string[]): void {
    if (items.length === 0) return;
    const last = this.list.at(-1);
    if (last?.kind === kind) last.items.push(...items);
    else this.list.push({ kind, items: [...items] });
  }
}

/** Items that both have, in the order of both; none where that would take too many edits. */
function commonPairs(old: readonly string[], current: readonly string[]): readonly Pair[] {
  if (old.length === 0 || current.length === 0) return [];
  const most = Math.min(MOST_EDITS, old.length + current.length);
  // How far into `old` one gets on each diagonal; the diagonal 0 is in the middle.
  const furthest = new Int32Array(2 * most + 3);
  const steps: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits++) {
    steps.push(furthest.slice());
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const before = diagonalBefore(furthest, diagonal, edits);
      const isAdded = before > diagonal;
      let at = furthest[middleOf(furthest) + before]! + (isAdded ? 0 : 1);
      while (at < old.length && at - diagonal < current.length && old[at] === current[at - diagonal]) at++;
      furthest[middleOf(furthest) + diagonal] = at;
      if (at >= old.length && at - diagonal >= current.length)
        return walkBack(steps, [old.length, current.length]);
    }
  }
  return [];
}

type Pair = readonly [old: number, current: number];

function middleOf(furthest: Int32Array): number {
  return (furthest.length - 1) / 2;
}

/** Of the two ways to a diagonal the one that is further: something was added, or removed. */
function diagonalBefore(furthest: Int32Array, diagonal: number, edits: number): number {
  const middle = middleOf(furthest);
  const isAdded =
    diagonal === -edits ||
    (diagonal !== edits && furthest[middle + diagonal - 1]! < furthest[middle + diagonal + 1]!);
  return isAdded ? diagonal + 1 : diagonal - 1;
}

function walkBack(steps: readonly Int32Array[], [oldEnd, newEnd]: Pair): readonly Pair[] {
  const pairs: Pair[] = [];
  let [at, to] = [oldEnd, newEnd];
  for (let edits = steps.length - 1; edits >= 0; edits--) {
    const furthest = steps[edits]!;
    const before = diagonalBefore(furthest, at - to, edits);
    const startAt = edits === 0 ? 0 : furthest[middleOf(furthest) + before]!;
    const startTo = edits === 0 ? 0 : startAt - before;
    while (at > startAt && to > startTo) pairs.push([--at, --to]);
    [at, to] = [startAt, startTo];
  }
  return pairs.reverse();
}
