import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitBlocks } from './blocks.ts';
import { tagSet } from './names.ts';
import { readNormalText, readText, TEXT, tagName, walk } from './page.ts';
import { parseText } from './parse.ts';

test('enters in document order, leaves what it entered, and leaves out what it is told to', () => {
  const page = parseText('<ul><li>a<li><b></b>c</ul><p><i>d</i></p>e');
  const events: string[] = [];
  walk(page, {
    enter(node) {
      if (page.tag[node] === TEXT) events.push(readText(page, node));
      else events.push(`<${tagName(page, node)}>`);
      return tagName(page, node) !== 'p';
    },
    leave(node) {
      events.push(`</${tagName(page, node)}>`);
    },
  });
  expect(events.join('')).toBe(
    '<html><head></head><body><ul><li>a</li><li><b></b>c</li></ul><p>e</body></html>',
  );
});

function blockTexts(html: string, separators?: Uint8Array): string[][] {
  const page = parseText(html);
  const { count, start } = splitBlocks(page, separators);
  return Array.from({ length: count }, (_, block) =>
    Array.from(page.segments.subarray(start[block], start[block + 1]), (node) => readNormalText(page, node)),
  );
}

describe('splitBlocks', () => {
  test.each<[string, string[][]]>([
    ['<div>t1<div>t2</div>t3</div>', [['t1'], ['t2'], ['t3']]],
    ['a<b>b</b>c', [['a', 'b', 'c']]],
    ['a<div></div>b', [['a'], ['b']]],
    ['<table><tr><td>a<td>b</table>c', [['a', 'b'], ['c']]],
    [
      '<ul><li>a<li>b</ul><p>c<p>d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['<div>a</div><div>b</div>', [['a'], ['b']]],
    ['<div><div><div></div></div></div>', []],
    ['', []],
    ['<div><script>x</script></div>a', [['a']]],
  ])('%s', (html, blocks) => {
    expect(blockTexts(html)).toEqual(blocks);
  });

  test('takes other separators', () => {
    expect(blockTexts('<div>a<p>b</p>c</div>d', tagSet('p'))).toEqual([['a'], ['b'], ['c', 'd']]);
  });

  test('a page without segments has one entry, and the last entry is the number of segments', () => {
    expect(splitBlocks(parseText('')).start).toEqual(Int32Array.of(0));
    expect(splitBlocks(parseText('a<div>b')).start).toEqual(Int32Array.of(0, 1, 2));
  });

  interface Element {
    readonly tag: string;
    readonly children: readonly (Element | null)[];
  }
  const element = fc.letrec<{ node: Element | null; element: Element }>((tie) => ({
    element: fc.record({
      tag: fc.constantFrom('div', 'section', 'span', 'em', 'ul', 'nav', 'cite'),
      children: fc.array(tie('node'), { maxLength: 5 }),
    }),
    node: fc.oneof({ depthSize: 'small' }, fc.constant(null), tie('element')),
  })).element;

  /** The reading in its own words: a list of "text" and "cut" events, split at the cuts. */
  function oracle(root: Element): { html: string; blocks: string[][] } {
    const blocks: string[][] = [[]];
    let html = '';
    let texts = 0;
    const visit = (item: Element | null): void => {
      if (item === null) {
        const text = `t${texts++}`;
        blocks.at(-1)!.push(text);
        html += `${text}<!-- -->`;
        return;
      }
      const separates = !['span', 'em', 'cite'].includes(item.tag);
      html += `<${item.tag}>`;
      if (separates) blocks.push([]);
      for (const child of item.children) visit(child);
      html += `</${item.tag}>`;
      if (separates) blocks.push([]);
    };
    visit(root);
    return { html, blocks: blocks.filter((block) => block.length > 0) };
  }

  test('equals the naive reading on any tree', () => {
    fc.assert(
      fc.property(element, (root) => {
        const { html, blocks } = oracle(root);
        expect(blockTexts(html)).toEqual(blocks);
      }),
      { numRuns: 300 },
    );
  });
});
