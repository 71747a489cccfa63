/** The tables of a report; what each figure is stands in docs/EVALUATION.md. */
import { type GroupName, groupNames } from '../corpus/corpus.ts';
import { type GoldName, goldNames } from '../corpus/gold.ts';
import type { Figures } from '../results/figures.ts';
import { BINS, type ScoreBin } from '../results/figures.ts';
import { type Comparison, emptyPagesOf, type MethodResult, type Results } from '../results/results.ts';
import type { SinglePagesResult } from '../results/single-pages.ts';
import { decimals, interval, type Table } from './table.ts';

const WORST_SITES = 5;

export function resultTables({ methods, comparison, singlePages }: Results): readonly Table[] {
  return [...(methods.length === 0 ? [] : siteTables(methods, comparison)), ...singlePages.map(singleTable)];
}

function siteTables(methods: readonly MethodResult[], comparison: Comparison | undefined): readonly Table[] {
  return [
    qualityTable(methods),
    groupTable(methods),
    detailTable(methods),
    ...(comparison === undefined ? [] : [comparisonTable(comparison)]),
    positionTable(methods),
    integrityTable(methods),
    ...consistencyTables(methods),
    ...segmentTables(methods),
    ...calibrationTables(methods),
    costTable(methods),
    worstTable(methods),
  ];
}

function qualityTable(methods: readonly MethodResult[]): Table {
  return {
    title: 'Content',
    note: 'F1 of content tokens, macro over sites, with 95 % intervals, on the three golds. Precision, recall, leak (share of template tokens kept) and F1 of template tokens are on the read gold; empty are pages of which nothing was kept though the lenient zone gold (or the read gold, where that is all there is) has content.',
    head: [
      ...['method', 'read', '95 %', 'lenient', '95 %', 'strict', '95 %'],
      ...['precision', 'recall', 'leak', 'template F1', 'empty'],
    ],
    rows: methods.map(({ method, all }) => {
      const { precision, recall, leak, templateF1 } = all.read.figures;
      const golds = goldNames.flatMap((gold) => [
        decimals(all[gold].figures.f1),
        interval(all[gold].interval),
      ]);
      const rest = [precision, recall, leak, templateF1].map((value) => decimals(value));
      return [method, ...golds, ...rest, String(emptyPagesOf(all))];
    }),
  };
}

function groupTable(methods: readonly MethodResult[]): Table {
  const present = groupNames.filter((group) => methods.some(({ groups }) => groups[group] !== undefined));
  return {
    title: 'Content by group of sites',
    note: 'F1 of content tokens, macro over the sites of a group: read / lenient / strict.',
    head: ['method', ...present],
    rows: methods.map(({ method, groups }) => [
      method,
      ...present.map((group) =>
        goldNames.map((gold) => decimals(groups[group]?.[gold].figures.f1)).join(' / '),
      ),
    ]),
  };
}

/** What decides whether a text can be trusted, method by method and group by group. */
function detailTable(methods: readonly MethodResult[]): Table {
  return {
    title: 'Groups in detail',
    note: 'F1 of content tokens on the three golds, of the five worst sites (read gold), of the first page of a site and of the pages 1 to 5 and 6 on (two golds or three); leak (read); lines that are cut and lost, and pages with a cut line (read, per cent); lines with mixed verdicts over all pages and from page 11 on (per cent); calibration error (read).',
    head: [
      ...['method', 'group', 'sites', 'read', 'lenient', 'strict', 'five worst', '1 read / lenient'],
      ...['1 to 5 read / lenient', '6 on read / lenient / strict', 'leak', 'cut', 'lost', 'cut pages'],
      ...['mixed', 'from 11 on', 'calibration'],
    ],
    rows: methods.flatMap((result) => [
      detailRow(result, 'all', result.all),
      ...groupNames.flatMap((group) => {
        const found = result.groups[group];
        return found === undefined ? [] : [detailRow(result, group, found)];
      }),
    ]),
  };
}

function detailRow(
  { method, consistency }: MethodResult,
  group: GroupName | 'all',
  golds: MethodResult['all'],
): readonly string[] {
  const { read } = golds;
  const { leak, cutLines, lostLines, cutPages } = read.figures;
  const onGolds = (name: keyof Figures, of: readonly GoldName[]): string =>
    of.map((gold) => decimals(golds[gold].figures[name])).join(' / ');
  return [
    ...[method, group, String(Math.max(...goldNames.map((gold) => golds[gold].sites)))],
    ...goldNames.map((gold) => decimals(golds[gold].figures.f1)),
    decimals(read.worstFiveF1),
    onGolds('f1Page1', ['read', 'lenient']),
    onGolds('f1Pages1To5', ['read', 'lenient']),
    onGolds('f1Pages6On', goldNames),
    decimals(leak),
    ...[cutLines, lostLines, cutPages].map(percent),
    percent(consistency[group]?.mixedShare),
    percent(consistency[group]?.mixedShareFrom11),
    decimals(read.calibration?.error),
  ];
}

