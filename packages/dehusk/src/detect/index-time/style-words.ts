/**
 * From words to verdicts, class by class of the blocks of a style: which feature clusters its words join (reading C11),
 * and whether enough of them are template words.
 *
 * A class that cannot be template is given up before any offset is looked at, and takes no part in clusters: such are
 * most texts of a site.
 */
import { grown } from '../../page/words/lexicon.ts';
import type { WordTable } from '../../page/words/word-table.ts';
import { type BlockClasses, NO_ROW } from './blocks.ts';
import type { Feature, Recalled } from './memory.ts';
import type { IndexTimeOptions } from './method.ts';
import type { StyleClusters } from './style-clusters.ts';
import { BlockWords, type FeatureClusters, NO_CLUSTER } from './word-clusters.ts';

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

/** Entries of a word in `#counts`, side by side, because they are used together: measured. */
const ENTRIES = 3;
/** The style that its pages are of, and the class that raised them last, both from 1. */
const STYLE = 0;
const CLASS = 1;
/** Pages of its classes, added up: a page with two of them counts twice, so it is at most too many. */
const PAGES = 2;

/**
 * On how many pages the words of a style's blocks are, and which classes of blocks are worth a closer look.
 *
 * A word that is in blocks of its style on fewer than `templatePages` pages cannot be a template word, so it counts as
 * another word without being looked at (C15); and a class that has too many of these cannot be template (C14). The
 * paper asks only for words that are on few pages of the whole site, which are fewer: "the" is on all pages, but
 * seldom often at one place.
 */
class StyleFrequencies {
  readonly #table: WordTable;
  readonly #classes: BlockClasses;
  readonly #options: IndexTimeOptions;
  readonly #counts: Int32Array;
  #style = 0;
  /** The different words of the classes of the style, and where those of each begin. */
  #words = new Uint32Array(1024);
  #wordStart = new Int32Array(65);
  #size = 0;

  constructor(table: WordTable, classes: BlockClasses, options: IndexTimeOptions) {
    this.#table = table;
    this.#classes = classes;
    this.#options = options;
    this.#counts = new Int32Array(table.lexicon.size * ENTRIES);
  }

  get sizeBytes(): number {
    return this.#counts.byteLength + this.#words.byteLength + this.#wordStart.byteLength;
  }

  /** From now on words are those of this style; each style comes once. */
  openStyle(style: number): void {
    this.#style = style + 1;
    this.#size = 0;
  }

  /** A word is known to be on so many pages in this style. */
  addWord(word: number, pages: number): void {
    const at = word * ENTRIES;
    if (this.#counts[at + STYLE] !== this.#style) {
      this.#counts[at + STYLE] = this.#style;
      this.#counts[at + PAGES] = 0;
    }
    this.#counts[at + PAGES]! += pages;
  }

  /** Adds the words of the style's classes. */
  addClasses(members: Int32Array): void {
    this.#wordStart = grown(this.#wordStart, members.length + 1);
    for (let i = 0; i < members.length; i++) {
      this.#addClass(members[i]!);
      this.#wordStart[i + 1] = this.#size;
    }
  }

