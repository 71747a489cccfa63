/**
 * How was the model of the adaptive method found? Fits it to labelled sites, again.
 *
 *   dehusk-lab fit CORPUS… [SINGLE PAGES…] [--write FILE]
 *
 * Writes the model, or prints how well it does on sites that it was not fitted to, with each kind of site left out as a whole, without each
 * group of facts, and whether its scores are probabilities. The same pages give the same model, to the byte.
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
import { foldsOf } from './folds.ts';
import { type LabelledSingle, labelSingle, labelSite } from './labelled-site.ts';
import { modelFile } from './model-file.ts';
import { sampleFirstPages, sampleSingles, sampleSite } from './sample.ts';
import { type Scores, scoreSite, type WeighedSite } from './scores.ts';
import {
  calibrationTable,
  figureTable,
  groupFigureTable,
  groupTable,
  type NamedScores,
  textTable,
} from './tables.ts';
import { type SiteSample, train } from './train.ts';

/** `file`: where the model is written to. */
export async function run(folders: readonly string[], out: Output, file?: string): Promise<number> {
  if (folders.length === 0) throw new DehuskError('USAGE_FLAG_NEEDS', { flag: 'fit', needed: 'a CORPUS' });
  const started = Date.now();
  const onProgress = (what: string): void =>
    out.progress(`${Math.round((Date.now() - started) / 1000)} s: ${what}`);
  const [singleFolders, corpora] = [
    folders.filter(hasSinglePages),
    folders.filter((folder) => !hasSinglePages(folder)),
  ];
  const singles = await labelSingles(singleFolders);
  const sampled = sampleCorpus(openCorpora(corpora), onProgress);
  onProgress('fitting');
  const model = fit(sampled, singles);
  if (file !== undefined) {
    const sites = sampled.map(({ site }) => site);
    writeFileSync(file, modelFile(model, dataOf(sites, singles, singleFolders)));
    return ExitCode.done;
  }
  for (const table of fitReport(sampled, singles, { model, onProgress })) out.line(textTable(table));
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

/** A site, and what of it is fitted to. */
export interface SampledSite extends SiteSample {
  readonly site: WeighedSite;
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

/** All single pages together count as much as half of the sites: their notion of content is narrower than ours. */
const SINGLES_SHARE = 0.5;

function fit(
  sites: readonly SampledSite[],
  singles: readonly LabelledSingle[],
  without?: ReadonlySet<string>,
): Model {
  return train({
    sites,
    singles: singles.length === 0 ? undefined : sampleSingles(singles, SINGLES_SHARE * sites.length),
    ...(without && { without }),
  });
}

interface Fitted {
  readonly model: Model;
  readonly onProgress: (what: string) => void;
}

export function fitReport(
  sampled: readonly SampledSite[],
  singles: readonly LabelledSingle[],
  { model, onProgress }: Fitted,
): readonly Table[] {
  const sites = sampled.map(({ site }) => site);
  const validate = (without?: ReadonlySet<string>): Scores => crossValidate(sampled, singles, without);
  onProgress('cross-validating');
  const validated = { name: 'cross-validated', scores: validate() };
  const figures: readonly NamedScores[] = [
    { name: 'fitted', scores: scoreAll(sites, model) },
    { name: 'in use', scores: scoreAll(sites, adaptiveModel) },
    validated,
  ];
  onProgress('leaving groups out');
  const withoutGroups = scoreWithoutGroups(sampled, singles);
  const ablations = Object.entries(factGroups).map(([name, facts]) => {
    onProgress(`leaving out ${name}`);
    return { name: `without ${name}`, scores: validate(new Set(facts)) };
  });
  return [
    figureTable(figureTitle, sites, figures),
    groupFigureTable(sites, validated),
    ...(withoutGroups.length > 0 ? [groupTable(sites, withoutGroups, validated.scores)] : []),
    figureTable(ablationTitle, sites, [validated, ...ablations]),
    calibrationTable(sites, validated.scores),
  ];
}

const figureTitle = {
  title: 'Figures on all sites',
  note: 'F1 of content tokens on the three golds, and the share of template tokens that are kept; lines and sites by the read gold.',
};
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

/** Of each group; where all sites are of one, nothing is left to fit to. */
function scoreWithoutGroups(
  sampled: readonly SampledSite[],
  singles: readonly LabelledSingle[],
): readonly NamedScores[] {
  const groups = [...new Set(sampled.map(({ site }) => site.group))];
  if (groups.length < 2) return [];
  return groups.map((group) => {
    const heldOut = sampled.filter(({ site }) => site.group === group);
    return { name: group, scores: heldOutScores({ sampled, singles, heldOut }) };
  });
}

// Scores of sites by models that were fitted without them.

const FOLDS = 5;

/** Every site scored by the model of the folds that it is not in. */
function crossValidate(
  sampled: readonly SampledSite[],
  singles: readonly LabelledSingle[],
  without?: ReadonlySet<string>,
): Scores {
  return new Map(
    foldsOf(sampled, FOLDS).flatMap((heldOut) => [
      ...heldOutScores({ sampled, singles, heldOut, ...(without && { without }) }),
    ]),
  );
}

interface HeldOut {
  readonly sampled: readonly SampledSite[];
  readonly singles: readonly LabelledSingle[];
  readonly heldOut: readonly SampledSite[];
  readonly without?: ReadonlySet<string>;
}

function heldOutScores({ sampled, singles, heldOut, without }: HeldOut): Scores {
  const model = fit(
    sampled.filter((site) => !heldOut.includes(site)),
    singles,
    without,
  );
  return new Map(heldOut.map(({ site }) => [site.name, scoreSite(site, model)]));
}
