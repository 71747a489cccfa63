/**
 * How many pages a segment may stay away before it is forgotten (Wang et al. 2008, section 2.4; reading W1):
 *
 *     t = ceil( Tb · N / (1 + (N - 1) · exp(-(df - 1))) )
 *
 * Tb → `firstLifePages`, the life of a segment that was seen once; N → `lifeGrowth`; Tb · N is the longest life.
 * The law is flat after a few steps, so it is a short table whose last entry holds for every larger df.
 */
export function lifetimes(firstLifePages: number, lifeGrowth: number): Int32Array {
  const longest = Math.ceil(firstLifePages * lifeGrowth);
  // Index 0 is never asked for: a segment in the table was seen at least once.
  const table = [0];
  for (let df = 1; table.at(-1) !== longest; df++) {
    const life = (firstLifePages * lifeGrowth) / (1 + (lifeGrowth - 1) * Math.exp(-(df - 1)));
    // The logistic reaches its limit only in the limit; 1e-9 keeps rounding from adding a page at df = 1.
    table.push(Math.ceil(life - 1e-9));
  }
  return Int32Array.from(table);
}
