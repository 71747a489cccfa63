/**
 * The two pages of a mapping, reduced to what mappings compare: the shape, a label per node and a class per subtree.
 *
 * Label: "based on the top-down path" (Huang 2011, chapter 4; reading H1), the number of (the parent's label, the
 * node's own label), shared by the two pages. Nodes with different paths never have one label, so nothing that
 * compares labels can map a node to one that lies elsewhere. A node's own label is its tag, by choice with its classes
 * or with all its attributes; that of a text node is its text in normal form, by hash. Every node of the tables takes
 * part, hidden text too (`title`, `option`: a title that changed is a change of the page). What is not in the table
 * has no label: the document itself, comments, the contents of scripts and styles.
 *
 * Class: two nodes have one class exactly if the subtrees below them are the same, label by label. It is the number
 * of a pair, folded over the children from the last to the first, so nothing rests on a hash:
 *
 *     class(leaf)      = (label, −1)
 *     class(u(c1 c2))  = (((label of u, −1), class(c2)), class(c1))
 */

import { DehuskError } from '../../errors.ts';
import { knownTags } from '../../page/names.ts';
import { type Page, readAttributes, TEXT } from '../../page/page.ts';
import { PairTable } from './pair-table.ts';

export interface Tree {
  readonly nodeCount: number;
  readonly parent: Int32Array;
  readonly depth: Int32Array;
  readonly subtreeEnd: Int32Array;
  readonly label: Int32Array;
  readonly subtreeClass: Int32Array;
}

export interface TreePair {
  readonly key: Tree;
  readonly other: Tree;
  readonly labelCount: number;
  readonly classCount: number;
}

export function pairTrees(key: Page, other: Page, options?: LabelOptions): TreePair {
  const labels = labelPages(key, other, options);
  const classes = new PairTable(2 * (key.nodeCount + other.nodeCount), key.pathHashLow[0]!);
  return {
    key: createTree(key, labels.key, classes),
    other: createTree(other, labels.other, classes),
    labelCount: labels.count,
    classCount: classes.count,
  };
}

export function createTree(page: Page, label: Int32Array, classes: PairTable): Tree {
  const { nodeCount, parent, depth, subtreeEnd } = page;
  const subtreeClass = new Int32Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) subtreeClass[node] = classes.intern(label[node]!, -1);
  // Backwards a node comes after everything below it, and siblings come from the last to the first.
  for (let node = nodeCount - 1; node > 0; node--) {
    const above = parent[node]!;
    subtreeClass[above] = classes.intern(subtreeClass[above]!, subtreeClass[node]!);
  }
  return { nodeCount, parent, depth, subtreeEnd, label, subtreeClass };
}

/** Maps two identical subtrees node by node; returns how many nodes they have. */
export function mapIdentical(key: Tree, pairs: Int32Array, keyNode: number, otherNode: number): number {
  const count = key.subtreeEnd[keyNode]! - keyNode;
  for (let i = 0; i < count; i++) pairs[keyNode + i] = otherNode + i;
  return count;
}

const labelChoices = ['tag', 'tag+class', 'tag+attributes'] as const;
export type LabelChoice = (typeof labelChoices)[number];

export interface Labels {
  /** Label of each node of the key page, and of the other page: 0 … count − 1. */
  readonly key: Int32Array;
  readonly other: Int32Array;
  readonly count: number;
}

interface LabelOptions {
  /** By default `tag`. */
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
  const htmlTagCount = knownTags.names.length;
  // Tags of HTML have one number on all pages.
  if (other.tags.size === htmlTagCount) return undefined;
  const shared = Int32Array.from({ length: other.tags.size }, (_, tag) => tag);
  for (let tag = htmlTagCount; tag < shared.length; tag++) {
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
