/** The two stages of the method: blocks by style, then the words of each style by their offsets. */

import type { PageNumbers } from '../../page/raw-page.ts';
import type { WordTable } from '../../page/words/word-table.ts';
import { BlockClasses } from './block-classes.ts';
import { type BatchParts, ClassWords } from './class-words.ts';
import { FeatureClusters, NO_CLUSTER } from './feature-clusters.ts';
import type { Memory } from './memory.ts';
import type { IndexTimeOptions } from './method.ts';

export function clusterBlocks(table: WordTable, memory: Memory, options: IndexTimeOptions): BatchParts {
  const styles = memory.recallStyles();
  const classes = new BlockClasses(table, styles, options.boundaries);
  return { table, classes, styles, features: new FeatureClusters(table.lexicon.size, options) };
}

export interface ClusterOptions extends IndexTimeOptions {
  readonly numbers: PageNumbers;
  readonly memory: Memory;
}

export function clusterWords(batch: BatchParts, { numbers, memory, ...options }: ClusterOptions): ClassWords {
  const { classes, features, styles } = batch;
  const stylePages = countPages(batch, numbers);
  const words = new ClassWords(batch, options);
  const { start, members } = classesByStyle(batch);
  for (let style = 0; style < styles.count; style++) {
    // A style that is on too few pages has no template words but those carried.
    const carried = memory.styles[style]?.features ?? [];
    if (stylePages[style] === 0 || (stylePages[style]! < options.templatePages && carried.length === 0))
      continue;
    words.cluster(style, members.subarray(start[style], start[style + 1]), carried);
  }
  classes.forEachPage(numbers, (number, page) => {
    const from = words.start[number]!;
    for (let i = from; i < from + words.count[number]!; i++) {
      if (words.clusters[i] !== NO_CLUSTER) features.count(words.clusters[i]!, page);
    }
  });
  return words;
}

/** Counts the pages of classes and of styles. Returns those of styles. */
function countPages({ classes, styles }: BatchParts, numbers: PageNumbers): Uint32Array {
  const pages = new Uint32Array(styles.count);
  const lastPage = new Int32Array(styles.count).fill(-1);
  classes.forEachPage(numbers, (number, page) => {
    const style = classes.style[number]!;
    classes.pages[number]!++;
    if (lastPage[style] === page) return;
    lastPage[style] = page;
    pages[style]!++;
  });
  return pages;
}

/** The classes of each style: `members[start[style] … start[style + 1] - 1]`, in their order. */
function classesByStyle({ classes, styles }: BatchParts): {
  readonly start: Int32Array;
  readonly members: Int32Array;
} {
  const start = new Int32Array(styles.count + 1);
  for (let number = 0; number < classes.count; number++) start[classes.style[number]! + 1]!++;
  for (let style = 0; style < styles.count; style++) start[style + 1]! += start[style]!;
  const next = start.slice();
  const members = new Int32Array(classes.count);
  for (let number = 0; number < classes.count; number++) members[next[classes.style[number]!]!++] = number;
  return { start, members };
}
