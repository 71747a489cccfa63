import { expect, it } from 'vitest';
import { fuzzPages } from '../../packages/lab/src/soak/fuzz-pages.ts';

it('parses or refuses 20,000 mutated pages, with every invariant of the table kept', () => {
  const { failures, refused, slowestMs } = fuzzPages(20_000, 1);
  expect(failures).toEqual([]);
  expect(slowestMs).toBeLessThan(2_000);
  // Mutations are small: were many pages refused, the test would be looking at nothing.
  expect(refused).toBeLessThan(200);
  // Half a minute; more where other work shares the machine.
}, 240_000);
