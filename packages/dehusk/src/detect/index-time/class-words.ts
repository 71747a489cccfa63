/**
 * The words of classes of blocks and the feature clusters that they join, style by style (reading C11). A class that
 * cannot be template is given up before any offset is looked at, and takes no part in clusters: such are most texts
 * of a site.
 */
import { grown } from '../../page/words/lexicon.ts';
import type { WordTable } from '../../page/words/word-table.ts';
import type { BlockClasses } from './block-classes.ts';
import { BlockWords } from './block-words.ts';
import { type FeatureClusters, NO_CLUSTER } from './feature-clusters.ts';
import type { Feature, Recalled } from './memory.ts';
import type { IndexTimeOptions } from './method.ts';
import { NO_ROW } from './page-blocks.ts';
import type { StyleClusters } from './style-clusters.ts';
import { StyleFrequencies } from './style-frequencies.ts';

export interface BatchParts {
  readonly table: WordTable;
  readonly classes: BlockClasses;
  readonly styles: StyleClusters;
  readonly features: FeatureClusters;
}

export class ClassWords {
  /** By class: the clusters of its words are `clusters[start[c] … start[c] + count[c] - 1]`; none if it was given up. */
  readonly start: Int32Array;
  readonly count: Int32Array;
  clusters: Int32Array = new Int32Array(4096);
  #size = 0;
  /** What was carried, as far as its words are in the batch. */
  readonly recalled: Recalled[] = [];
  readonly #batch: BatchParts;
  readonly #frequencies: StyleFrequencies;
  readonly #block: BlockWords;
  /** The words of a class in document order. */
  #tokens = new Uint32Array(1024);

  constructor(batch: BatchParts, options: IndexTimeOptions) {
    const { table, classes } = batch;
    this.#batch = batch;
    this.#frequencies = new StyleFrequencies(table, classes, options);
    this.#block = new BlockWords(table.lexicon.size, options);
    this.start = new Int32Array(classes.count);
    this.count = new Int32Array(classes.count);
  }

  get sizeBytes(): number {
    const { start, count, clusters } = this;
    const scratch = this.#frequencies.sizeBytes + this.#block.sizeBytes;
    return [start, count, clusters].reduce((sum, { byteLength }) => sum + byteLength, scratch);
  }

  /** Clusters the words of all classes of a style, in which `carried` is known; each style comes once. */
  cluster(style: number, members: Int32Array, carried: readonly Feature[]): void {
    const frequencies = this.#frequencies;
    this.#batch.features.openStyle(style);
    frequencies.openStyle(style);
    for (const feature of carried) this.#recall(feature);
    frequencies.addClasses(members);
    for (let i = 0; i < members.length; i++) {
      if (frequencies.isCandidate(i)) this.#join(members[i]!);
    }
  }

  /** The clusters of earlier batches come before those of this one, and their words are rare no more. */
  #recall(feature: Feature): void {
    const { features, table } = this.#batch;
    const word = table.lexicon.find(feature.word);
    if (word === -1) return;
    this.recalled.push({ feature, cluster: features.restore(word, feature.signature, feature.pages) });
    this.#frequencies.addWord(word, feature.pages);
  }

  #join(number: number): void {
    const block = this.#block;
    const tokenCount = this.#readTokens(number);
    block.list(this.#tokens, tokenCount);
    block.sign(this.#tokens, tokenCount);
    this.start[number] = this.#size;
    this.count[number] = block.count;
    this.clusters = grown(this.clusters, this.#size + block.count);
    for (let place = 0; place < block.count; place++) {
      const word = block.words[place]!;
      this.clusters[this.#size++] = this.#frequencies.isRare(word)
        ? NO_CLUSTER
        : this.#batch.features.join(word, block.bitsOf(place));
    }
  }

  /** Puts the words of a class into `#tokens`. Returns how many they are. */
  #readTokens(number: number): number {
    const { word, tokenStart } = this.#batch.table;
    const { firstRow, nextRow } = this.#batch.classes;
    let count = 0;
    for (let row = firstRow[number]!; row !== NO_ROW; row = nextRow[row]!) {
      const to = tokenStart[row + 1]!;
      this.#tokens = grown(this.#tokens, count + to - tokenStart[row]!);
      for (let token = tokenStart[row]!; token < to; token++) this.#tokens[count++] = word[token]!;
    }
    return count;
  }
}
