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
import { DehuskError } from '../errors.ts';
import { commonStep, type PathStep, pathStep } from '../page/css-path.ts';
import { type Page, readNormalText } from '../page/page.ts';

/** [parent step or -1, tag, id or '', classes] */
type StepRow = readonly [number, string, string, readonly string[]];
/** [hash high, hash low, text, step, 1 if it was known from another method] */
type SegmentRow = readonly [number, number, string, number, 1?];

/** The segments that one page shows, or all that are known: steps, and the segments that end at them. */
export interface Showing {
  readonly steps: readonly StepRow[];
  readonly segments: readonly SegmentRow[];
  /** They are template because another method said so. */
  readonly bootstrapped?: boolean;
}

export interface Exemplar {
  readonly high: number;
  readonly low: number;
  readonly text: string;
  readonly path: readonly PathStep[];
  readonly bootstrapped: boolean;
}

/** Enough to recognise a text by; a disclaimer of a page's length need not be kept whole. */
const MAX_TEXT_UNITS = 300;
/** A site whose template has more different texts than this is told incompletely. */
const MAX_EXEMPLARS = 5_000;
/** More than that many exemplars can need: the paths of a page are some twenty steps deep and mostly shared. */
const MAX_STEPS = 50_000;

/** Gathers what one page shows. */
export class PageShowing {
  readonly #page: Page;
  readonly #bootstrapped: boolean;
  readonly #steps: StepRow[] = [];
  readonly #segments: SegmentRow[] = [];
  readonly #stepOfNode = new Map<number, number>();

  constructor(page: Page, bootstrapped = false) {
    this.#page = page;
    this.#bootstrapped = bootstrapped;
  }

