/** Sets of names, such as the classes of an element, numbered; and how many names two sets have in common. */
import { PairCache } from '../pair-cache.ts';
import type { StepBudget } from '../step-budget.ts';

/** Two sets with so few names in all are sooner counted than looked up. */
const SMALL = 16;

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
    const known = this.#common.get(a, b);
    if (known > 0) return known - 1;
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
