import { expect, it } from 'vitest';
import { measureGrowth } from './growth.ts';

it('looks at a site after 50 pages, and each time it has doubled', async () => {
  const told: string[] = [];
  const growth = (await measureGrowth({
    methods: ['none', 'incremental', 'shingle'],
    pages: 120,
    onPages: (done, pages) => told.push(`${done}/${pages}`),
  }))!;
  expect(told).toEqual(['50/120', '100/120']);
  expect(growth.methods.map(({ method }) => method)).toEqual(['incremental']);
  const { points } = growth.methods[0]!;
  expect(points.map(({ pages }) => pages)).toEqual([50, 100]);
  for (const { ofParsing, stateBytes } of points) {
    expect(ofParsing).toBeGreaterThan(0);
    expect(stateBytes).toBeGreaterThan(1000);
  }
  const [first, last] = growth.sources;
  expect(first!.bytes).toBeGreaterThan(50 * 5_000);
  expect(last!.bytes).toBeGreaterThan(1.5 * first!.bytes);
});

it('measures nothing where no method judges pages as they come', async () => {
  expect(await measureGrowth({ methods: ['shingle'] })).toBeUndefined();
});
