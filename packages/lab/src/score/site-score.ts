/** What the three golds say of a site's pages. */
import { type Page, readNormalText, type Verdict } from 'dehusk/parts';
import type { CorpusSite } from '../corpus/read-corpus.ts';
import type { GoldLabels } from '../gold/gold-labels.ts';
import { mainGoldLabels, type ReadLabels, readGoldLabels } from '../gold/read-gold.ts';
import { createZoneGold, lenientLabels, repeatedContent } from '../gold/zone-gold.ts';
import { countTokens, type TokenCounts } from './tokens.ts';

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

export function siteGold(site: CorpusSite, pages: readonly Page[]): SiteGold {
  const readOf = ({ url }: Page): ReadLabels | undefined => site.readLabels.get(url ?? '');
  const read = pages.map((page) => {
    const labels = readOf(page);
    return labels && readGoldLabels(page, labels);
  });
  const main = pages.map((page) => {
    const ranges = readOf(page)?.main;
    return ranges && mainGoldLabels(page, ranges);
  });
  return { pages, labels: { read, ...zoneLabels(site, pages) }, main };
}

/** A site without selectors has no zone gold on any page. */
function zoneLabels({ zones }: CorpusSite, pages: readonly Page[]): Omit<SiteGold['labels'], 'read'> {
  if (zones === undefined) {
    const none = pages.map(() => undefined);
    return { lenient: none, strict: none };
  }
  const strict = pages.map(createZoneGold(zones));
  const repeated = repeatedContent(pages, strict);
  return { strict, lenient: pages.map((page, i) => lenientLabels(page, strict[i]!, repeated)) };
}

/** The tokens of the segments that a verdict keeps. */
export function keptTokens(page: Page, { template }: Verdict): TokenCounts {
  const kept = page.segments.filter((node) => template[node] === 0);
  return countTokens(...Array.from(kept, (node) => readNormalText(page, node)));
}
