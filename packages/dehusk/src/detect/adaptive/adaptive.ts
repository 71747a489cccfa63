/**
 * Our own method: what a page repeats, weighed by where and how it stands on the page.
 *
 * A page is judged when it arrives, piece by piece, by on how many of the site's recent pages its texts stood, by how
 * the places in which they stand behave on the site, and by the page itself: what is linked, how long it is, what stands
 * beside it, and how far it is from where the site's pages say most of their new prose. So even the first page of a site
 * is judged, a label beside a new value stays, and what differs from page to page in a frame around the content goes.
 * docs/methods/adaptive.md has the reasons and the figures.
 *
 * Cost: a few look-ups and passes per segment, and 240 comparisons a piece. State: 14 bytes per segment of the recent
 * pages, 24 per place.
 */

import { TextScan } from '../../page/hash.ts';
import type { Page } from '../../page/page.ts';
import { pathStepHigh } from '../../page/path-hash.ts';
import type { SavedTable } from '../../table/saved-table.ts';
import type { Detector, Reason, TemplateSegment, Verdict } from '../detector.ts';
import { type CreateExemplars, createExemplars, type Exemplars, type ShownSegment } from '../exemplars.ts';
import { decodeTrace, encodeTrace, type FactsCodec, type Lesson, PageLesson } from '../lesson.ts';
import { packState, type SavedBy, unpackState } from '../saved-state.ts';
import type { Outline } from './columns.ts';
import { sightInCore } from './core-sight.ts';
import { type AdaptiveOptions, adaptiveDefaults, thresholdOf } from './method.ts';
import { outlineOf } from './outline.ts';
import { type PageFacts, pageFacts } from './page-facts.ts';
import { type JudgedPieces, type SightPage, sightPage, type WeighedPieces } from './score.ts';
import { type Look, SiteMemory } from './site-memory.ts';

/** The objects of a detector that knows nothing yet: what the heap grew by for each of 5,000, and a little more. */
const OBJECT_BYTES = 4_400;

/** Of the page that was judged last, likewise; and for each segment the columns of its outline, and a mark. */
const JUDGED_PAGE_BYTES = 3_400;
const JUDGED_SEGMENT_BYTES = 22;

/** What another method has found on a site's first page counts as much as if five pages had shown it. */
const KNOWN_PAGES = 5;

/** As sure as that method is, by its figures. */
const KNOWN_SCORE = 0.9;
const KNOWN_LOG_ODDS = 2.197;

export interface AdaptiveState {
  /** What segments take in the table, without words. */
  readonly tableBytes: number;
}

/** Says why a piece was judged as it was: `explain.ts`, which is loaded where somebody asks. */
export interface Explainer {
  explainPiece(judged: WeighedPieces, piece: number): readonly Reason[];
  reason(fact: string, logOdds: number): Reason;
}

export interface AskedOfDetector {
  readonly explainer?: Explainer | undefined;
  /** False where nobody asks for the template in words, and no state is kept. */
  readonly words?: boolean | undefined;
  /** False where nobody asks for traces: then no page outlives its verdict. */
  readonly traces?: boolean | undefined;
}

export function createAdaptiveDetector(
  given: Partial<AdaptiveOptions> = {},
  { explainer, words = true, traces = true }: AskedOfDetector = {},
): Detector & AdaptiveState {
  return assembleDetector(given, {
    explainer,
    createExemplars: words ? createExemplars : undefined,
    factsCodec: pageFacts,
    lastPage: traces ? new LastPage() : undefined,
    sightPage: sightInCore,
  });
}

export interface DetectorParts {
  readonly explainer?: Explainer | undefined;
  /** Keeps the template in words. */
  readonly createExemplars?: CreateExemplars | undefined;
  /** Makes bytes of what a page teaches, and the other way round; without it lessons stay where they are made. */
  readonly factsCodec?: FactsCodec<PageFacts> | undefined;
  /** Keeps the page that was judged last, for its trace. */
  readonly lastPage?: LastPage | undefined;
  /** How pages are looked at, if not by us. */
  readonly sightPage?: SightPage | undefined;
}

/** The same for whoever carries a part only if it is used, as a live document. */
export function assembleDetector(
  given: Partial<AdaptiveOptions>,
  parts: DetectorParts,
): Detector & AdaptiveState {
  return new AdaptiveDetector({ ...adaptiveDefaults, ...given }, parts);
}

class AdaptiveDetector implements Detector, AdaptiveState {
  readonly method = 'adaptive';
  readonly #options: AdaptiveOptions;
  readonly #explainer: Explainer | undefined;
  readonly #exemplars: Exemplars | undefined;
  readonly #codec: FactsCodec<PageFacts> | undefined;
  readonly #lastPage: LastPage | undefined;
  readonly #sightPage: SightPage;
  readonly #threshold: number;
  #memory: SiteMemory;
  #version = 0;

