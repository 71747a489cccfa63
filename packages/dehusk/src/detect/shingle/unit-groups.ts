/**
 * Which units of a batch are alike, and on how many pages each stands.
 *
 * A unit is first known by the hashes of its texts: the one that stands on every page is shingled once. Units with
 * the same fingerprint make a group, and a group has owners: the pages that carry one of its units.
 */
import { PairTable } from '../../compare/mapping/pair-table.ts';
import { type HashKey, pathStepHigh, pathStepLow } from '../../page/hash.ts';
import type { Page } from '../../page/page.ts';
import { Fingerprinter, type FingerprintOptions } from './fingerprint.ts';
import type { UnitName } from './method.ts';
import { splitUnits, type Units } from './units.ts';

export interface GroupOptions extends FingerprintOptions {
  readonly unit: UnitName;
  readonly minLinks: number;
  /** Seeds the tables. */
  readonly hashKey: HashKey;
}

/** The units of one page, and which group each belongs to. */
export interface GroupedPage extends Units {
  readonly group: Int32Array;
}

export interface UnitGroups {
  readonly pages: readonly GroupedPage[];
  readonly count: number;
  /** Bytes of the tables and of the lists of units. */
  readonly sizeBytes: number;
}

export function groupUnits(pages: readonly Page[], options: GroupOptions): UnitGroups {
  const units = pages.map((page) => splitUnits(page, options.unit, options.minLinks));
  const total = units.reduce((sum, { count }) => sum + count, 0);
  const grouper = new Grouper(total, options);
  const grouped = units.map((own, i) => ({ ...own, group: grouper.groupOf(pages[i]!, own) }));
  return { pages: grouped, count: grouper.count, sizeBytes: sizeBytes(total) };
}

/**
 * Of each unit its start, end and group, and the group of its text; of each of the two tables two numbers a pair and
 * the slots, at least two for each pair.
 */
function sizeBytes(units: number): number {
  const slots = 2 ** Math.ceil(Math.log2(units * 2 + 1));
  return 4 * (4 * units + 2 * (2 * units + slots));
}

class Grouper {
  readonly #texts: PairTable;
  readonly #fingerprints: PairTable;
  readonly #groupOfText: Int32Array;
  readonly #fingerprinter: Fingerprinter;

  constructor(units: number, options: GroupOptions) {
    this.#texts = new PairTable(units, options.hashKey[0]);
    this.#fingerprints = new PairTable(units, options.hashKey[1]);
    this.#groupOfText = new Int32Array(units);
    this.#fingerprinter = new Fingerprinter(options);
  }

  get count(): number {
    return this.#fingerprints.count;
  }

  groupOf(page: Page, { count, start, end }: Units): Int32Array {
    const group = new Int32Array(count);
    for (let unit = 0; unit < count; unit++) group[unit] = this.#group(page, start[unit]!, end[unit]!);
    return group;
  }

  #group(page: Page, from: number, to: number): number {
    const { segments, textHashHigh, textHashLow } = page;
    let high = 0;
    let low = 0;
    for (let i = from; i < to; i++) {
      const node = segments[i]!;
      high = pathStepHigh(high, textHashHigh[node]!);
      low = pathStepLow(low, textHashLow[node]!, high);
    }
    const known = this.#texts.count;
    const text = this.#texts.intern(high | 0, low | 0);
    if (text === known) this.#groupOfText[text] = this.#shingle(page, from, to);
    return this.#groupOfText[text]!;
  }

  #shingle(page: Page, from: number, to: number): number {
    const fingerprinter = this.#fingerprinter;
    fingerprinter.open();
    for (let i = from; i < to; i++) fingerprinter.addText(page, page.segments[i]!);
    fingerprinter.close();
    return this.#fingerprints.intern(fingerprinter.high, fingerprinter.low);
  }
}
