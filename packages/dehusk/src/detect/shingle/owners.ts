/**
 * On how many pages the units of a group stand.
 *
 * Two captures of one page are one owner. By the definition of Bar-Yossef and Rajagopalan the owners of a template
 * must also be connected: each can be reached from each by links, whatever their direction, over owners only. Then
 * a group falls apart into as many templates as it has connected parts, and a page counts those in its own part.
 */
import { readLinks } from '../../page/links.ts';
import type { Page } from '../../page/page.ts';
import { normalUrl, type PageNumbers } from '../../page/raw-page.ts';
import type { UnitGroups } from './unit-groups.ts';

/** For each page of the batch and each of its units: on how many pages units of its group stand. */
export type OwnerCounts = (pageIndex: number, unit: number) => number;

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

/** The same, counting only owners that are connected by links of the batch's pages. */
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
