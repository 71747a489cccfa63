import { describe, expect, it } from 'vitest';
import { type Page, readNormalText } from '../../page/page.ts';
import { parseText } from '../../page/parse.ts';
import { WordTable } from '../../page/words/word-table.ts';
import { boundarySet, PageBlocks } from './blocks.ts';
import { indexTimeDefaults } from './method.ts';
import { Positions } from './style-clusters.ts';

/** The blocks of a page as "position: its texts"; those without text are left out. */
function told(page: Page): readonly string[] {
  const table = new WordTable();
  table.addPage(page);
  const positions = new Positions();
  const blocks = new PageBlocks(table, boundarySet(indexTimeDefaults.boundaries));
  blocks.split(0, positions);
  const texts = Array.from({ length: blocks.tree.count }, () => [] as string[]);
  for (const [i, node] of page.segments.entries())
    texts[blocks.tree.ofSegment[i]!]!.push(readNormalText(page, node));
  return texts
    .map((own, block) => `[${positions.sequence(blocks.position[block]!)}] ${own.join(' ')}`)
    .filter((line) => !line.endsWith('] '));
}

describe('blocks', () => {
  it('have the text of their element, without that of blocks inside', () => {
    expect(told(parseText('a<div>b<ul><li>c</ul>d</div>e'))).toEqual(['[] a e', '[1] b d', '[1,1] c']);
  });

  it('T-C1: the second block in the third one has the position [3, 2]', () => {
    const page = parseText('<div></div><p><div></div></p><ul><li><div></div><li><b><div>dark</div></b></ul>');
    expect(told(page)).toEqual(['[3,2] dark']);
  });

  it('T-C6: never begin at a row or a cell', () => {
    const page = parseText('<table><tr><td>a<td>b<tr><th>c<td><div>d</div></table>');
    expect(told(page)).toEqual(['[1] a b c', '[1,1] d']);
  });

  it('are not counted where nobody sees them', () => {
    expect(told(parseText('<svg><foreignObject><div>x</div></foreignObject></svg><div>a</div>'))).toEqual([
      '[1] a',
    ]);
  });

  it('of a page nested thousands of levels are found', () => {
    expect(told(parseText(`${'<div>'.repeat(2_000)}x`))).toHaveLength(1);
  });
});
