/**
 * Bar-Yossef, Rajagopalan: Template Detection via Data Mining and its Applications (WWW 2002), and Ma, Goharian,
 * Chowdhury, Chung: Extracting Unstructured Data from Template Generated Web Documents (CIKM 2003).
 *
 * Pages are cut into units; a unit whose fingerprint stands on enough pages of the batch is template. How the papers
 * are read, and what could not be confirmed, is on the method's page, docs/methods/shingle.md.
 *
 * Names: k → `minLinks`, w → `shingleWords`, the threshold on the number of pages → `templatePages` and
 * `templateShare`.
 *
 * Cost: one look-up per unit, and one pass over the characters of units that were not met before. It holds the
 * batch, and about 64 bytes per unit.
 */

import type { Page } from '../../page/page.ts';
import { numberPages } from '../../page/raw-page.ts';
import { type MeasuredBatchDetector, measurePages, type Verdict } from '../detector.ts';
import { type ShingleOptions, shingleDefaults } from './method.ts';
import { countLinkedOwners, countOwners, type GroupedPage, groupUnits } from './unit-groups.ts';

export function createShingleDetector(given: Partial<ShingleOptions> = {}): MeasuredBatchDetector {
  const options: ShingleOptions = { ...shingleDefaults, ...given };
  return {
    method: 'shingle',
    batchPages: options.batchPages,
    judgeBatch: (pages) => judgeBatch(pages, options),
    measureBatch: (pages) => ({
      ...measurePages(pages),
      methodBytes: groupUnits(pages, options).sizeBytes,
    }),
  };
}

function judgeBatch(pages: readonly Page[], options: ShingleOptions): readonly Verdict[] {
  const groups = groupUnits(pages, options);
  const numbers = numberPages(pages);
  const owners = options.linked ? countLinkedOwners(groups, numbers, pages) : countOwners(groups, numbers);
  const needed = pagesNeeded(numbers.count, options);
  return pages.map((page, index) => {
    const units = groups.pages[index]!;
    const counts = new Uint32Array(units.count);
    for (let unit = 0; unit < units.count; unit++) counts[unit] = owners(index, unit);
    return verdictOf(page, units, { counts, needed, of: numbers.count });
  });
}

/** At least `templatePages` pages, and more than `templateShare` of all. */
function pagesNeeded(of: number, { templatePages, templateShare }: ShingleOptions): number {
  return Math.max(templatePages, Math.floor(templateShare * of) + 1);
}

interface Evidence {
  /** Of each unit: on how many pages it stands. */
  readonly counts: Uint32Array;
  readonly needed: number;
  readonly of: number;
}

/** A text has the verdict of its unit; one that is in no unit was not looked at: score and `seen` are 0. */
function verdictOf(page: Page, units: GroupedPage, { counts, needed, of }: Evidence): Verdict {
  const template = new Uint8Array(page.nodeCount);
  const score = new Float32Array(page.nodeCount);
  const seen = new Uint32Array(page.nodeCount);
  for (let unit = 0; unit < units.count; unit++) {
    const count = counts[unit]!;
    for (let i = units.start[unit]!; i < units.end[unit]!; i++) {
      const node = page.segments[i]!;
      template[node] = count >= needed ? 1 : 0;
      score[node] = count / of;
      seen[node] = count;
    }
  }
  return { template, score, seen, of, version: 0 };
}
