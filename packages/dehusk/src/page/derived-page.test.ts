import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { restrictPage } from './derived-page.ts';
import { readNormalText, TEXT, tagName } from './page.ts';
import { parseText } from './parse.ts';

const page = parseText(
  '<div class="a b"><p>One <b>two</b></p><pre>\n\n three</pre><script>four</script></div><ul><li>five<li>six</ul>',
);

const nodesNamed = (...names: string[]): Uint8Array =>
  Uint8Array.from(page.tag, (tag, node) =>
    names.includes(tag === TEXT ? readNormalText(page, node) : tagName(page, node)) ? 1 : 0,
  );

describe('a restricted page', () => {
  it('is the page itself where everything is kept', () => {
    const whole = restrictPage(page, new Uint8Array(page.nodeCount).fill(1));
    // What is noted of a page is not noted again of its parts.
    expect(whole.page).toEqual({ ...page, telling: undefined });
    expect([...whole.nodes]).toEqual([...page.tag.keys()]);
  });

  it('has what is kept below what is kept', () => {
    const { page: restricted, nodes } = restrictPage(page, nodesNamed('body', 'ul', 'li', 'six', 'b', 'two'));
    const named = [...nodes].map((node) =>
      page.tag[node] === TEXT ? readNormalText(page, node) : tagName(page, node),
    );
    expect(named).toEqual(['html', 'body', 'ul', 'li', 'li', 'six']);
    expect([...restricted.parent]).toEqual([-1, 0, 1, 2, 2, 4]);
    expect([...restricted.subtreeEnd]).toEqual([6, 6, 6, 4, 6, 6]);
    expect(readNormalText(restricted, 5)).toBe('six');
  });

  it('keeps the root though nothing else is kept', () => {
    expect(restrictPage(page, new Uint8Array(page.nodeCount)).page.nodeCount).toBe(1);
  });

  it('is a tree whatever is kept', () => {
    const chosen = fc.array(fc.constantFrom(0, 1), { minLength: page.nodeCount, maxLength: page.nodeCount });
    fc.assert(
      fc.property(chosen, (keep) => {
        const { page: restricted, nodes } = restrictPage(page, keep);
        for (let node = 1; node < restricted.nodeCount; node++) {
          const parent = restricted.parent[node]!;
          expect(nodes[parent]).toBe(page.parent[nodes[node]!]);
          expect(node < restricted.subtreeEnd[parent]!).toBe(true);
          expect(restricted.subtreeEnd[node]! <= restricted.subtreeEnd[parent]!).toBe(true);
        }
        expect([...restricted.segments].map((node) => nodes[node])).toEqual(
          [...page.segments].filter((node) => nodes.includes(node)),
        );
      }),
    );
  });
});