function comparisonTable({ against, differences }: Comparison): Table {
  return {
    title: `Against ${against}`,
    note: `F1 minus that of ${against}, paired by site, with 95 % intervals; a difference is real if its interval does not hold 0.`,
    head: ['method', ...goldNames.flatMap((gold) => [gold, '95 %', 'real'])],
    rows: differences.map(({ method, golds }) => [
      method,
      ...goldNames.flatMap((gold) => {
        const found = golds[gold];
        if (found === undefined) return ['-', '-', '-'];
        const sign = found.difference < 0 ? '' : '+';
        return [`${sign}${decimals(found.difference)}`, interval(found), found.isReal ? 'yes' : 'no'];
      }),
    ]),
  };
}

const stretches = ['f1Page1', 'f1Pages1To5', 'f1Pages6To20', 'f1Pages21On', 'f1Pages6On'] as const;

function positionTable(methods: readonly MethodResult[]): Table {
  return {
    title: 'Content by position in the stream',
    note: 'F1 of content tokens of the first page, and of the pages 1 to 5, 6 to 20, 21 on and 6 on of each site: read / lenient / strict. The read gold has few pages there, and not on all sites.',
    head: ['method', '1', '1 to 5', '6 to 20', '21 on', '6 on'],
    rows: methods.map(({ method, all }) => [
      method,
      ...stretches.map((name) => goldNames.map((gold) => decimals(all[gold].figures[name])).join(' / ')),
    ]),
  };
}

function integrityTable(methods: readonly MethodResult[]): Table {
  return {
    title: 'Integrity',
    note: 'Of the lines that are content from end to end and have four tokens or more, how many per cent come out cut (a part of the line is left) and lost (less than two fifths of it), and on how many per cent of the pages a line is cut; macro over sites, on each gold.',
    head: ['method', ...goldNames.flatMap((gold) => [`cut ${gold}`, 'lost', 'pages'])],
    rows: methods.map(({ method, all }) => [
      method,
      ...goldNames.flatMap((gold) => {
        const { cutLines, lostLines, cutPages } = all[gold].figures;
        return [cutLines, lostLines, cutPages].map(percent);
      }),
    ]),
  };
}

const percent = (value: number | undefined): string => decimals(scaled(value, 0.01), 2);

/** None where no method judges segments, or no site has such pieces. */
function consistencyTables(methods: readonly MethodResult[]): readonly Table[] {
  const judging = methods.filter(({ consistency }) => consistency.all !== undefined);
  if (judging.length === 0) return [];
  const present = groupNames.filter((group) => judging.some(({ groups }) => groups[group] !== undefined));
  const table: Table = {
    title: 'Consistency',
    note: 'Of the lines that stand in one place on nine tenths of a site’s pages or more, how many per cent are kept on some pages and removed on others: by the verdicts on all pages, and on the pages from 11 on, which is what counts for methods that judge a page when it comes; macro over sites, then how many of how many there are; and from page 11 on by group of sites.',
    head: [
      ...['method', 'all pages', 'mixed', 'from 11 on', 'mixed'],
      ...present.map((group) => `from 11 on, ${group}`),
    ],
    rows: judging.map(({ method, consistency }) => {
      const { pieces, mixed, mixedFrom11, mixedShare, mixedShareFrom11 } = consistency.all!;
      return [
        ...[method, percent(mixedShare), `${mixed} of ${pieces}`],
        ...[percent(mixedShareFrom11), `${mixedFrom11} of ${pieces}`],
        ...present.map((group) => percent(consistency[group]?.mixedShareFrom11)),
      ];
    }),
  };
  return [table];
}

function worstTable(methods: readonly MethodResult[]): Table {
  return {
    title: 'Worst sites',
    note: 'F1 of content tokens on the read gold, the worst site first, and the mean of these.',
    head: ['method', 'mean', ...Array.from({ length: WORST_SITES }, (_, i) => `${i + 1}.`)],
    rows: methods.map(({ method, sites, all }) => {
      const worst = worstSites(sites).slice(0, WORST_SITES);
      const cells = worst.map(({ site, golds }) => `${site} ${decimals(golds.read.figures.f1)}`);
      const rest = Array.from({ length: WORST_SITES - worst.length }, () => '-');
      return [method, decimals(all.read.worstFiveF1), ...cells, ...rest];
    }),
  };
}

