/** Pages of one site are much alike, so a site is in one fold as a whole. Folds without a site are left out. */
export function foldsOf<Site>(sites: readonly Site[], count: number): readonly (readonly Site[])[] {
  const folds = Array.from({ length: count }, (_, fold) => sites.filter((_, i) => i % count === fold));
  return folds.filter((fold) => fold.length > 0);
}
