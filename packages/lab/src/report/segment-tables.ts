/** What is scored of methods that judge segments: characters, blocks, elements. Peers give text and are left out. */

import { type GoldName, goldNames } from '../corpus/gold.ts';
import type { Figures } from '../results/figures.ts';
import type { MethodResult } from '../results/results.ts';
import { decimals, type Table } from './table.ts';

export function segmentTables(methods: readonly MethodResult[]): readonly Table[] {
  const judging = methods.filter(({ all }) =>
    goldNames.some((gold) => all[gold].figures.characterF1 !== undefined),
  );
  const mapping = methods.filter((method) => method.mapping !== undefined);
  const main = methods.filter(({ all }) => all.read.figures.mainF1 !== undefined);
  return [
    ...(judging.length === 0 ? [] : [characterTable, blockTable, elementTable].map((of) => of(judging))),
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
