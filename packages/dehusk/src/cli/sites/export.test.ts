import { expect, it } from 'vitest';
import { PageSample } from './export.ts';

function sampled(count: number): PageSample<number> {
  const sample = new PageSample<number>(4);
  for (let i = 0; i < count; i++) sample.offer(() => i);
  return sample;
}

it.each([
  [3, [0, 1, 2]],
  [4, [0, 1, 2, 3]],
  [5, [0, 2, 4]],
  [7, [0, 2, 4, 6]],
  [40, [0, 16, 32]],
])('of %d pages keeps %j', (count, kept) => {
  const { items, offered } = sampled(count);
  expect({ items, offered }).toEqual({ items: kept, offered: count });
});
