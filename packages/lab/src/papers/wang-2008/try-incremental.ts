/** The incremental method with many constants: "the parameters of logistic strategy is adjusted for our method". */
import { createIncrementalDetector, incrementalDefaults, type Verdict } from 'dehusk/parts';
import { mean } from '../../mean.ts';
import { TableWeight } from './table-weight.ts';
import { blockRates, type Trial, type TrialSite } from './trial.ts';

/** Tb and N. */
const firstLives = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96];
const growths = [1, 2, 4, 8, 16];
/** Of the defaults; on a site of 120 pages a longer life cannot be told from one that never ends. */
const LONGEST_LIFE_PAGES = 192;

export function tryIncremental(site: TrialSite): readonly Trial[] {
  const weight = new TableWeight(site.pages);
  return firstLives.flatMap((firstLifePages) =>
    growths
      .filter((lifeGrowth) => firstLifePages * lifeGrowth <= LONGEST_LIFE_PAGES)
      .map((lifeGrowth) => tryConstants(site, weight, { firstLifePages, lifeGrowth })),
  );
}

interface Constants {
  readonly firstLifePages: number;
  readonly lifeGrowth: number;
}

function tryConstants(site: TrialSite, weight: TableWeight, constants: Constants): Trial {
  const { firstLifePages, lifeGrowth } = constants;
  const { firstLifePages: usualLife, lifeGrowth: usualGrowth } = incrementalDefaults;
  const detector = createIncrementalDetector(constants);
  const verdicts: Verdict[] = [];
  const hashed: number[] = [];
  for (const page of site.pages) {
    verdicts.push(detector.observe(page));
    hashed.push(detector.sizeBytes);
  }
  return {
    setting: `Tb ${firstLifePages}, N ${lifeGrowth}`,
    rates: blockRates(site, verdicts, ({ template }, node) => template[node] === 1),
    bytes: weight.mean(firstLifePages, lifeGrowth),
    hashedBytes: mean(hashed),
    isDefault: firstLifePages === usualLife && lifeGrowth === usualGrowth,
    hasDefaultThreshold: true,
  };
}
