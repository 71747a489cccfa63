import { describe, expect, it } from 'vitest';
import type { Sightings } from './evidence.ts';
import { UsualPage } from './usual-page.ts';

/** A page of a hundred segments, so many of them on half of the other pages and the rest on one. */
function pageWith(familiar: number, pages = 30): Sightings {
  return { seen: Float64Array.from({ length: 100 }, (_, i) => (i < familiar ? pages / 2 : 1)), pages };
}

function usualPage(familiar: number): UsualPage {
  const usual = new UsualPage();
  for (let page = 0; page < 60; page++) usual.meet(pageWith(familiar));
  return usual;
}

describe('the usual page', () => {
  it('has as many familiar segments as the pages that were met', () => {
    expect(usualPage(40).familiar).toBeCloseTo(40, 0);
    expect(new UsualPage(usualPage(40).familiar)).toEqual(usualPage(40));
  });

  it.each([
    [0, 0],
    [2, 0.1],
    [10, 0.5],
    [20, 1],
    [90, 1],
  ])('is like one of %i familiar segments of forty to %d', (familiar, expected) => {
    expect(usualPage(40).likeness(pageWith(familiar))).toBeCloseTo(expected, 2);
  });

  it('says nothing of a site’s first pages, nor of a site that has nothing in common', () => {
    expect(usualPage(40).likeness(pageWith(0, 4))).toBe(1);
    expect(new UsualPage().likeness(pageWith(0))).toBe(1);
    const usual = usualPage(0);
    expect([usual.likeness(pageWith(0)), usual.meet(pageWith(0))]).toEqual([1, false]);
  });

  it('finds a page strange that has less than a tenth of what is usual', () => {
    expect([3, 5].map((familiar) => usualPage(40).meet(pageWith(familiar)))).toEqual([true, false]);
  });

  it('gets used to a design that has less in common', () => {
    const usual = usualPage(40);
    const strange = Array.from({ length: 10 }, () => usual.meet(pageWith(1)));
    expect(strange).toEqual([true, true, ...new Array(8).fill(false)]);
  });
});
