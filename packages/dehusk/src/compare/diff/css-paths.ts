/**
 * CSS selectors that name single elements of a page: from the nearest element whose id no other has, else from body.
 *
 *     #main > ul.news > li:nth-of-type(3)
 */

import { escapeIdentifier, pathStep, stepSelector } from '../../page/css-path.ts';
import { Tag } from '../../page/names.ts';
import { type Page, readAttribute, TEXT } from '../../page/page.ts';
import { PairTable } from '../mapping/pair-table.ts';

/** More classes than that are a design's vocabulary and say nothing about where an element stands. */
const mostClasses = 2;

/** The selector of an element; of a text, that of the element around it. */
export type CssPaths = (node: number) => string;

export function createCssPaths(page: Page): CssPaths {
  const uniqueIds = findUniqueIds(page);
  const { ordinal, total } = numberSiblings(page);
  const pathOf = new Map<number, string>();

  const step = (element: number): string => {
    const { tag, classes } = pathStep(page, element);
    const nth = total[element]! > 1 ? `:nth-of-type(${ordinal[element]})` : '';
    return stepSelector({ tag, classes: classes.length > mostClasses ? [] : classes }) + nth;
  };
  /** The selector of an element that needs no other: the path of all below it starts there. */
  const anchor = (element: number): string | undefined => {
    const id = uniqueIds.get(element);
    if (id !== undefined) return `#${escapeIdentifier(id)}`;
    const { tag, parent } = page;
    if (parent[element] === -1) return stepSelector({ tag: pathStep(page, element).tag, classes: [] });
    return tag[element] === Tag.body && parent[element] === 0 ? 'body' : undefined;
  };

  return (node) => {
    const pending: number[] = [];
    let path: string | undefined;
    for (let at = page.tag[node] === TEXT ? page.parent[node]! : node; path === undefined; ) {
      path = pathOf.get(at) ?? anchor(at);
      if (path !== undefined) break;
      pending.push(at);
      at = page.parent[at]!;
    }
    for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
      path = `${path} > ${step(element)}`;
      pathOf.set(element, path);
    }
    return path;
  };
}

/** The ids that one element only has. */
function findUniqueIds(page: Page): ReadonlyMap<number, string> {
  const elementOf = new Map<string, number>();
  for (let node = 0; node < page.nodeCount; node++) {
    const id = page.tag[node] === TEXT ? undefined : readAttribute(page, node, 'id');
    if (id !== undefined && id !== '') elementOf.set(id, elementOf.has(id) ? -1 : node);
  }
  return new Map([...elementOf].filter(([, node]) => node !== -1).map(([id, node]) => [node, id]));
}

/** Per element: which of the siblings with its tag it is, from 1, and how many there are. */
function numberSiblings(page: Page): { readonly ordinal: Int32Array; readonly total: Int32Array } {
  const kinds = new PairTable(page.nodeCount, page.pathHashLow[0]!);
  const kindOf = new Int32Array(page.nodeCount);
  const counts = new Int32Array(page.nodeCount);
  const ordinal = new Int32Array(page.nodeCount);
  for (let node = 0; node < page.nodeCount; node++) {
    kindOf[node] = kinds.intern(page.parent[node]!, page.tag[node]!);
    ordinal[node] = ++counts[kindOf[node]!]!;
  }
  return { ordinal, total: kindOf.map((kind) => counts[kind]!) };
}
