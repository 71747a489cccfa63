/** How well scores of blocks are calibrated on the read gold, by the measure of `dehusk-lab eval`. */
import { type Calibration, calibrationOf, siteBins } from '../results/calibration.ts';
import { type BlockGrades, gradeBlocks, wangBlocks } from '../score/blocks.ts';
import type { LabelledSite } from './labelled-site.ts';
import type { Scores } from './scores.ts';
import type { ModeName } from './site-sightings.ts';

/** Undefined where no page was read. */
export function calibrate(
  sites: readonly LabelledSite[],
  scores: Scores,
  mode: ModeName,
): Calibration | undefined {
  const bins = sites.map((site) => siteBins(siteGrades(site, scores.get(site.name)![mode])));
  return calibrationOf(bins);
}

function siteGrades({ pageStart, readPages }: LabelledSite, scores: Float32Array): readonly BlockGrades[] {
  return Array.from(readPages, ([number, labelled]) =>
    gradeBlocks(
      labelled,
      wangBlocks(labelled.page),
      scores.subarray(pageStart[number], pageStart[number + 1]),
    ),
  );
}
