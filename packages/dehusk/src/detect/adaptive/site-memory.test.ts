import { describe, expect, it } from 'vitest';
import { adaptiveDefaults } from './method.ts';
import { SiteMemory } from './site-memory.ts';

const COMMON = 20;
let nextHash = 1_000_000;

/** Segments that all pages of a design have, and five that no other page has. */
function page(design: number): Uint32Array {
  const common = Array.from({ length: COMMON }, (_, i) => 1000 * design + i);
  return Uint32Array.from([...common, ...Array.from({ length: 5 }, () => nextHash++)]);
}

function learnedMemory({ forgetting = true, pages = 30 } = {}): SiteMemory {
  const memory = new SiteMemory({ ...adaptiveDefaults, forgetting });
  for (let identity = 1; identity <= pages; identity++) memory.learn(page(1), identity);
  return memory;
}

describe('the memory of a site', () => {
  it('knows as little of a page of another design as of a first one', () => {
    const memory = learnedMemory();
    expect(memory.sightings(page(1), 0).pages).toBeGreaterThan(20);
    const { seen, pages } = memory.sightings(page(2), 0);
    expect(pages).toBeCloseTo(0.1, 9);
    expect([...seen]).toEqual(new Array(COMMON + 5).fill(0));
  });

  it('still knows on what share of the pages the segments of a strange page stood', () => {
    const memory = learnedMemory();
    // One page in eight is of another kind.
    for (let identity = 101; identity < 165; identity++)
      memory.learn(page(identity % 8 === 0 ? 2 : 1), identity);
    const { seen, pages } = memory.sightings(page(2), 0);
    expect(pages).toBeCloseTo(0.1, 9);
    expect(seen[0]! / pages).toBeGreaterThan(0.1);
    expect(memory.pagesTold).toBeGreaterThan(30);
  });

  it('knows most segments of a new design by the sixth page, and is not confused by one page', () => {
    const memory = learnedMemory();
    memory.learn(page(2), 101);
    const shareOf = (design: number): number => {
      const { seen, pages } = memory.sightings(page(design), 0);
      return seen[0]! / pages;
    };
    expect(shareOf(1)).toBeGreaterThan(0.9);
    for (let identity = 102; identity < 106; identity++) memory.learn(page(2), identity);
    expect(shareOf(2)).toBeGreaterThan(0.4);
  });

  it('is not shortened by pages without a text', () => {
    const memory = learnedMemory();
    const { pages } = memory.sightings(page(1), 0);
    for (let identity = 101; identity < 111; identity++) memory.learn(new Uint32Array(), identity);
    expect(memory.sightings(page(1), 0).pages).toBeGreaterThan(pages);
  });

  it('lasts as long as before once the new design is known', () => {
    const memory = learnedMemory();
    for (let identity = 101; identity < 141; identity++) memory.learn(page(2), identity);
    expect(memory.sightings(page(2), 0).pages).toBeGreaterThan(25);
  });

  it('counts every page alike where a whole input is learned first', () => {
    const memory = learnedMemory({ forgetting: false });
    for (let identity = 101; identity < 105; identity++) memory.learn(page(2), identity);
    const { seen, pages } = memory.sightings(page(2), 0);
    expect(seen[0]! / pages).toBeCloseTo(4 / 34, 6);
  });

  it('comes back as it was saved, with what is usual', () => {
    const saved = learnedMemory().save();
    const again = new SiteMemory(adaptiveDefaults, saved);
    expect(again.sightings(page(2), 0).pages).toBeCloseTo(0.1, 9);
    expect(again.save()).toEqual(saved);
  });
});
