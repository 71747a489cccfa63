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
import { TextScan } from '../../page/hash.ts';
import type { Page } from '../../page/page.ts';
import { createPathHashes, type PathHashes, pathStepHigh, pathStepLow } from '../../page/path-hash.ts';
import type { SavedTable } from '../../table/saved-table.ts';
import { SegmentTable } from '../../table/segment-table.ts';
import type { Detector, TemplateSegment, Verdict } from '../detector.ts';
import { Exemplars, type ShownSegment } from '../exemplars.ts';
import { decodeTrace, encodeTrace, type Lesson, PageLesson } from '../lesson.ts';
import { packState, type SavedBy, unpackState } from '../saved-state.ts';
import { type IncrementalOptions, incrementalDefaults } from './method.ts';
import { type PageFacts, pageFacts } from './page-facts.ts';

/** The objects of a detector that knows nothing yet, measured. */
const OBJECT_BYTES = 3_300;

export interface IncrementalState {
  /** What segments take in the table, without words. */
  readonly tableBytes: number;
  /** A fingerprint of the table that does not depend on the key of the hashes. */
  digest(): string;
}

/** `traces`: false where nobody asks for them; then no page outlives its verdict. */
export function createIncrementalDetector(
  given: Partial<IncrementalOptions> = {},
  traces = true,
): Detector & IncrementalState {
  const options: IncrementalOptions = { ...incrementalDefaults, ...given };
  return new IncrementalDetector(options, traces);
}

class IncrementalDetector implements Detector, IncrementalState {
  readonly method = 'incremental';
  readonly #options: IncrementalOptions;
  readonly #pathHashes: (page: Page) => PathHashes;
  readonly #exemplars = new Exemplars((high, low) => this.#isTemplate(high, low));
  readonly #keepsJudged: boolean;
  #table: SegmentTable;
  #judged: JudgedPage = noPage;

  constructor(options: IncrementalOptions, keepsJudged: boolean) {
    this.#options = options;
    this.#keepsJudged = keepsJudged;
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
    const { facts, counts } = this.#judged;
    const judgedBytes = facts.hashes.byteLength + counts.byteLength;
    return OBJECT_BYTES + this.#table.sizeBytes + wordBytes + judgedBytes;
  }

  digest(): string {
    return this.#table.digest();
  }

