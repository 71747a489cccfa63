import {
  type Page,
  readAttributes,
  readGap,
  readRawContent,
  readText,
  tagName,
} from '../packages/dehusk/src/page/page.ts';

/** Everything a page says of each node, with ranges and numbers of names replaced by what they stand for. */
export function pageContents(page: Page): readonly (readonly unknown[])[] {
  return Array.from({ length: page.nodeCount }, (_, node) => [
    tagName(page, node),
    page.flags[node],
    page.parent[node],
    page.depth[node],
    page.subtreeEnd[node],
    page.pathHashHigh[node],
    page.pathHashLow[node],
    page.textHashHigh[node],
    page.textHashLow[node],
    page.chars[node],
    page.classLists[page.classList[node]!],
    page.tag[node] === 0 ? readText(page, node) : readAttributes(page, node),
    readRawContent(page, node),
    readGap(page, node),
  ]);
}
