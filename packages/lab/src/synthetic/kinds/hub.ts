import { pickLeaves } from '../furniture/boxes.ts';
import { type PageView, sayCapitalised, writePart } from '../page-view.ts';
import { writeParagraph } from '../prose.ts';
import { createRandom } from '../random.ts';
import type { PagePlace } from '../site-map.ts';

const leavesOnHub = 12;

/** The front page: a welcome and picks from the whole site. */
export function writeHome(view: PageView): void {
  view.writer.leaf('h1', view.title);
  view.writer.leaf('p', view.plan.phrase('tagline'));
  writeParagraph(view);
  writeTeasers(view, pickLeaves(view, view.random, leavesOnHub));
}

/** A section: what it is about, its subsections with a line each, and picks from them. */
export function writeSection(view: PageView): void {
  const { writer, plan, place } = view;
  writer.leaf('h1', view.title);
  writeParagraph(view);
  const { map } = plan;
  const first = place.section * map.subsectionsPerSection;
  for (let offset = 0; offset < map.subsectionsPerSection; offset++) {
    const list = map.list(first + offset, 0);
    writer.element('h2', () => writer.leaf('a', plan.title(list), { href: plan.url(list) }));
    writeParagraph(view);
    if (map.leafCount(list.subsection) > 0) writeTeasers(view, [map.leaf(list.subsection, 0)]);
  }
}

/** One page of a subsection's list. */
export function writeList(view: PageView): void {
  const { plan, place } = view;
  view.writer.leaf('h1', view.title);
  if (place.position === 0) writeParagraph(view);
  const [from, to] = plan.map.leavesOnList(place.subsection, place.position);
  const leaves = Array.from({ length: to - from }, (_, offset) =>
    plan.map.leaf(place.subsection, from + offset),
  );
  writeTeasers(view, leaves);
}

/** Where pages are large, entries are long, as on lists that show whole posts. */
function writeTeasers(view: PageView, leaves: readonly PagePlace[]): void {
  const { writer, design, matterEndBytes } = view;
  const startBytes = writer.sizeBytes;
  for (const [index, leaf] of leaves.entries()) {
    const endBytes = startBytes + ((matterEndBytes - startBytes) * (index + 1)) / leaves.length;
    writer.element(design.theme.shapes.entry, () => writeTeaser(view, leaf, endBytes));
  }
}

/** A leaf's teaser begins the same wherever it is shown, as a content management system would have it. */
function writeTeaser(view: PageView, leaf: PagePlace, endBytes: number): void {
  const { writer, plan } = view;
  const random = createRandom(plan.seed, 'teaser', leaf.id);
  const href = plan.url(leaf);
  writer.element('h3', () => writer.leaf('a', plan.title(leaf), { href }));
  writePart(view, 'date', () => writer.text(plan.date(leaf.id)));
  if (leaf.kind === 'product') writer.leaf('b', plan.money(random.between(299, 89_999)));
  const teaserView = { ...view, random, bindings: {} };
  writer.leaf('p', sayCapitalised(teaserView, 'sentence'));
  while (writer.sizeBytes < endBytes) writeParagraph(teaserView);
  writePart(view, 'tools', () => writer.leaf('a', plan.phrase('readMore'), { href }));
}
