/** What is carried between batches as plain data, and back. */
import type { SavedParts } from '../saved-state.ts';
import { type Feature, Memory } from './memory.ts';
import type { IndexTimeOptions } from './method.ts';
import type { StyleLeader } from './style-clusters.ts';

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
