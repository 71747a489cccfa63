import type { Page } from '../../../dehusk/src/page/page.ts';
import { readNormalText, tagName } from '../../../dehusk/src/page/read.ts';
import type { PathText } from './reference-texts.ts';

/** The segments of our page in the form of the reference. */
export function pageTexts(page: Page): readonly PathText[] {
  const paths: string[] = [];
  for (let node = 0; node < page.nodeCount; node++) {
    const above = page.parent[node] === -1 ? '' : paths[page.parent[node]!]!;
    paths.push(page.tag[node] === 0 ? above : `${above}/${tagName(page, node)}`);
  }
  return Array.from(page.segments, (node) => ({ path: paths[node]!, text: readNormalText(page, node) }));
}
