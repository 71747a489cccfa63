import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editablePage, toHtml } from '../../../../../test/diff/editable-page.ts';
import { createRandom } from '../../../../lab/src/synthetic/random.ts';
import { readAttributes, readText, TEXT, tagName } from '../../page/page.ts';
import { parseText } from '../../page/parse.ts';
import { createSelector } from '../../page/select.ts';
import { serialise } from '../../page/serialise.ts';
import { createCssPaths } from './css-paths.ts';
import { diffMappingNames, diffPages } from './diff-pages.ts';
import { diffHunks } from './hunks.ts';
import { mergePages } from './merged-page.ts';
import { NodeState, type PageDiff } from './page-diff.ts';

/** Small pages that have much in common, and some that their parser must repair. */
const htmlArbitrary = fc
  .array(
    fc.constantFrom(
      '<div>',
      '</div>',
      '<p class=a>',
      '<b>',
      '</b>',
      '<ul><li>',
      '<li>',
      'a',
      ' b ',
      '<br>',
      '<x-y z=1>',
      '<pre> ',
      '<i id=q>',
      'd 1',
      '<table><tr><td>',
      '</table>',
      '<img src=u>',
      '<a href=/l>',
      '</a>',
      '<title>t',
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

describe.each(diffMappingNames)('by %s', (mapping) => {
  const forPairs = (check: (diff: PageDiff) => void): void =>
    fc.assert(
      fc.property(htmlArbitrary, htmlArbitrary, fc.boolean(), (before, after, all) =>
        check(diffPages(parseText(before), parseText(after), { mapping, all, ignore: ['i'] })),
      ),
      { numRuns: 80, seed: 1 },
    );

  it('both versions are in the merged page, each whole and in its order', () => {
    forPairs((diff) => {
      const { origin, page } = mergePages(diff, (node) => diff.state.old[node] !== NodeState.ignored);
      for (const side of ['old', 'new'] as const) {
        const version = diff.pages[side];
        const all = Array.from({ length: version.nodeCount }, (_, node) => node);
        const left = all.filter((node) => diff.state[side][node] !== NodeState.ignored);
        expect([...origin[side]].filter((node) => node !== -1)).toEqual(left);
      }
      for (let node = 1; node < page.nodeCount; node++) {
        expect(page.parent[node]).toBeLessThan(node);
        expect(page.subtreeEnd[node]).toBeLessThanOrEqual(page.subtreeEnd[page.parent[node]!]!);
      }
    });
  });

  it('what is reported can be seen', () => {
    forPairs((diff) => {
      expect(diffHunks(diff, 1).length > 0).toBe(diff.changes.length > 0);
    });
  });

  it('every node of a change is told by its number, and what is kept has its counterpart', () => {
    forPairs(({ pages, state, change, changes, other }) => {
      for (const side of ['old', 'new'] as const)
        for (let node = 0; node < pages[side].nodeCount; node++) {
          const own = state[side][node];
          expect(other[side][node] === -1).toBe(own !== NodeState.kept);
          const number = change[side][node]!;
          expect(number === -1).toBe(own !== NodeState.changed && own !== NodeState.moved);
          if (number !== -1) expect(changes[number]!.kind === 'moved').toBe(own === NodeState.moved);
        }
    });
  });
});

it('is a page like any other', () => {
  const before = '<p>one<x-old a=1>two</x-old></p><pre> \n<b>c</b></pre><p data-own="v">gone</p><p>end</p>';
  const after = '<p>one<x-new b=2>three</x-new></p><pre> \n<b>c</b></pre><p>end</p>';
  const { page } = mergePages(diffPages(parseText(before), parseText(after)), () => true);
  const told = Array.from({ length: page.nodeCount }, (_, node) =>
    page.tag[node] === TEXT ? readText(page, node) : `${tagName(page, node)}${readAttributes(page, node)}`,
  );
  expect(told.slice(3)).toEqual([
    ...[
      'p',
      'one',
      'x-olda,1',
      'two',
      'x-newb,2',
      'three',
      'pre',
      'b',
      'c',
      'pdata-own,v',
      'gone',
      'p',
      'end',
    ],
  ]);
  expect(serialise(page)).toContain('</x-new></p><pre> \n<b>c</b></pre><p data-own="v">gone</p>');
});

it('css paths name one element each', () => {
  const random = createRandom(3);
  const tags = ['div', 'p', 'ul', 'li', 'x-y'];
  let html = '';
  for (let i = 0; i < 300; i++)
    html += random.chance(0.3)
      ? '</div>'
      : `<${random.pick(tags)} class="${random.pick(['', 'a', '1 b', 'c d e'])}" id="${random.pick(['', 'x', `n:${i}`])}">`;
  const page = parseText(toHtml(editablePage(parseText(html))));
  const paths = createCssPaths(page);
  for (let node = 0; node < page.nodeCount; node++)
    expect(createSelector(paths(node))(page), paths(node)).toEqual([node]);
});
