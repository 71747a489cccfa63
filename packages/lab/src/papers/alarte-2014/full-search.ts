/**
 * The whole search of section 5.2.1: every setting of a grid with every n and t, on one half of the sites, one key page
 * each. The thesis tells how many combinations it tried (23,936 on each site) and what the best was, but not its grid;
 * this one has its parameters (5.2.3), each with the values that it talks of and those around them.
 *
 * It takes hours. What was tried is a line of a file, and a search goes on where the last one stopped. The settings
 * come in an order as if drawn, so a part of them is a fair sample of all.
 */
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { DehuskError } from 'dehusk';
import { meanRates, type Rates } from '../../score/statistics.ts';
import { createPermutation } from '../../synthetic/random.ts';
import { allVotes, scoreAt, scoreSites } from './experiment.ts';
import type { LinkedSite } from './key-pages.ts';
import { type Halves, type Setting, type Tuning, toOptions, trainingHalves } from './search.ts';

const thresholds = [0, 0.4, 0.5, 0.6, 0.7];
const absentClasses = [0.5, 0.85, 1];
const absentAttributes = [0, 0.25, 0.5];
const absentChildren = [0.5, 1];

/** Every setting: 15,120 of them, and 544,320 combinations with n and t. */
export function fullGrid(): readonly Setting[] {
  const all = sharesOfTen().flatMap((weights) =>
    absentClasses.flatMap((classes) =>
      absentAttributes.flatMap((attributes) =>
        absentChildren.flatMap((children) =>
          thresholds.flatMap((threshold): readonly Setting[] => {
            const setting: Setting = { weights, absent: [classes, attributes, children], threshold };
            return [setting, { ...setting, isFree: true }];
          }),
        ),
      ),
    ),
  );
  const shuffle = createPermutation(all.length, 2014);
  return all.map((_, i) => all[shuffle(i)]!);
}

/** Ten tenths among four weights, none without any. */
function sharesOfTen(): readonly Setting['weights'][] {
  const shares: Setting['weights'][] = [];
  for (let a = 1; a <= 7; a++)
    for (let b = 1; a + b <= 8; b++)
      for (let c = 1; a + b + c <= 9; c++) shares.push([a, b, c, 10 - a - b - c]);
  return shares;
}

/** Precision, recall and F1 by cell of `allVotes`, means over sites. */
type Cells = readonly (readonly [number, number, number])[];

interface Tried {
  readonly setting: Setting;
  readonly cells: Cells;
}

interface FullSearchOptions {
  /** Where the lines go. */
  readonly file: string;
  /** Only so many of the settings, from the first; all unless told. */
  readonly settings?: number | undefined;
  readonly tell: (progress: string) => void;
}

export function searchFully(sites: readonly LinkedSite[], options: FullSearchOptions): Tuning {
  const halves = trainingHalves(sites);
  const training = halves.searched.map((site): LinkedSite => ({ ...site, keys: site.keys.slice(0, 1) }));
  const grid = fullGrid().slice(0, options.settings);
  const tried = openTried(options.file, headOf(halves));
  const start = performance.now();
  let added = 0;
  for (const setting of grid) {
    if (tried.has(JSON.stringify(setting))) continue;
    const cells = tryOut(training, setting);
    tried.set(JSON.stringify(setting), { setting, cells });
    appendFileSync(options.file, `${JSON.stringify({ setting, cells })}\n`);
    if (++added % 50 !== 0) continue;
    const seconds = (performance.now() - start) / 1000;
    const left = ((grid.length - tried.size) * seconds) / added / 60;
    options.tell(`${tried.size} of ${grid.length} settings tried; about ${left.toFixed(0)} minutes more`);
  }
  const all = grid.map((setting) => tried.get(JSON.stringify(setting))!);
  return { ...halves, ...bestOf(all), blind: meanOf(all) };
}

function tryOut(sites: readonly LinkedSite[], setting: Setting): Cells {
  const scores = scoreSites(sites, toOptions(setting));
  return allVotes.map((votes) => {
    const { precision, recall, f1 } = scoreAt(scores, votes, 'nodes');
    return [precision, recall, f1].map((value) => Number(value.toFixed(6))) as [number, number, number];
  });
}

/** The first of several that are equally good. */
function bestOf(all: readonly Tried[]): Pick<Tuning, 'found' | 'votes'> {
  let best = { point: all[0]!.setting, value: -1, cell: 0 };
  for (const { setting, cells } of all)
    for (const [cell, [, , f1]] of cells.entries())
      if (f1 > best.value) best = { point: setting, value: f1, cell };
  const { point, value, cell } = best;
  return { found: { point, value, values: all.length, isPeak: true }, votes: allVotes[cell]! };
}

function meanOf(all: readonly Tried[]): Rates {
  return meanRates(
    all.flatMap(({ cells }) => cells.map(([precision, recall, f1]) => ({ precision, recall, f1 }))),
  );
}

// The file: a line that says what was searched on, and a line for each setting.

function headOf({ searched }: Halves): string {
  return JSON.stringify({
    search: 'alarte-2014',
    sites: searched.map(({ site, keys }) => [site, keys[0]?.page.url, keys[0]?.page.nodeCount]),
  });
}

/** Throws for a file of other sites: its lines would be of something else. A line that was cut off is tried again. */
function openTried(file: string, head: string): Map<string, Tried> {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole !== text) truncateSync(file, Buffer.byteLength(whole));
  const [first, ...lines] = whole.split('\n').filter((line) => line !== '');
  if (first === undefined) appendFileSync(file, `${head}\n`);
  else if (first !== head) {
    const reason = 'it is of a search on other sites, or of none';
    throw new DehuskError('EVAL_LINE_BAD', { line: 1, file, reason });
  }
  const tried = lines.map((line) => JSON.parse(line) as Tried);
  return new Map(tried.map((one) => [JSON.stringify(one.setting), one]));
}
