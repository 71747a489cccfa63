/**
 * Table 1 of Wang et al. (2008): the average storage of three methods at equal recall, per site, in KB. `ours` is the
 * text segment table of the incremental method; shingle and site style trees (`sst`) cache the pages of a batch, 24 on
 * average. The copy of the paper has the columns of the two interleaved; that the means come out proves the
 * reading (W18).
 */
export interface StorageRow {
  readonly site: string;
  readonly ours: number;
  readonly shingle: number;
  readonly sst: number;
}

export const storageTable: readonly StorageRow[] = [
  { site: 'amazon.com', ours: 419, shingle: 5739, sst: 4947 },
  { site: 'cnnfn.com', ours: 126, shingle: 2754, sst: 2295 },
  { site: 'ebay.com', ours: 139, shingle: 5225, sst: 4522 },
  { site: 'nba.com', ours: 386, shingle: 3073, sst: 3210 },
  { site: 'yahoo.com', ours: 50, shingle: 1294, sst: 1534 },
];

/** "In the experiment, the average number of pages in each batch is 24." */
export const batchPages = 24;

/** The share of the larger storage that the smaller one saves. */
export function saving(small: number, large: number): number {
  return 1 - small / large;
}