  constructor(options: AdaptiveOptions, parts: DetectorParts) {
    const { explainer, createExemplars, factsCodec, lastPage } = parts;
    this.#options = options;
    this.#explainer = explainer;
    this.#codec = factsCodec;
    this.#lastPage = lastPage;
    this.#sightPage = parts.sightPage ?? sightPage;
    this.#exemplars = createExemplars?.((high, low) => this.#memory.isStillRepeated(high * 2 ** 32 + low));
    this.#threshold = thresholdOf(options);
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
    const wordBytes = this.#exemplars?.sizeBytes ?? 0;
    return OBJECT_BYTES + this.#memory.sizeBytes + wordBytes + (this.#lastPage?.sizeBytes ?? 0);
  }

  lesson(page: Page, known?: Uint8Array): Lesson {
    return new PageLesson(page, this.#factsOf(page, known), this.#codec);
  }

  observe(page: Page, lesson: Lesson = this.lesson(page)): Verdict {
    const facts = PageLesson.read(lesson, this.#codec);
    const look = this.#meet(facts);
    const judged = look.sight.judge(look.said);
    const known = this.#memory.isEmpty ? facts.known : undefined;
    const scores = withKnown(judged.scores, known);
    const counts = this.#learn(lesson, facts, { look, judged, scores });
    return { ...this.#verdict(page, facts, { look, scores, counts }), ...this.#why(page, judged, known) };
  }

  learn(page: Page): void {
    this.apply(this.lesson(page));
  }

  apply(lesson: Lesson): void {
    const facts = PageLesson.read(lesson, this.#codec);
    const look = this.#meet(facts);
    const judged = look.sight.judge(look.said);
    this.#learn(lesson, facts, { look, judged, scores: judged.scores });
  }

  judge(page: Page, lesson: Lesson = this.lesson(page)): Verdict {
    const facts = PageLesson.read(lesson, this.#codec);
    const look = this.#meet(facts);
    const judged = look.sight.judge(look.said);
    return {
      ...this.#verdict(page, facts, { look, scores: judged.scores }),
      ...this.#why(page, judged),
    };
  }

  templateSegments(): readonly TemplateSegment[] {
    const known = this.#exemplars?.list() ?? [];
    return known.map(({ text, path, high, low, bootstrapped }) => ({
      text,
      path,
      seen: this.#memory.seen(high * 2 ** 32 + low),
      ...(bootstrapped && { bootstrapped }),
    }));
  }

  trace(): Uint8Array {
    return this.#lastPage?.trace() ?? new Uint8Array();
  }

  /** Exactly: the outline is all of the page that a verdict depends on. */
  wouldDiffer(trace: Uint8Array): boolean {
    if (trace.length === 0) return false;
    const { facts, marks } = decodeTrace(trace);
    const page = this.#codec!.decode(facts);
    const template = marks(page.outline.count);
    const { sight, said } = this.#meet(page);
    const now = this.#templateOf(sight.judge(said).scores);
    return now.some((bit, i) => bit !== template[i]);
  }

  save(): Uint8Array {
    const { facts, columns } = this.#memory.save();
    const words = this.#exemplars?.save() ?? new Uint8Array();
    return packState(this.#savedBy(), {
      facts: { version: this.#version, ...facts },
      columns: { ...columns, words },
    });
  }

  load(state: Uint8Array): void {
    const saved = unpackState(state, this.#savedBy()) as SavedTable;
    this.#memory = new SiteMemory(this.#options, saved);
    this.#version = saved.facts.version!;
    this.#lastPage?.forget();
    this.#exemplars?.restore(saved.columns.words as Uint8Array);
  }

  #savedBy(): SavedBy {
    return { method: this.method, options: { ...this.#options } };
  }

  #factsOf(page: Page, known?: Uint8Array): PageFacts {
    const outline = outlineOf(page);
    return { identity: this.#identityOf(page, outline), outline, known: segmentsOf(page, known) };
  }

  /**
   * On how many other pages the segments of a page stood, and how its places behaved there. Who explains a verdict goes
   * back to the facts, which only we keep.
   */
  #meet({ identity, outline }: PageFacts): Look {
    return this.#memory.look(outline, identity, this.#explainer === undefined ? this.#sightPage : sightPage);
  }

  /** Nothing is worked out before somebody asks. `known`: what another method has found on the page. */
  #why(page: Page, judged: JudgedPieces, known?: Uint8Array): Pick<Verdict, 'why'> {
    const explainer = this.#explainer;
    const { pieces } = judged;
    if (explainer === undefined || judged.rows === undefined) return {};
    // They are lent.
    const rows = judged.rows.slice();
    const why = (node: number): readonly Reason[] => {
      const segment = page.segments.indexOf(node);
      if (segment < 0) return [];
      const reasons = explainer.explainPiece(
        { ...judged, rows },
        pieces.findLastIndex((start) => start <= segment),
      );
      if (known?.[segment] !== 1) return reasons;
      return [explainer.reason('found on pages that the first page links to', KNOWN_LOG_ODDS), ...reasons];
    };
    return { why };
  }

  /**
   * Counts the page's segments, and keeps the words of those that have become template. Returns how often each was
   * counted.
   */
  #learn(
    { words }: Lesson,
    { identity, outline, known }: PageFacts,
    { look, judged, scores }: LearnedPage,
  ): Float32Array {
    const bootstrapped = this.#memory.isEmpty ? known : undefined;
    // Behind the look: the page itself is the first of its site, whatever another method has found on it.
    if (bootstrapped !== undefined)
      this.#memory.seed(
        outline.hashes.filter((_, i) => bootstrapped[i] === 1),
        KNOWN_PAGES,
      );
    const { newly, changes, counts } = this.#memory.learn(identity, look, {
      segments: judged.mains,
      logOdds: judged.own,
    });
    if (changes) this.#version++;
    const candidates = bootstrapped ?? newly;
    const exemplars = this.#exemplars;
    if (exemplars === undefined || !candidates.includes(1)) return counts;
    const template = bootstrapped ?? this.#templateOf(scores);
    const shown: ShownSegment[] = [];
    for (let number = 0; number < outline.count; number++) {
      if (candidates[number] === 1 && template[number] === 1)
        shown.push({
          number,
          high: Math.floor(outline.hashes[number]! / 2 ** 32),
          low: outline.hashes[number]! >>> 0,
          bootstrapped: bootstrapped !== undefined,
        });
    }
    exemplars.add(shown, words);
    return counts;
  }

  #templateOf(scores: Float64Array): Uint8Array<ArrayBuffer> {
    const template = new Uint8Array(scores.length);
    for (let i = 0; i < scores.length; i++) template[i] = scores[i]! >= this.#threshold ? 1 : 0;
    return template;
  }

