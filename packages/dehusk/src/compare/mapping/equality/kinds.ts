/**
 * Kinds of nodes: all that the equality probability asks of a node but its position. Two nodes are of one kind if they
 * have one tag, id, set of classes, set of attribute names and number of children; text nodes if they have one text,
 * or, where text is compared structurally, all of them. Kinds are numbered over both pages.
 */
import { Attribute, type NameTable } from '../../../page/names.ts';
import {
  attributeName,
  attributeRow,
  attributesEnd,
  countAttributes,
  firstAttribute,
  type Page,
  readAttributes,
  readValue,
  TEXT,
} from '../../../page/page.ts';
import type { StepBudget } from '../mapping.ts';
import { PairCache, PairTable } from '../pair-table.ts';
import { shownThings } from '../shown-things.ts';

export class Kinds {
  /** Columns by kind. Id 0 is none, set 0 is empty. */
  readonly tag: Int32Array;
  readonly id: Int32Array;
  readonly classes: Int32Array;
  readonly attributes: Int32Array;
  readonly children: Int32Array;
  /** What a picture shows or a form control is, 0 for others and where that is not compared. */
  readonly shown: Int32Array;
  readonly classSets: NameSets;
  readonly attributeSets: NameSets;
  /** Kind of each node of the key page, and of the other page. */
  readonly ofKey: Int32Array;
  readonly ofOther: Int32Array;
  readonly #byContent: boolean;
  readonly #byAddress: boolean;
  readonly #kinds: PairTable;
  /** (tag, id), (classes, attributes) and pairs of these; what a number stands for follows from where it is used. */
  readonly #parts: PairTable;
  readonly #ids = new Map<string, number>();
  readonly #shownNames = new Map<string, number>();

