import { parseText } from 'dehusk';
import { readNormalText } from 'dehusk/parts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GoldLabel } from '../corpus/gold.ts';
import { chenBlocks, countBlocks, createBlockCounter, gradeBlocks, wangBlocks } from './blocks.ts';
import type { Counts } from './statistics.ts';

const { template, content, ignored } = GoldLabel;

describe('the blocks of a page', () => {
  const page = parseText('top<div>t1<div>t2</div>t3</div><table><tr><td>a<td>b</table><p>end');
  const grouped = ({ of }: { readonly of: Int32Array }): string[][] => {
    const texts: string[][] = [];
    for (const [i, node] of page.segments.entries()) {
      texts[of[i]!] ??= [];
      texts[of[i]!]!.push(readNormalText(page, node));
    }
    return texts;
  };

  it('of Wang et al. end where a layout element begins or ends', () => {
    expect(grouped(wangBlocks(page))).toEqual([['top'], ['t1'], ['t2'], ['t3'], ['a', 'b'], ['end']]);
    expect(wangBlocks(page).count).toBe(6);
  });

  it('of Chen et al. are the own text of a boundary element; what is in none is a block too', () => {
    expect(grouped(chenBlocks(page))).toEqual([['top', 'end'], ['t1', 't3'], ['t2'], ['a', 'b']]);
    expect(chenBlocks(page).count).toBe(4);
  });
});

describe('the grades of blocks', () => {
  // Home 4 characters, News today 10; Honey bees 10; Imprint 7.
  const page = parseText(
    '<nav><a>Home</a><a>News today</a></nav><main>Honey bees</main><footer>Imprint</footer>',
  );
  const blocks = wangBlocks(page);

  it('are means over characters', () => {
    const labelled = { page, labels: Uint8Array.of(template, template, content, template) };
    const { score, isTemplate } = gradeBlocks(labelled, blocks, Float32Array.of(1, 0.5, 0.25, 0.75));
    expect([...score]).toEqual([expect.closeTo((4 * 1 + 10 * 0.5) / 14, 12), 0.25, 0.75]);
    expect([...isTemplate]).toEqual([1, 0, 1]);
  });

  it('leave out ignored text, and blocks that have no other', () => {
    const labelled = { page, labels: Uint8Array.of(ignored, template, content, ignored) };
    const { score } = gradeBlocks(labelled, blocks, Float32Array.of(1, 0.5, 0.25, 0.75));
    expect([...score]).toEqual([0.5, 0.25]);
  });

  it('agree with the verdict where scores are 0 and 1', () => {
    const bits = fc.uint8Array({ min: 0, max: 1, minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(bits, bits, (labels, kept) => {
        const scores = Float32Array.from(kept, (bit) => 1 - bit);
        const { score, isTemplate } = gradeBlocks({ page, labels }, blocks, scores);
        const said = [...score].map((value) => value > 0.5);
        expect(countBlocks({ page, labels }, blocks, kept)).toEqual({
          said: said.filter(Boolean).length,
          gold: isTemplate.filter((bit) => bit === 1).length,
          right: said.filter((isSaid, i) => isSaid && isTemplate[i] === 1).length,
        });
      }),
    );
  });

  it('are symmetric: what is said and what is so can change places', () => {
    const bits = fc.uint8Array({ min: 0, max: 1, minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(bits, bits, (labels, kept) => {
        // A kept segment is content (1), a removed one template (0): labels and verdicts are written alike.
        const there = countBlocks({ page, labels }, blocks, kept);
        const back = countBlocks({ page, labels: kept }, blocks, labels);
        expect(back).toEqual({ right: there.right, said: there.gold, gold: there.said });
      }),
    );
  });
});

it('leaves out, if it is asked to, blocks of which gold ignores most', () => {
  const page = parseText('<div>Menu</div><div>ok<b>ignored text</b></div><div>text<b>ign</b></div>');
  const labels = Uint8Array.of(template, template, ignored, template, ignored);
  const said = new Uint8Array(5);
  const count = (onlyDecided: boolean): Counts =>
    createBlockCounter({ page, labels }, wangBlocks(page), { onlyDecided })(said);
  expect(count(false)).toEqual({ right: 3, said: 3, gold: 3 });
  expect(count(true)).toEqual({ right: 2, said: 2, gold: 2 });
});
