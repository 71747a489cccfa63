/**
 * Our own method: what a page repeats, weighed by where and how it stands on the page.
 *
 * A page is judged when it arrives, by on how many of the site's recent pages its segments stood, and by the page
 * itself: what is linked, how long it is, what stands beside it, and how far it is from where the page says most of
 * its new prose. So even the first page of a site is judged, a label beside a new value stays, and what differs from
 * page to page in a frame around the content goes. docs/methods/adaptive.md has the reasons and the figures.
 *
 * Cost: a few look-ups and passes per segment. State: 10 bytes per segment of the recent pages.
 */

import { pathStepHigh, TextScan } from '../../page/hash.ts';
import type { Page } from '../../page/page.ts';
import type { SavedTable } from '../../table/saved-table.ts';
import type { Detector, TemplateSegment, Verdict } from '../detector.ts';
import { Exemplars, PageShowing, type Showing } from '../exemplars.ts';
import { Journal, packState, readJournal, type SavedBy, unpackState } from '../saved-state.ts';
import { type AdaptiveOptions, adaptiveDefaults } from './method.ts';
import { decodeTrace, encodeTrace, type Outline, outlineOf } from './outline.ts';
import { scoreSegments } from './score.ts';
import { SiteMemory } from './site-memory.ts';

/** The objects of a detector that knows nothing yet, measured. */
const OBJECT_BYTES = 2_200;

/** What another method has found on a site's first page counts as much as if five pages had shown it. */
const KNOWN_PAGES = 5;

export interface AdaptiveState {
  /** What segments take in the table, without words. */
  readonly tableBytes: number;
}

export function createAdaptiveDetector(given: Partial<AdaptiveOptions> = {}): Detector & AdaptiveState {
  return new AdaptiveDetector({ ...adaptiveDefaults, ...given });
}

class AdaptiveDetector implements Detector, AdaptiveState {
  readonly method = 'adaptive';
  readonly #options: AdaptiveOptions;
  readonly #exemplars = new Exemplars((_high, low) => this.#memory.isStillRepeated(low));
  #journal: Journal | undefined;
  #memory: SiteMemory;
  #version = 0;
  #lastTrace: Uint8Array = new Uint8Array();

  constructor(options: AdaptiveOptions) {
    this.#options = options;
    this.#memory = new SiteMemory(options);
  }

  get version(): number {
    return this.#version;
  }

  get segmentCount(): number {
    return this.#memory.segmentCount;
  }

  get tableBytes(): number {
    return this.#memory.tableBytes;
  }

  get sizeBytes(): number {
    const { sizeBytes: wordBytes } = this.#exemplars;
    const { sizeBytes: journalBytes } = this.#journal ?? { sizeBytes: 0 };
    return OBJECT_BYTES + this.#memory.sizeBytes + wordBytes + journalBytes + this.#lastTrace.length;
  }

  observe(page: Page, known?: Uint8Array): Verdict {
    const outline = outlineOf(page);
    const identity = this.#identityOf(page, outline);
    const bootstrapped = this.#memory.isEmpty ? segmentsOf(page, known) : undefined;
    if (bootstrapped !== undefined) this.#seed(outline.hashLow.filter((_, i) => bootstrapped[i] === 1));
    const scores = this.#score(outline, identity);
    this.#learn({ page, outline, identity, scores, ...(bootstrapped && { bootstrapped }) });
    this.#lastTrace = encodeTrace({ identity, outline, template: this.#templateOf(scores) });
    return this.#verdict(page, outline, scores);
  }

  learn(page: Page): void {
    const outline = outlineOf(page);
    this.#learn({ page, outline, identity: this.#identityOf(page, outline) });
  }

  judge(page: Page): Verdict {
    const outline = outlineOf(page);
    const identity = this.#identityOf(page, outline);
    const scores = this.#score(outline, identity);
    this.#lastTrace = encodeTrace({ identity, outline, template: this.#templateOf(scores) });
    return this.#verdict(page, outline, scores);
  }

