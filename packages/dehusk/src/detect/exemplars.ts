/**
 * What the template segments of a site look like. The table keeps hashes only, which is enough to judge; whoever
 * looks at a site, or wants its template as a document or as selectors, needs words. They are kept for segments that
 * have become template: some hundreds a site.
 *
 * Paths are kept as a tree of steps that all segments share, because a menu's items differ in their last step at most.
 * A segment is shown twice, on the page that makes it template and on the next one that has it: what the two pages
 * disagree in (`post-17`, `active`) is dropped from its path. Steps never change, a segment gets others instead: so
 * what is known depends on the pages alone, and not on when it was saved and loaded.
 */
import { damagedState } from '../errors.ts';
import type { PathStep } from '../page/css-path.ts';
import { type LessonWords, PathSteps, pathOf, type SegmentWords, type StepRow } from './lesson.ts';

/** [hash high, hash low, text, step, 1 if it was known from another method] */
type SegmentRow = readonly [number, number, string, number, 1?];

/** All that is known: steps, and the segments that end at them. */
interface SavedWords {
  readonly steps: readonly StepRow[];
  readonly segments: readonly SegmentRow[];
}

/** A segment that a page shows. */
export interface ShownSegment {
  /** Its number on the page. */
  readonly number: number;
  readonly high: number;
  readonly low: number;
  /** It is template because another method said so. */
  readonly bootstrapped: boolean;
}

export interface Exemplar {
  readonly high: number;
  readonly low: number;
  readonly text: string;
  readonly path: readonly PathStep[];
  readonly bootstrapped: boolean;
}

/** A site whose template has more different texts than this is told incompletely. */
const MAX_EXEMPLARS = 5_000;
/** More than that many exemplars can need: the paths of a page are some twenty steps deep and mostly shared. */
const MAX_STEPS = 50_000;

/** `isTemplate`: whether a segment still is. */
export type CreateExemplars = (isTemplate: (high: number, low: number) => boolean) => Exemplars;

export const createExemplars: CreateExemplars = (isTemplate) => new Exemplars(isTemplate);

export class Exemplars {
  #steps = new PathSteps();
  readonly #segments = new Map<string, SegmentRow>();
  readonly #isTemplate: (high: number, low: number) => boolean;
  #segmentBytes = 0;

  constructor(isTemplate: (high: number, low: number) => boolean) {
    this.#isTemplate = isTemplate;
  }

  /** About what they take: for each row a measured share of objects and numbers, and two bytes a character. */
  get sizeBytes(): number {
    return this.#steps.sizeBytes + this.#segmentBytes;
  }

  /** What one page shows; of its words those are asked for that are kept. */
  add(shown: readonly ShownSegment[], words: LessonWords): void {
    // Here and nowhere else, so that looking or saving changes nothing.
    this.#prune();
    // A site that was redesigned often leaves steps behind.
    if (this.#steps.rows.length > MAX_STEPS) this.#replace(this.#all());
    for (const { number, high, low, bootstrapped } of shown)
      this.#put(high, low, bootstrapped ? [1] : [], () => words.of(number));
  }

  /** Those that still are template, in the order in which they became so. */
  list(): readonly Exemplar[] {
    const known = [...this.#segments.values()].filter(([high, low]) => this.#isTemplate(high, low));
    return known.map(([high, low, text, step, mark]) => ({
      high,
      low,
      text,
      path: this.#steps.pathOf(step),
      bootstrapped: mark === 1,
    }));
  }

  /** Everything, for `restore`; nothing where there is nothing. */
  save(): Uint8Array {
    return new TextEncoder().encode(this.#segments.size === 0 ? '' : JSON.stringify(this.#all()));
  }

  /** Replaces what is known by what was saved. */
  restore(saved: Uint8Array): void {
    const text = new TextDecoder().decode(saved);
    this.#replace(text === '' ? { steps: [], segments: [] } : (JSON.parse(text) as SavedWords));
  }

  #put(high: number, low: number, mark: readonly [1?], wordsOf: () => SegmentWords): void {
    if (!isWord(high) || !isWord(low)) throw damagedState('a hash is none');
    const key = `${high}:${low}`;
    const before = this.#segments.get(key);
    if (before !== undefined) {
      const step = before[3];
      const common = this.#steps.internCommon(step, wordsOf().path);
      if (common === step) return;
      const [, , firstText, , ...firstMark] = before;
      this.#segments.set(key, [high, low, firstText, common, ...firstMark]);
    } else if (this.#segments.size < MAX_EXEMPLARS) {
      const { text, path } = wordsOf();
      // A copy, because what was cut out of a page would keep the whole page in memory.
      const kept = JSON.parse(JSON.stringify(text)) as string;
      this.#segments.set(key, [high, low, kept, this.#steps.intern(path), ...mark]);
      this.#segmentBytes += segmentBytes(text);
    }
  }

  /** The steps in the order in which the segments need them. */
  #all(): SavedWords {
    const { rows } = this.#steps;
    const steps: StepRow[] = [];
    const rowOf = new Map<number, number>([[-1, -1]]);
    const saveStep = (step: number): number => {
      const missing: number[] = [];
      for (let at = step; !rowOf.has(at); at = rows[at]![0]) missing.push(at);
      for (const at of missing.reverse()) {
        const [parent, ...rest] = rows[at]!;
        rowOf.set(at, steps.push([rowOf.get(parent)!, ...rest]) - 1);
      }
      return rowOf.get(step)!;
    };
    const segments = [...this.#segments.values()].map(
      ([high, low, text, step, ...mark]): SegmentRow => [high, low, text, saveStep(step), ...mark],
    );
    return { steps, segments };
  }

  #replace({ steps, segments }: SavedWords): void {
    this.#steps = new PathSteps();
    this.#segments.clear();
    this.#segmentBytes = 0;
    for (const [high, low, text, step, ...mark] of segments)
      this.#put(high, low, mark, () => ({ text, path: pathOf(steps, step) }));
  }

  #prune(): void {
    for (const [key, row] of this.#segments) {
      if (this.#isTemplate(row[0], row[1])) continue;
      this.#segments.delete(key);
      this.#segmentBytes -= segmentBytes(row[2]);
    }
  }
}

function segmentBytes(text: string): number {
  return 240 + 2 * text.length;
}

/** A table that is asked for anything else would look for it without end. */
function isWord(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 0xffffffff;
}
