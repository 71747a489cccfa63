import { DehuskError } from '../../packages/dehusk/src/errors.ts';
import { parse } from '../../packages/dehusk/src/page/parse.ts';
import { createSite } from '../../packages/lab/src/synthetic/synthetic-site.ts';
import { createRandom, mutatePage } from './mutate-page.ts';
import { brokenInvariant } from './page-invariants.ts';

export interface FuzzReport {
  readonly cases: number;
  readonly refused: number;
  /** The slowest case, in milliseconds of CPU time. */
  readonly slowestMs: number;
  /** What went wrong, with the seed that shows it again. */
  readonly failures: readonly string[];
}

const SITES = 12;
const PAGES_PER_SITE = 20;

/** Parses `count` mutated pages; case i of a seed is always the same one. */
export function fuzzPages(count: number, seed: number, onCase?: (done: number) => void): FuzzReport {
  const originals = originalPages();
  const failures: string[] = [];
  let refused = 0;
  let slowestMs = 0;
  for (let i = 0; i < count; i++) {
    const random = createRandom(seed + i);
    const bytes = mutatePage(originals[Math.floor(random() * originals.length)]!, random);
    const before = process.cpuUsage();
    try {
      const broken = brokenInvariant(parse({ bytes }));
      if (broken !== undefined) failures.push(`seed ${seed + i}: ${broken}`);
    } catch (error) {
      if (error instanceof DehuskError) refused++;
      else failures.push(`seed ${seed + i}: ${String(error)}`);
    }
    const { user, system } = process.cpuUsage(before);
    slowestMs = Math.max(slowestMs, (user + system) / 1000);
    onCase?.(i + 1);
  }
  return { cases: count, refused, slowestMs, failures };
}

/** Small pages of many kinds: the mutations matter, not the prose. */
function originalPages(): readonly string[] {
  const pages: string[] = [];
  for (let site = 0; site < SITES; site++) {
    const { page } = createSite({
      seed: 500 + site,
      pages: PAGES_PER_SITE,
      pageBytes: { min: 2_000, max: 8_000 },
    });
    for (let k = 0; k < PAGES_PER_SITE; k++) pages.push(page(k).html);
  }
  return pages;
}