/** Sites that the read gold does not cover are left out. */
function worstSites(sites: MethodResult['sites']): MethodResult['sites'] {
  const f1 = ({ golds }: MethodResult['sites'][number]): number => golds.read.figures.f1!;
  const scored = sites.filter(({ golds }) => golds.read.figures.f1 !== undefined);
  return scored.toSorted((a, b) => f1(a) - f1(b) || (a.site < b.site ? -1 : 1));
}

/** What is scored of methods that judge segments: characters, blocks, elements. Peers give text and are left out. */
function segmentTables(methods: readonly MethodResult[]): readonly Table[] {
  const judging = methods.filter(({ all }) =>
    goldNames.some((gold) => all[gold].figures.characterF1 !== undefined),
  );
  const mapping = methods.filter((method) => method.mapping !== undefined);
  const main = methods.filter(({ all }) => all.read.figures.mainF1 !== undefined);
  const nodes = methods.filter(({ all }) => all.read.figures.nodeF1 !== undefined);
  return [
    ...(judging.length === 0 ? [] : [characterTable, blockTable, elementTable].map((of) => of(judging))),
    ...(nodes.length === 0 ? [] : [nodeTable(nodes)]),
    ...(mapping.length === 0 ? [] : [mappingTable(mapping)]),
    ...(main.length === 0 ? [] : [mainTable(main)]),
  ];
}

function characterTable(methods: readonly MethodResult[]): Table {
  return {
    title: 'Characters and blocks',
    note: 'F1 of content by the characters of segments; and template by blocks, precision / recall. Not for peers, which give text.',
    head: [
      'method',
      ...goldNames.map((gold) => `chars ${gold}`),
      ...goldNames.map((gold) => `blocks ${gold}`),
    ],
    rows: methods.map(({ method, all }) => [
      method,
      ...goldNames.map((gold) => decimals(all[gold].figures.characterF1)),
      ...goldNames.map((gold) => joined(all[gold].figures, 'blockPrecision', 'blockRecall')),
    ]),
  };
}

function blockTable(methods: readonly MethodResult[]): Table {
  return {
    title: 'Blocks as the papers score them',
    note: 'Recall of template blocks at a precision of 98 % (Wang et al.), 0 for a site on which no threshold is that precise, and on how many sites one is; and the score of Chen et al., their recall page by page on their blocks, with its precision, on the read gold.',
    head: [
      'method',
      ...goldNames.flatMap((gold) => [`at 98 % ${gold}`, 'sites']),
      ...['score of Chen', 'precision'],
    ],
    rows: methods.map(({ method, all, sites }) => [
      method,
      ...goldNames.flatMap((gold) => [
        decimals(all[gold].figures.blockRecallAt98),
        precisionReached(sites, gold),
      ]),
      decimals(all.read.figures.chenScore),
      decimals(all.read.figures.chenPrecision),
    ]),
  };
}

/** `21 of 27`. */
function precisionReached(sites: MethodResult['sites'], gold: GoldName): string {
  const known = sites
    .map(({ golds }) => golds[gold].figures.blockReaches98)
    .filter((one) => one !== undefined);
  return known.length === 0 ? '-' : `${known.filter((one) => one === 1).length} of ${known.length}`;
}

function elementTable(methods: readonly MethodResult[]): Table {
  return {
    title: 'Template elements',
    note: 'F1 of template elements, mean over pages and sites, as Alarte scores key pages; precision / recall on the read gold. Of methods that judge texts alone, an element is template if it has text and all of it is.',
    head: ['method', ...goldNames, 'precision / recall'],
    rows: methods.map(({ method, all }) => [
      method,
      ...goldNames.map((gold) => decimals(all[gold].figures.elementF1)),
      joined(all.read.figures, 'elementPrecision', 'elementRecall'),
    ]),
  };
}

function nodeTable(methods: readonly MethodResult[]): Table {
  return {
    title: 'Template nodes',
    note: 'F1, precision and recall of template nodes, elements and texts wherever they are, on key pages whose gold is of nodes (TECO), means over sites: what Alarte counts.',
    head: ['method', 'F1', 'precision', 'recall'],
    rows: methods.map(({ method, all: { read } }) => [
      method,
      ...(['nodeF1', 'nodePrecision', 'nodeRecall'] as const).map((name) => decimals(read.figures[name])),
    ]),
  };
}

function mappingTable(methods: readonly MethodResult[]): Table {
  return {
    title: 'Mappings against the optimum',
    note: 'F1, precision and recall of the mapped nodes of a key page against those of the largest common subtree, as Huang reports them; ten pairs of pages a site, means over pairs and sites.',
    head: ['method', 'F1', 'precision', 'recall'],
    rows: methods.map(({ method, mapping }) => [
      method,
      decimals(mapping?.f1),
      decimals(mapping?.precision),
      decimals(mapping?.recall),
    ]),
  };
}

