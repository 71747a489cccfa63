import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeLabels, spreadHeights } from './place-labels.ts';
import { textWidth } from './text-width.ts';

const area = { left: 40, right: 740, top: 20, bottom: 380 };

interface Box {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** Where a name stands, from what is drawn. */
function boxOf(markup: string): Box {
  const [, x, y, anchor, text] = /<text [^>]*x="([^"]+)" y="([^"]+)" text-anchor="(\w+)">([^<]*)</.exec(
    markup,
  )!;
  const width = textWidth(text!);
  const left = Number(x) - { start: 0, middle: width / 2, end: width }[anchor as 'start' | 'middle' | 'end'];
  return { left, right: left + width, y: Number(y) };
}

const touch = (a: Box, b: Box): boolean =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.1 && Math.abs(a.y - b.y) < 13.9;

describe('names beside marks', () => {
  it('do not lie on one another, though their marks crowd', () => {
    const labels = Array.from({ length: 9 }, (_, i) => ({
      x: 600 + 5 * i,
      y: 100 + 3 * i,
      text: `method-${i}`,
      kind: 'batch' as const,
    }));
    const boxes = placeLabels(labels, area).map(({ markup }) => boxOf(markup));
    for (const [i, box] of boxes.entries()) {
      expect(boxes.slice(i + 1).filter((other) => touch(box, other))).toEqual([]);
      expect([box.left >= area.left, box.right <= area.right]).toEqual([true, true]);
    }
  });

  it('stand at the right of a mark that is alone, and at the left where there is no room', () => {
    const alone = (x: number): Box =>
      boxOf(placeLabels([{ x, y: 200, text: 'alone', kind: 'peer' }], area)[0]!.markup);
    expect(alone(100).left).toBeGreaterThan(100);
    expect(alone(735).right).toBeLessThan(735);
  });

  it('are escaped', () => {
    const [label] = placeLabels([{ x: 100, y: 100, text: '<b>', kind: 'peer' }], area);
    expect(label!.markup).toContain('>&lt;b&gt;</text>');
  });
});

describe('names at the ends of lines', () => {
  it('keep the order of the lines, a line apart and inside', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 20, max: 380, noNaN: true }), { maxLength: 20 }), (wanted) => {
        const heights = spreadHeights(wanted, area);
        const order = [...wanted.keys()].sort((a, b) => wanted[a]! - wanted[b]! || a - b);
        for (const [i, line] of order.entries()) {
          const before = i === 0 ? area.top - 14 : heights[order[i - 1]!]!;
          expect(heights[line]! - before).toBeGreaterThanOrEqual(14 - 1e-6);
          expect(heights[line]!).toBeLessThanOrEqual(area.bottom);
        }
      }),
    );
  });

  it('stay where they are if there is room', () => {
    expect(spreadHeights([300, 100, 200], area)).toEqual([300, 100, 200]);
  });
});
