import { describe, expect, it } from 'vitest';
import { createRandom, pageOf, pageOfTree, randomTree } from '../../../../lab/src/soak/trees.ts';
import { themeNames } from '../../../../lab/src/synthetic/design.ts';
import { createSite } from '../../../../lab/src/synthetic/synthetic-site.ts';
import { type Page, tagName } from '../../page/page.ts';
import { parseText } from '../../page/parse.ts';
import type { Regions } from './columns.ts';
import { outlineOf } from './outline.ts';
import { findSteps, proseShare, regionAround } from './regions.ts';
import { regionsOf, sumsOf } from './score.ts';

interface Told {
  readonly spans: readonly string[];
  /** From the smallest to the largest that holds the segment. */
  readonly around: readonly (readonly string[])[];
}

function told({ count, from, to, parent, leaf }: Regions): Told {
  const spans = Array.from({ length: count }, (_, region) => `${from[region]}-${to[region]}`);
  const around = Array.from(leaf, (smallest) => {
    const found: string[] = [];
    for (let region = smallest; region >= 0; region = parent[region]!) found.push(spans[region]!);
    return found;
  });
  return { spans: spans.sort(), around };
}

/** Of all nodes with two segments and more, in the real tree. */
function naiveRegions({ segments, subtreeEnd, nodeCount }: Page): Told {
  const spans = new Map<string, readonly number[]>();
  for (let node = nodeCount - 1; node >= 0; node--) {
    const held = [...segments.keys()].filter((i) => segments[i]! >= node && segments[i]! < subtreeEnd[node]!);
    if (held.length > 1) spans.set(`${held[0]}-${held.at(-1)! + 1}`, held);
  }
  const bySize = [...spans].sort(([, one], [, other]) => one.length - other.length);
  return {
    spans: [...spans.keys()].sort(),
    around: Array.from(segments, (_, i) =>
      bySize.filter(([, held]) => held.includes(i)).map(([span]) => span),
    ),
  };
}

describe('the regions of a page', () => {
  it('are its elements, as far as they hold more text than those inside them', () => {
    const shape = { maxNodes: 50, names: ['div', 'p', 'b'], texts: ["'x'", "'y'"] };
    for (let seed = 0; seed < 500; seed++) {
      const page = pageOfTree(randomTree(createRandom(seed), shape));
      expect(told(regionsOf(outlineOf(page)))).toEqual(naiveRegions(page));
    }
  });

  it('of a small page are those', () => {
    const regions = regionsOf(outlineOf(pageOf("body(div(h1('a'),p('b')),footer('c'))")));
    expect(told(regions)).toEqual({
      spans: ['0-2', '0-3'],
      around: [['0-2', '0-3'], ['0-2', '0-3'], ['0-3']],
    });
  });

  it('are none where there are not two segments', () => {
    expect(told(regionsOf(outlineOf(pageOf("body(p('a'))"))))).toEqual({ spans: [], around: [[]] });
    expect(told(regionsOf(outlineOf(pageOf('body'))))).toEqual({ spans: [], around: [] });
  });
});

const MAX_STEPS = 6;

/**
 * The same on the real tree: all nodes that have six tenths of the new prose, those that hold the same segments taken
 * for one, and for each segment how many of them it is not in.
 */
function naiveSteps(page: Page, repeated: Float64Array): number[] {
  const prose = Array.from(page.segments, (node, i) =>
    isInLink(page, node) ? 0 : (page.chars[node]! + 1) * (1 - repeated[i]!),
  );
  const sum = (some: readonly number[]): number => some.reduce((total, i) => total + prose[i]!, 0);
  const all = sum([...prose.keys()]);
  if (prose.length === 1) return [0];
  if (all === 0) return prose.map(() => MAX_STEPS);
  const rich = new Map<string, readonly number[]>();
  for (let node = 0; node < page.nodeCount; node++) {
    const held = heldBy(page, node);
    if (held.length > 1 && sum(held) >= 0.6 * all) rich.set(held.join(), held);
  }
  return prose.map((_, i) =>
    Math.min(MAX_STEPS, [...rich.values()].filter((held) => !held.includes(i)).length),
  );
}

function heldBy({ segments, subtreeEnd }: Page, node: number): number[] {
  return [...segments.keys()].filter((i) => segments[i]! >= node && segments[i]! < subtreeEnd[node]!);
}

function isInLink(page: Page, node: number): boolean {
  for (let at = page.parent[node]!; at >= 0; at = page.parent[at]!)
    if (tagName(page, at) === 'a') return true;
  return false;
}