  add(node: number, high: number, low: number): void {
    const text = readNormalText(this.#page, node).slice(0, MAX_TEXT_UNITS);
    const step = this.#stepOf(this.#page.parent[node]!);
    this.#segments.push(this.#bootstrapped ? [high, low, text, step, 1] : [high, low, text, step]);
  }

  /** A copy: strings cut out of a page would keep the whole page in memory. */
  take(): Showing {
    const showing: Showing = {
      steps: this.#steps,
      segments: this.#segments,
      ...(this.#bootstrapped && { bootstrapped: true }),
    };
    return JSON.parse(JSON.stringify(showing)) as Showing;
  }

  /** The row of an element, after the rows of those above it. */
  #stepOf(element: number): number {
    const missing: number[] = [];
    let at = element;
    for (; at >= 0 && !this.#stepOfNode.has(at); at = this.#page.parent[at]!) missing.push(at);
    let step = at < 0 ? -1 : this.#stepOfNode.get(at)!;
    for (const node of missing.reverse()) step = this.#addStep(node, step);
    return step;
  }

  #addStep(node: number, parent: number): number {
    const { tag, id = '', classes } = pathStep(this.#page, node);
    const step = this.#steps.push([parent, tag, id, classes]) - 1;
    this.#stepOfNode.set(node, step);
    return step;
  }
}

export class Exemplars {
  #steps: StepRow[] = [];
  readonly #stepByKey = new Map<string, number>();
  readonly #segments = new Map<string, SegmentRow>();
  readonly #isTemplate: (high: number, low: number) => boolean;
  #sizeBytes = 0;

  constructor(isTemplate: (high: number, low: number) => boolean) {
    this.#isTemplate = isTemplate;
  }

  /** About what they take: for each row a measured share of objects and numbers, and two bytes a character. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  add({ steps, segments }: Showing): void {
    // Here and nowhere else, so that looking or saving changes nothing.
    this.#prune();
    // A site that was redesigned often leaves steps behind.
    if (this.#steps.length > MAX_STEPS) this.#replace(this.#all());
    for (const [high, low, text, row, ...mark] of segments) {
      if (!isWord(high) || !isWord(low)) throw new DehuskError('STATE_DAMAGED', { reason: 'a hash is none' });
      const key = `${high}:${low}`;
      const before = this.#segments.get(key);
      const path = pathOf(steps, row);
      if (before !== undefined) {
        const [, , firstText, step, ...firstMark] = before;
        const common = commonPath(pathOf(this.#steps, step), path);
        this.#segments.set(key, [high, low, firstText, this.#intern(common), ...firstMark]);
      } else if (this.#segments.size < MAX_EXEMPLARS) {
        this.#segments.set(key, [high, low, text, this.#intern(path), ...mark]);
        this.#sizeBytes += segmentBytes(text);
      }
    }
  }

  /** Those that still are template, in the order in which they became so. */
  list(): readonly Exemplar[] {
    const known = [...this.#segments.values()].filter(([high, low]) => this.#isTemplate(high, low));
    return known.map(([high, low, text, step, mark]) => ({
      high,
      low,
      text,
      path: pathOf(this.#steps, step),
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
    this.#replace(text === '' ? { steps: [], segments: [] } : (JSON.parse(text) as Showing));
  }

  /** The steps in the order in which the segments need them. */
  #all(): Showing {
    const steps: StepRow[] = [];
    const rowOf = new Map<number, number>([[-1, -1]]);
    const saveStep = (step: number): number => {
      const missing: number[] = [];
      for (let at = step; !rowOf.has(at); at = this.#steps[at]![0]) missing.push(at);
      for (const at of missing.reverse()) {
        const [parent, ...rest] = this.#steps[at]!;
        rowOf.set(at, steps.push([rowOf.get(parent)!, ...rest]) - 1);
      }
      return rowOf.get(step)!;
    };
    const segments = [...this.#segments.values()].map(
      ([high, low, text, step, ...mark]): SegmentRow => [high, low, text, saveStep(step), ...mark],
    );
    return { steps, segments };
  }

  #replace(all: Showing): void {
    this.#steps = [];
    this.#stepByKey.clear();
    this.#segments.clear();
    this.#sizeBytes = 0;
    this.add(all);
  }

  #prune(): void {
    for (const [key, [high, low, text]] of this.#segments) {
      if (this.#isTemplate(high, low)) continue;
      this.#segments.delete(key);
      this.#sizeBytes -= segmentBytes(text);
    }
  }

  /** The last step of a path, which is −1 for none. */
  #intern(path: readonly PathStep[]): number {
    let parent = -1;
    for (const { tag, id = '', classes } of path) {
      const row: StepRow = [parent, tag, id, classes];
      const key = JSON.stringify(row);
      parent = this.#stepByKey.get(key) ?? this.#addStep(row, key);
    }
    return parent;
  }

  #addStep(row: StepRow, key: string): number {
    const step = this.#steps.push(row) - 1;
    this.#stepByKey.set(key, step);
    this.#sizeBytes += stepBytes(key);
    return step;
  }
}

function segmentBytes(text: string): number {
  return 240 + 2 * text.length;
}

/** Its key has its words once more. */
function stepBytes(key: string): number {
  return 240 + 2 * key.length;
}

/** The steps from the root to a row. */
function pathOf(rows: readonly StepRow[], row: number): readonly PathStep[] {
  const path: PathStep[] = [];
  for (let at = row; at >= 0; at = rows[at]![0]) {
    const [parent, tag, id, classes] = rows[at]!;
    // Parents come first: of damaged steps this would go round in circles.
    if (parent >= at) throw new DehuskError('STATE_DAMAGED', { reason: 'a path leads to itself' });
    path.push(id === '' ? { tag, classes } : { tag, id, classes });
  }
  return path.reverse();
}

/** A table that is asked for anything else would look for it without end. */
function isWord(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 0xffffffff;
}

/** What two paths of the same tags agree in. */
function commonPath(mine: readonly PathStep[], other: readonly PathStep[]): readonly PathStep[] {
  return mine.map((step, i) => (other[i] === undefined ? step : commonStep(step, other[i])));
}
