/** The tables that the nodes of two pages point into, joined to one: the new page's first. */
import { knownAttributes, knownTags, NameTable } from '../../page/names.ts';
import type { NodeRanges, Page } from '../../page/page.ts';
import type { Sides } from './page-diff.ts';

export interface JoinedNames {
  readonly tags: NameTable;
  readonly attributes: NameTable;
  /** From the number that a name has on a version to the one it has here. */
  readonly tag: Sides<Int32Array>;
  readonly attribute: Sides<Int32Array>;
}

export function joinNames({ old: oldPage, new: newPage }: Sides<Page>): JoinedNames {
  const tags = new NameTable(knownTags);
  const attributes = new NameTable(knownAttributes);
  const renumber = (to: NameTable, from: NameTable): Int32Array =>
    Int32Array.from({ length: from.size }, (_, id) => to.intern(from.name(id), 0, from.name(id).length));
  return {
    tags,
    attributes,
    tag: { new: renumber(tags, newPage.tags), old: renumber(tags, oldPage.tags) },
    attribute: {
      new: renumber(attributes, newPage.attributeNames),
      old: renumber(attributes, oldPage.attributeNames),
    },
  };
}

export function joinAttributes(pages: Sides<Page>, numberOf: Sides<Int32Array>): Page['attributes'] {
  const count = pages.new.attributes.name.length;
  const all = count + pages.old.attributes.name.length;
  const joined = { name: new Uint16Array(all), start: new Int32Array(all), end: new Int32Array(all) };
  for (const [side, row, shift] of [
    ['new', 0, 0] as const,
    ['old', count, pages.new.source.length] as const,
  ]) {
    const { name, start, end } = pages[side].attributes;
    joined.name.set(
      name.map((id) => numberOf[side][id]!),
      row,
    );
    joined.start.set(
      start.map((at) => at + shift),
      row,
    );
    joined.end.set(
      end.map((at) => at + shift),
      row,
    );
  }
  return joined;
}

/** The ranges of the nodes that are here, sorted by their places. */
export function joinRanges(
  pages: Sides<Page>,
  places: Sides<Int32Array>,
  name: 'rawContent' | 'preformattedGaps',
): NodeRanges {
  const rows: { readonly node: number; readonly start: number; readonly end: number }[] = [];
  for (const side of ['new', 'old'] as const) {
    const { node, start, end } = pages[side][name];
    const shift = side === 'new' ? 0 : pages.new.source.length;
    for (let row = 0; row < node.length; row++) {
      const place = places[side][node[row]!]!;
      if (place !== -1) rows.push({ node: place, start: start[row]! + shift, end: end[row]! + shift });
    }
  }
  rows.sort((left, right) => left.node - right.node);
  return {
    node: Int32Array.from(rows, ({ node }) => node),
    start: Int32Array.from(rows, ({ start }) => start),
    end: Int32Array.from(rows, ({ end }) => end),
  };
}
