/** For choosing thresholds and trying ideas. */
export const tuningSeeds: readonly number[] = [11, 23, 37, 41, 59, 67, 73, 89];

/** For the quality floors of tests only: what was tuned on a site says nothing about others. */
export const floorSeeds: readonly number[] = [1009, 2017, 3023, 4027, 5039, 6043, 7057, 8069];
