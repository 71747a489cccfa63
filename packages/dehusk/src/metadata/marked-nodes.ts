/**
 * The elements by which a page says something of itself. One walk finds them for all who read metadata: most of a page
 * is of no use to any of them, and a walk for each field cost as much as the fields themselves.
 */
import { Attribute, Tag } from '../page/names.ts';
import { attributeRow, hasAttribute, type Page } from '../page/page.ts';

const listedTags = ['meta', 'link', 'script', 'base', 'h1', 'time', 'nav'] as const;

/** In document order. */
export type MarkedNodes = Readonly<Record<(typeof listedTags)[number], readonly number[]>> & {
  /** Links that say what they lead to: those with `rel`. */
  readonly related: readonly number[];
};

const OTHER = 0;
const LINK = listedTags.length + 1;
/** By tag: the number of its list, from 1. As long as numbers of tags can be. */
const listOfTag = new Uint8Array(2 ** 16);
for (const [i, name] of listedTags.entries()) listOfTag[Tag[name]] = i + 1;
listOfTag[Tag.a] = LINK;

export function findMarkedNodes(page: Page): MarkedNodes {
  const { tag, nodeCount } = page;
  const lists: number[][] = Array.from({ length: LINK + 1 }, () => []);
  const related = lists[LINK]!;
  const hasRelated = hasAttribute(page, Attribute.rel);
  for (let node = 0; node < nodeCount; node++) {
    const list = listOfTag[tag[node]!]!;
    if (list === OTHER) continue;
    if (list !== LINK) lists[list]!.push(node);
    else if (hasRelated && attributeRow(page, node, Attribute.rel) !== -1) related.push(node);
  }
  const [, meta, link, script, base, h1, time, nav] = lists as [number[], ...number[][]];
  return { meta: meta!, link: link!, script: script!, base: base!, h1: h1!, time: time!, nav: nav!, related };
}
