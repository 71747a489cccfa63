/** Pairs made to hurt are mapped, or fail with the budget's error, soon and in bounded memory. */
import { expect, it } from 'vitest';
import {
  isTooMuchWork,
  type MappingName,
  mappingNames,
} from '../../packages/dehusk/src/compare/mapping/mapping.ts';
import { mappings } from '../../packages/dehusk/src/compare/mapping/mappings.ts';
import type { Page } from '../../packages/dehusk/src/page/page.ts';
import { hostilePairs } from '../../packages/lab/src/soak/hostile.ts';
import { faultOf, oneToOneFault } from '../../packages/lab/src/soak/mapping-properties.ts';
import { cpuMs } from '../cpu-ms.ts';

/** A small part of the default, to keep the test short: the time goes with it. */
const maxSteps = 5_000_000;
const BUDGET_MS = 1_000;

/** The fault of the mapping, `budget`, or nothing. */
function attempt(name: MappingName, key: Page, other: Page): string | undefined {
  try {
    const mapping = mappings[name](key, other, { maxSteps });
    return (name === 'bottom-up' ? oneToOneFault : faultOf)(key, other, mapping);
  } catch (error) {
    if (isTooMuchWork(error)) return 'budget';
    throw error;
  }
}

it.each(hostilePairs)('$name', ({ pages }) => {
  const [key, other] = pages(60_000);
  for (const name of mappingNames) {
    const ms = cpuMs(() => expect([undefined, 'budget'], name).toContain(attempt(name, key, other)));
    expect(ms, name).toBeLessThan(BUDGET_MS);
  }
});
