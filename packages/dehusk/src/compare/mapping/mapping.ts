/**
 * Pairs of nodes of two pages that correspond, seen from the key page.
 *
 *     key page          other page        other
 *     0 html            0 html            [0,
 *     1 ├ head          1 ├ head           1,
 *     2 └ body          2 └ body           2,
 *     3   └ p             3 ├ nav          -1]     (p has no counterpart)
 *                         …
 *
 * A node of either page is in one pair at most, so the mapping can be read backwards too.
 */
export interface Mapping {
  /** For each node of the key page: the node of the other page it corresponds to, or −1. */
  readonly other: Int32Array;
  /** How many pairs there are: the entries of `other` that are not −1. */
  readonly size: number;
}
