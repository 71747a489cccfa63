/** The figures of chapter 5 as tables, in the order of the thesis. */
import { decimals, type Table } from '../../report/table.ts';
import { correlation, growthPower } from '../../score/correlation.ts';
import { mean } from '../../score/statistics.ts';
import {
  allMethods,
  bottomUp,
  consolidated,
  type MappingResult,
  type MeasuredPair,
  type MeasuredSite,
  type Method,
  meanOf,
  methodNote,
  msOf,
  optimal,
  pairsOf,
  parameterNames,
  penalised,
  plainMsOf,
  plainPairs,
  prufer,
  resultOf,
  sharedPart,
  timedMethods,
  topDown,
} from './pairs.ts';
import {
  meanOverPairs,
  type TestSet,
  type ThesisMethod,
  testSets,
  thesisMethods,
  thesisTimes,
} from './printed.ts';

const methods = [bottomUp, prufer, consolidated];
const measures = ['f', 'precision', 'recall'] as const;
type Measure = (typeof measures)[number];

/** Values of one test set, measure by measure and in each method by method. */
type Row = readonly number[];

/** Figures 5.1 and 5.2: what the mappings find of the template that TD-TD finds. */
export function qualityFigures(sites: readonly MeasuredSite[]): readonly Table[] {
  return [
    figure(sites, {
      title: 'Figure 5.1: effectiveness without penalty',
      note: `F (a), precision (b) and recall (c) of the template nodes of the key page against those of TD-TD, as in the thesis, means over the pairs of a test set. ${methodNote}`,
      ours: (measure) => (result) => result[measure],
      thesis: (set, measure) => set[measure],
    }),
    figure(sites, {
      title: 'Figure 5.2: effectiveness with penalty',
      note: 'The same with 0 for a pair whose result is no common subtree of the two pages.',
      ours: (measure) => penalised((result) => result[measure]),
      thesis: (set, measure) => [set.penalised, ...set[measure].slice(1)],
    }),
    sharedTable(pairsOf(sites)),
    optimumTable(sites),
  ];
}

/** Bounds of how much two pages share, and how each class is called. */
const sharedClasses: readonly (readonly [least: number, below: number, name: string])[] = [
  [0.9, Infinity, '90 % and more'],
  [0.8, 0.9, '80 to 90 %'],
  [0.6, 0.8, '60 to 80 %'],
  [0.4, 0.6, '40 to 60 %'],
  [0, 0.4, 'less than 40 %'],
];

/** The pages of the thesis are of one section of a news site, within days: they share nearly all. */
export function alikePairs(pairs: readonly MeasuredPair[]): readonly MeasuredPair[] {
  return pairs.filter((pair) => sharedPart(pair) >= 0.8);
}

function sharedTable(pairs: readonly MeasuredPair[]): Table {
  const row = (name: string, members: readonly MeasuredPair[]): readonly string[] => [
    ...[name, String(members.length)],
    ...measures.flatMap((measure) =>
      methods.map((method) =>
        members.length === 0 ? '-' : decimals(meanOf(members, method, (result) => result[measure])),
      ),
    ),
  ];
  const printed = measures.flatMap((measure) =>
    thesisMethods.map((_, i) => decimals(meanOverPairs((set) => set[measure][i]!))),
  );
  return {
    title: 'Figure 5.1 by how much two pages share',
    note: 'F, precision and recall against TD-TD, means over all pairs of all sites whose optimal template is such a part of their nodes. The thesis does not tell how much its pages share; they are articles of one section of a news site within days.',
    head: [
      ...['two pages share', 'pairs'],
      ...measures.flatMap((measure) => thesisMethods.map((name) => `${name} ${measure}`)),
    ],
    rows: [
      ...sharedClasses.map(([least, below, name]) =>
        row(
          name,
          pairs.filter((pair) => sharedPart(pair) >= least && sharedPart(pair) < below),
        ),
      ),
      row('80 % and more', alikePairs(pairs)),
      row('all', pairs),
      ['thesis: mean of its pairs', '840', ...printed],
    ],
  };
}

