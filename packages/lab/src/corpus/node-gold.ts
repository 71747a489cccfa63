/**
 * What gold says of all nodes of a page: of elements with pictures or nothing in them, of boxes around boxes, of the
 * head. The thesis on templates by links (Alarte 2014) scores by these; texts are a part of them.
 *
 * Where a page carries marks in its classes (TECO), they are of nodes. Where gold is selectors for zones of a site, a
 * node is what the nearest node above it is that a selector matches, and template where there is none: as for texts.
 */
import type { Page } from 'dehusk';
import { NodeFlag, TEXT } from 'dehusk/parts';
import type { CorpusSite } from './corpus.ts';
import { createZoneNodes, GoldLabel, type GoldLabels } from './gold.ts';

/** One label per node. */
export type NodeLabels = Uint8Array;

/** Inclusive ranges of node numbers. */
type Ranges = readonly (readonly [number, number])[];

export interface NodeMarks {
  /** What is in no range is template. */
  readonly content: Ranges;
  readonly main?: Ranges;
}

/** For pages of a site, given what gold says of their texts; undefined for a page whose gold is of texts alone. */
export function createNodeGold(site: CorpusSite): (page: Page, texts: GoldLabels) => NodeLabels | undefined {
  const zoneNodes = site.zones && createZoneNodes(site.zones);
  return (page, texts) => {
    const marks = site.nodeMarks?.get(page.url ?? '');
    if (marks !== undefined) return markedNodes(page, marks);
    return zoneNodes && withoutIgnored(page, zoneNodes(page), texts);
  };
}

export function markedNodes({ nodeCount }: Page, { content }: NodeMarks): NodeLabels {
  const labels = new Uint8Array(nodeCount).fill(GoldLabel.template);
  for (const [from, to] of content) labels.fill(GoldLabel.content, from, to + 1);
  return labels;
}

/**
 * Texts have the labels they have, and a content element of whose texts all are ignored is ignored with them. The
 * title is of the page and not of the site, whatever zone the head is in: it says nothing.
 */
function withoutIgnored(page: Page, labels: NodeLabels, texts: GoldLabels): NodeLabels {
  const scored = new Int32Array(page.nodeCount);
  const ignored = new Int32Array(page.nodeCount);
  for (const [i, node] of page.segments.entries()) {
    labels[node] = texts[i]!;
    (texts[i] === GoldLabel.ignored ? ignored : scored)[node] = 1;
  }
  for (let node = page.nodeCount - 1; node > 0; node--) {
    const isHiddenText = page.tag[node] === TEXT && (page.flags[node]! & NodeFlag.hidden) !== 0;
    const isLeftOut = labels[node] === GoldLabel.content && ignored[node]! > 0 && scored[node] === 0;
    if (isHiddenText || isLeftOut) labels[node] = GoldLabel.ignored;
    scored[page.parent[node]!]! += scored[node]!;
    ignored[page.parent[node]!]! += ignored[node]!;
  }
  return labels;
}

/** 1 for the elements of a class, and for all that is in them. */
export function withinClass(page: Page, className: string): Uint8Array {
  const isOfClass = page.classLists.map((classes) => classes.includes(className));
  const isWithin = new Uint8Array(page.nodeCount);
  for (let node = 0; node < page.nodeCount; node++) {
    const isItself = page.tag[node] !== TEXT && isOfClass[page.classList[node]!]!;
    isWithin[node] = isItself ? 1 : (isWithin[page.parent[node]!] ?? 0);
  }
  return isWithin;
}

/** Inclusive ranges of the places that hold a 1. */
export function rangesOf(flags: Uint8Array): Ranges {
  const ranges: [number, number][] = [];
  for (const [place, flag] of flags.entries()) {
    if (flag === 0) continue;
    const last = ranges.at(-1);
    if (last?.[1] === place - 1) last[1] = place;
    else ranges.push([place, place]);
  }
  return ranges;
}
