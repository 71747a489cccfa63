/**
 * A version of the page, or both in one, as a document of its own with the changes marked. It runs nothing and loads
 * nothing: it is written by the safe rules, and without the elements that name other resources.
 */

import { tagSet } from '../../page/names.ts';
import { type Page, TEXT } from '../../page/page.ts';
import { serialise } from '../../page/serialise.ts';
import { mergePages } from './merged-page.ts';
import { NodeState, type PageDiff, type Side } from './page-diff.ts';
import { canWrap, type Marks, markChanges, markPlaces } from './view-marks.ts';

/** They load, or change where addresses lead; and what was removed must not style the page any more. */
const resourceTags = tagSet('link', 'base', 'meta');
const styleTags = tagSet('style');

/** The new version with what was removed at the place where it stood. */
export function mergedView(diff: PageDiff): string {
  const { old: oldPage } = diff.pages;
  const wants = (node: number): boolean => {
    const change = diff.changes[diff.change.old[node]!];
    if (change?.kind !== 'removed' || styleTags[oldPage.tag[node]!] === 1) return false;
    // A text that cannot be marked would look like one of the new page.
    return change.node.old !== node || oldPage.tag[node] !== TEXT || canWrap(oldPage, node);
  };
  const { page, origin } = mergePages(diff, wants);
  // A kept node is marked as one of the new page.
  const own = { old: origin.old.map((node, i) => (origin.new[i] === -1 ? node : -1)), new: origin.new };
  return write(page, markChanges(diff, page, own), resourceNodes(page));
}

/** One of the versions as it is. */
export function versionView(diff: PageDiff, side: Side): string {
  const page = diff.pages[side];
  const leftOut = resourceNodes(page);
  for (let node = 0; node < page.nodeCount; node++)
    if (diff.state[side][node] === NodeState.ignored) leftOut[node] = 1;
  const origin = { [side]: Int32Array.from(leftOut, (_, node) => node) };
  const marks = new Map(markPlaces(diff, side));
  for (const [node, mark] of markChanges(diff, page, origin))
    marks.set(node, { ...marks.get(node), ...mark });
  return write(page, marks, leftOut);
}

function resourceNodes(page: Page): Uint8Array {
  return Uint8Array.from(page.tag, (tag) => resourceTags[tag]!);
}

/** Links lead nowhere (a frame without permission opens no windows), and no name is looked up for them. */
const headStart = '<base target="_blank"><meta http-equiv="x-dns-prefetch-control" content="off">';

function write(page: Page, marks: Marks, leftOut: Uint8Array): string {
  return serialise(page, { marks, removed: leftOut, headStart, style });
}

/** Dark on light, whatever the page's colours are, and told apart by the line around as well as by the colour. */
const looks = {
  added: 'outline:2px solid #1a7f37!important;background:#dafbe1!important',
  removed:
    'outline:1px dotted #cf222e!important;background:#ffd7d5!important;text-decoration:line-through!important',
  moved: 'outline:2px dashed #0969da!important;background:#ddf4ff!important',
} as const;

const style = [
  ...Object.entries(looks).map(
    ([kind, look]) =>
      `[data-dehusk-diff=${kind}]{${look};color:#1f2328!important;visibility:visible!important}` +
      `[data-dehusk-diff=${kind}] :not([data-dehusk-diff]){color:inherit!important;background:transparent!important}`,
  ),
  '[data-dehusk-diff=attributes],[data-dehusk-diff=inside]{outline:2px dotted #9a6700!important}',
  '[data-dehusk-diff=removed] :is(img,video,svg,canvas){opacity:.5}',
  '[data-dehusk-diff]{outline-offset:1px!important}',
  '[data-dehusk-diff][data-dehusk-current]{outline-width:4px!important;outline-style:solid!important}',
].join('');
