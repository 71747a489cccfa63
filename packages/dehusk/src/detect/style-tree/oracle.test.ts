/** The paper's definitions, written down as they stand (objects, strings, recursion), against the flat tree. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Page, readAttribute, readNormalText, TEXT, tagName } from '../../page/page.ts';
import { parseText } from '../../page/parse.ts';
import { createStyleTreeDetector } from './style-tree.ts';

interface Element {
  pages: number;
  readonly styles: Map<string, { pages: number; readonly elements: readonly Element[] }>;
  /** For each page that has a leaf here, its features. */
  readonly contents: (readonly string[])[];
  /** The nodes that fall here, as page:node. */
  readonly nodes: string[];
}

const newElement = (): Element => ({ pages: 0, styles: new Map(), contents: [], nodes: [] });

function childrenOf({ subtreeEnd, parent }: Page, node: number): readonly number[] {
  const children: number[] = [];
  for (let child = node + 1; child < subtreeEnd[node]!; child = subtreeEnd[child]!) children.push(child);
  return children.filter((child) => parent[child] === node);
}

function labelOf(page: Page, node: number): string {
  return page.tag[node] === TEXT ? '#text' : `${tagName(page, node)} ${readAttribute(page, node, 'bgcolor')}`;
}

function featuresOf(page: Page, node: number): readonly string[] {
  const above = page.parent[node]!;
  const href = tagName(page, above) === 'a' ? readAttribute(page, above, 'href') : undefined;
  const link = href === undefined ? [] : [`link ${href}`];
  if (page.tag[node] === TEXT) return [...readNormalText(page, node).split(' '), ...link];
  return tagName(page, node) === 'img' ? [`image ${readAttribute(page, node, 'src')}`, ...link] : [];
}

function merge(element: Element, page: Page, node: number, name: number): void {
  element.pages++;
  element.nodes.push(`${name}:${node}`);
  const children = page.tag[node] === TEXT ? [] : childrenOf(page, node);
  if (children.length === 0) {
    element.contents.push(featuresOf(page, node));
    return;
  }
  const key = children.map((child) => labelOf(page, child)).join('|');
  const style = element.styles.get(key) ?? { pages: 0, elements: children.map(newElement) };
  style.pages++;
  element.styles.set(key, style);
  for (const [i, child] of children.entries()) merge(style.elements[i]!, page, child, name);
}

const log = (base: number, value: number): number => Math.log(value) / Math.log(base);
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const entropyOf = (shares: readonly number[], base: number): number =>
  -sumOf(shares.filter((share) => share > 0).map((share) => share * log(base, share)));

function importanceOf(element: Element): number {
  const { pages, styles, contents } = element;
  if (styles.size === 0) {
    const features = [...new Set(contents.flat())];
    if (features.length === 0) return 0;
    if (pages === 1) return 1;
    const entropies = features.map((feature) => {
      const counts = contents.map((content) => content.filter((other) => other === feature).length);
      return entropyOf(
        counts.map((count) => count / sumOf(counts)),
        pages,
      );
    });
    return 1 - sumOf(entropies) / features.length;
  }
  const used = [...styles.values()].map((style) => ({
    share: style.pages / pages,
    importance: sumOf(style.elements.map(importanceOf)) / style.elements.length,
  }));
  if (contents.length > 0) used.push({ share: contents.length / pages, importance: 0 });
  const own =
    pages === 1
      ? 1
      : entropyOf(
          used.map(({ share }) => share),
          pages,
        );
  const weight = 0.9 ** used.length;
  return (1 - weight) * own + weight * sumOf(used.map(({ share, importance }) => share * importance));
}

const below = (element: Element): readonly Element[] =>
  [...element.styles.values()].flatMap(({ elements }) =>
    elements.flatMap((child) => [child, ...below(child)]),
  );

/** page:node → importance and mark */
function judgeNaively(
  pages: readonly Page[],
  threshold: number,
): ReadonlyMap<string, readonly [number, number]> {
  const root = newElement();
  for (const [name, page] of pages.entries()) merge(root, page, 2, name);
  const judged = new Map<string, readonly [number, number]>();
  for (const element of [root, ...below(root)]) {
    const isNoisy = [element, ...below(element)].every((each) => importanceOf(each) < threshold) ? 1 : 0;
    for (const node of element.nodes) judged.set(node, [importanceOf(element), isNoisy]);
  }
  return judged;
}

const word = fc.constantFrom('one', 'two', 'three', 'four');
const text = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const { html } = fc.letrec<{ html: string }>((tie) => ({
  html: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    text,
    text.map((shown) => `<a href=${shown.length}>${shown}</a>`),
    fc.constantFrom('<hr>', '<img src=a>', '<img src=b>', '<a href=x><img src=a></a>'),
    fc
      .tuple(
        fc.constantFrom('<div>', '<div bgcolor=red>', '<section>'),
        fc.array(tie('html'), { maxLength: 3 }),
      )
      .map(([tag, inside]) => `${tag}${inside.join('<br>')}</${tag.slice(1).split(/[ >]/)[0]}>`),
  ),
}));

/** Batches of two structures, in which one word differs from page to page. */
const batch = fc
  .tuple(
    fc.tuple(html, html),
    fc.array(fc.tuple(fc.constantFrom(0, 1), word), { minLength: 1, maxLength: 6 }),
  )
  .map(([structures, picks]) =>
    picks.map(([which, varied]) => structures[which as 0 | 1].replaceAll('one', `${varied}-x`)),
  );

it('has the importance and the noise that the definitions give, on small random batches', () => {
  const threshold = 0.45;
  const detector = createStyleTreeDetector({ threshold, linkTargets: true });
  fc.assert(
    fc.property(batch, (sources) => {
      const pages = sources.map((source) => parseText(`<body>${source}`));
      const naive = judgeNaively(pages, threshold);
      for (const [name, { template, score }] of detector.judgeBatch(pages).entries()) {
        for (let node = 2; node < pages[name]!.nodeCount; node++) {
          const [importance, isNoisy] = naive.get(`${name}:${node}`)!;
          expect(1 - score[node]!).toBeCloseTo(importance, 5);
          expect(template[node]).toBe(isNoisy);
        }
      }
    }),
    { numRuns: 300 },
  );
});
