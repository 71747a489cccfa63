import { describe, expect, it } from 'vitest';
import type { Outline, Sightings } from './columns.ts';
import { adaptiveDefaults } from './method.ts';
import { createOutline } from './outline.ts';
import { sightPage } from './score.ts';
import { type SeenPage, SiteMemory, UsualPage } from './site-memory.ts';

const COMMON = 20;
let nextHash = 1_000_000;

/** Segments that all pages of a design have, and five that no other page has. */
function page(design: number): Outline {
  const common = Array.from({ length: COMMON }, (_, i) => 1000 * design + i);
  return outlineWith([...common, ...Array.from({ length: 5 }, () => nextHash++)]);
}

/** All in one place. */
function outlineWith(hashes: readonly number[]): Outline {
  const places = { paths: Float64Array.of(7), marks: Uint32Array.of(0) };
  return { ...createOutline(hashes.length, places), hashes: Float64Array.from(hashes) };
}

const noFindings = { segments: new Uint32Array(), logOdds: new Float64Array() };
const learn = (memory: SiteMemory, outline: Outline, identity: number): unknown =>
  memory.learn(identity, memory.look(outline, identity, sightPage), noFindings);
const sightings = (memory: SiteMemory, outline: Outline): Sightings =>
  memory.look(outline, 0, sightPage).sight.page.sightings;

function learnedMemory({ forgetting = true, pages = 30 } = {}): SiteMemory {
  const memory = new SiteMemory({ ...adaptiveDefaults, forgetting });
  for (let identity = 1; identity <= pages; identity++) learn(memory, page(1), identity);
  return memory;
}

describe('the memory of a site', () => {
  it('knows as little of a page of another design as of a first one', () => {
    const memory = learnedMemory();
    expect(sightings(memory, page(1)).pages).toBeGreaterThan(20);
    const { seen, pages } = sightings(memory, page(2));
    expect(pages).toBeCloseTo(0.1, 9);
    expect([...seen]).toEqual(new Array(COMMON + 5).fill(0));
  });

  it('still knows on what share of the pages the segments of a strange page stood', () => {
    const memory = learnedMemory();
    // One page in eight is of another kind.
    for (let identity = 101; identity < 165; identity++)
      learn(memory, page(identity % 8 === 0 ? 2 : 1), identity);
    const { seen, pages } = sightings(memory, page(2));
    expect(pages).toBeCloseTo(0.1, 9);
    expect(seen[0]! / pages).toBeGreaterThan(0.1);
    expect(memory.pageCount).toBeGreaterThan(30);
  });

  it('knows most segments of a new design by the sixth page, and is not confused by one page', () => {
    const memory = learnedMemory();
    learn(memory, page(2), 101);
    const shareOf = (design: number): number => {
      const { seen, pages } = sightings(memory, page(design));
      return seen[0]! / pages;
    };
    expect(shareOf(1)).toBeGreaterThan(0.9);
    for (let identity = 102; identity < 106; identity++) learn(memory, page(2), identity);
    expect(shareOf(2)).toBeGreaterThan(0.4);
  });

  it('is not shortened by pages without a text', () => {
    const memory = learnedMemory();
    const { pages } = sightings(memory, page(1));
    for (let identity = 101; identity < 111; identity++) learn(memory, outlineWith([]), identity);
    expect(sightings(memory, page(1)).pages).toBeGreaterThan(pages);
  });

  it('lasts as long as before once the new design is known', () => {
    const memory = learnedMemory();
    for (let identity = 101; identity < 141; identity++) learn(memory, page(2), identity);
    expect(sightings(memory, page(2)).pages).toBeGreaterThan(25);
  });

  it('counts every page alike where a whole input is learned first', () => {
    const memory = learnedMemory({ forgetting: false });
    for (let identity = 101; identity < 105; identity++) learn(memory, page(2), identity);
    const { seen, pages } = sightings(memory, page(2));
    expect(seen[0]! / pages).toBeCloseTo(4 / 34, 6);
  });

  it('comes back as it was saved, with what is usual', () => {
    const saved = learnedMemory().save();
    const again = new SiteMemory(adaptiveDefaults, saved);
    expect(sightings(again, page(2)).pages).toBeCloseTo(0.1, 9);
    expect(again.save()).toEqual(saved);
  });
});

