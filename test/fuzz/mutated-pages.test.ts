import { expect, it } from 'vitest';
import { fuzzPages } from '../../packages/lab/src/soak/fuzz-pages.ts';

/** `dehusk-lab soak fuzz-pages` parses a million. */
it('parses or refuses 4,000 mutated pages, with every invariant of the table kept', () => {
  const { failures, refused, slowestMs } = fuzzPages(4_000, 1);
  expect(failures).toEqual([]);
  expect(slowestMs).toBeLessThan(2_000);
  // Mutations are small: were many pages refused, the test would be looking at nothing.
  expect(refused).toBeLessThan(40);
});