  #verdict(page: Page, facts: PageFacts, { look, scores, counts }: ScoredPage): Verdict {
    const { count } = facts.outline;
    const seenOn = this.#memory.seenOn(look, counts);
    const marks = this.#templateOf(scores);
    this.#lastPage?.keep(facts, marks);
    const template = new Uint8Array(page.nodeCount);
    const score = new Float32Array(page.nodeCount);
    const seen = new Uint32Array(page.nodeCount);
    for (let i = 0; i < count; i++) {
      const node = page.segments[i]!;
      template[node] = marks[i]!;
      score[node] = scores[i]!;
      seen[node] = seenOn[i]!;
    }
    return { template, score, seen, of: this.#memory.pageCount, version: this.#version };
  }

  /** A page that nobody has named is known by its text. */
  #identityOf({ id }: Page, { hashes }: Outline): number {
    if (id === '') return hashes.reduce((hash, segment) => pathStepHigh(hash, segment >>> 0), 1);
    const scan = new TextScan(this.#options.hashKey);
    scan.scan(id, 0, id.length, false);
    return scan.hashLow;
  }
}

/** The page that was judged last, where traces are asked for. */
class LastPage {
  #facts: PageFacts | undefined;
  /** 1 for the segments that were template. */
  #template = new Uint8Array();

  get sizeBytes(): number {
    return this.#facts === undefined ? 0 : JUDGED_PAGE_BYTES + JUDGED_SEGMENT_BYTES * this.#template.length;
  }

  keep(facts: PageFacts, template: Uint8Array<ArrayBuffer>): void {
    this.#facts = facts;
    this.#template = template;
  }

  forget(): void {
    this.#facts = undefined;
  }

  trace(): Uint8Array {
    return this.#facts === undefined
      ? new Uint8Array()
      : encodeTrace(pageFacts.encode(this.#facts), this.#template);
  }
}

/** What was to be seen before a page was learned: so what is shown of it does not depend on whether it is judged too. */
interface ScoredPage {
  readonly look: Look;
  readonly scores: Float64Array;
  /** How often its segments were counted when it was learned, if it was. */
  readonly counts?: Float32Array;
}

interface LearnedPage extends ScoredPage {
  readonly judged: JudgedPieces;
}

/** What another method has found on a site's first page goes, whatever the page itself says. */
function withKnown(scores: Float64Array, known: Uint8Array | undefined): Float64Array {
  return known === undefined
    ? scores
    : scores.map((score, i) => (known[i] === 1 ? Math.max(score, KNOWN_SCORE) : score));
}

/** `known` for the segments of a page, if it is of any. */
function segmentsOf({ segments }: Page, known: Uint8Array | undefined): Uint8Array | undefined {
  const marks = known && Uint8Array.from(segments, (node) => known[node]!);
  return marks?.includes(1) ? marks : undefined;
}
