/**
 * Wang, Fang, Cheng, Guo, Xu: Incremental Web Page Template Detection (WWW 2008).
 *
 * A page is judged the moment it arrives, with nothing but a table of the site's past text segments: a segment that
 * was seen on enough pages is template, and so is a block most of whose characters are in such segments.
 *
 * Names: Tb → `firstLifePages`, N → `lifeGrowth`, the DF of a template segment → `templatePages`, the template ratio
 * of a block → `templateRatio`. The readings W1 to W20 that settle what the paper leaves open are on the method's
 * page, docs/methods/incremental.md.
 *
 * Cost: one look-up per segment. State: 20 bytes per segment alive, at most 192 pages' worth of new ones.
 */
import { splitBlocks } from '../../page/blocks.ts';
import type { Page } from '../../page/page.ts';
import { createPathHashes, type PathHashes, type PathIdentity } from '../../page/path-hashes.ts';
import { type HashKey, pathStepHigh, pathStepLow, TextScan } from '../../page/text-hash.ts';
import { SegmentTable, type SegmentTableOptions } from '../../table/segment-table.ts';
import { tableFromBytes, tableToBytes } from '../../table/table-bytes.ts';
import type { Detector, Verdict } from '../detector.ts';
import { packState, unpackState } from '../saved-state.ts';
import { Journal, readJournal } from './journal.ts';
import { judgeBlocks } from './judge-blocks.ts';

export interface IncrementalOptions {
  /** Tb. 24 is the only number of pages in the paper, the mean batch of the methods it compares with (W2). */
  readonly firstLifePages: number;
  /** N. With 24 and 8, a segment on a tenth of the pages comes back in its first life with p = 0.92 (W2). */
  readonly lifeGrowth: number;
  /** A segment is template from this many pages on (W10: at least 5). */
  readonly templatePages: number;
  /** A block is template above this share of its characters (W10: more than 0.7). */
  readonly templateRatio: number;
  /** What makes two paths the same (W5). */
  readonly pathIdentity: PathIdentity;
  /** Until this count a segment remembers its pages, so that a page that comes again counts once (W4). */
  readonly rememberUntil: number;
  /** False for learning a whole input before judging it: then only `maxSegments` bounds the table. */
  readonly forgetting: boolean;
  /** Most segments kept of one site; a million pages of a busy site in the forgetting mode stay far below. */
  readonly maxSegments: number;
  readonly hashKey: HashKey;
}

export const incrementalDefaults: IncrementalOptions = {
  firstLifePages: 24,
  lifeGrowth: 8,
  templatePages: 5,
  templateRatio: 0.7,
  pathIdentity: 'tags',
  rememberUntil: 8,
  forgetting: true,
  maxSegments: 2 ** 18,
  hashKey: [0, 0],
};

const method = 'incremental';

export interface IncrementalState {
  /** Segments alive, and the bytes they take. */
  readonly segmentCount: number;
  readonly sizeBytes: number;
}

export function createIncrementalDetector(
  given: Partial<IncrementalOptions> = {},
): Detector & IncrementalState {
  const options: IncrementalOptions = { ...incrementalDefaults, ...given };
  return new IncrementalDetector(options);
}

class IncrementalDetector implements Detector, IncrementalState {
  readonly method = method;
  readonly #options: IncrementalOptions;
  readonly #tableOptions: SegmentTableOptions;
  readonly #pathHashes: (page: Page) => PathHashes;
  readonly #idScan: TextScan;
  #journal: Journal | undefined;
  #table: SegmentTable;
  /** Counts of the page's segments, scratch space. */
  #counts: Uint32Array = new Uint32Array(256);

  constructor(options: IncrementalOptions) {
    const { templateRatio: _ratio, pathIdentity, ...tableOptions } = options;
    this.#options = options;
    this.#tableOptions = tableOptions;
    this.#pathHashes = createPathHashes(pathIdentity, options.hashKey);
    this.#idScan = new TextScan(options.hashKey);
    this.#table = new SegmentTable(tableOptions);
  }

  get segmentCount(): number {
    return this.#table.size;
  }

  get sizeBytes(): number {
    return this.#table.sizeBytes;
  }

  /** W11: expand the table by the page, judge the page, shrink the table. */
  observe(page: Page): Verdict {
    const counts = this.#expand(page);
    const verdict = this.#verdict(page, counts);
    this.#table.endPage();
    return { ...verdict, version: this.#table.templateVersion };
  }

  learn(page: Page): void {
    this.#expand(page);
    this.#table.endPage();
  }

  judge(page: Page): Verdict {
    const counts = this.#countsFor(page);
    const { high, low } = this.#pathHashes(page);
    const table = this.#table;
    for (let i = 0; i < page.segments.length; i++) {
      const node = page.segments[i]!;
      const segmentHigh = pathStepHigh(high[node]!, page.textHashHigh[node]!);
      counts[i] = table.find(segmentHigh, pathStepLow(low[node]!, page.textHashLow[node]!, segmentHigh));
    }
    return this.#verdict(page, counts);
  }

  save(): Uint8Array {
    return packState(method, this.#told(), tableToBytes(this.#table));
  }

  load(state: Uint8Array): void {
    this.#table = tableFromBytes(unpackState(method, this.#told(), state), this.#tableOptions);
    this.#journal?.take();
  }

  startJournal(): void {
    this.#journal ??= new Journal();
  }

  takeJournal(): Uint8Array {
    return this.#journal?.take() ?? new Uint8Array();
  }

  replay(journal: Uint8Array): void {
    for (const { contributor, segments } of readJournal(journal)) {
      this.#table.beginPage(contributor);
      for (let i = 0; i < segments.length; i += 2) this.#table.touch(segments[i]!, segments[i + 1]!);
      this.#table.endPage();
    }
  }

  /** Takes the page's segments into the table; returns the count of each. */
  #expand(page: Page): Uint32Array {
    const counts = this.#countsFor(page);
    const { high, low } = this.#pathHashes(page);
    const table = this.#table;
    const contributor = this.#contributor(page);
    table.beginPage(contributor);
    this.#journal?.beginPage(contributor, page.segments.length);
    for (let i = 0; i < page.segments.length; i++) {
      const node = page.segments[i]!;
      const segmentHigh = pathStepHigh(high[node]!, page.textHashHigh[node]!);
      const segmentLow = pathStepLow(low[node]!, page.textHashLow[node]!, segmentHigh);
      counts[i] = table.touch(segmentHigh, segmentLow);
      this.#journal?.add(segmentHigh, segmentLow);
    }
    return counts;
  }

  /** A page that nobody can name is always a new one. */
  #contributor({ id }: Page): number {
    if (id === '') return this.#table.pageNumber + 1;
    this.#idScan.scan(id, 0, id.length, false);
    return this.#idScan.hashLow;
  }

  #verdict(page: Page, counts: Uint32Array): Verdict {
    const { templatePages, templateRatio } = this.#options;
    const judged = judgeBlocks(page, splitBlocks(page), { counts, templatePages, templateRatio });
    return { ...judged, of: this.#table.pageNumber, version: this.#table.templateVersion };
  }

  #countsFor(page: Page): Uint32Array {
    const { length } = page.segments;
    if (this.#counts.length < length) this.#counts = new Uint32Array(length * 2);
    return this.#counts;
  }

  /** The options that a saved state must agree in; the table checks its own, and keeps the key to itself. */
  #told(): object {
    const { templateRatio, pathIdentity } = this.#options;
    return { templateRatio, pathIdentity };
  }
}