function optimumTable(sites: readonly MeasuredSite[]): Table {
  const compared = [topDown, ...methods];
  return {
    title: 'Against the exact optimum',
    note: 'F of the template nodes against one largest common subtree (top-down-exact), and the part of its pairs that are found, means over the sites. There may be several largest ones, and F counts against whoever finds another.',
    head: ['method', 'F', 'pairs found'],
    rows: compared.map((method) => [
      method.name,
      ...[({ optimumF }: MappingResult) => optimumF, ({ share }: MappingResult) => share].map((value) =>
        decimals(mean(sites.map(({ pairs }) => meanOf(pairs, method, value)))),
      ),
    ]),
  };
}

interface Figure {
  readonly title: string;
  readonly note: string;
  readonly ours: (measure: Measure) => (result: MappingResult) => number;
  readonly thesis: (set: TestSet, measure: Measure) => readonly number[];
}

function figure(sites: readonly MeasuredSite[], { title, note, ours, thesis }: Figure): Table {
  const printed = testSets.map((set): Row => measures.flatMap((measure) => thesis(set, measure)));
  const measured = sites.map(
    ({ pairs }): Row =>
      measures.flatMap((measure) => methods.map((method) => meanOf(pairs, method, ours(measure)))),
  );
  return {
    title,
    note,
    head: ['test set', ...measures.flatMap((measure) => thesisMethods.map((name) => `${name} ${measure}`))],
    rows: [
      ...testSets.map(({ name }, i) => cells(`thesis: ${name}`, printed[i]!)),
      cells('thesis: mean of the sets', columnMeans(printed)),
      ...sites.map(({ site }, i) => cells(site, measured[i]!)),
      cells('mean of the sites', columnMeans(measured)),
    ],
  };
}

function columnMeans(rows: readonly Row[]): Row {
  return rows[0]!.map((_, column) => mean(rows.map((row) => row[column]!)));
}

function cells(name: string, row: Row): readonly string[] {
  return [name, ...row.map((value) => decimals(value))];
}

/** Figures 5.5 to 5.9, which are plots: CPU time by test set, and by tree size. */
export function timeFigures(sites: readonly MeasuredSite[]): readonly Table[] {
  return [siteTimes(sites), sizeTimes(pairsOf(sites)), plainTimes(sites), growth(sites)];
}

const nodesOf = ({ parameters }: MeasuredPair): number => parameters['tree size'];

function siteTimes(sites: readonly MeasuredSite[]): Table {
  return {
    title: 'Figures 5.5 to 5.9: running time, by test set',
    note: `CPU milliseconds a pair, the smaller of two runs, mean over the pairs of a site; nodes are of both pages. ${methodNote}`,
    head: ['test set', 'pairs', 'nodes', ...allMethods.map(({ name }) => name), 'parsing both'],
    rows: sites.map(({ site, pairs, parseMs }) => [
      ...[site, String(pairs.length), mean(pairs.map(nodesOf)).toFixed(0)],
      ...allMethods.map((method) => decimals(msOf(pairs, method), 2)),
      decimals(parseMs, 2),
    ]),
  };
}

/** Classes of tree size, each twice as wide as the one before: the axis of the plots. */
function sizeTimes(pairs: readonly MeasuredPair[]): Table {
  const classes = new Map<number, MeasuredPair[]>();
  for (const pair of pairs) {
    const octave = Math.floor(Math.log2(nodesOf(pair)));
    classes.set(octave, [...(classes.get(octave) ?? []), pair]);
  }
  return {
    title: 'Figures 5.5 to 5.9: running time, by tree size',
    note: 'CPU milliseconds a pair, mean over all pairs of all sites whose pages have so many nodes together.',
    head: ['nodes', 'pairs', ...allMethods.map(({ name }) => name)],
    rows: [...classes]
      .sort(([a], [b]) => a - b)
      .map(([octave, members]) => [
        `${2 ** octave} to ${2 ** (octave + 1) - 1}`,
        String(members.length),
        ...allMethods.map((method) => decimals(msOf(members, method), 2)),
      ]),
  };
}

