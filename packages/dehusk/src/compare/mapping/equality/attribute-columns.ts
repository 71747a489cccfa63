/** What the equality probability asks of attributes, a number per node: which names there are, and which id. */
import { Attribute } from '../../../page/attributes.ts';
import { type Page, TEXT } from '../../../page/page.ts';
import { readAttributes } from '../../../page/read.ts';
import { readValue } from '../../../page/value.ts';
import { PairTable } from '../pair-table.ts';
import type { NameSets } from './name-sets.ts';

/** For each element the set of its attribute names without class and id (A21). */
export function attributeSets(page: Page, sets: NameSets): Int32Array {
  const { nodeCount, tag, start, end, attributes } = page;
  const setOf = new Int32Array(nodeCount);
  // Elements have few different sequences of names, so names are sorted once per sequence, not once per element.
  const sequences = new PairTable(attributes.name.length, page.pathHashLow[0]!);
  const setBySequence: number[] = [];
  for (let node = 0; node < nodeCount; node++) {
    if (tag[node] === TEXT) continue;
    let sequence = -1;
    for (let row = start[node]!; row < end[node]!; row++) {
      const name = attributes.name[row]!;
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
export function idNumbers(page: Page, numbers: Map<string, number>): Int32Array {
  const { nodeCount, tag, start, end, attributes } = page;
  const numberOf = new Int32Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    if (tag[node] === TEXT) continue;
    for (let row = start[node]!; row < end[node]!; row++) {
      if (attributes.name[row] !== Attribute.id || attributes.start[row] === attributes.end[row]) continue;
      const id = readValue(page.source, attributes.start[row]!, attributes.end[row]!);
      numberOf[node] = numbers.get(id) ?? numbers.size + 1;
      numbers.set(id, numberOf[node]!);
    }
  }
  return numberOf;
}
