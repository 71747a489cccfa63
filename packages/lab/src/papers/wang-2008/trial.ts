/** A method with one setting on one site: how right it was, and what it held meanwhile. */
import type { Page, Verdict } from 'dehusk/parts';
import { type Counts, type Rates, rates } from '../../score/rates.ts';
import type { WholeGoldName } from '../whole-gold.ts';

export interface Trial {
  readonly setting: string;
  /** Of template blocks, unweighted (W20). */
  readonly rates: Readonly<Record<WholeGoldName, Rates>>;
  /** What the paper counts: the table with its texts, or the sources of the pages of a batch; the mean (W17). */
  readonly bytes: number;
  /** The table as we keep it, without texts. */
  readonly hashedBytes?: number;
  /** Of a batch method. */
  readonly batchPages?: number;
  /** What the method does if nobody says otherwise; and whether that holds at least of its threshold. */
  readonly isDefault: boolean;
  readonly hasDefaultThreshold: boolean;
}

/** The pages of a site in the order of a crawl, with gold. */
export interface TrialSite {
  readonly pages: readonly Page[];
  /** Of each page: counts its template blocks, given 1 for each segment that is kept. */
  readonly counters: Readonly<Record<WholeGoldName, readonly ((kept: Uint8Array) => Counts)[]>>;
}

/** Whether the verdict makes a text node template. */
export type IsTemplate = (verdict: Verdict, node: number) => boolean;

export function blockRates(
  { pages, counters }: TrialSite,
  verdicts: readonly Verdict[],
  isTemplate: IsTemplate,
): Trial['rates'] {
  const kept = pages.map((page, i) => keptSegments(page, (node) => isTemplate(verdicts[i]!, node)));
  const ratesOn = (gold: WholeGoldName): Rates => {
    const sum = { right: 0, said: 0, gold: 0 };
    for (const [i, count] of counters[gold].entries()) {
      const counts = count(kept[i]!);
      sum.right += counts.right;
      sum.said += counts.said;
      sum.gold += counts.gold;
    }
    return rates(sum);
  };
  return { lenient: ratesOn('lenient'), strict: ratesOn('strict') };
}

/** A loop: `Uint8Array.from` with a function took a quarter of the whole search. */
function keptSegments({ segments }: Page, isTemplate: (node: number) => boolean): Uint8Array {
  const kept = new Uint8Array(segments.length);
  for (let i = 0; i < segments.length; i++) kept[i] = isTemplate(segments[i]!) ? 0 : 1;
  return kept;
}
