/** A gold corpus in a folder: one folder a site, with `pages.jsonl.gz`, `site.json` and `labels.json`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ReadLabels } from '../gold/read-gold.ts';
import type { ZoneSelectors } from '../gold/zone-gold.ts';

export interface CorpusPage {
  readonly url: string;
  readonly html: string;
}

export interface CorpusSite {
  readonly name: string;
  /** What sort of site it is (blog, shop …) and in which language, as its `site.json` says. */
  readonly kind: string;
  readonly language: string;
  /** Undefined for a site that nobody has written selectors for: it has no zone gold. */
  readonly zones: ZoneSelectors | undefined;
  /** By address of the page. */
  readonly readLabels: ReadonlyMap<string, ReadLabels>;
  /** Read from the file each time: a corpus does not fit into memory at once. */
  pages(): readonly CorpusPage[];
}

export interface ZonedSite extends CorpusSite {
  readonly zones: ZoneSelectors;
}

interface SiteFile extends ZoneSelectors {
  readonly kind?: string;
  readonly lang?: string;
}

/** The sites of a corpus, by name. */
export function readCorpus(folder: string): readonly ZonedSite[] {
  return readdirSync(folder)
    .sort()
    .filter((name) => existsSync(join(folder, name, 'pages.jsonl.gz')))
    .map((name) => readSite(join(folder, name), name));
}

function readSite(folder: string, name: string): ZonedSite {
  const labelsFile = join(folder, 'labels.json');
  const labels = existsSync(labelsFile) ? (readJson(labelsFile) as Record<string, ReadLabels>) : {};
  const site = readJson(join(folder, 'site.json')) as SiteFile;
  return {
    name,
    kind: site.kind ?? 'unknown',
    language: site.lang ?? 'unknown',
    zones: site,
    readLabels: new Map(Object.entries(labels)),
    pages: () => {
      const lines = gunzipSync(readFileSync(join(folder, 'pages.jsonl.gz')))
        .toString('utf8')
        .trimEnd();
      return lines.split('\n').map((line) => JSON.parse(line) as CorpusPage);
    },
  };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

export const groupNames = ['real', 'swde', 'doc', 'teco', 'synthetic'] as const;
export type GroupName = (typeof groupNames)[number];

/** The groups of sites that results are told apart by: what a name begins with, else real. */
export function groupOf(site: string): GroupName {
  return groupNames.find((group) => site.startsWith(`${group}-`)) ?? 'real';
}
