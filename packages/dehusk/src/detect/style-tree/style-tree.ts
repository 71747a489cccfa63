/**
 * Yi, Liu, Li: Eliminating Noisy Information in Web Pages for Data Mining (KDD 2003).
 *
 * The pages of a batch are merged into a site style tree; elements that look alike and hold the same on all pages are
 * noise. Each page is mapped onto the tree, and what falls on a noisy element is template. How the paper is read, and
 * what could not be confirmed, is on the method's page, docs/methods/style-tree.md.
 *
 * Names: γ → `gamma`, t → `threshold`.
 *
 * Cost: one look-up per inner node and text of a page, and the words of those texts that differ between pages in one
 * place. It holds the batch, the trees, and 16 bytes per node.
 */
import type { Page } from '../../page/page.ts';
import { type MeasuredBatchDetector, measurePages, type Verdict } from '../detector.ts';
import { computeImportance, createLeafImportance, markNoise } from './importance.ts';
import { type ContentOptions, LeafContents } from './leaves.ts';
import { type StyleTreeOptions, styleTreeDefaults } from './method.ts';
import { createPresentation, type Presentation } from './presentation.ts';
import { NONE, SiteTree } from './site-tree.ts';

export function createStyleTreeDetector(given: Partial<StyleTreeOptions> = {}): MeasuredBatchDetector {
  const options: StyleTreeOptions = { ...styleTreeDefaults, ...given };
  const present = createPresentation(options.attributes, options.hashKey);
  return {
    method: 'style-tree',
    batchPages: options.batchPages,
    judgeBatch: (pages) => judgeBatch(pages.map(present), options),
    measureBatch: (pages) => ({
      ...measurePages(pages),
      methodBytes: methodBytes(pages.map(present), options),
    }),
  };
}

function judgeBatch(presentations: readonly Presentation[], options: StyleTreeOptions): readonly Verdict[] {
  const trees = buildTrees(presentations, options);
  return presentations.map((presentation) => {
    const placed = trees.map((tree) => placePage(tree, presentation));
    return mapPage(presentation.page, trees, placed);
  });
}

function buildTrees(
  presentations: readonly Presentation[],
  options: StyleTreeOptions,
): readonly JudgedTree[] {
  const pages: readonly Page[] = presentations.map(({ page }) => page);
  return drawSamples(pages, options.samples, options.samplePages).map((sample) =>
    buildTree(
      sample.map((index) => presentations[index]!),
      options,
    ),
  );
}

/**
 * Which pages of a batch the trees are built from: `samples` lists of at most `samplePages` indices, no page in two
 * of them, together spread evenly over the batch. They are not drawn at random: the same pages must give the same
 * verdicts. A second capture of a page is in no sample, or what stands on that page alone would stand on two.
 */
export function drawSamples(
  pages: readonly Page[],
  samples: number,
  samplePages: number,
): readonly (readonly number[])[] {
  const distinct = firstCaptures(pages);
  const drawn = Math.min(distinct.length, samples * samplePages);
  const lists: number[][] = Array.from({ length: Math.min(samples, drawn) }, () => []);
  for (let i = 0; i < drawn; i++)
    lists[i % lists.length]!.push(distinct[Math.floor((i * distinct.length) / drawn)]!);
  return lists;
}

/** A page that nobody can name is always a new one. */
function firstCaptures(pages: readonly Page[]): readonly number[] {
  const known = new Set<string>();
  return [...pages.keys()].filter((index) => {
    const { id } = pages[index]!;
    const isNew = id === '' || !known.has(id);
    known.add(id);
    return isNew;
  });
}

interface TreeOptions extends ContentOptions {
  readonly gamma: number;
  readonly threshold: number;
}

/** A site style tree with what is known of its elements, and where pages stand in it. */
export interface JudgedTree {
  readonly tree: SiteTree;
  readonly contents: LeafContents;
  /** Of each element. */
  readonly importance: Float64Array;
  readonly isNoisy: Uint8Array;
  /** The pages that the tree was built from. */
  readonly placed: ReadonlyMap<Presentation, PlacedPage>;
}

interface PlacedPage {
  /** The element that each node falls on, or NONE. */
  readonly elements: Int32Array;
  /** The place of each segment, or NONE. */
  readonly places: Int32Array;
}

export function buildTree(sample: readonly Presentation[], options: TreeOptions): JudgedTree {
  const tree = new SiteTree(options.hashKey[0]);
  const contents = new LeafContents(options);
  const placed = new Map<Presentation, PlacedPage>();
  for (const presentation of sample) {
    const elements = tree.add(presentation);
    placed.set(presentation, { elements, places: contents.add(presentation.page, elements) });
  }
  const importance = computeImportance(tree, createLeafImportance(tree, contents), options.gamma);
  return { tree, contents, importance, isNoisy: markNoise(tree, importance, options.threshold), placed };
}

function placePage({ tree, contents, placed }: JudgedTree, presentation: Presentation): PlacedPage {
  const known = placed.get(presentation);
  if (known !== undefined) return known;
  const elements = tree.find(presentation);
  return { elements, places: contents.find(presentation.page, elements) };
}

/**
 * MapSST: what falls on a noisy element is noise; what falls on none, because the tree does not know its style, may
 * mean something and is kept. Where several trees know a node, each has as many votes as it has pages there.
 *
 * The score is 1 − importance. A text is seen on the pages that hold it in the same place, an element on those that
 * have it.
 */
function mapPage(page: Page, trees: readonly JudgedTree[], placed: readonly PlacedPage[]): Verdict {
  const template = new Uint8Array(page.nodeCount);
  const score = new Float32Array(page.nodeCount);
  const seen = new Uint32Array(page.nodeCount);
  let segment = 0;
  for (let node = 0; node < page.nodeCount; node++) {
    const isSegment = page.segments[segment] === node;
    let votes = 0;
    let noisyVotes = 0;
    let importance = 0;
    for (let i = 0; i < trees.length; i++) {
      const element = placed[i]!.elements[node]!;
      if (element === NONE) continue;
      const { tree, contents, isNoisy, importance: known } = trees[i]!;
      const pages = tree.pagesOf(element);
      votes += pages;
      noisyVotes += pages * isNoisy[element]!;
      importance += pages * known[element]!;
      seen[node]! += isSegment ? contents.pagesAt(placed[i]!.places[segment]!) : pages;
    }
    if (isSegment) segment++;
    if (votes === 0) continue;
    template[node] = noisyVotes * 2 > votes ? 1 : 0;
    score[node] = 1 - Math.min(1, importance / votes);
  }
  const of = trees.reduce((sum, { tree }) => sum + tree.pageCount, 0);
  return { template, score, seen, of, version: 0 };
}

function methodBytes(presentations: readonly Presentation[], options: StyleTreeOptions): number {
  const ofPages = presentations.map(
    ({ childCount, styleHigh, styleLow }) =>
      childCount.byteLength + styleHigh.byteLength + styleLow.byteLength,
  );
  const ofTrees = buildTrees(presentations, options).map(treeBytes);
  return [...ofPages, ...ofTrees].reduce((sum, bytes) => sum + bytes, 0);
}

function treeBytes({ tree, contents, importance, isNoisy, placed }: JudgedTree): number {
  let bytes = tree.sizeBytes + contents.sizeBytes + importance.byteLength + isNoisy.byteLength;
  for (const { elements, places } of placed.values()) bytes += elements.byteLength + places.byteLength;
  return bytes;
}
