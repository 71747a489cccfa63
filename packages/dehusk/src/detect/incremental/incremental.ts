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

import { type Blocks, splitBlocks } from '../../page/blocks.ts';
import { createPathHashes, type PathHashes, pathStepHigh, pathStepLow, TextScan } from '../../page/hash.ts';
import type { Page } from '../../page/page.ts';
import type { SavedTable } from '../../table/saved-table.ts';
import { SegmentTable } from '../../table/segment-table.ts';
import type { Detector, TemplateSegment, Verdict } from '../detector.ts';
import { Exemplars, PageShowing } from '../exemplars.ts';
import { Journal, packState, readJournal, type SavedBy, unpackState } from '../saved-state.ts';
import { type IncrementalOptions, incrementalDefaults } from './method.ts';

/** The objects of a detector that knows nothing yet, measured. */
const OBJECT_BYTES = 3_300;

export interface IncrementalState {
  /** What segments take in the table, without words. */
  readonly tableBytes: number;
  /** A fingerprint of the table that does not depend on the key of the hashes. */
  digest(): string;
}

export function createIncrementalDetector(
  given: Partial<IncrementalOptions> = {},
): Detector & IncrementalState {
  const options: IncrementalOptions = { ...incrementalDefaults, ...given };
  return new IncrementalDetector(options);
}

class IncrementalDetector implements Detector, IncrementalState {
  readonly method = 'incremental';
  readonly #options: IncrementalOptions;
  readonly #pathHashes: (page: Page) => PathHashes;
  readonly #exemplars = new Exemplars((high, low) => this.#isTemplate(high, low));
  #journal: Journal | undefined;
  #table: SegmentTable;
  /** Of the last page: its segments as (high, low) pairs, and on how many pages each was seen. */
  #hashes: Uint32Array = new Uint32Array();
  #counts: Uint32Array = new Uint32Array();

  constructor(options: IncrementalOptions) {
    this.#options = options;
    this.#pathHashes = createPathHashes(options.pathIdentity, options.hashKey);
    this.#table = new SegmentTable(options);
  }

  get version(): number {
    return this.#table.templateVersion;
  }

  get segmentCount(): number {
    return this.#table.size;
  }

  get tableBytes(): number {
    return this.#table.segmentBytes;
  }

  get sizeBytes(): number {
    const { sizeBytes: wordBytes } = this.#exemplars;
    const { sizeBytes: journalBytes } = this.#journal ?? { sizeBytes: 0 };
    const pageBytes = this.#hashes.byteLength + this.#counts.byteLength;
    return OBJECT_BYTES + this.#table.sizeBytes + wordBytes + journalBytes + pageBytes;
  }

  digest(): string {
    return this.#table.digest();
  }

