import { describe, expect, it } from 'vitest';
import { createRandom, pageOf, pageOfTree, randomTree } from '../../../../lab/src/soak/trees.ts';
import type { Page } from '../../page/page.ts';
import { outlineOf } from './outline.ts';
import { type Regions, regionsOf } from './regions.ts';

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
