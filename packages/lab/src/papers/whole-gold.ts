/**
 * Gold for every page of a site: the read gold where it covers all of them (generated sites), else the zone gold. The
 * lenient one leaves out what repeats in the content zones.
 */
import type { Page } from 'dehusk/parts';
import type { CorpusSite } from '../corpus/read-corpus.ts';
import type { GoldLabels } from '../gold/gold-labels.ts';
import { siteGold } from '../score/site-score.ts';

export const wholeGoldNames = ['lenient', 'strict'] as const;
export type WholeGoldName = (typeof wholeGoldNames)[number];
/** Of each page. */
export type WholeGold = Readonly<Record<WholeGoldName, readonly GoldLabels[]>>;

/** Undefined for a site that is labelled in part. */
export function wholeGold(site: CorpusSite, pages: readonly Page[]): WholeGold | undefined {
  const { read, lenient, strict } = siteGold(site, pages).labels;
  if (isWhole(read)) return { lenient: read, strict: read };
  return isWhole(lenient) && isWhole(strict) ? { lenient, strict } : undefined;
}

function isWhole(labels: readonly (GoldLabels | undefined)[]): labels is readonly GoldLabels[] {
  return labels.every((ofPage) => ofPage !== undefined);
}