  /** W11: expand the table by the page, judge the page, shrink the table. */
  observe(page: Page, known?: Uint8Array): Verdict {
    this.#expand(page, known);
    const verdict = this.#verdict(page);
    this.#table.endPage();
    return { ...verdict, version: this.#table.templateVersion };
  }

  learn(page: Page): void {
    this.#expand(page);
    this.#table.endPage();
  }

  judge(page: Page): Verdict {
    this.#hash(page);
    for (let i = 0; i < this.#counts.length; i++) {
      this.#counts[i] = this.#table.find(this.#hashes[2 * i]!, this.#hashes[2 * i + 1]!);
    }
    return this.#verdict(page);
  }

  templateSegments(): readonly TemplateSegment[] {
    return this.#exemplars.list().map(({ text, path, high, low, bootstrapped }) => ({
      text,
      path,
      // A count that was seeded says more than there were pages.
      seen: Math.min(this.#table.find(high, low), this.#table.pageNumber),
      ...(bootstrapped && { bootstrapped }),
    }));
  }

  /** Which segments of the last page were template, and which were not: u32 count of the former, then all. */
  trace(): Uint8Array {
    const { templatePages } = this.#options;
    const { length } = this.#counts;
    const words = new Uint32Array(1 + 2 * length);
    let templateCount = 0;
    let contentCount = 0;
    for (let i = 0; i < length; i++) {
      const isTemplate = this.#counts[i]! >= templatePages;
      const place = isTemplate ? templateCount++ : length - ++contentCount;
      words[1 + 2 * place] = this.#hashes[2 * i]!;
      words[2 + 2 * place] = this.#hashes[2 * i + 1]!;
    }
    words[0] = templateCount;
    return new Uint8Array(words.buffer);
  }

  /** A block's verdict depends on nothing but which of its segments are template. */
  wouldDiffer(trace: Uint8Array): boolean {
    // A copy, because words must lie at multiples of four; `slice` would not copy a Node buffer.
    const words = new Uint32Array(new Uint8Array(trace).buffer);
    const templateEnd = 1 + 2 * words[0]!;
    for (let at = 1; at < words.length; at += 2) {
      if (this.#isTemplate(words[at]!, words[at + 1]!) !== at < templateEnd) return true;
    }
    return false;
  }

  save(): Uint8Array {
    const { facts, columns } = this.#table.save();
    const words = this.#exemplars.save();
    this.#journal?.take();
    return packState(this.#savedBy(), { facts, columns: { ...columns, words } });
  }

  load(state: Uint8Array): void {
    const saved = unpackState(state, this.#savedBy()) as SavedTable;
    this.#table = new SegmentTable(this.#options, saved);
    this.#exemplars.restore(saved.columns.words as Uint8Array);
    this.#hashes = new Uint32Array();
    this.#counts = new Uint32Array();
    this.#journal?.take();
  }

  startJournal(): void {
    this.#journal ??= new Journal();
  }

  takeJournal(): Uint8Array {
    return this.#journal?.take() ?? new Uint8Array();
  }

  replay(journal: Uint8Array): void {
    for (const { contributor, segments, showing } of readJournal(journal)) {
      this.#table.beginPage(contributor);
      if (showing?.bootstrapped) for (const [high, low] of showing.segments) this.#table.seed(high, low);
      for (let i = 0; i < segments.length; i += 2) this.#table.touch(segments[i]!, segments[i + 1]!);
      if (showing !== undefined) this.#exemplars.add(showing);
      this.#table.endPage();
    }
  }

  /** Takes the page's segments into the table, with the count of each. */
  #expand(page: Page, known?: Uint8Array): void {
    this.#hash(page);
    const contributor = this.#contributor(page);
    const { templatePages } = this.#options;
    const isFirst = this.#table.pageNumber === 0;
    let shown: PageShowing | undefined;
    this.#table.beginPage(contributor);
    if (isFirst && known !== undefined) {
      this.#seed(page, known);
      // What it shows is what was seeded: nothing else has been seen on so many pages.
      shown = new PageShowing(page, true);
    }
    for (let i = 0; i < this.#counts.length; i++) {
      const high = this.#hashes[2 * i]!;
      const low = this.#hashes[2 * i + 1]!;
      const count = this.#table.touch(high, low);
      this.#counts[i] = count;
      if (count !== templatePages && count !== templatePages + 1) continue;
      shown ??= new PageShowing(page);
      shown.add(page.segments[i]!, high, low);
    }
    const showing = shown?.take();
    if (showing !== undefined) this.#exemplars.add(showing);
    this.#journal?.add({ contributor, segments: this.#hashes, showing });
  }

  #seed({ segments }: Page, known: Uint8Array): void {
    for (let i = 0; i < this.#counts.length; i++) {
      if (known[segments[i]!] === 1) this.#table.seed(this.#hashes[2 * i]!, this.#hashes[2 * i + 1]!);
    }
  }

  /** The identity of each segment: its path and its text. */
  #hash(page: Page): void {
    const { segments, textHashHigh, textHashLow } = page;
    const { high, low } = this.#pathHashes(page);
    this.#counts = new Uint32Array(segments.length);
    this.#hashes = new Uint32Array(2 * segments.length);
    for (let i = 0; i < segments.length; i++) {
      const node = segments[i]!;
      const segmentHigh = pathStepHigh(high[node]!, textHashHigh[node]!);
      this.#hashes[2 * i] = segmentHigh;
      this.#hashes[2 * i + 1] = pathStepLow(low[node]!, textHashLow[node]!, segmentHigh);
    }
  }

  /** A page that nobody can name is always a new one. */
  #contributor({ id }: Page): number {
    if (id === '') return this.#table.pageNumber + 1;
    const scan = new TextScan(this.#options.hashKey);
    scan.scan(id, 0, id.length, false);
    return scan.hashLow;
  }

  #verdict(page: Page): Verdict {
    const { templatePages, templateRatio } = this.#options;
    const judged = judgeBlocks(page, splitBlocks(page), {
      counts: this.#counts,
      pages: this.#table.pageNumber,
      templatePages,
      templateRatio,
    });
    return { ...judged, of: this.#table.pageNumber, version: this.#table.templateVersion };
  }

  #isTemplate(high: number, low: number): boolean {
    return this.#table.find(high, low) >= this.#options.templatePages;
  }

  #savedBy(): SavedBy {
    return { method: this.method, options: { ...this.#options } };
  }
}

interface BlockRule {
  /** On how many pages each segment of the page was seen. */
  readonly counts: Uint32Array;
  /** How many pages there were: counts that were seeded say more. */
  readonly pages: number;
  readonly templatePages: number;
  readonly templateRatio: number;
}

/**
 * W9, W10: a block is template if more than `templateRatio` of its characters are in segments seen on at least
 * `templatePages` pages. Every occurrence of a segment counts; the score of a segment is its block's ratio.
 */
function judgeBlocks(
  page: Page,
  blocks: Blocks,
  rule: BlockRule,
): Pick<Verdict, 'template' | 'score' | 'seen'> {
  const template = new Uint8Array(page.nodeCount);
  const score = new Float32Array(page.nodeCount);
  const seen = new Uint32Array(page.nodeCount);
  for (let block = 0; block < blocks.count; block++) {
    const from = blocks.start[block]!;
    const to = blocks.start[block + 1]!;
    const ratio = templateRatio(page, rule, from, to);
    const isTemplate = ratio > rule.templateRatio ? 1 : 0;
    for (let i = from; i < to; i++) {
      const node = page.segments[i]!;
      template[node] = isTemplate;
      score[node] = ratio;
      seen[node] = Math.min(rule.counts[i]!, rule.pages);
    }
  }
  return { template, score, seen };
}

function templateRatio(page: Page, { counts, templatePages }: BlockRule, from: number, to: number): number {
  let all = 0;
  let inTemplate = 0;
  for (let i = from; i < to; i++) {
    const chars = page.chars[page.segments[i]!]!;
    all += chars;
    if (counts[i]! >= templatePages) inTemplate += chars;
  }
  return inTemplate / all;
}
