import { expect, it } from 'vitest';
import { measureFamilies } from './duplicates.ts';

it('pages that are nearly the same are found in generated families, and others are not', () => {
  const [few, some, many] = measureFamilies({ families: 150, words: 300, edits: [0.01, 0.05, 0.2] });
  expect(few!.recall).toBeGreaterThan(0.99);
  expect(some!.recall).toBeGreaterThan(0.9);
  // A fifth of the words: other pages, for most purposes.
  expect(many!.recall).toBeLessThan(0.3);
  for (const { precision } of [few!, some!, many!]) expect(precision).toBeGreaterThan(0.99);
});