function mainTable(methods: readonly MethodResult[]): Table {
  return {
    title: 'Main content',
    note: 'F1 of content tokens against the main content alone, on pages whose gold tells it from other content.',
    head: ['method', 'main'],
    rows: methods.map(({ method, all }) => [method, decimals(all.read.figures.mainF1)]),
  };
}

function joined(figures: Figures, ...names: readonly (keyof Figures)[]): string {
  return names.map((name) => decimals(figures[name])).join(' / ');
}

/** None where no method grades. */
function calibrationTables(methods: readonly MethodResult[]): readonly Table[] {
  const grading = methods.filter(({ all }) => goldNames.some((gold) => all[gold].calibration !== undefined));
  return grading.length === 0 ? [] : [errorTable(grading), reliabilityTable(grading)];
}

function errorTable(methods: readonly MethodResult[]): Table {
  return {
    title: 'Calibration',
    note: 'Expected calibration error of the scores of blocks: by how much the score of a block differs, on average, from the share of template among blocks of about its score. Scores that were meant as probabilities should come near 0; not all were.',
    head: ['method', ...goldNames],
    rows: methods.map(({ method, all }) => [
      method,
      ...goldNames.map((gold) => decimals(all[gold].calibration?.error)),
    ]),
  };
}

function reliabilityTable(methods: readonly MethodResult[]): Table {
  const border = (bin: number): string => (bin / BINS).toFixed(1);
  return {
    title: 'Reliability',
    note: 'Blocks by their score, on the read gold: mean score / share that is template / number of blocks.',
    head: ['method', ...Array.from({ length: BINS }, (_, bin) => `${border(bin)} … ${border(bin + 1)}`)],
    rows: methods.map(({ method, all }) => [
      method,
      ...(all.read.calibration?.bins ?? Array.from({ length: BINS }, () => undefined)).map(binText),
    ]),
  };
}

function binText(bin: ScoreBin | undefined): string {
  if (bin === undefined || bin.blocks === 0) return '-';
  return `${decimals(bin.score, 2)} / ${decimals(bin.share, 2)} / ${bin.blocks}`;
}

/** What methods cost; how it is measured stands in docs/EVALUATION.md. */
function costTable(methods: readonly MethodResult[]): Table {
  return {
    title: 'Cost',
    note: 'CPU ms per page without parsing (a peer that parses pages itself has it included; a command is timed by the clock), the same relative to parsing, pages per second of CPU time with parsing, the largest rise of memory in use (MB), KB held for a site (for a batch: its pages and what is made of them), pages seen when something was first called template (a batch: all), and pages that a method gave nothing for; means over sites.',
    head: [
      ...['method', 'ms a page', 'of parsing', 'pages/s', 'peak MB', 'state KB'],
      ...['first verdict', 'no output'],
    ],
    rows: methods.map(({ method, cost }) => [
      method,
      decimals(cost.ms, 2),
      decimals(cost.ofParsing, 2),
      decimals(cost.pagesPerSecond, 0),
      decimals(scaled(cost.peakBytes, 1e6), 1),
      decimals(scaled(cost.stateBytes, 1e3), 0),
      decimals(cost.firstVerdict, 1),
      String(cost.missingPages),
    ]),
  };
}

function scaled(value: number | undefined, unit: number): number | undefined {
  return value === undefined ? undefined : value / unit;
}

/** Each page alone, by the score of the collection that it is from. */
function singleTable({ name, pages, methods }: SinglePagesResult): Table {
  const kinds = Object.entries(methods[0]?.kinds ?? {});
  return {
    title: `Single pages: ${name}`,
    note: `Each of ${pages} pages as the first of its site. F1 of words against the main content, mean over pages, with 95 % intervals (bootstrap over pages), precision and recall; the share of the snippets that should be in the text, and of those that should not; and the F1 by kind of page. What is content there is narrower than on our golds. Methods that need other pages of the site are left out.`,
    head: [
      ...['method', 'F1', '95 %', 'precision', 'recall', 'with', 'without'],
      ...kinds.map(([kind, figures]) => `${kind} (${figures.pages})`),
      'no output',
    ],
    rows: methods.map(({ method, all, interval: found, kinds: ofKinds, missingPages }) => [
      method,
      decimals(all.f1),
      interval(found),
      ...[all.precision, all.recall, all.with, all.without].map((value) => decimals(value)),
      ...kinds.map(([kind]) => decimals(ofKinds[kind]?.f1)),
      String(missingPages),
    ]),
  };
}
