/** A site style tree with what is known of its elements, and where pages stand in it. */
import { computeImportance, markNoise } from './importance.ts';
import { type ContentOptions, LeafContents } from './leaf-contents.ts';
import { createLeafImportance } from './leaf-importance.ts';
import type { Presentation } from './presentation.ts';
import { SiteTree } from './site-tree.ts';

export interface TreeOptions extends ContentOptions {
  readonly gamma: number;
  readonly threshold: number;
}

export interface JudgedTree {
  readonly tree: SiteTree;
  readonly contents: LeafContents;
  /** Of each element. */
  readonly importance: Float64Array;
  readonly isNoisy: Uint8Array;
  /** The pages that the tree was built from. */
  readonly placed: ReadonlyMap<Presentation, PlacedPage>;
}

export interface PlacedPage {
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

export function placePage({ tree, contents, placed }: JudgedTree, presentation: Presentation): PlacedPage {
  const known = placed.get(presentation);
  if (known !== undefined) return known;
  const elements = tree.find(presentation);
  return { elements, places: contents.find(presentation.page, elements) };
}

export function treeBytes({ tree, contents, importance, isNoisy, placed }: JudgedTree): number {
  let bytes = tree.sizeBytes + contents.sizeBytes + importance.byteLength + isNoisy.byteLength;
  for (const { elements, places } of placed.values()) bytes += elements.byteLength + places.byteLength;
  return bytes;
}
