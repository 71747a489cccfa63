/**
 * What is carried from batch to batch (reading C16): the template words of blocks that were judged template, each with
 * the style it belongs to. The paper forgets everything when its table is full.
 *
 * Promised: a block that was template in one batch is template in every later one, were it there on a single page; and
 * the pages of its words add up, for the evidence. Not promised: that rare things add up. What is on two pages of each
 * of three batches is no template, because over a long crawl everything that ever comes again would become one; for
 * the same reason words that are at one place by chance, in blocks that are no template, are not carried. So a batch
 * knows what one batch of all pages so far would know, but for blocks that reach the number of pages only over several.
 *
 * Bounded by `maxCarried`: words that were met in no batch for the longest time go first, then those of the fewest
 * pages, then the youngest. Styles that have none left go with them.
 */
import type { Lexicon } from '../../page/words/lexicon.ts';
import type { SavedParts } from '../saved-state.ts';
import type { IndexTimeOptions } from './method.ts';
import { StyleClusters, type StyleLeader } from './style-clusters.ts';
import type { FeatureClusters } from './word-clusters.ts';

/** A feature cluster as it is carried. */
export interface Feature {
  readonly word: string;
  /** The leader's bit array. */
  readonly signature: Int32Array;
  /** Pages of all batches so far; a page that comes again in another batch counts again. */
  pages: number;
  /** The last batch in which a block joined it. */
  lastBatch: number;
}

interface CarriedStyle {
  readonly leader: StyleLeader;
  /** In the order in which they were founded, as are styles. */
  features: Feature[];
}

/** A feature that is a cluster of the batch at hand. */
export interface Recalled {
  readonly feature: Feature;
  readonly cluster: number;
}

/** What a batch has found. */
interface Found {
  readonly styles: StyleClusters;
  readonly features: FeatureClusters;
  readonly lexicon: Lexicon;
  /** Of those carried, the ones whose words are in the batch. */
  readonly recalled: readonly Recalled[];
  /** 1 for the feature clusters that template blocks are made of. */
  readonly template: Uint8Array;
  readonly pages: number;
}

type MemoryOptions = Pick<IndexTimeOptions, 'positionTolerance' | 'maxCarried'>;

export class Memory {
  /** Pages and batches so far. */
  pages = 0;
  batches = 0;
  styles: CarriedStyle[] = [];
  readonly #options: MemoryOptions;

  constructor(options: MemoryOptions) {
    this.#options = options;
  }

  /** The style clusters to begin a batch with: the first of them are those carried, in their order. */
  recallStyles(): StyleClusters {
    const styles = new StyleClusters(this.#options.positionTolerance);
    for (const { leader } of this.styles) styles.restore(leader);
    return styles;
  }

  /** After a batch. */
  remember(found: Found): void {
    this.pages += found.pages;
    this.batches++;
    const known = new Set<number>();
    for (const { feature, cluster } of found.recalled) {
      known.add(cluster);
      if (found.features.pages[cluster] !== feature.pages) feature.lastBatch = this.batches;
      feature.pages = found.features.pages[cluster]!;
    }
    this.#add(found, known);
    const count = this.styles.reduce((sum, { features }) => sum + features.length, 0);
    if (count > this.#options.maxCarried) this.#forget();
  }

  /** Clusters are in the order of their styles, and so are the styles that are added. */
  #add({ styles, features, lexicon, template }: Found, known: ReadonlySet<number>): void {
    const restored = this.styles.length;
    let lastNumber = -1;
    for (let cluster = 0; cluster < features.size; cluster++) {
      const number = features.style[cluster]!;
      if (template[cluster] === 0 || known.has(cluster) || styles.isDeep(number)) continue;
      if (number >= restored && number !== lastNumber)
        this.styles.push({ leader: styles.leader(number), features: [] });
      lastNumber = number;
      const style = number < restored ? this.styles[number]! : this.styles.at(-1)!;
      style.features.push({
        word: lexicon.word(features.word[cluster]!),
        signature: features.signature(cluster),
        pages: features.pages[cluster]!,
        lastBatch: this.batches,
      });
    }
  }

  #forget(): void {
    const ranked = this.styles
      .flatMap(({ features }) => features)
      .map((feature, age) => ({ feature, age }))
      .sort((a, b) => byWorth(a.feature, b.feature) || a.age - b.age);
    const kept = new Set(ranked.slice(0, this.#options.maxCarried).map(({ feature }) => feature));
    for (const style of this.styles) style.features = style.features.filter((feature) => kept.has(feature));
    this.styles = this.styles.filter(({ features }) => features.length > 0);
  }
}

function byWorth(one: Feature, other: Feature): number {
  return other.lastBatch - one.lastBatch || other.pages - one.pages;
}

/** What is carried as plain data; the features themselves are a column. */
interface Facts {
  readonly pages: number;
  readonly batches: number;
  readonly variables: number;
  readonly styles: readonly { readonly leader: StyleLeader; readonly features: number }[];
  /** Features name words by their places here. */
  readonly words: readonly string[];
}

/** Numbers of a feature besides its signature: word, pages, last batch. */
const FEATURE_NUMBERS = 3;

export function saveMemory({ pages, batches, styles }: Memory, variables: number): SavedParts {
  const features = styles.flatMap((style) => style.features);
  const words = [...new Set(features.map(({ word }) => word))];
  const counted = styles.map((style) => ({ leader: style.leader, features: style.features.length }));
  const facts: Facts = { pages, batches, variables, styles: counted, words };
  return { facts: { ...facts }, columns: { features: featureRows(features, variables, words) } };
}

/** Style by style. */
function featureRows(features: readonly Feature[], variables: number, words: readonly string[]): Uint32Array {
  const placeOf = new Map(words.map((word, place) => [word, place]));
  const width = FEATURE_NUMBERS + variables;
  const rows = new Uint32Array(features.length * width);
  for (const [i, { word, pages, lastBatch, signature }] of features.entries()) {
    rows.set([placeOf.get(word)!, pages, lastBatch], i * width);
    rows.set(signature, i * width + FEATURE_NUMBERS);
  }
  return rows;
}

export function restoreMemory({ facts, columns }: SavedParts, options: IndexTimeOptions): Memory {
  const { pages, batches, variables, styles, words } = facts as unknown as Facts;
  // Signatures are signed.
  const rows = Int32Array.from(columns.features!);
  const memory = new Memory(options);
  memory.pages = pages;
  memory.batches = batches;
  let at = 0;
  const next = (): Feature => {
    const [word, onPages, lastBatch] = rows.subarray(at, at + FEATURE_NUMBERS);
    const signature = rows.slice(at + FEATURE_NUMBERS, at + FEATURE_NUMBERS + variables);
    at += FEATURE_NUMBERS + variables;
    return { word: words[word!]!, pages: onPages!, lastBatch: lastBatch!, signature };
  };
  memory.styles = styles.map(({ leader, features }) => ({
    leader,
    features: Array.from({ length: features }, next),
  }));
  return memory;
}
