/**
 * Chen, Ye, Li: Template Detection for Large Scale Search Engines (SAC 2006).
 *
 * Templates are found with what an index builder has at hand: words and their offsets. Pages are cut into blocks, and
 * blocks that look alike at about the same place are a style cluster. Inside such a cluster, a word that stands at
 * similar offsets on enough pages is a template word, and a block that is made of template words is template.
 *
 * Names: T_b → `templateRatio`, NT_b → `contentRatio`, δ → `positionTolerance`, k → `templatePages`, BSC → style
 * cluster, WFC → feature cluster. The readings C1 to C19 that settle what the text of the paper has lost are on the
 * method's page, docs/methods/index-time.md.
 *
 * Cost: a look-up per block, and per word of blocks whose texts were not met before a few steps, if the block can be
 * template at all. Memory: proportional to the batch, and what is carried to the next one.
 */
import type { Page } from '../../page/page.ts';
import { numberPages, type PageNumbers } from '../../page/raw-page.ts';
import { WordTable } from '../../page/words/word-table.ts';
import { type MeasuredBatchDetector, measurePages, type Verdict } from '../detector.ts';
import { packState, unpackState } from '../saved-state.ts';
import { BlockClasses, NO_CLASS } from './blocks.ts';
import { Memory, restoreMemory, saveMemory } from './memory.ts';
import { type IndexTimeOptions, indexTimeDefaults } from './method.ts';
import { type BatchParts, type ClassVerdicts, ClassWords, judgeClasses } from './style-words.ts';
import { FeatureClusters, NO_CLUSTER } from './word-clusters.ts';

const method = 'index-time';

/** Batches are those of one site, one after the other: what one has found the next ones know. */
export interface IndexTimeDetector extends MeasuredBatchDetector {
  /** As `judgeBatch`, of pages whose words are in a table already: what an index is made of needs no second scan. */
  judgeTable(table: WordTable): readonly Verdict[];
  /** What is carried to the next batch, as bytes; they name the method and its options. */
  save(): Uint8Array;
  load(state: Uint8Array): void;
}

export function createIndexTimeDetector(given: Partial<IndexTimeOptions> = {}): IndexTimeDetector {
  const options: IndexTimeOptions = { ...indexTimeDefaults, ...given };
  let memory = new Memory(options);
  const { hashKey: _key, batchPages, ...told } = options;
  const save = (): Uint8Array => packState({ method, options: told }, saveMemory(memory, options.variables));
  const load = (state: Uint8Array): void => {
    memory = restoreMemory(unpackState(state, { method, options: told }), options);
  };
  return {
    method,
    batchPages,
    judgeBatch: (pages) => judgeTable(tableOf(pages, options), memory, options),
    judgeTable: (table) => judgeTable(table, memory, options),
    measureBatch: (pages) => ({ ...measurePages(pages), methodBytes: measure(pages, memory, options) }),
    judgeWords: (pages, carried) => {
      if (carried.length > 0) load(carried);
      const table = tableOf(pages, options);
      return { table, verdicts: judgeTable(table, memory, options), carried: save() };
    },
    save,
    load,
  };
}

function tableOf(pages: readonly Page[], { hashKey }: IndexTimeOptions): WordTable {
  const table = new WordTable(hashKey);
  for (const page of pages) table.addPage(page);
  return table;
}

function judgeTable(table: WordTable, memory: Memory, options: IndexTimeOptions): readonly Verdict[] {
  const numbers = numberPages(table.pages);
  const batch = clusterBlocks(table, memory, options);
  const words = clusterWords(batch, { ...options, numbers, memory });
  const judged = judgeClasses(batch, words, options);
  memory.remember({
    ...batch,
    lexicon: table.lexicon,
    recalled: words.recalled,
    template: judged.templateClusters,
    pages: numbers.count,
  });
  return table.pages.map((page, index) => {
    const firstRow = table.segmentStart[index]!;
    const ofSegment = batch.classes.ofSegment.subarray(firstRow, firstRow + page.segments.length);
    return { ...verdictOf(page, ofSegment, judged), of: memory.pages, version: 0 };
  });
}

/** The first stage: blocks by style. */
function clusterBlocks(table: WordTable, memory: Memory, options: IndexTimeOptions): BatchParts {
  const styles = memory.recallStyles();
  const classes = new BlockClasses(table, styles, options.boundaries);
  return { table, classes, styles, features: new FeatureClusters(table.lexicon.size, options) };
}

interface ClusterOptions extends IndexTimeOptions {
  readonly numbers: PageNumbers;
  readonly memory: Memory;
}

/** The second stage: the words of each style by their offsets. */
function clusterWords(batch: BatchParts, { numbers, memory, ...options }: ClusterOptions): ClassWords {
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

/** Every text of a block has the verdict of its class. */
function verdictOf(
  page: Page,
  classOf: Int32Array,
  judged: ClassVerdicts,
): Pick<Verdict, 'template' | 'score' | 'seen'> {
  const { nodeCount } = page;
  // In one buffer: making three costs more than filling them.
  const buffer = new ArrayBuffer(nodeCount * 9);
  const score = new Float32Array(buffer, 0, nodeCount);
  const seen = new Uint32Array(buffer, nodeCount * 4, nodeCount);
  const template = new Uint8Array(buffer, nodeCount * 8, nodeCount);
  for (let i = 0; i < classOf.length; i++) {
    const number = classOf[i]!;
    if (number === NO_CLASS) continue;
    const node = page.segments[i]!;
    template[node] = judged.template[number]!;
    score[node] = judged.score[number]!;
    seen[node] = judged.seen[number]!;
  }
  return { template, score, seen };
}

/** Bytes of the word table, the classes and the clusters. */
function measure(pages: readonly Page[], memory: Memory, options: IndexTimeOptions): number {
  const table = tableOf(pages, options);
  const batch = clusterBlocks(table, memory, options);
  const words = clusterWords(batch, { ...options, numbers: numberPages(pages), memory });
  const parts = [table, batch.classes, batch.styles, batch.features, words];
  return parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
