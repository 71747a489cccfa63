/**
 * Labels "based on the top-down path" (Huang 2011, chapter 4; reading H1): the number of (the parent's label, the
 * node's own label), shared by the two pages. Nodes with different paths never have one label, so nothing that
 * compares labels can map a node to one that lies elsewhere.
 *
 * A node's own label is its tag, by choice with its classes or with all its attributes; that of a text node is its
 * text in normal form, by hash. Every node of the tables takes part, hidden text too (`title`, `option`: a title
 * that changed is a change of the page). What is not in the table has no label: the document itself, comments, the
 * contents of scripts and styles.
 */
import { DehuskError } from '../../errors.ts';
import { type Page, TEXT } from '../../page/page.ts';
import { readAttributes } from '../../page/read.ts';
import { knownTags } from '../../page/tags.ts';
import { PairTable } from './pair-table.ts';

export const labelChoices = ['tag', 'tag+class', 'tag+attributes'] as const;
export type LabelChoice = (typeof labelChoices)[number];

export interface Labels {
  /** Label of each node of the key page, and of the other page: 0 … count − 1. */
  readonly key: Int32Array;
  readonly other: Int32Array;
  readonly count: number;
}

export interface LabelOptions {
  /** `tag` unless told. */
  readonly label?: LabelChoice | undefined;
  /** False: a node's own label is its label, wherever it stands. */
  readonly byPath?: boolean;
}

/** Both pages must have been parsed with one hash key. */
export function labelPages(key: Page, other: Page, options: LabelOptions = {}): Labels {
  const sameRoot = key.tags.name(key.tag[0]!) === other.tags.name(other.tag[0]!);
  if (sameRoot && key.pathHashLow[0] !== other.pathHashLow[0]) throw new DehuskError('MAPPING_HASH_KEYS', {});
  const labeller = new Labeller(key.nodeCount + other.nodeCount, key.pathHashLow[0]!, options);
  return {
    key: labeller.label(key, undefined),
    other: labeller.label(other, sharedTags(key, other)),
    count: labeller.count,
  };
}

/** For each tag of the other page its number on the key page; tags of the other page only get numbers behind. */
function sharedTags(key: Page, other: Page): Int32Array | undefined {
  const known = knownTags.names.length;
  // Tags that HTML knows have one number on all pages.
  if (other.tags.size === known) return undefined;
  const shared = Int32Array.from({ length: other.tags.size }, (_, tag) => tag);
  for (let tag = known; tag < shared.length; tag++) {
    const found = key.tags.find(other.tags.name(tag));
    shared[tag] = found === -1 ? key.tags.size + tag : found;
  }
  return shared;
}

class Labeller {
  readonly #labels: PairTable;
  readonly #texts: PairTable;
  readonly #spellings = new Map<string, number>();
  readonly #choice: LabelChoice;
  readonly #byPath: boolean;

  constructor(nodes: number, seed: number, { label = 'tag', byPath = true }: LabelOptions) {
    this.#labels = new PairTable(nodes, seed);
    this.#texts = new PairTable(nodes, seed);
    this.#choice = label;
    this.#byPath = byPath;
  }

  get count(): number {
    return this.#labels.count;
  }

  label(page: Page, sharedTag: Int32Array | undefined): Int32Array {
    const { nodeCount, tag, parent, textHashHigh, textHashLow } = page;
    const labels = new Int32Array(nodeCount);
    const own = this.#ownLabels(page, sharedTag);
    for (let node = 0; node < nodeCount; node++) {
      const above = parent[node]!;
      // Odd for text, even for elements: one range of numbers serves both.
      const ownLabel =
        tag[node] === TEXT
          ? this.#texts.intern(textHashHigh[node]! | 0, textHashLow[node]! | 0) * 2 + 1
          : own(node) * 2;
      labels[node] = this.#labels.intern(above < 0 || !this.#byPath ? -1 : labels[above]!, ownLabel);
    }
    return labels;
  }

  /** The label of an element without its path, as a number. */
  #ownLabels(page: Page, sharedTag: Int32Array | undefined): (node: number) => number {
    const { tag } = page;
    const shared = (node: number): number => sharedTag?.[tag[node]!] ?? tag[node]!;
    if (this.#choice === 'tag') return shared;
    if (this.#choice === 'tag+attributes')
      return (node) => this.#spell(`${shared(node)}\0${attributesOf(page, node)}`);
    const lists = page.classLists.map((names) => names.join(' '));
    return (node) => this.#spell(`${shared(node)} ${lists[page.classList[node]!]!}`);
  }

  #spell(spelling: string): number {
    const found = this.#spellings.get(spelling) ?? this.#spellings.size;
    this.#spellings.set(spelling, found);
    return found;
  }
}

/** Names and values, whatever their order; NUL cannot stand in either. */
function attributesOf(page: Page, node: number): string {
  return readAttributes(page, node)
    .map(([name, value]) => `${name}\0${value}`)
    .sort()
    .join('\0\0');
}
