/**
 * Chapter 5 of Huang (2011): the ten test sets (Table 5.1), and what the three mappings reach on them against the
 * optimum (Figures 5.1 and 5.2). The pairs of a set are all pairs of its pages (H28). The other figures are plots, of
 * which the text tells only what `thesisTimes` and docs/PAPERS.md say.
 */
export const thesisMethods = ['BU-TD', 'PS-TD', 'CPS-TD'] as const;
export type ThesisMethod = (typeof thesisMethods)[number];

/** In the order of `thesisMethods`. */
type Three = readonly [number, number, number];

export interface TestSet {
  readonly name: string;
  readonly pairs: number;
  /** Without penalty: Figure 5.1 a, b and c. */
  readonly f: Three;
  readonly precision: Three;
  readonly recall: Three;
  /**
   * With the penalty of 0 for a pair whose result is no common subtree (Figure 5.2), precision, recall and F of PS-TD
   * and CPS-TD are those of Figure 5.1, and all three of BU-TD are this.
   */
  readonly penalised: number;
}

type Printed = readonly [string, number, Three, Three, Three, number];

const printed: readonly Printed[] = [
  ['CNET-Latest News', 91, [0.907, 0.968, 0.977], [0.905, 0.988, 0.992], [0.915, 0.95, 0.963], 0],
  ['CNN-Money', 120, [0.985, 0.995, 0.997], [0.981, 0.998, 0.998], [0.989, 0.993, 0.996], 0.008],
  ['CNN-Travel', 91, [0.951, 0.993, 0.994], [0.94, 0.997, 0.998], [0.962, 0.989, 0.99], 0],
  ['CNN-Entertainment', 120, [0.977, 0.993, 0.994], [0.973, 0.994, 0.995], [0.982, 0.992, 0.993], 0],
  ['BBC-Entertainment', 21, [0.884, 0.964, 0.96], [0.874, 0.968, 0.975], [0.899, 0.96, 0.947], 0],
  ['BBC-Economics', 91, [0.891, 0.935, 0.948], [0.877, 0.952, 0.964], [0.91, 0.923, 0.934], 0],
  ['MSN-Business', 55, [0.963, 0.993, 0.998], [0.982, 0.996, 0.999], [0.946, 0.991, 0.998], 0],
  ['MSN-InGame Blog', 105, [0.978, 0.994, 0.995], [0.989, 0.995, 0.996], [0.968, 0.993, 0.994], 0.022],
  ['Yahoo-News', 55, [0.939, 0.995, 0.998], [0.967, 0.997, 0.998], [0.913, 0.994, 0.997], 0],
  ['NPR-Music', 91, [0.951, 0.982, 0.988], [0.929, 0.99, 0.994], [0.975, 0.974, 0.983], 0],
];

export const testSets: readonly TestSet[] = printed.map(([name, pairs, f, precision, recall, penalised]) => ({
  name,
  pairs,
  f,
  precision,
  recall,
  penalised,
}));

/** "PS-TD and CPS-TD took about 1/4 and 1/10 running time of TD-TD"; of BU-TD that it "was also fast". */
export const thesisTimes: Readonly<Record<'PS-TD' | 'CPS-TD', string>> = { 'PS-TD': '1/4', 'CPS-TD': '1/10' };

/** Mean over all pairs of all sets: what Figures 5.10b and 5.11b plot against time. */
export function meanOverPairs(value: (set: TestSet) => number): number {
  const pairs = testSets.reduce((sum, set) => sum + set.pairs, 0);
  return testSets.reduce((sum, set) => sum + set.pairs * value(set), 0) / pairs;
}
