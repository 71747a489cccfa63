/**
 * Kinds of nodes: all that the equality probability asks of a node but its place. Two nodes are of one kind if they
 * have one tag, id, set of classes, set of attribute names and number of children; text nodes if they have one text,
 * or, where text is compared structurally, all of them. Kinds are numbered over both pages.
 */
import type { NameTable } from '../../../page/name-table.ts';
import { type Page, TEXT } from '../../../page/page.ts';
import { PairTable } from '../pair-table.ts';
import type { StepBudget } from '../step-budget.ts';
import { attributeSets, idNumbers } from './attribute-columns.ts';
import { NameSets } from './name-sets.ts';

export class Kinds {
  /** Columns by kind. Id 0 is none, set 0 is empty. */
  readonly tag: Int32Array;
  readonly id: Int32Array;
  readonly classes: Int32Array;
  readonly attributes: Int32Array;
  readonly children: Int32Array;
  readonly classSets: NameSets;
  readonly attributeSets: NameSets;
  /** Kind of each node of the key page, and of the other page. */
  readonly ofKey: Int32Array;
  readonly ofOther: Int32Array;
  readonly #byContent: boolean;
  readonly #kinds: PairTable;
  /** (tag, id), (classes, attributes) and pairs of these; what a number stands for is known from where it is used. */
  readonly #parts: PairTable;
  readonly #ids = new Map<string, number>();

  constructor(
    key: Page,
    other: Page,
    { text, budget }: { readonly text: string; readonly budget: StepBudget },
  ) {
    const nodes = key.nodeCount + other.nodeCount;
    this.tag = new Int32Array(nodes);
    this.id = new Int32Array(nodes);
    this.classes = new Int32Array(nodes);
    this.attributes = new Int32Array(nodes);
    this.children = new Int32Array(nodes);
    this.classSets = new NameSets(budget);
    this.attributeSets = new NameSets(budget);
    this.#byContent = text === 'content';
    this.#kinds = new PairTable(nodes, key.pathHashLow[0]!);
    this.#parts = new PairTable(3 * nodes, key.pathHashLow[0]!);
    this.ofKey = this.#ofPage(key, (tag) => tag);
    const shared = sharedNames(key.tags, other.tags);
    this.ofOther = this.#ofPage(other, (tag) => shared[tag]!);
  }

  get count(): number {
    return this.#kinds.count;
  }

  /** Whether nodes of one tag may be of one kind only to correspond: text that is compared by its content. */
  isAlone(kind: number): boolean {
    return this.#byContent && this.tag[kind] === TEXT;
  }

  #ofPage(page: Page, sharedTag: (tag: number) => number): Int32Array {
    const { nodeCount, tag, parent, classList, textHashHigh, textHashLow } = page;
    const kindOf = new Int32Array(nodeCount);
    const children = new Int32Array(nodeCount);
    for (let node = 1; node < nodeCount; node++) children[parent[node]!]!++;
    const classes = Int32Array.from(page.classLists, (names) => this.classSets.intern(names));
    const attributes = attributeSets(page, this.attributeSets);
    const ids = idNumbers(page, this.#ids);
    for (let node = 0; node < nodeCount; node++) {
      if (tag[node] === TEXT && this.#byContent) {
        const text = this.#parts.intern(textHashHigh[node]! | 0, textHashLow[node]! | 0);
        // Parts of elements are not negative.
        kindOf[node] = this.#kinds.intern(-1 - text, 0);
        continue;
      }
      const own = this.#parts.intern(sharedTag(tag[node]!), ids[node]!);
      const sets = this.#parts.intern(classes[classList[node]!]!, attributes[node]!);
      const kind = this.#kinds.intern(this.#parts.intern(own, sets), children[node]!);
      kindOf[node] = kind;
      this.tag[kind] = sharedTag(tag[node]!);
      this.id[kind] = ids[node]!;
      this.classes[kind] = classes[classList[node]!]!;
      this.attributes[kind] = attributes[node]!;
      this.children[kind] = children[node]!;
    }
    return kindOf;
  }
}

/** For each name of the other page its number on the key page; names of the other page only get numbers behind. */
function sharedNames(key: NameTable, other: NameTable): Int32Array {
  return Int32Array.from({ length: other.size }, (_, id) => {
    const found = key.find(other.name(id));
    return found === -1 ? key.size + id : found;
  });
}
