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
import { buildTree, type JudgedTree, placePage, treeBytes } from './judged-tree.ts';
import { mapPage } from './map-page.ts';
import { type StyleTreeOptions, styleTreeDefaults } from './method.ts';
import { createPresentation, type Presentation } from './presentation.ts';
import { drawSamples } from './sample.ts';

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

function methodBytes(presentations: readonly Presentation[], options: StyleTreeOptions): number {
  const ofPages = presentations.map(
    ({ childCount, styleHigh, styleLow }) =>
      childCount.byteLength + styleHigh.byteLength + styleLow.byteLength,
  );
  const ofTrees = buildTrees(presentations, options).map(treeBytes);
  return [...ofPages, ...ofTrees].reduce((sum, bytes) => sum + bytes, 0);
}
