import { describe, expect, it } from 'vitest';
import { createRandom, pageOf, pageOfTree, randomTree } from '../../../../lab/src/soak/trees.ts';
import { themeNames } from '../../../../lab/src/synthetic/design.ts';
import { createSite } from '../../../../lab/src/synthetic/synthetic-site.ts';
import { splitBlocks } from '../../page/blocks.ts';
import { type Page, readAttribute, readNormalText, tagName } from '../../page/page.ts';
import { parseText } from '../../page/parse.ts';
import { SegmentFlag } from './facts.ts';
import { outlineOf } from './outline.ts';

const sites: readonly Page[] = themeNames.flatMap((theme, seed) => {
  const site = createSite({ seed, pages: 5, theme });
  return Array.from({ length: 5 }, (_, order) => parseText(site.page(order).html));
});
const shape = { maxNodes: 60, names: ['a', 'div', 'p', 'ul', 'b'], texts: ["'x'", "'y'", "'x y'"] };
const trees: readonly Page[] = Array.from({ length: 300 }, (_, seed) =>
  pageOfTree(randomTree(createRandom(seed), shape)),
);
const pages: readonly Page[] = [...sites, ...trees, parseText('')];

/** From the node's parent up to the root. */
function ancestorsOf({ parent }: Page, node: number): number[] {
  const above: number[] = [];
  for (let at = parent[node]!; at >= 0; at = parent[at]!) above.push(at);
  return above;
}

function jointDepths(page: Page): number[] {
  return Array.from(page.segments, (node, i) => {
    if (i === 0) return 0;
    const before = new Set(ancestorsOf(page, page.segments[i - 1]!));
    return page.depth[ancestorsOf(page, node).find((element) => before.has(element))!]!;
  });
}

function linksOf(page: Page): number[][] {
  return Array.from(page.segments, (node) =>
    ancestorsOf(page, node).filter((element) => tagName(page, element) === 'a'),
  );
}

const marksOf = (page: Page, flag: number): boolean[] =>
  Array.from(outlineOf(page).flags, (flags) => (flags & flag) !== 0);

describe('the outline of a page', () => {
  it('has for each two neighbours the depth of the lowest element that holds both', () => {
    for (const page of pages) expect([...outlineOf(page).joint]).toEqual(jointDepths(page));
  });

  it('marks what is in a link, however deep', () => {
    for (const page of pages)
      expect(marksOf(page, SegmentFlag.link)).toEqual(linksOf(page).map((links) => links.length > 0));
  });

  it('marks what is in a link to a place of the page', () => {
    for (const page of sites) {
      const expected = linksOf(page).map((links) =>
        links.some((link) => readAttribute(page, link, 'href')?.trim().startsWith('#')),
      );
      expect(marksOf(page, SegmentFlag.withinPage)).toEqual(expected);
    }
  });

  it('marks where blocks begin', () => {
    for (const page of pages) {
      const { count, start } = splitBlocks(page);
      const starts = new Set(start.slice(0, count));
      expect(marksOf(page, SegmentFlag.blockStart)).toEqual(
        Array.from(page.segments, (_, i) => starts.has(i)),
      );
    }
  });

  it('knows a segment by its tag path and its text', () => {
    const known = new Map<string, number>();
    for (const page of [...sites, ...trees]) {
      const { hashes, chars } = outlineOf(page);
      for (const [i, node] of page.segments.entries()) {
        const path = ancestorsOf(page, node).map((element) => tagName(page, element));
        const text = readNormalText(page, node);
        expect(chars[i]).toBe([...text].length);
        const spelled = `${path.join()} ${text}`;
        const hash = hashes[i]!;
        expect(known.get(spelled) ?? hash).toBe(hash);
        known.set(spelled, hash);
      }
    }
    expect(known.size).toBeGreaterThan(1000);
    expect(new Set(known.values()).size).toBe(known.size);
  });

  it.each([
    ['<a href="#top">x</a>', 'link within'],
    ['<a href=" #top">x</a>', 'link within'],
    ['<a href="&#35;top">x</a>', 'link within'],
    ['<a href="#top"><span><b>x</b></span></a>', 'link within'],
    ['<a href="/#top">x</a>', 'link'],
    ['<a href="">x</a>', 'link'],
    ['<a name="top">x</a>', 'link'],
    ['<a href="#top">y</a> x', ''],
    ['<a href="#top"></a>x', ''],
    ['<a href="#top"><img></a><p>x</p>', ''],
  ])('says of the x of %s: %s', (html, expected) => {
    const page = parseText(html);
    const last = outlineOf(page).flags.at(-1)!;
    const told = [last & SegmentFlag.link ? 'link' : [], last & SegmentFlag.withinPage ? 'within' : []];
    expect(told.flat().join(' ')).toBe(expected);
  });

  it('does not lose a link at the end of another one inside it', () => {
    expect(marksOf(pageOf("r(a('one',b(a('two')),'three'),'four')"), SegmentFlag.link)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
