/** What a reader would say of one text node; `ignored` text counts neither for nor against a method. */
export type Label = 'content' | 'template' | 'ignored';

/** Inclusive numbers of text nodes, as the corpus stores them; what is in neither list is template. */
export interface LabelRanges {
  readonly content: readonly (readonly [from: number, to: number])[];
  readonly ignored: readonly (readonly [from: number, to: number])[];
}

export function toLabelRanges(labels: readonly Label[]): LabelRanges {
  return { content: rangesOf(labels, 'content'), ignored: rangesOf(labels, 'ignored') };
}

function rangesOf(labels: readonly Label[], wanted: Label): [number, number][] {
  const ranges: [number, number][] = [];
  for (const [index, label] of labels.entries()) {
    if (label !== wanted) continue;
    const last = ranges.at(-1);
    if (last?.[1] === index - 1) last[1] = index;
    else ranges.push([index, index]);
  }
  return ranges;
}