  constructor(
    key: Page,
    other: Page,
    { text, media, budget }: { readonly text: string; readonly media: string; readonly budget: StepBudget },
  ) {
    const nodes = key.nodeCount + other.nodeCount;
    this.tag = new Int32Array(nodes);
    this.id = new Int32Array(nodes);
    this.classes = new Int32Array(nodes);
    this.attributes = new Int32Array(nodes);
    this.children = new Int32Array(nodes);
    this.shown = new Int32Array(nodes);
    this.#byAddress = media === 'address';
    this.classSets = new NameSets(budget);
    this.attributeSets = new NameSets(budget);
    this.#byContent = text === 'content';
    this.#kinds = new PairTable(nodes, key.pathHashLow[0]!);
    this.#parts = new PairTable(4 * nodes, key.pathHashLow[0]!);
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

  /** By node, for those that show or ask something. Numbers are negative, so that they are no parts of others. */
  #shownBy(page: Page): ReadonlyMap<number, number> {
    if (!this.#byAddress) return new Map();
    const names = this.#shownNames;
    const numberOf = (name: string): number => {
      const found = names.get(name) ?? -1 - names.size;
      names.set(name, found);
      return found;
    };
    return new Map([...shownThings(page)].map(([node, name]) => [node, numberOf(name)]));
  }

  #ofPage(page: Page, sharedTag: (tag: number) => number): Int32Array {
    const { nodeCount, tag, parent, classList, textHashHigh, textHashLow } = page;
    const kindOf = new Int32Array(nodeCount);
    const children = new Int32Array(nodeCount);
    for (let node = 1; node < nodeCount; node++) children[parent[node]!]!++;
    const classes = Int32Array.from(page.classLists, (names) => this.classSets.intern(names));
    const attributes = attributeSets(page, this.attributeSets);
    const ids = idNumbers(page, this.#ids);
    const shown = this.#shownBy(page);
    for (let node = 0; node < nodeCount; node++) {
      if (tag[node] === TEXT && this.#byContent) {
        const text = this.#parts.intern(textHashHigh[node]! | 0, textHashLow[node]! | 0);
        // Parts of elements are not negative.
        kindOf[node] = this.#kinds.intern(-1 - text, 0);
        continue;
      }
      const own = this.#parts.intern(sharedTag(tag[node]!), ids[node]!);
      const sets = this.#parts.intern(classes[classList[node]!]!, attributes[node]!);
      const parts = this.#parts.intern(own, sets);
      const what = shown.get(node) ?? 0;
      const kind = this.#kinds.intern(what === 0 ? parts : this.#parts.intern(parts, what), children[node]!);
      kindOf[node] = kind;
      this.shown[kind] = what;
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

/** For each element the set of its attribute names without class and id (A21). */
function attributeSets(page: Page, sets: NameSets): Int32Array {
  const { nodeCount } = page;
  const setOf = new Int32Array(nodeCount);
  // Elements have few different sequences of names, so names are sorted once per sequence, not once per element.
  const sequences = new PairTable(countAttributes(page), page.pathHashLow[0]!);
  const setBySequence: number[] = [];
  for (let node = 0; node < nodeCount; node++) {
    let sequence = -1;
    for (let row = firstAttribute(page, node); row < attributesEnd(page, node); row++) {
      const name = attributeName(page, row);
      if (name !== Attribute.class && name !== Attribute.id) sequence = sequences.intern(sequence, name);
    }
    if (sequence !== -1) setOf[node] = setBySequence[sequence] ??= sets.intern(comparedNames(page, node));
  }
  return setOf;
}

function comparedNames(page: Page, node: number): string[] {
  return readAttributes(page, node)
    .map(([name]) => name)
    .filter((name) => name !== 'class' && name !== 'id');
}

/** For each element the number of its id, 0 if it has none or an empty one (A20); the map is shared by the pages. */
function idNumbers(page: Page, numbers: Map<string, number>): Int32Array {
  const numberOf = new Int32Array(page.nodeCount);
  for (let node = 0; node < page.nodeCount; node++) {
    const row = attributeRow(page, node, Attribute.id);
    const id = row === -1 ? '' : readValue(page, row);
    if (id === '') continue;
    numberOf[node] = numbers.get(id) ?? numbers.size + 1;
    numbers.set(id, numberOf[node]!);
  }
  return numberOf;
}

/** Two sets with so few names in all are sooner counted than looked up. */
const SMALL = 16;

/** Sets of names, such as the classes of an element, numbered; and how many names two sets have in common. */
export class NameSets {
  readonly #names = new Map<string, number>();
  readonly #numberBySpelling = new Map<string, number>([['', 0]]);
  /** Names of each set by number, rising; set 0 is empty. */
  readonly #members: Int32Array[] = [new Int32Array(0)];
  /** Common names + 1, since a cache knows no 0. */
  readonly #common: PairCache = new PairCache();
  readonly #budget: StepBudget;

  constructor(budget: StepBudget) {
    this.#budget = budget;
  }

  /** The number of a set, whatever the order of its names; each is given once. */
  intern(names: readonly string[]): number {
    const members = Int32Array.from(names, (name) => this.#nameNumber(name)).sort();
    const spelling = members.join(' ');
    const found = this.#numberBySpelling.get(spelling) ?? this.#members.length;
    if (found === this.#members.length) {
      this.#numberBySpelling.set(spelling, found);
      this.#members.push(members);
    }
    return found;
  }

  size(set: number): number {
    return this.#members[set]!.length;
  }

  common(a: number, b: number): number {
    if (a === b) return this.size(a);
    if (a === 0 || b === 0) return 0;
    const first = this.#members[a]!;
    const second = this.#members[b]!;
    if (first.length + second.length <= SMALL) return countCommon(first, second);
    const counted = this.#common.get(a, b);
    if (counted > 0) return counted - 1;
    this.#budget.spend(2 * (first.length + second.length));
    const common = countCommon(first, second);
    this.#common.set(a, b, common + 1);
    return common;
  }

  #nameNumber(name: string): number {
    const found = this.#names.get(name) ?? this.#names.size;
    this.#names.set(name, found);
    return found;
  }
}

function countCommon(a: Int32Array, b: Int32Array): number {
  let common = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const difference = a[i]! - b[j]!;
    if (difference === 0) common++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return common;
}
