/**
 * What the template segments of a site look like. The table keeps hashes only, which is enough to judge; whoever
 * looks at a site, or wants its template as a document or as selectors, needs words. They are kept for segments that
 * have become template: some hundreds a site.
 *
 * Paths are kept as a tree of steps that all segments share, because a menu's items differ in their last step at most.
 * A segment is shown twice, on the page that makes it template and on the next one that has it: what the two pages
 * disagree in (`post-17`, `active`) is dropped from its path.
 */
import { commonStep, type PathStep, pathStep } from '../page/css-path.ts';
import type { Page } from '../page/page.ts';
import { readNormalText } from '../page/read.ts';

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

interface Step {
  readonly parent: number;
  readonly tag: string;
  id: string;
  classes: readonly string[];
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
  #steps: Step[] = [];
  readonly #stepByKey = new Map<string, number>();
  readonly #segments = new Map<string, SegmentRow>();
  readonly #isTemplate: (high: number, low: number) => boolean;

  constructor(isTemplate: (high: number, low: number) => boolean) {
    this.#isTemplate = isTemplate;
  }

  add({ steps, segments }: Showing): void {
    if (this.#segments.size + segments.length > MAX_EXEMPLARS) this.#prune();
    if (this.#steps.length > MAX_STEPS) this.#compact();
    const known: number[] = [];
    for (const segment of segments) {
      const [high, low, text, step, ...mark] = segment;
      const key = `${high}:${low}`;
      const before = this.#segments.get(key);
      if (before !== undefined) this.#reduce(before[3], steps, step);
      else if (this.#segments.size < MAX_EXEMPLARS) {
        this.#segments.set(key, [high, low, text, this.#intern(steps, step, known), ...mark]);
      }
    }
  }

  /** Those that still are template, in the order in which they became so. */
  list(): readonly Exemplar[] {
    this.#prune();
    return [...this.#segments.values()].map(([high, low, text, step, mark]) => ({
      high,
      low,
      text,
      path: this.#pathTo(step),
      bootstrapped: mark === 1,
    }));
  }

  /** Everything, for `add` to take again; steps that lead to nothing any more are left out. */
  save(): Showing {
    this.#prune();
    const used = new Set<number>();
    for (const [, , , step] of this.#segments.values()) {
      for (let at = step; at >= 0 && !used.has(at); at = this.#steps[at]!.parent) used.add(at);
    }
    // In the order of their numbers, so that a step stays behind those above it.
    const kept = [...used].sort((one, other) => one - other);
    const rowOf = new Map(kept.map((step, row) => [step, row]));
    const row = (step: number): number => rowOf.get(step) ?? -1;
    return {
      steps: kept
        .map((step) => this.#steps[step]!)
        .map(({ parent, tag, id, classes }) => [row(parent), tag, id, classes]),
      segments: [...this.#segments.values()].map(([high, low, text, step, ...mark]) => [
        high,
        low,
        text,
        row(step),
        ...mark,
      ]),
    };
  }

  clear(): void {
    this.#steps = [];
    this.#stepByKey.clear();
    this.#segments.clear();
  }

  /** A site that was redesigned often leaves steps behind. */
  #compact(): void {
    const kept = this.save();
    this.clear();
    this.add(kept);
  }

  #prune(): void {
    for (const [key, [high, low]] of this.#segments)
      if (!this.#isTemplate(high, low)) this.#segments.delete(key);
  }

  /** The number that a row of a showing has here. */
  #intern(rows: readonly StepRow[], row: number, known: number[]): number {
    if (row < 0) return -1;
    const found = known[row];
    if (found !== undefined) return found;
    // Rows stand behind those above them, so all of these are known or made on the way.
    const chain: number[] = [];
    for (let at = row; at >= 0 && known[at] === undefined; at = rows[at]![0]) chain.push(at);
    for (const at of chain.reverse()) known[at] = this.#internRow(rows[at]!, known);
    return known[row]!;
  }

  #internRow([parentRow, tag, id, classes]: StepRow, known: readonly number[]): number {
    const parent = parentRow < 0 ? -1 : known[parentRow]!;
    const key = JSON.stringify([parent, tag, id, classes]);
    const found = this.#stepByKey.get(key);
    if (found !== undefined) return found;
    const step = this.#steps.push({ parent, tag, id, classes }) - 1;
    this.#stepByKey.set(key, step);
    return step;
  }

  /** Drops from the way to `step` what the other way, of the same tags, does not have. */
  #reduce(step: number, rows: readonly StepRow[], row: number): void {
    for (
      let at = step, other = row;
      at >= 0 && other >= 0;
      at = this.#steps[at]!.parent, other = rows[other]![0]
    ) {
      const mine = this.#steps[at]!;
      const [, tag, id, classes] = rows[other]!;
      const common = commonStep(mine, { tag, id, classes });
      mine.id = common.id ?? '';
      mine.classes = common.classes;
    }
  }

  #pathTo(step: number): readonly PathStep[] {
    const path: PathStep[] = [];
    for (let at = step; at >= 0; at = this.#steps[at]!.parent) {
      const { tag, id, classes } = this.#steps[at]!;
      path.push(id === '' ? { tag, classes } : { tag, id, classes });
    }
    return path.reverse();
  }
}