/** TD-TD as it is printed beside ours, and all others relative to both. */
function plainTimes(sites: readonly MeasuredSite[]): Table {
  const all = pairsOf(sites);
  const pairs = plainPairs(all);
  const others = allMethods.filter((method) => method !== topDown);
  const row = (name: string, reference: number, thesis: (method: Method) => string): readonly string[] => [
    ...[name, decimals(reference, 2)],
    ...others.map((method) => decimals(msOf(pairs, method) / reference)),
    ...others.map(thesis),
  ];
  const printed = ({ name }: Method): string => thesisTimes[name as keyof typeof thesisTimes] ?? '-';
  return {
    title: 'Figures 5.10 and 5.11: time relative to a plain TD-TD, and to ours',
    note: `Plain: a full table for every two nodes that may correspond, nothing found first and no cell left out. Ours: identical subtrees first, cells that cannot win left out. CPU milliseconds a pair, and the time of the others as a part of it, over the ${pairs.length} of ${all.length} pairs that a plain TD-TD does with eight million cells at most.`,
    head: [
      ...['reference', 'ms', ...others.map(({ name }) => name)],
      ...others.map(({ name }) => `thesis: ${name}`),
    ],
    rows:
      pairs.length === 0
        ? []
        : [row('plain TD-TD', plainMsOf(pairs), printed), row('our TD-TD', msOf(pairs, topDown), () => '')],
  };
}

/** What the thesis says of the curves. */
const thesisGrowth: Readonly<Record<string, string>> = {
  'TD-TD': 'quadratic on four of ten sets',
  'BU-TD': 'linear',
  'PS-TD': '-',
  'CPS-TD': 'almost linear',
};

function growth(sites: readonly MeasuredSite[]): Table {
  return {
    title: 'Figures 5.5 to 5.9: how time grows with tree size',
    note: 'The power of the tree size that CPU time goes with (1 is linear, 2 quadratic): of a line through the logarithms, over all pairs, and over the pairs of each site whose pairs differ in size by a factor of two at least, of which the middle one and the largest are told.',
    head: ['method', 'all pairs', 'median site', 'largest', 'thesis'],
    rows: allMethods.map((method) => {
      const ofSites = sites
        .filter(({ pairs }) => isSpread(pairs))
        .map(({ pairs }) => powerOf(pairs, method)!)
        .sort((a, b) => a - b);
      return [
        method.name,
        decimals(powerOf(pairsOf(sites), method), 2),
        decimals(ofSites[Math.floor(ofSites.length / 2)], 2),
        decimals(ofSites.at(-1), 2),
        thesisGrowth[method.name] ?? '-',
      ];
    }),
  };
}

/** Pages of one size say nothing of growth. */
function isSpread(pairs: readonly MeasuredPair[]): boolean {
  const sizes = pairs.map(nodesOf);
  return Math.max(...sizes) >= 2 * Math.min(...sizes);
}

function powerOf(pairs: readonly MeasuredPair[], method: Method): number | undefined {
  return growthPower(
    pairs.map(nodesOf),
    pairs.map((pair) => resultOf(pair, method).ms),
  );
}

/** Figures 5.10 and 5.11, which are plots: CPU time against F, without and with penalty. */
export function timeQualityFigures(sites: readonly MeasuredSite[]): readonly Table[] {
  return [timeAndQuality(sites), overall(sites)];
}

const fOf = ({ f }: MappingResult): number => f;
/** Time of all pairs together, so that large pages count for more, as in the thesis's averages. */
const relativeTime = (pairs: readonly MeasuredPair[], method: Method): number =>
  msOf(pairs, method) / msOf(pairs, topDown);

