/** Strings of a page, made only when somebody asks for them. */
import { decodeHTML } from 'entities/decode';
import { NodeFlag, type NodeRanges, type Page, TEXT } from './page.ts';
import { readValue } from './value.ts';

export function tagName(page: Page, node: number): string {
  return page.tags.name(page.tag[node]!);
}

/** The text of a text node as the author wrote it: white space kept, character references replaced. */
export function readText(page: Page, node: number): string {
  const raw = page.source.slice(page.start[node], page.end[node]);
  const decoded = (page.flags[node]! & NodeFlag.literal) !== 0 || !raw.includes('&') ? raw : decodeHTML(raw);
  return decoded.includes('\0') ? decoded.replaceAll('\0', '') : decoded;
}

/** The normal form of a text node: HTML white space collapsed and trimmed. It is what the text hash is of. */
export function readNormalText(page: Page, node: number): string {
  return normalForm(readText(page, node));
}

export function normalForm(text: string): string {
  return text.replace(/[\t\n\f\r ]+/g, ' ').replace(/^ | $/g, '');
}

/** Value of an attribute, or undefined if the element does not have it. */
export function readAttribute(page: Page, node: number, name: string): string | undefined {
  if (page.tag[node] === TEXT) return undefined;
  const id = page.attributeNames.find(name);
  const { attributes } = page;
  for (let row = page.start[node]!; row < page.end[node]!; row++) {
    if (attributes.name[row] === id)
      return readValue(page.source, attributes.start[row]!, attributes.end[row]!);
  }
  return undefined;
}

/** All attributes of an element as [name, value], in source order. */
export function readAttributes(page: Page, node: number): readonly (readonly [string, string])[] {
  if (page.tag[node] === TEXT) return [];
  const { attributes, attributeNames, source } = page;
  const pairs: [string, string][] = [];
  for (let row = page.start[node]!; row < page.end[node]!; row++) {
    const value = readValue(source, attributes.start[row]!, attributes.end[row]!);
    pairs.push([attributeNames.name(attributes.name[row]!), value]);
  }
  return pairs;
}

/** The ranges of one node, joined. */
export function readRanges(page: Page, ranges: NodeRanges, node: number): string {
  let text = '';
  for (let row = firstRow(ranges, node); ranges.node[row] === node; row++) {
    text += page.source.slice(ranges.start[row], ranges.end[row]);
  }
  return text;
}

/** Rows are sorted by node: binary search. */
function firstRow(ranges: NodeRanges, node: number): number {
  let low = 0;
  let high = ranges.node.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ranges.node[middle]! < node) low = middle + 1;
    else high = middle;
  }
  return low;
}
