/** Sites with gold: those of a corpus, which has a folder for each, and generated ones. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DehuskError } from 'dehusk';
import { toLabelRanges } from '../synthetic/html-writer.ts';
import { createCrawl } from '../synthetic/synthetic-crawl.ts';
import type { SyntheticSite } from '../synthetic/synthetic-site.ts';
import { readTeco } from '../teco/suite.ts';
import type { ReadLabels, ZoneSelectors } from './gold.ts';
import type { NodeMarks } from './node-gold.ts';

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
  /** By address too, of pages whose gold is of nodes (TECO). */
  readonly nodeMarks?: ReadonlyMap<string, NodeMarks>;
  /** Of a site in the form of TECO. */
  readonly benchmark?: Benchmark;
  /** Read from the file each time: a corpus does not fit into memory at once. */
  pages(): readonly CorpusPage[];
}

/** What a folder in the form of TECO says of a site. */
export interface Benchmark {
  /** Host and path of the key page; of several the first. */
  readonly keyPage: string;
  /** Where it was taken from. */
  readonly url: string | undefined;
  /** Selects its main menu. */
  readonly menu: string | undefined;
  readonly notes: string | undefined;
}

interface ZonedSite extends CorpusSite {
  readonly zones: ZoneSelectors;
}

interface SiteFile extends ZoneSelectors {
  readonly kind?: string;
  readonly lang?: string;
}

/** The sites of a corpus, by name: folders with `pages.jsonl.gz`, `site.json` and, if pages were read, `labels.json`. */
export function readCorpus(folder: string): readonly ZonedSite[] {
  if (!existsSync(folder)) throw new DehuskError('INPUT_NOT_FOUND', { file: folder });
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

export const groupNames = ['real', 'swde', 'doc', 'new', 'teco', 'synthetic'] as const;
export type GroupName = (typeof groupNames)[number];

/** The groups of sites that results are told apart by: what a name begins with, else real. */
export function groupOf(site: string): GroupName {
  return groupNames.find((group) => site.startsWith(`${group}-`)) ?? 'real';
}

/** Throws for a folder without sites, and for two sites of one name: results are told apart by it. */
export function openCorpora(folders: readonly string[], syntheticSites: number = 0): readonly CorpusSite[] {
  const sites = [...folders.flatMap(openCorpus), ...syntheticCorpus(syntheticSites)];
  const names = sites.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new DehuskError('EVAL_SITE_TWICE', { site: twice });
  return sites;
}

function openCorpus(folder: string): readonly CorpusSite[] {
  try {
    const sites = readCorpus(folder);
    const found = sites.length > 0 ? sites : readTeco(folder);
    if (found.length > 0) return found;
  } catch (error) {
    if (error instanceof DehuskError) throw error;
    throw new DehuskError('EVAL_CORPUS_BAD', { folder, reason: String(error) }, { cause: error });
  }
  const reason = 'no folder in it has a pages.jsonl.gz, and no page the class notTemplate';
  throw new DehuskError('EVAL_CORPUS_BAD', { folder, reason });
}

// Generated sites as a corpus, without writing them: the read gold covers every page.

/** As many as the first pages of a site and some more, so that every stretch of a stream is scored. */
const PAGES_PER_SITE = 40;
/** The sites of `--synthetic` are the same each time; no seed of the floors or of tuning is among theirs. */
const SEED = 77;

export function syntheticCorpus(sites: number): readonly CorpusSite[] {
  return createCrawl({ seed: SEED, sites, pagesPerSite: PAGES_PER_SITE }).sites.map(toCorpusSite);
}

export function toCorpusSite(site: SyntheticSite): CorpusSite {
  const { kind, lang, ...zones } = site.gold();
  const pages = Array.from({ length: site.pages }, (_, order) => site.page(order));
  return {
    name: site.name,
    kind,
    language: lang,
    zones,
    readLabels: new Map(pages.map(({ url, labels }) => [url, toLabelRanges(labels)])),
    pages: () => pages,
  };
}