  templateSegments(): readonly TemplateSegment[] {
    return this.#exemplars.list().map(({ text, path, low, bootstrapped }) => ({
      text,
      path,
      seen: this.#memory.seen(low),
      ...(bootstrapped && { bootstrapped }),
    }));
  }

  trace(): Uint8Array {
    return this.#lastTrace.slice();
  }

  /** Exactly: the outline is all of the page that a verdict depends on. */
  wouldDiffer(trace: Uint8Array): boolean {
    if (trace.length === 0) return false;
    const { identity, outline, template } = decodeTrace(trace);
    const now = this.#templateOf(this.#score(outline, identity));
    return now.some((bit, i) => bit !== template[i]);
  }

  save(): Uint8Array {
    const { facts, columns } = this.#memory.save();
    const words = this.#exemplars.save();
    this.#journal?.take();
    return packState(this.#savedBy(), {
      facts: { version: this.#version, ...facts },
      columns: { ...columns, words },
    });
  }

  load(state: Uint8Array): void {
    const saved = unpackState(state, this.#savedBy()) as SavedTable;
    this.#memory = new SiteMemory(this.#options, saved);
    this.#version = saved.facts.version!;
    this.#lastTrace = new Uint8Array();
    this.#exemplars.restore(saved.columns.words as Uint8Array);
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
      if (showing?.bootstrapped) this.#seed(Uint32Array.from(showing.segments, ([, low]) => low));
      this.#count(
        segments.filter((_, i) => i % 2 === 1),
        contributor,
      );
      if (showing !== undefined) this.#exemplars.add(showing);
    }
  }

  #savedBy(): SavedBy {
    return { method: this.method, options: { ...this.#options } };
  }

  #seed(hashes: Uint32Array): void {
    this.#memory.seed(hashes, KNOWN_PAGES);
  }

  /** Counts the page's segments, and keeps the words of those that have become template. */
  #learn({ page, outline, identity, scores, bootstrapped }: Lesson): void {
    const newly = this.#count(outline.hashLow, identity);
    const candidates = bootstrapped ?? newly;
    let showing: Showing | undefined;
    if (candidates.includes(1)) {
      const template = bootstrapped ?? this.#templateOf(scores ?? this.#score(outline, identity));
      const shown = new PageShowing(page, bootstrapped !== undefined);
      for (let i = 0; i < outline.count; i++) {
        if (candidates[i] === 1 && template[i] === 1)
          shown.add(page.segments[i]!, outline.hashHigh[i]!, outline.hashLow[i]!);
      }
      showing = shown.take();
      this.#exemplars.add(showing);
    }
    this.#journal?.add({ contributor: identity, segments: pairsOf(outline), showing });
  }

  /** Returns 1 for the segments that have become repeated lately. */
  #count(hashes: Uint32Array, identity: number): Uint8Array {
    const { newly, changes } = this.#memory.learn(hashes, identity);
    if (changes) this.#version++;
    return newly;
  }

  #score(outline: Outline, identity: number): Float64Array {
    return scoreSegments(outline, this.#memory.sightings(outline.hashLow, identity));
  }

  #templateOf(scores: Float64Array): Uint8Array {
    const template = new Uint8Array(scores.length);
    for (let i = 0; i < scores.length; i++) template[i] = scores[i]! >= this.#options.threshold ? 1 : 0;
    return template;
  }

  #verdict(page: Page, outline: Outline, scores: Float64Array): Verdict {
    const { threshold } = this.#options;
    const template = new Uint8Array(page.nodeCount);
    const score = new Float32Array(page.nodeCount);
    const seen = new Uint32Array(page.nodeCount);
    for (let i = 0; i < outline.count; i++) {
      const node = page.segments[i]!;
      template[node] = scores[i]! >= threshold ? 1 : 0;
      score[node] = scores[i]!;
      seen[node] = this.#memory.seen(outline.hashLow[i]!);
    }
    return { template, score, seen, of: this.#memory.pageCount, version: this.#version };
  }

  /** A page that nobody has named is known by its text. */
  #identityOf({ id }: Page, { hashLow }: Outline): number {
    if (id === '') return hashLow.reduce((hash, segment) => pathStepHigh(hash, segment), 1);
    const scan = new TextScan(this.#options.hashKey);
    scan.scan(id, 0, id.length, false);
    return scan.hashLow;
  }
}

/** A page that is learned. */
interface Lesson {
  readonly page: Page;
  readonly outline: Outline;
  readonly identity: number;
  /** If it has been judged before. */
  readonly scores?: Float64Array;
  /** 1 for the segments that another method has found to be template. */
  readonly bootstrapped?: Uint8Array;
}

/** high, low, high, low … */
function pairsOf({ count, hashHigh, hashLow }: Outline): Uint32Array {
  const pairs = new Uint32Array(2 * count);
  for (let i = 0; i < count; i++) {
    pairs[2 * i] = hashHigh[i]!;
    pairs[2 * i + 1] = hashLow[i]!;
  }
  return pairs;
}

/** `known` for the segments of a page, if it is of any. */
function segmentsOf({ segments }: Page, known: Uint8Array | undefined): Uint8Array | undefined {
  const marks = known && Uint8Array.from(segments, (node) => known[node]!);
  return marks?.includes(1) ? marks : undefined;
}
