/**
 * The probability that two nodes are the same one (Alarte 2014, Definition 3.2.2, readings A20 to A27), as far as it
 * can be told from numbers. The thesis's names: wc, wp, wa, wch are the weights; Pnc, Pna, Pnch (notClassesProbability
 * and so on) are what counts where both nodes lack classes, attributes or children.
 */

/** One number for each thing that is compared: a weight, or how alike two nodes are in it. */
export interface EqualityParts {
  readonly classes: number;
  readonly position: number;
  readonly attributes: number;
  readonly children: number;
}

/** The weighted sum. */
export function equalityProbability(parts: EqualityParts, weights: EqualityParts): number {
  return (
    weights.classes * parts.classes +
    weights.attributes * parts.attributes +
    weights.children * parts.children +
    weights.position * parts.position
  );
}

/** Of the classes or attribute names of two nodes: the part that both have (Jaccard); `absent` if there are none. */
export function sharedPart(
  counts: { readonly common: number; readonly first: number; readonly second: number },
  absent: number,
): number {
  const all = counts.first + counts.second - counts.common;
  return all === 0 ? absent : counts.common / all;
}

export function childrenPart(first: number, second: number, absent: number): number {
  const more = Math.max(first, second);
  return more === 0 ? absent : Math.min(first, second) / more;
}

export interface ChildPlace {
  /** Among the children of the parent, from whichever number both are counted. */
  readonly index: number;
  readonly siblings: number;
}

/**
 * Pp: 1 where a node can stand if its siblings are the other node's with some added or left out, and less by steps
 * with the distance from there. With the shift s = i′ − i, the three printed cases are one (A27): what s is off the
 * range between 0 and c′ − c, out of min(c, c′).
 */
export function positionPart(first: ChildPlace, second: ChildPlace): number {
  const off = offRange(second.index - first.index, second.siblings - first.siblings);
  return 1 - off / Math.min(first.siblings, second.siblings);
}

export function offRange(shift: number, added: number): number {
  return Math.max(0, shift - Math.max(0, added), Math.min(0, added) - shift);
}
