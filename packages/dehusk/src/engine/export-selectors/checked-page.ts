/**
 * A judged page, prepared for asking hundreds of selectors what they match. These are all children's chains
 * (`#menu > ul > li`), so they are matched step by step from an index of the page, which costs far less than trying
 * a general selector on every node.
 */
import type { Verdict } from '../../detect/detector.ts';
import { type Page, readAttribute, TEXT } from '../../page/page.ts';
import type { SelectorStep } from './spell-path.ts';

export interface Chars {
  readonly template: number;
  readonly content: number;
}

interface Found {
  readonly step: SelectorStep;
  readonly found: readonly number[];
}

export class CheckedPage {
  readonly page: Page;
  /** Characters before each node; of the same length plus one. */
  readonly #templateBefore: Float64Array;
  readonly #contentBefore: Float64Array;
  readonly #byTag = new Map<string, number[]>();
  readonly #byId = new Map<string, number[]>();
  readonly #ids: (string | undefined)[] = [];
  /** Which child of its parent an element is, counted from 1 and among elements, as CSS does. */
  readonly #nth: Int32Array;
  /** By the step a chain starts with. The chains that are asked for one after the other differ at their ends only. */
  readonly #trails = new WeakMap<SelectorStep, Found[]>();
  readonly #template: Uint8Array;
  /** 1 for every segment that is inside an element of `cover`. */
  readonly #covered: Uint8Array;

  constructor(page: Page, verdict: Pick<Verdict, 'template'>) {
    this.page = page;
    this.#templateBefore = new Float64Array(page.nodeCount + 1);
    this.#contentBefore = new Float64Array(page.nodeCount + 1);
    this.#nth = new Int32Array(page.nodeCount);
    this.#template = verdict.template;
    this.#covered = new Uint8Array(page.nodeCount);
    this.#addUp();
    this.#index();
  }

  get chars(): Chars {
    return this.#charsBetween(0, this.page.nodeCount);
  }

  /** The elements that the chain matches, in document order. */
  match(steps: readonly SelectorStep[]): readonly number[] {
    const trail = this.#trailOf(steps);
    for (const step of steps.slice(trail.length)) {
      const parents = trail.at(-1)?.found;
      const found = parents?.flatMap((node) => this.#children(node, step)) ?? this.#anywhere(step);
      trail.push({ step, found });
    }
    return trail.at(-1)!.found;
  }

  nthOf(node: number): number {
    return this.#nth[node]!;
  }

  /** Characters inside the elements, those of an element inside another once. */
  charsIn(elements: readonly number[]): Chars {
    let [template, content, end] = [0, 0, 0];
    for (const element of [...elements].sort((one, other) => one - other)) {
      if (element < end) continue;
      end = this.page.subtreeEnd[element]!;
      const inside = this.#charsBetween(element, end);
      template += inside.template;
      content += inside.content;
    }
    return { template, content };
  }

  cover(elements: readonly number[]): void {
    for (const element of elements) this.#covered.fill(1, element, this.page.subtreeEnd[element]!);
  }

  /** Texts of the template inside the elements that are not covered yet: identity → characters. */
  uncoveredIn(elements: readonly number[]): ReadonlyMap<string, number> {
    const { subtreeEnd, chars } = this.page;
    const uncovered = new Map<string, number>();
    for (const element of elements) {
      for (let node = element; node < subtreeEnd[element]!; node++) {
        if (this.#template[node] === 1 && this.#covered[node] === 0 && chars[node]! > 0)
          uncovered.set(identityOf(this.page, node), chars[node]!);
      }
    }
    return uncovered;
  }

  /** Whether `uncoveredIn` would find anything. */
  hasUncoveredIn(elements: readonly number[]): boolean {
    const { subtreeEnd, chars } = this.page;
    for (const element of elements) {
      for (let node = element; node < subtreeEnd[element]!; node++) {
        if (this.#template[node] === 1 && this.#covered[node] === 0 && chars[node]! > 0) return true;
      }
    }
    return false;
  }

  /** Characters of all that is covered. */
  get coveredChars(): Chars {
    let [template, content] = [0, 0];
    for (const segment of this.page.segments) {
      if (this.#covered[segment] === 0) continue;
      if (this.#template[segment] === 1) template += this.page.chars[segment]!;
      else content += this.page.chars[segment]!;
    }
    return { template, content };
  }

  #charsBetween(from: number, to: number): Chars {
    return {
      template: this.#templateBefore[to]! - this.#templateBefore[from]!,
      content: this.#contentBefore[to]! - this.#contentBefore[from]!,
    };
  }

  #addUp(): void {
    const { page } = this;
    for (const segment of page.segments) {
      const before = this.#template[segment] === 1 ? this.#templateBefore : this.#contentBefore;
      before[segment + 1] = page.chars[segment]!;
    }
    for (let node = 0; node < page.nodeCount; node++) {
      this.#templateBefore[node + 1]! += this.#templateBefore[node]!;
      this.#contentBefore[node + 1]! += this.#contentBefore[node]!;
    }
  }

  #index(): void {
    const { page } = this;
    const childCount = new Int32Array(page.nodeCount);
    for (let node = 0; node < page.nodeCount; node++) {
      if (page.tag[node] === TEXT) continue;
      this.#nth[node] = node === 0 ? 1 : ++childCount[page.parent[node]!]!;
      push(this.#byTag, page.tags.name(page.tag[node]!), node);
      const id = readAttribute(page, node, 'id');
      if (id === undefined) continue;
      this.#ids[node] = id;
      push(this.#byId, id, node);
    }
  }

  /** What the last chain from the same step has found, as far as this one goes the same way. */
  #trailOf(steps: readonly SelectorStep[]): Found[] {
    const trail = this.#trails.get(steps[0]!) ?? [];
    this.#trails.set(steps[0]!, trail);
    const parting = trail.findIndex(({ step }, i) => step !== steps[i]);
    if (parting >= 0) trail.length = parting;
    return trail;
  }

  #anywhere(step: SelectorStep): readonly number[] {
    const known = step.id === undefined ? this.#byTag.get(step.tag) : this.#byId.get(step.id);
    return known?.filter((node) => this.#fits(node, step)) ?? [];
  }

  #children(parent: number, step: SelectorStep): readonly number[] {
    const { subtreeEnd, tag } = this.page;
    const found: number[] = [];
    for (let child = parent + 1; child < subtreeEnd[parent]!; child = subtreeEnd[child]!) {
      if (tag[child] !== TEXT && this.#fits(child, step)) found.push(child);
    }
    return found;
  }

  #fits(node: number, step: SelectorStep): boolean {
    const { page } = this;
    if (step.nth !== undefined && step.nth !== this.#nth[node]) return false;
    if (step.id !== undefined) return step.id === this.#ids[node];
    if (page.tags.name(page.tag[node]!) !== step.tag) return false;
    const classes = page.classLists[page.classList[node]!]!;
    return step.classes.every((name) => classes.includes(name));
  }
}

/** Of a segment: its path and its text. */
function identityOf({ pathHashHigh, pathHashLow, textHashHigh, textHashLow }: Page, node: number): string {
  return [pathHashHigh, pathHashLow, textHashHigh, textHashLow].map((hashes) => hashes[node]).join();
}

function push(lists: Map<string, number[]>, key: string, node: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [node]);
  else list.push(node);
}