function timeAndQuality(sites: readonly MeasuredSite[]): Table {
  const others = allMethods.filter((method) => method !== topDown);
  return {
    title: 'Figures 5.10a and 5.11a: time against F, by test set',
    note: 'CPU time as a part of that of TD-TD / F without penalty / F with penalty.',
    head: ['test set', 'TD-TD, ms', ...others.map(({ name }) => name)],
    rows: sites.map(({ site, pairs }) => [
      site,
      decimals(msOf(pairs, topDown), 2),
      ...others.map((method) =>
        [relativeTime(pairs, method), meanOf(pairs, method, fOf), meanOf(pairs, method, penalised(fOf))]
          .map((value) => value.toFixed(2))
          .join(' / '),
      ),
    ]),
  };
}

function overall(sites: readonly MeasuredSite[]): Table {
  const pairs = pairsOf(sites);
  return {
    title: 'Figures 5.10b and 5.11b: time against F, all test sets',
    note: 'CPU time as a part of that of TD-TD: of all pairs together, and the mean of the ratios of the sites. F without (5.10b) and with penalty (5.11b), mean over all pairs; the thesis’s from its Figures 5.1 and 5.2, weighted by pairs.',
    head: [
      ...['method', 'time', 'time, mean of sites', 'F', 'F, penalty'],
      ...['thesis: time', 'thesis: F', 'thesis: F, penalty'],
    ],
    rows: allMethods.map((method) => [
      method.name,
      decimals(relativeTime(pairs, method), 2),
      decimals(mean(sites.map((site) => relativeTime(site.pairs, method))), 2),
      decimals(meanOf(pairs, method, fOf)),
      decimals(meanOf(pairs, method, penalised(fOf))),
      ...thesisOverall(method),
    ]),
  };
}

/** Time, F, and F with penalty. TD-TD is the thesis's own measure. */
function thesisOverall(method: Method): readonly string[] {
  if (method === optimal) return ['-', '-', '-'];
  if (method === topDown) return ['1', '1', '1'];
  const name = method.name as ThesisMethod;
  const f = decimals(meanOverPairs((set) => set.f[thesisMethods.indexOf(name)]!));
  if (name === 'BU-TD') return ['fast', f, decimals(meanOverPairs((set) => set.penalised))];
  return [thesisTimes[name], f, f];
}

// Figures 5.12 to 5.15: what the time of each method goes with.

type Correlations = readonly (number | undefined)[];

export function correlationFigures(sites: readonly MeasuredSite[]): readonly Table[] {
  return [
    summary(sites),
    ...timedMethods.map((method, i): Table => {
      const rows = correlationsOf(sites, method);
      return {
        title: `Figure 5.${12 + i}: running time of ${method.name} and six parameters`,
        note: "Pearson's correlation over the pairs of a test set.",
        head: ['test set', ...parameterNames],
        rows: sites.map(({ site }, row) => [site, ...rows[row]!.map((value) => decimals(value, 2))]),
      };
    }),
  ];
}

/** For each site, by parameter. */
export function correlationsOf(sites: readonly MeasuredSite[], method: Method): readonly Correlations[] {
  return sites.map(({ pairs }) => {
    const times = pairs.map((pair) => resultOf(pair, method).ms);
    return parameterNames.map((name) =>
      correlation(
        pairs.map(({ parameters }) => parameters[name]),
        times,
      ),
    );
  });
}

function summary(sites: readonly MeasuredSite[]): Table {
  const columns = timedMethods.map((method) => correlationsOf(sites, method));
  return {
    title: 'Figures 5.12 to 5.15 in short',
    note: 'Mean of the correlations of the test sets, and on how many of them it is positive.',
    head: ['parameter', ...timedMethods.map(({ name }) => name)],
    rows: parameterNames.map((name, parameter) => [
      name,
      ...columns.map((rows) => {
        const values = rows.map((row) => row[parameter]).filter((value) => value !== undefined);
        const positive = values.filter((value) => value > 0).length;
        return values.length === 0 ? '-' : `${mean(values).toFixed(2)} (${positive} of ${values.length})`;
      }),
    ]),
  };
}
