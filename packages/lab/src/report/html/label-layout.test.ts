import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Label, placeBeside, shortName, spreadHeights, textWidth } from './label-layout.ts';

const area = { left: 40, right: 740, top: 20, bottom: 380 };

interface Box {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

function boxesOf(labels: readonly Label[]): readonly Box[] {
  return placeBeside(labels, area).map(({ x, y, anchor }, i) => {
    const width = textWidth(labels[i]!.text);
    const left = x - { start: 0, middle: width / 2, end: width }[anchor];
    return { left, right: left + width, y };
  });
}

const touch = (a: Box, b: Box): boolean =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.1 && Math.abs(a.y - b.y) < 13.9;

describe('names beside marks', () => {
  const crowd = Array.from({ length: 9 }, (_, i) => ({
    x: 600 + 5 * i,
    y: 100 + 3 * i,
    text: `method-${i}`,
  }));

  it('do not lie on one another, though their marks crowd', () => {
    const boxes = boxesOf(crowd);
    for (const [i, box] of boxes.entries()) {
      expect(boxes.slice(i + 1).filter((other) => touch(box, other))).toEqual([]);
      expect([box.left >= area.left, box.right <= area.right]).toEqual([true, true]);
    }
  });

  it('stand at the right of a mark that is alone, and at the left where there is no room', () => {
    const alone = (x: number): Box => boxesOf([{ x, y: 200, text: 'alone' }])[0]!;
    expect(alone(100).left).toBeGreaterThan(100);
    expect(alone(735).right).toBeLessThan(735);
  });

  it('that are far from their marks have a line that leads there', () => {
    expect(placeBeside(crowd.slice(0, 1), area)[0]!.leader).toBeUndefined();
    expect(placeBeside(crowd, area).some(({ leader }) => leader !== undefined)).toBe(true);
  });

  it('are cut by letters where they are too long', () => {
    expect(shortName('shingle', 7)).toBe('shingle');
    expect(shortName('\u{1F41D}\u{1F41D}\u{1F41D}', 2)).toBe('\u{1F41D}…');
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
