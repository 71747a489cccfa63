/**
 * What is known of the numbers that Chen et al. (2006) print: the copy of the paper that is at hand has lost all
 * figures (C19). What its abstract and text say in words is left, and is held against what was measured.
 */
export const printed = {
  /** Number of sites. */
  sites: 8,
  /** Time saved against shingle and site style trees. */
  savedLeast: 0.2,
  savedMost: 0.4,
} as const;
