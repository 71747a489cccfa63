/**
 * Which units of a batch are alike, and on how many pages each stands.
 *
 * A unit is first known by the hashes of its texts: the one that stands on every page is shingled once. Units with
 * the same fingerprint make a group, and a group has owners: the pages that carry one of its units. Two captures of one
 * page are one owner.
 */
import { PairTable } from '../../compare/mapping/pair-table.ts';
import type { HashKey } from '../../page/hash.ts';
import { readLinks } from '../../page/links.ts';
import type { Page } from '../../page/page.ts';
import { pathStepHigh, pathStepLow } from '../../page/path-hash.ts';
import { normalUrl, type PageNumbers } from '../../page/raw-page.ts';
import { Fingerprinter, type FingerprintOptions } from './fingerprint.ts';
import type { UnitName } from './method.ts';
import { splitUnits, type Units } from './units.ts';

interface GroupOptions extends FingerprintOptions {
  readonly unit: UnitName;
  readonly minLinks: number;
  /** Seeds the tables. */
  readonly hashKey: HashKey;
}

/** The units of one page, and which group each belongs to. */
export interface GroupedPage extends Units {
  readonly group: Int32Array;
}

interface UnitGroups {
  readonly pages: readonly GroupedPage[];
  readonly count: number;
  /** Bytes of the tables and of the lists of units. */
  readonly sizeBytes: number;
}

export function groupUnits(pages: readonly Page[], options: GroupOptions): UnitGroups {
  const units = pages.map((page) => splitUnits(page, options.unit, options.minLinks));
  const total = units.reduce((sum, { count }) => sum + count, 0);
  const grouper = new Grouper(total, options);
  const grouped = units.map((own, i) => ({ ...own, group: grouper.groupOf(pages[i]!, own) }));
  return { pages: grouped, count: grouper.count, sizeBytes: sizeBytes(total) };
}

/**
 * Of each unit its start, end and group, and the group of its text; of each of the two tables two numbers a pair and
 * the slots, at least two for each pair.
 */
function sizeBytes(units: number): number {
  const slots = 2 ** Math.ceil(Math.log2(units * 2 + 1));
  return 4 * (4 * units + 2 * (2 * units + slots));
}

class Grouper {
  readonly #texts: PairTable;
  readonly #fingerprints: PairTable;
  readonly #groupOfText: Int32Array;
  readonly #fingerprinter: Fingerprinter;

  constructor(units: number, options: GroupOptions) {
    this.#texts = new PairTable(units, options.hashKey[0]);
    this.#fingerprints = new PairTable(units, options.hashKey[1]);
    this.#groupOfText = new Int32Array(units);
    this.#fingerprinter = new Fingerprinter(options);
  }

  get count(): number {
    return this.#fingerprints.count;
  }

  groupOf(page: Page, { count, start, end }: Units): Int32Array {
    const group = new Int32Array(count);
    for (let unit = 0; unit < count; unit++) group[unit] = this.#group(page, start[unit]!, end[unit]!);
    return group;
  }

  #group(page: Page, from: number, to: number): number {
    const { segments, textHashHigh, textHashLow } = page;
    let high = 0;
    let low = 0;
    for (let i = from; i < to; i++) {
      const node = segments[i]!;
      high = pathStepHigh(high, textHashHigh[node]!);
      low = pathStepLow(low, textHashLow[node]!, high);
    }
    const known = this.#texts.count;
    const text = this.#texts.intern(high | 0, low | 0);
    if (text === known) this.#groupOfText[text] = this.#shingle(page, from, to);
    return this.#groupOfText[text]!;
  }

  #shingle(page: Page, from: number, to: number): number {
    const fingerprinter = this.#fingerprinter;
    fingerprinter.open();
    for (let i = from; i < to; i++) fingerprinter.addText(page, page.segments[i]!);
    fingerprinter.close();
    return this.#fingerprints.intern(fingerprinter.high, fingerprinter.low);
  }
}

/** For each page of the batch and each of its units: on how many pages units of its group stand. */
type OwnerCounts = (pageIndex: number, unit: number) => number;

export function countOwners(groups: UnitGroups, numbers: PageNumbers): OwnerCounts {
  const owners = new Int32Array(groups.count);
  forEachOwner(groups, numbers, (group) => owners[group]!++);
  return (pageIndex, unit) => owners[groups.pages[pageIndex]!.group[unit]!]!;
}

/** Calls once for each group and page that carries one of its units, page by page. */
function forEachOwner(
  { pages, count }: UnitGroups,
  numbers: PageNumbers,
  visit: (group: number, owner: number) => void,
): void {
  const lastOwner = new Int32Array(count).fill(-1);
  // Captures of one page one after the other, so that the last owner tells whether it was met.
  const order = [...pages.keys()].sort((a, b) => numbers.of[a]! - numbers.of[b]! || a - b);
  for (const index of order) {
    const owner = numbers.of[index]!;
    for (const group of pages[index]!.group) {
      if (lastOwner[group] === owner) continue;
      lastOwner[group] = owner;
      visit(group, owner);
    }
  }
}

/**
 * By the definition of Bar-Yossef and Rajagopalan the owners of a template must also be connected: each can be reached
 * from each by links, whatever their direction, over owners only. Then a group falls apart into as many templates as it
 * has connected parts, and a page counts those in its own part.
 */
export function countLinkedOwners(
  groups: UnitGroups,
  numbers: PageNumbers,
  pages: readonly Page[],
): OwnerCounts {
  const neighbours = linkedPages(pages, numbers);
  const owners: number[][] = Array.from({ length: groups.count }, () => []);
  forEachOwner(groups, numbers, (group, owner) => owners[group]!.push(owner));
  const parts = owners.map((members) => sizeOfParts(members, neighbours));
  return (pageIndex, unit) => {
    const group = groups.pages[pageIndex]!.group[unit]!;
    return parts[group]!.get(numbers.of[pageIndex]!)!;
  };
}

/** For each page the pages of the batch that it links to, each once. */
function linkedPages(pages: readonly Page[], numbers: PageNumbers): readonly ReadonlySet<number>[] {
  const numberById = new Map(pages.map(({ id }, index) => [id, numbers.of[index]!]));
  const neighbours = Array.from({ length: numbers.count }, () => new Set<number>());
  for (const [index, page] of pages.entries()) {
    for (const { url } of readLinks(page)) {
      const target = numberById.get(normalUrl(url));
      if (target !== undefined) neighbours[numbers.of[index]!]!.add(target);
    }
  }
  return neighbours;
}

/** For each member of a group the size of the connected part that it is in. */
function sizeOfParts(
  members: readonly number[],
  neighbours: readonly ReadonlySet<number>[],
): ReadonlyMap<number, number> {
  const leader = new Map(members.map((member) => [member, member]));
  const find = (member: number): number => {
    let top = member;
    while (leader.get(top) !== top) {
      const next = leader.get(top)!;
      leader.set(top, leader.get(next)!);
      top = next;
    }
    return top;
  };
  for (const member of members) {
    for (const neighbour of neighbours[member]!) {
      if (leader.has(neighbour)) leader.set(find(member), find(neighbour));
    }
  }
  const sizes = new Map<number, number>();
  for (const member of members) sizes.set(find(member), (sizes.get(find(member)) ?? 0) + 1);
  return new Map(members.map((member) => [member, sizes.get(find(member))!]));
}