  /** Whether the i-th class that was added may be template yet. */
  isCandidate(i: number): boolean {
    const from = this.#wordStart[i]!;
    const to = this.#wordStart[i + 1]!;
    const { otherWords } = wordThresholds(to - from, this.#options);
    let rare = 0;
    for (let at = from; at < to; at++) {
      if (this.isRare(this.#words[at]!) && ++rare > otherWords) return false;
    }
    return true;
  }

  isRare(word: number): boolean {
    return this.#counts[word * ENTRIES + PAGES]! < this.#options.templatePages;
  }

  #addClass(number: number): void {
    const { tokenStart, word } = this.#table;
    const { firstRow, nextRow, pages } = this.#classes;
    const counts = this.#counts;
    for (let row = firstRow[number]!; row !== NO_ROW; row = nextRow[row]!) {
      const to = tokenStart[row + 1]!;
      this.#words = grown(this.#words, this.#size + to - tokenStart[row]!);
      for (let token = tokenStart[row]!; token < to; token++) {
        const at = word[token]! * ENTRIES;
        if (counts[at + CLASS] === number + 1) continue;
        counts[at + CLASS] = number + 1;
        this.#words[this.#size++] = word[token]!;
        this.addWord(word[token]!, pages[number]!);
      }
    }
  }
}

/** Which classes of a batch's blocks are template, with the evidence; by class. */
export interface ClassVerdicts {
  readonly template: Uint8Array;
  /** TWR: template words over words; of a class that was given up, what was found until then. */
  readonly score: Float32Array;
  /** Of a template, the pages of the template word that stands on the fewest; else the pages of the class itself. */
  readonly seen: Uint32Array;
  /** By feature cluster: 1 if template words of a template are in it. */
  readonly templateClusters: Uint8Array;
}

interface JudgeOptions extends ThresholdOptions {
  readonly templatePages: number;
}

export function judgeClasses(
  { classes, features }: BatchParts,
  words: ClassWords,
  { templatePages, ...ratios }: JudgeOptions,
): ClassVerdicts {
  const template = new Uint8Array(classes.count);
  const score = new Float32Array(classes.count);
  const seen = classes.pages.slice(0, classes.count);
  const templateClusters = new Uint8Array(features.size);
  for (let number = 0; number < classes.count; number++) {
    const first = words.start[number]!;
    const count = words.count[number]!;
    let fewest = Number.POSITIVE_INFINITY;
    const isTemplateWord = (place: number): boolean => {
      const cluster = words.clusters[first + place]!;
      const pages = cluster === NO_CLUSTER ? 0 : features.pages[cluster]!;
      if (pages < templatePages) return false;
      fewest = Math.min(fewest, pages);
      return true;
    };
    const judgement = judgeWords(count, isTemplateWord, wordThresholds(count, ratios));
    score[number] = judgement.ratio;
    if (!judgement.template) continue;
    template[number] = 1;
    seen[number] = fewest;
    for (let i = first; i < first + count; i++) {
      const cluster = words.clusters[i]!;
      if (cluster !== NO_CLUSTER && features.pages[cluster]! >= templatePages) templateClusters[cluster] = 1;
    }
  }
  return { template, score, seen, templateClusters };
}

/** The two thresholds of a block (readings C13 to C15), in whole words, and the walk over its words that they end. */
interface WordThresholds {
  /** T_b: so many template words make a template. */
  readonly templateWords: number;
  /** NT_b: with more other words than this it is none, whatever follows. */
  readonly otherWords: number;
}

interface WordJudgement {
  readonly template: boolean;
  /** Template words over all words; of those that were looked at if the block was given up. */
  readonly ratio: number;
}

interface ThresholdOptions {
  readonly templateRatio: number;
  readonly contentRatio: number | undefined;
}

/** Shares like 0.8 are not exact in binary: 8 of 10 must reach 0.8. */
const ROUNDING = 1e-9;

export function wordThresholds(
  words: number,
  { templateRatio, contentRatio }: ThresholdOptions,
): WordThresholds {
  return {
    templateWords: Math.ceil(templateRatio * words - ROUNDING),
    otherWords: Math.floor((contentRatio ?? 1 - templateRatio) * words + ROUNDING),
  };
}

/** Looks at one different word after the other, until it is clear that the block is no template. */
export function judgeWords(
  words: number,
  isTemplateWord: (place: number) => boolean,
  { templateWords, otherWords }: WordThresholds,
): WordJudgement {
  let found = 0;
  for (let place = 0; place < words; place++) {
    if (isTemplateWord(place)) found++;
    else if (place + 1 - found > otherWords) return { template: false, ratio: found / words };
  }
  return { template: words > 0 && found >= templateWords, ratio: words === 0 ? 0 : found / words };
}
