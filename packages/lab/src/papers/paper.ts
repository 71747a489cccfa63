/** A paper whose tables can be made again, on any sites with gold. */

import type { Page } from 'dehusk';
import type { CorpusSite } from '../corpus/corpus.ts';
import { type GoldLabels, siteGold } from '../corpus/gold.ts';
import { type Table, toMarkdown } from '../report/table.ts';

export interface Paper {
  /** As it is chosen by: first author and year. */
  readonly name: string;
  readonly title: string;
  /** `tell` gets a line now and then: how far it is. */
  reproduce(
    sites: readonly CorpusSite[],
    tell: (progress: string) => void,
    options?: PaperOptions,
  ): Promise<PaperReport>;
}

/** How Alarte (2014) searches for parameters. */
export interface PaperOptions {
  readonly search?: {
    /** The whole search, kept in this file, instead of a bounded one. */
    readonly file?: string | undefined;
    /** How many settings are tried at most. */
    readonly settings?: number | undefined;
  };
}

export interface PaperReport {
  /** Ours, each followed by or beside what the paper prints. */
  readonly tables: readonly Table[];
  /** What differs from the paper and why, in sentences. */
  readonly sentences: readonly string[];
}

// Gold for every page of a site: the read gold where it covers all of them (generated sites), else the zone gold. The
// lenient one leaves out what repeats in the content zones.

export const completeGoldNames = ['lenient', 'strict'] as const;
export type CompleteGoldName = (typeof completeGoldNames)[number];
/** Of each page. */
type CompleteGold = Readonly<Record<CompleteGoldName, readonly GoldLabels[]>>;

/** Undefined for a site that is labelled in part. */
export function completeGold(site: CorpusSite, pages: readonly Page[]): CompleteGold | undefined {
  const { read, lenient, strict } = siteGold(site, pages).labels;
  if (hasAllLabels(read)) return { lenient: read, strict: read };
  return hasAllLabels(lenient) && hasAllLabels(strict) ? { lenient, strict } : undefined;
}

function hasAllLabels(labels: readonly (GoldLabels | undefined)[]): labels is readonly GoldLabels[] {
  return labels.every((ofPage) => ofPage !== undefined);
}

/** So many of the items, or all there are, evenly spread; the first is always among them. */
export function spread<Item>(items: readonly Item[], count: number): readonly Item[] {
  const taken = Math.min(count, items.length);
  return Array.from({ length: taken }, (_, i) => items[Math.floor((i * items.length) / taken)]!);
}

/** A paper's tables, made again, as a section of docs/PAPERS.md. */
export function paperMarkdown({ title }: Paper, { tables, sentences }: PaperReport, command: string): string {
  return [
    `## ${title}\n`,
    `Made by \`${command}\`.\n`,
    `### Reading\n\n${sentences.map((sentence) => `- ${sentence}\n`).join('')}`,
    ...tables.map((table) => `#${toMarkdown(table)}`),
  ].join('\n');
}
