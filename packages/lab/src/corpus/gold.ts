/**
 * What the three golds say of a site's pages: the read gold, by a person who has read some of them, and the zone gold,
 * by selectors for all of them, strict and lenient.
 */

import type { Page } from 'dehusk';
import { createSelector, type PageSelector, readText } from 'dehusk/parts';
import type { CorpusSite } from './corpus.ts';

export const goldNames = ['read', 'lenient', 'strict'] as const;
export type GoldName = (typeof goldNames)[number];

/** What gold says of a site's pages; made once for all methods. */
export interface SiteGold {
  readonly pages: readonly Page[];
  /** For each gold the labels of each page; undefined for a page that this gold does not cover. */
  readonly labels: Readonly<Record<GoldName, readonly (GoldLabels | undefined)[]>>;
  /** Main content against all else, of pages whose read gold tells it apart. */
  readonly main: readonly (GoldLabels | undefined)[];
}

/** `wanted`: the other golds cover no page. */
export function siteGold(
  site: CorpusSite,
  pages: readonly Page[],
  wanted: readonly GoldName[] = goldNames,
): SiteGold {
  const readOf = ({ url }: Page): ReadLabels | undefined =>
    wanted.includes('read') ? site.readLabels.get(url ?? '') : undefined;
  const read = pages.map((page) => {
    const labels = readOf(page);
    return labels && readGoldLabels(page, labels);
  });
  const main = pages.map((page) => {
    const ranges = readOf(page)?.main;
    return ranges && mainGoldLabels(page, ranges);
  });
  return { pages, labels: { read, ...zoneLabels(site, pages, wanted) }, main };
}

/** A site without selectors has no zone gold on any page. */
function zoneLabels(
  { zones }: CorpusSite,
  pages: readonly Page[],
  wanted: readonly GoldName[],
): Omit<SiteGold['labels'], 'read'> {
  const none = pages.map(() => undefined);
  if (zones === undefined || wanted.every((gold) => gold === 'read')) return { lenient: none, strict: none };
  const strict = pages.map(createZoneGold(zones));
  const lenient = (): readonly GoldLabels[] => {
    const repeated = repeatedContent(pages, strict);
    return pages.map((page, i) => lenientLabels(page, strict[i]!, repeated));
  };
  return {
    strict: wanted.includes('strict') ? strict : none,
    lenient: wanted.includes('lenient') ? lenient() : none,
  };
}

/** What gold says of the segments of a page: one label per segment, in their order. */
export const GoldLabel = { template: 0, content: 1, ignored: 2 } as const;
export type GoldLabels = Uint8Array;

// The read gold: pages labelled by a person who read them. Ranges number the text nodes that are not blank; there a
// text of no-break spaces alone counts as blank, which to a page's segments it does not.

/** Inclusive ranges of text numbers. */
type TextRanges = readonly (readonly [number, number])[];

export interface ReadLabels {
  /** What is in no range is template. */
  readonly content: TextRanges;
  readonly ignored: TextRanges;
  /** The main content, where somebody told it from the rest of the content. */
  readonly main?: TextRanges;
}

/** The segments that ranges number, in their order. */
export function numberedSegments(page: Page): readonly number[] {
  return [...page.segments.keys()].filter((segment) => readText(page, page.segments[segment]!).trim() !== '');
}

/** The main content as the only content. */
function mainGoldLabels(page: Page, main: TextRanges): GoldLabels {
  return readGoldLabels(page, { content: main, ignored: [] });
}

export function readGoldLabels(page: Page, { content, ignored }: ReadLabels): GoldLabels {
  const labels = new Uint8Array(page.segments.length).fill(GoldLabel.template);
  const numbered = numberedSegments(page);
  const mark = (ranges: TextRanges, label: number): void => {
    for (const [from, to] of ranges) for (let i = from; i <= to; i++) labels[numbered[i]!] = label;
  };
  mark(content, GoldLabel.content);
  mark(ignored, GoldLabel.ignored);
  return labels;
}

// The zone gold: one reader's selectors for a site. A text has the label of its nearest ancestor that a selector
// matches (on one element: ignore before template before content); where none matches it is template.

export interface ZoneSelectors {
  readonly contentSelectors: readonly string[];
  readonly templateSelectors: readonly string[];
  readonly ignoreSelectors: readonly string[];
}

const UNLABELLED = 255;

export function createZoneGold(zones: ZoneSelectors): (page: Page) => GoldLabels {
  const zoneNodes = createZoneNodes(zones);
  return (page) => {
    const labels = zoneNodes(page);
    return Uint8Array.from(page.segments, (node) => labels[node]!);
  };
}

/** The same for all nodes: one label per node. */
export function createZoneNodes(zones: ZoneSelectors): (page: Page) => Uint8Array {
  // The stronger come later and overwrite.
  const rules: readonly (readonly [PageSelector[], number])[] = [
    [zones.contentSelectors.map(createSelector), GoldLabel.content],
    [zones.templateSelectors.map(createSelector), GoldLabel.template],
    [zones.ignoreSelectors.map(createSelector), GoldLabel.ignored],
  ];
  return (page) => {
    const own = new Uint8Array(page.nodeCount).fill(UNLABELLED);
    for (const [selectors, label] of rules) {
      for (const select of selectors) for (const node of select(page)) own[node] = label;
    }
    return inherit(page, own);
  };
}

function inherit(page: Page, own: Uint8Array): Uint8Array {
  if (own[0] === UNLABELLED) own[0] = GoldLabel.template;
  for (let node = 1; node < page.nodeCount; node++) {
    if (own[node] === UNLABELLED) own[node] = own[page.parent[node]!]!;
  }
  return own;
}

/**
 * The texts that lenient scoring leaves out: those of the content zones that stand on at least a fifth of the site's
 * pages, and on five at least. "Price:" in a product box is content to a reader, but no method can be blamed for it.
 */
export function repeatedContent(pages: readonly Page[], labels: readonly GoldLabels[]): ReadonlySet<number> {
  const pageCounts = new Map<number, number>();
  for (const [i, page] of pages.entries()) {
    for (const text of contentTexts(page, labels[i]!)) pageCounts.set(text, (pageCounts.get(text) ?? 0) + 1);
  }
  const enough = Math.max(5, pages.length / 5);
  return new Set([...pageCounts].filter(([, count]) => count >= enough).map(([text]) => text));
}

function contentTexts(page: Page, labels: GoldLabels): ReadonlySet<number> {
  const texts = new Set<number>();
  for (const [segment, node] of page.segments.entries()) {
    if (labels[segment] === GoldLabel.content) texts.add(textKey(page, node));
  }
  return texts;
}

/** 53 bits of the hash of a text: as many as a number holds, and enough for the texts of a site. */
export function textKey({ textHashHigh, textHashLow }: Page, node: number): number {
  return textHashHigh[node]! * 2 ** 21 + (textHashLow[node]! >>> 11);
}

/** The labels with repeated content ignored. */
export function lenientLabels(page: Page, labels: GoldLabels, repeated: ReadonlySet<number>): GoldLabels {
  return labels.map((label, segment) =>
    label === GoldLabel.content && repeated.has(textKey(page, page.segments[segment]!))
      ? GoldLabel.ignored
      : label,
  );
}
