/**
 * The zone gold: one reader's selectors for a site. A text has the label of its nearest ancestor that a selector
 * matches (on one element: ignore before template before content); where none matches it is template.
 */
import { createSelector, type Page, type PageSelector, readNormalText } from 'dehusk/parts';
import { GoldLabel, type GoldLabels } from './gold-labels.ts';

export interface ZoneSelectors {
  readonly contentSelectors: readonly string[];
  readonly templateSelectors: readonly string[];
  readonly ignoreSelectors: readonly string[];
}

const UNLABELLED = 255;

export function createZoneGold(zones: ZoneSelectors): (page: Page) => GoldLabels {
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

function inherit(page: Page, own: Uint8Array): GoldLabels {
  if (own[0] === UNLABELLED) own[0] = GoldLabel.template;
  for (let node = 1; node < page.nodeCount; node++) {
    if (own[node] === UNLABELLED) own[node] = own[page.parent[node]!]!;
  }
  return Uint8Array.from(page.segments, (node) => own[node]!);
}

/**
 * The texts that lenient scoring leaves out: those of the content zones that stand on at least a fifth of the site's
 * pages, and on five at least. "Price:" in a product box is content to a reader, but no method can be blamed for it.
 */
export function repeatedContent(pages: readonly Page[], labels: readonly GoldLabels[]): ReadonlySet<string> {
  const pageCounts = new Map<string, number>();
  for (const [i, page] of pages.entries()) {
    for (const text of contentTexts(page, labels[i]!)) pageCounts.set(text, (pageCounts.get(text) ?? 0) + 1);
  }
  const enough = Math.max(5, pages.length / 5);
  return new Set([...pageCounts].filter(([, count]) => count >= enough).map(([text]) => text));
}

function contentTexts(page: Page, labels: GoldLabels): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const [segment, node] of page.segments.entries()) {
    if (labels[segment] === GoldLabel.content) texts.add(readNormalText(page, node));
  }
  return texts;
}

/** The labels with repeated content ignored. */
export function lenientLabels(page: Page, labels: GoldLabels, repeated: ReadonlySet<string>): GoldLabels {
  return labels.map((label, segment) =>
    label === GoldLabel.content && repeated.has(readNormalText(page, page.segments[segment]!))
      ? GoldLabel.ignored
      : label,
  );
}
