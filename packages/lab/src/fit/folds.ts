/** How sites are divided, so that none is scored by a model that was fitted to it. */
import { createRandom } from '../synthetic/random.ts';

/** Pages of one site are much alike, so a site is in one fold as a whole. Folds without a site are left out. */
export function foldsOf<Site>(sites: readonly Site[], count: number): readonly (readonly Site[])[] {
  const folds = Array.from({ length: count }, (_, fold) => sites.filter((_, i) => i % count === fold));
  return folds.filter((fold) => fold.length > 0);
}

/** In another order for each round, so that other sites are in one fold; the first round has them as they are. */
export function orderOfRound<Site>(sites: readonly Site[], round: number): readonly Site[] {
  if (round === 0) return sites;
  const random = createRandom('round', round);
  return sites
    .map((site) => ({ site, at: random.unit() }))
    .sort((one, other) => one.at - other.at)
    .map(({ site }) => site);
}
