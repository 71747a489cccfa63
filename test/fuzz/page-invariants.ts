import { NodeFlag, type Page, TEXT } from '../../packages/dehusk/src/page/page.ts';
import { readNormalText } from '../../packages/dehusk/src/page/read.ts';

/** What must hold of every page, whatever it was made of. Returns the first thing that does not. */
export function brokenInvariant(page: Page): string | undefined {
  const { nodeCount, parent, depth, subtreeEnd, tag } = page;
  if (nodeCount < 2 || parent[0] !== -1 || subtreeEnd[0] !== nodeCount)
    return 'the root does not span the page';
  for (let node = 1; node < nodeCount; node++) {
    const above = parent[node]!;
    if (above < 0 || above >= node) return `node ${node} is not after its parent`;
    if (depth[node] !== depth[above]! + 1) return `node ${node} has a wrong depth`;
    if (subtreeEnd[node]! <= node || subtreeEnd[node]! > subtreeEnd[above]!)
      return `node ${node} leaves its parent`;
    if (tag[above] === TEXT) return `node ${node} is below a text`;
    if (tag[node] === TEXT && page.chars[node] === 0) return `node ${node} is blank`;
  }
  return brokenSegments(page);
}

function brokenSegments(page: Page): string | undefined {
  const visible = (node: number): boolean =>
    page.tag[node] === TEXT && (page.flags[node]! & NodeFlag.hidden) === 0;
  let count = 0;
  for (let node = 0; node < page.nodeCount; node++) if (visible(node)) count++;
  if (count !== page.segments.length) return 'segments are not the visible texts';
  for (let i = 0; i < count; i++) {
    const node = page.segments[i]!;
    if (!visible(node) || (i > 0 && node <= page.segments[i - 1]!)) return `segment ${i} is out of place`;
    if ([...readNormalText(page, node)].length !== page.chars[node]) return `segment ${i} has a wrong length`;
  }
  return undefined;
}
