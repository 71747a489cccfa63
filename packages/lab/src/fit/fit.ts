/**
 * How was the model of the adaptive method found? Fits it to labelled sites, again.
 *
 *   dehusk-lab fit CORPUS… [SINGLE PAGES…] [--write FILE | --rounds COUNT [--keep FILE] [--against FILE]]
 *
 * Writes the model, or prints how well it does on sites that it was not fitted to, with each kind of site left out as a whole, without each
 * group of facts, and whether its scores are probabilities. The same pages give the same model, to the byte. In rounds it does so with one
 * division of the sites after the other, and compares the figures with those of another day.
 */
import { writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { DehuskError, parseText } from 'dehusk';
import { adaptiveModel, ExitCode, factNames, type Model } from 'dehusk/parts';
import { type CorpusSite, openCorpora } from '../corpus/corpus.ts';
import { hasSinglePages, openSinglePages } from '../corpus/single-pages.ts';
import type { Output } from '../experiment.ts';
import type { Table } from '../report/table.ts';
import { siteRows } from './evidence-rows.ts';
import { crossValidate, type Fitting, fit, type SampledSite, scoreWithoutGroups } from './held-out.ts';
import { type LabelledSingle, labelSingle, labelSite } from './labelled-site.ts';
import { modelFile } from './model-file.ts';
import { differenceTables, figuresOfRounds, keepRounds, readRounds, roundTables } from './rounds.ts';
import { sampleFirstPages, sampleSite } from './sample.ts';
import { type Scores, scoreSite, type WeighedSite } from './scores.ts';
import {
  calibrationTable,
  figureTable,
  figureTitle,
  groupFigureTable,
  groupTable,
  type NamedScores,
  textTable,
  toTable,
} from './tables.ts';

export interface FitFlags {
  /** Where the model is written to. */
  readonly write?: string;
  /** How often to cross-validate, each time with other folds. */
  readonly rounds?: number;
  /** Where the figures of the rounds are kept, */
  readonly keep?: string;
  /** and those that they are compared with. */
  readonly against?: string;
}

export async function run(folders: readonly string[], out: Output, flags: FitFlags = {}): Promise<number> {
  if (folders.length === 0) throw new DehuskError('USAGE_FLAG_NEEDS', { flag: 'fit', needed: 'a CORPUS' });
  const { write, rounds } = flags;
  for (const name of ['keep', 'against'] as const)
    if (flags[name] !== undefined && rounds === undefined)
      throw new DehuskError('USAGE_FLAG_NEEDS', { flag: `--${name}`, needed: '--rounds COUNT' });
  const before = flags.against === undefined ? undefined : readRounds(flags.against);
  const started = Date.now();
  const onProgress = (what: string): void =>
    out.progress(`${Math.round((Date.now() - started) / 1000)} s: ${what}`);
  const [singleFolders, corpora] = [
    folders.filter(hasSinglePages),
    folders.filter((folder) => !hasSinglePages(folder)),
  ];
  const singles = await labelSingles(singleFolders);
  const sampled = sampleCorpus(openCorpora(corpora), onProgress);
  const fitting = { sampled, singles };
  const tell = (tables: readonly Table[]): void => {
    for (const table of tables) out.line(textTable(table));
  };
  if (rounds !== undefined) {
    const figures = figuresOfRounds(fitting, { count: rounds, onProgress });
    if (flags.keep !== undefined) keepRounds(flags.keep, figures);
    tell(roundTables(figures));
    if (before !== undefined) tell(differenceTables(figures, before));
    return ExitCode.done;
  }
  onProgress('fitting');
  const model = fit(fitting);
  if (write === undefined) tell(fitReport(fitting, { model, onProgress }));
  else {
    const sites = sampled.map(({ site }) => site);
    writeFileSync(write, modelFile(model, dataOf(sites, singles, singleFolders)));
  }
  return ExitCode.done;
}

/** WCXB is published under CC BY 4.0, which wants to be named. */
function dataOf(
  sites: readonly WeighedSite[],
  singles: readonly LabelledSingle[],
  folders: readonly string[],
): readonly string[] {
  const pages = sites.reduce((sum, site) => sum + site.pages.length, 0);
  const names = folders.map((folder) => basename(resolve(folder))).join(', ');
  return [
    `${sites.length} sites of our corpus, ${pages} pages`,
    ...(singles.length === 0
      ? []
      : [
          `${singles.length} single pages (${names}), for first pages: the Web Content eXtraction Benchmark of M. Foley,`,
          'CC BY 4.0, github.com/Murrough-Foley/web-content-extraction-benchmark',
        ]),
  ];
}

async function labelSingles(folders: readonly string[]): Promise<readonly LabelledSingle[]> {
  const labelled: LabelledSingle[] = [];
  for (const folder of folders) {
    for await (const single of openSinglePages(folder).pages())
      labelled.push(labelSingle(parseText(single.html, { url: single.url }), single));
  }
  return labelled;
}

/** Throws for a single site: there would be none to hold out. */
export function sampleCorpus(
  corpus: readonly CorpusSite[],
  onProgress: (what: string) => void,
): readonly SampledSite[] {
  if (corpus.length < 2) throw new RangeError('a fit needs two sites at least');
  return corpus.map((corpusSite, i) => {
    onProgress(`reading ${corpusSite.name}, ${i + 1} of ${corpus.length}`);
    const labelled = labelSite(corpusSite);
    const site = { ...labelled, rows: siteRows(labelled.pages) };
    return { site, known: sampleSite(site, site.rows), alone: sampleFirstPages(site) };
  });
}

interface Report {
  readonly model: Model;
  readonly onProgress: (what: string) => void;
}

export function fitReport(fitting: Fitting, { model, onProgress }: Report): readonly Table[] {
  const sites = fitting.sampled.map(({ site }) => site);
  onProgress('cross-validating');
  const validated = { name: 'cross-validated', scores: crossValidate(fitting) };
  const figures: readonly NamedScores[] = [
    { name: 'fitted', scores: scoreAll(sites, model) },
    { name: 'in use', scores: scoreAll(sites, adaptiveModel) },
    validated,
  ];
  onProgress('leaving groups out');
  const withoutGroups = scoreWithoutGroups(fitting);
  const ablations = Object.entries(factGroups).map(([name, facts]) => {
    onProgress(`leaving out ${name}`);
    return { name: `without ${name}`, scores: crossValidate({ ...fitting, without: new Set(facts) }) };
  });
  return [
    toTable(figureTable(figureTitle, sites, figures)),
    toTable(groupFigureTable(sites, validated)),
    ...(withoutGroups.length > 0 ? [toTable(groupTable(sites, withoutGroups, validated.scores))] : []),
    toTable(figureTable(ablationTitle, sites, [validated, ...ablations])),
    calibrationTable(sites, validated.scores),
  ];
}

const ablationTitle = {
  title: 'Ablation',
  note: 'The same figures, fitted anew with trees that may not ask for some facts. Each site is scored by a fit without it.',
};

const MARKS_FROM = factNames.indexOf('nav');

/** What trees could do without. */
const factGroups: Readonly<Record<string, readonly string[]>> = {
  trees: factNames,
  'the places of the site': ['presence', 'shareHere', 'newness', 'known', 'alike', 'placeShare'],
  'the regions of the site': factNames.filter((name) => name.startsWith('usual') || name === 'mixedSteps'),
  'semantic HTML': factNames.slice(MARKS_FROM),
  'the position': ['position'],
  'the page as a whole': ['pageRepeated', 'pageLinks'],
  'the judge of first pages': ['alone'],
};

function scoreAll(sites: readonly WeighedSite[], model: Model): Scores {
  return new Map(sites.map((site) => [site.name, scoreSite(site, model)]));
}