/** Quarters, so that sums are exact in whatever order they are made. */
function randomRepeated(random: (limit: number) => number, { segments }: Page): Float64Array {
  const mostly = random(5);
  return Float64Array.from(segments, () => (random(3) === 0 ? random(5) : mostly) / 4);
}

function stepsOf(page: Page, repeated: ArrayLike<number>): number[] {
  const outline = outlineOf(page);
  const regions = regionsOf(outline);
  const sums = sumsOf(outline, regions, Float64Array.from(repeated), new Float64Array(outline.count));
  const shares = Float64Array.from({ length: regions.count }, (_, region) =>
    proseShare(sums, regions.from[region]!, regions.to[region]!),
  );
  const steps = new Uint8Array(outline.count);
  findSteps(regions, outline.count, shares, steps);
  return [...steps];
}

describe('the steps from the main region', () => {
  it('are those of the real tree, on random pages', () => {
    const shape = {
      maxNodes: 50,
      names: ['a', 'div', 'p', 'b', 'i'],
      texts: ["'x'", "'xx xx'", "'a text of some length'"],
    };
    const met = new Set<number>();
    for (let seed = 0; seed < 800; seed++) {
      const random = createRandom(seed);
      const page = pageOfTree(randomTree(random, shape));
      const repeated = randomRepeated(random, page);
      const steps = stepsOf(page, repeated);
      expect(steps).toEqual(naiveSteps(page, repeated));
      for (const step of steps) met.add(step);
    }
    for (const step of [0, 1, 2, 3, MAX_STEPS]) expect(met).toContain(step);
  });

  it('are those of the real tree, on generated sites', () => {
    for (const [seed, theme] of themeNames.entries()) {
      const site = createSite({ seed, pages: 2, theme, pageBytes: { min: 3000, max: 6000 } });
      const page = parseText(site.page(1).html);
      const repeated = randomRepeated(createRandom(seed), page);
      expect(stepsOf(page, repeated)).toEqual(naiveSteps(page, repeated));
    }
  });

  it('count only elements that hold more text than those inside them', () => {
    const page = pageOf("body(nav('n'),div(div(div(main(div(p('a long text, and new'))),p('b')))),'f')");
    expect(stepsOf(page, [0, 0, 0, 0])).toEqual([1, 0, 0, 1]);
  });

  it('grow with every larger element, up to six', () => {
    const nested = "div('b',".repeat(9);
    const page = pageOf(`body(${nested}p('a long text, and new, that has the most')${')'.repeat(9)})`);
    expect(stepsOf(page, [...Array(9).fill(1), 0])).toEqual([6, 6, 6, 5, 4, 3, 2, 1, 0, 0]);
  });

  it('are 0 everywhere on a page whose prose is in no one place', () => {
    expect(stepsOf(pageOf("body(p('one'),p('two'),p('six'))"), [0, 0, 0])).toEqual([0, 0, 0]);
  });

  it('are as many as can be where there is nothing new, or no prose', () => {
    expect(stepsOf(pageOf("body(p('one'),p('two'))"), [1, 1])).toEqual([MAX_STEPS, MAX_STEPS]);
    expect(stepsOf(pageOf("body(a('one'),p(a('two')))"), [0, 0])).toEqual([MAX_STEPS, MAX_STEPS]);
  });

  it('of a single segment are 0, and of none are none', () => {
    expect(stepsOf(pageOf("body(p('one'))"), [0])).toEqual([0]);
    expect(stepsOf(pageOf('body(p)'), [])).toEqual([]);
  });

  it('go from where the new prose is, wherever old prose is', () => {
    const page = pageOf("body(div('a very long disclaimer that all pages have',b('x')),div('new',b('y')))");
    expect(stepsOf(page, [0, 0, 0, 0])).toEqual([0, 0, 1, 1]);
    expect(stepsOf(page, [1, 1, 0, 0])).toEqual([1, 1, 0, 0]);
  });
});

describe('what is around some segments', () => {
  it('is the smallest region that holds more', () => {
    const page = pageOf("body(div(p('a',b('b')),p('c')),'d')");
    const regions = regionsOf(outlineOf(page));
    const around = (from: number, to: number): string => {
      const region = regionAround(regions, from, to);
      return region < 0 ? 'the page' : `${regions.from[region]}-${regions.to[region]}`;
    };
    expect([around(0, 1), around(0, 2), around(2, 3), around(0, 3), around(3, 4), around(0, 4)]).toEqual([
      '0-2',
      '0-3',
      '0-3',
      '0-4',
      '0-4',
      'the page',
    ]);
  });
});