  lesson(page: Page, known?: Uint8Array): Lesson {
    return new PageLesson(page, this.#factsOf(page, known), pageFacts);
  }

  /** W11: expand the table by the page, judge the page, shrink the table. */
  observe(page: Page, lesson: Lesson = this.lesson(page)): Verdict {
    const facts = PageLesson.read(lesson, pageFacts);
    const verdict = this.#verdict(page, { facts, counts: this.#expand(lesson, facts) });
    this.#table.endPage();
    return { ...verdict, version: this.#table.templateVersion };
  }

  learn(page: Page): void {
    this.apply(this.lesson(page));
  }

  apply(lesson: Lesson): void {
    this.#expand(lesson, PageLesson.read(lesson, pageFacts));
    this.#table.endPage();
  }

  judge(page: Page): Verdict {
    const facts = this.#factsOf(page);
    const { hashes } = facts;
    const counts = new Uint32Array(hashes.length / 2);
    for (let i = 0; i < counts.length; i++) counts[i] = this.#table.find(hashes[2 * i]!, hashes[2 * i + 1]!);
    return this.#verdict(page, { facts, counts });
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

  /** Which segments of the last page were template, and which were not. */
  trace(): Uint8Array {
    const { facts, counts } = this.#judged;
    const { templatePages } = this.#options;
    const template = Uint8Array.from(counts, (count) => (count >= templatePages ? 1 : 0));
    return encodeTrace(pageFacts.encode(facts), template);
  }

  /** A block's verdict depends on nothing but which of its segments are template. */
  wouldDiffer(trace: Uint8Array): boolean {
    const { facts, marks } = decodeTrace(trace);
    const { hashes } = pageFacts.decode(facts);
    const template = marks(hashes.length / 2);
    for (let i = 0; i < template.length; i++)
      if (this.#isTemplate(hashes[2 * i]!, hashes[2 * i + 1]!) !== (template[i] === 1)) return true;
    return false;
  }

  save(): Uint8Array {
    const { facts, columns } = this.#table.save();
    return packState(this.#savedBy(), { facts, columns: { ...columns, words: this.#exemplars.save() } });
  }

  load(state: Uint8Array): void {
    const saved = unpackState(state, this.#savedBy()) as SavedTable;
    this.#table = new SegmentTable(this.#options, saved);
    this.#exemplars.restore(saved.columns.words as Uint8Array);
    this.#judged = noPage;
  }

  /** Takes the page's segments into the table; returns the count of each. */
  #expand({ words }: Lesson, { contributor, hashes, known }: PageFacts): Uint32Array {
    const { templatePages } = this.#options;
    const bootstrapped = this.#table.pageNumber === 0 ? known : undefined;
    const counts = new Uint32Array(hashes.length / 2);
    // A page that nobody can name is always a new one.
    this.#table.beginPage(contributor ?? this.#table.pageNumber + 1);
    for (let i = 0; i < counts.length; i++)
      if (bootstrapped?.[i] === 1) this.#table.seed(hashes[2 * i]!, hashes[2 * i + 1]!);
    const shown: ShownSegment[] = [];
    for (let number = 0; number < counts.length; number++) {
      const [high, low] = [hashes[2 * number]!, hashes[2 * number + 1]!];
      const count = this.#table.touch(high, low);
      counts[number] = count;
      if (count === templatePages || count === templatePages + 1)
        shown.push({ number, high, low, bootstrapped: bootstrapped?.[number] === 1 });
    }
    if (shown.length > 0) this.#exemplars.add(shown, words);
    return counts;
  }

  #factsOf(page: Page, known?: Uint8Array): PageFacts {
    return {
      contributor: this.#contributor(page),
      hashes: this.#hash(page),
      known: known && Uint8Array.from(page.segments, (node) => known[node]!),
    };
  }

  /** The identity of each segment: its path and its text. */
  #hash(page: Page): Uint32Array {
    const { segments, textHashHigh, textHashLow } = page;
    const { high, low } = this.#pathHashes(page);
    const hashes = new Uint32Array(2 * segments.length);
    for (let i = 0; i < segments.length; i++) {
      const node = segments[i]!;
      const segmentHigh = pathStepHigh(high[node]!, textHashHigh[node]!);
      hashes[2 * i] = segmentHigh;
      hashes[2 * i + 1] = pathStepLow(low[node]!, textHashLow[node]!, segmentHigh);
    }
    return hashes;
  }

  #contributor({ id }: Page): number | undefined {
    if (id === '') return undefined;
    const scan = new TextScan(this.#options.hashKey);
    scan.scan(id, 0, id.length, false);
    return scan.hashLow;
  }

  #verdict(page: Page, judged: JudgedPage): Verdict {
    if (this.#keepsJudged) this.#judged = judged;
    const { templatePages, templateRatio } = this.#options;
    const verdict = judgeBlocks(page, splitBlocks(page), {
      counts: judged.counts,
      pages: this.#table.pageNumber,
      templatePages,
      templateRatio,
    });
    return { ...verdict, of: this.#table.pageNumber, version: this.#table.templateVersion };
  }

  #isTemplate(high: number, low: number): boolean {
    return this.#table.find(high, low) >= this.#options.templatePages;
  }

  #savedBy(): SavedBy {
    return { method: this.method, options: { ...this.#options } };
  }
}

/** The page that was judged last, where traces are asked for. */
interface JudgedPage {
  readonly facts: PageFacts;
  /** On how many pages each of its segments was seen. */
  readonly counts: Uint32Array;
}

const noPage: JudgedPage = {
  facts: { contributor: undefined, hashes: new Uint32Array(), known: undefined },
  counts: new Uint32Array(),
};

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