interface Shape {
  readonly familiar: number;
  readonly segments?: number;
  readonly pages?: number;
}

/** A page of so many segments, some of them on half of the other pages and the rest on one. */
function pageWith({ familiar, segments = 100, pages = 30 }: Shape): SeenPage {
  return {
    hashes: Float64Array.from({ length: segments }, (_, i) => i),
    seen: Float64Array.from({ length: segments }, (_, i) => (i < familiar ? pages / 2 : 1)),
    targets: new Float64Array(segments),
    pages,
  };
}

function usualPage(familiar: number): UsualPage {
  const usual = new UsualPage();
  for (let page = 0; page < 60; page++) usual.meet(pageWith({ familiar }));
  return usual;
}

const nothing = pageWith({ familiar: 0 });

describe('the usual page', () => {
  it('has as many familiar segments as the pages that were met', () => {
    const { state } = usualPage(40);
    expect(state.familiar).toBeCloseTo(40, 0);
    expect(new UsualPage(state).state).toEqual(state);
  });

  it.each([
    [0, 0],
    [2, 0.1],
    [10, 0.5],
    [20, 1],
    [90, 1],
  ])('is like one of %i familiar segments of forty to %d', (familiar, expected) => {
    expect(usualPage(40).likeness(pageWith({ familiar }))).toBeCloseTo(expected, 2);
  });

  it('counts a segment once, however often a page has it', () => {
    const page = pageWith({ familiar: 100 });
    expect(usualPage(40).likeness({ ...page, hashes: page.hashes.fill(7) })).toBeCloseTo(1 / 20, 2);
  });

  it('says nothing of a site’s first pages, nor of a site that has nothing in common', () => {
    expect(usualPage(40).likeness({ ...nothing, pages: 4 })).toBe(1);
    expect(new UsualPage().likeness(nothing)).toBe(1);
    const first = new UsualPage();
    first.meet({ ...nothing, seen: new Float64Array(100), pages: 0 });
    expect(first.state.familiar).toBe(0);
    const usual = usualPage(0);
    expect([usual.likeness(nothing), usual.meet(nothing), usual.meet(nothing)]).toEqual([1, false, false]);
  });

  it('is none after thousands of pages that had nothing in common', () => {
    const usual = usualPage(40);
    for (let page = 0; page < 10_000; page++) {
      usual.meet(pageWith({ familiar: 0 }));
      expect(usual.likeness(nothing)).toBeOneOf([0, 1]);
    }
    expect(usual.likeness(nothing)).toBe(1);
  });

  it('takes two pages in a row with less than a tenth of what is usual for a redesign', () => {
    const metWith = (...counts: number[]): boolean[] => {
      const usual = usualPage(40);
      return counts.map((familiar) => usual.meet(pageWith({ familiar })));
    };
    expect(metWith(3, 3)).toEqual([false, true]);
    expect(metWith(0, 0, 0)).toEqual([false, true, true]);
    expect(metWith(5, 5, 5)).toEqual([false, false, false]);
    expect(metWith(0, 40, 0, 40, 0)).toEqual([false, false, false, false, false]);
  });

  it('goes on counting strange pages where it was saved', () => {
    const usual = usualPage(40);
    usual.meet(nothing);
    expect(new UsualPage(usual.state).meet(nothing)).toBe(true);
  });

  it('does not heed pages of a few words', () => {
    const usual = usualPage(40);
    const before = usual.state;
    const small = pageWith({ familiar: 0, segments: 15 });
    expect([usual.likeness(small), usual.meet(small), usual.meet(small)]).toEqual([1, false, false]);
    expect(usual.state).toEqual(before);
  });

  it('gets used to a design that has less in common', () => {
    const usual = usualPage(40);
    const strange = Array.from({ length: 10 }, () => usual.meet(pageWith({ familiar: 1 })));
    expect(strange).toEqual([false, true, true, ...new Array(7).fill(false)]);
  });
});
