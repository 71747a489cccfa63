/**
 * Where changes show in the document, as entries of its copy: texts to highlight, elements to outline, and at which edge
 * of which element that stands what is gone.
 */
import {
  type ComparedVersions,
  isLineBreaker,
  type Page,
  type PageChange,
  readSubtree,
  Tag,
  TEXT,
  tagName,
} from 'dehusk/dom-parts';
import { type ChangeMarks, type GonePart, type MarkName, markName } from '../protocol.ts';

type EntriesOf = (node: number) => readonly number[];

export function markChanges(compared: ComparedVersions, entriesOf: EntriesOf): ChangeMarks {
  const { diff, changes } = compared;
  const highlighted = { new: [], moved: [], template: [], unsteady: [] } as Record<MarkName, number[]>;
  const outlined = { new: [], moved: [], template: [], unsteady: [] } as Record<MarkName, number[]>;
  const elementOf = createElementOf(diff.pages.new, entriesOf);
  const gone = new GoneParts(compared, elementOf);
  const targets = changes.map((change, number) => {
    const name = markName(change);
    if (change.kind === 'gone') return gone.add(change, number);
    const { new: root } = change.node;
    // Where a template stands elsewhere a line says it: its words are the same, and may be most of the page.
    if (change.kind === 'altered' || (change.kind === 'moved' && change.zone === 'template')) {
      const element = elementOf(root);
      if (element !== -1) outlined[name].push(element);
      return element;
    }
    const { chars, thing } = diff.shown.new;
    for (let node = root; node < diff.pages.new.subtreeEnd[root]!; node++) {
      if (diff.change.new[node] !== number) continue;
      if (chars[node]! > 0) highlighted[name].push(...entriesOf(node));
      else if (thing[node] === 1 && !hasText(diff.pages.new, chars, node))
        outlined[name].push(...entriesOf(node));
    }
    return elementOf(root);
  });
  return { highlighted, outlined, gone: gone.parts(), targets };
}

function hasText(page: Page, chars: Int32Array, element: number): boolean {
  for (let node = element; node < page.subtreeEnd[element]!; node++) if (chars[node]! > 0) return true;
  return false;
}

type ElementOf = (node: number) => number;

/** The element that a node is, or that a text stands in; −1 for what is not in the body. */
function createElementOf(page: Page, entriesOf: EntriesOf): ElementOf {
  let body = 0;
  while (body < page.nodeCount && page.tag[body] !== Tag.body) body++;
  return (node) => {
    const element = page.tag[node] === TEXT ? page.parent[node]! : node;
    const isInBody = element >= body && element < (page.subtreeEnd[body] ?? 0);
    return isInBody ? (entriesOf(element)[0] ?? -1) : -1;
  };
}

/** Elements that browsers draw by themselves: no text can be generated in them. */
const drawnTags = new Set(
  'area audio br canvas col embed hr iframe img input math meter object option picture progress select source svg textarea track video wbr'.split(
    ' ',
  ),
);

interface Anchor {
  readonly element: number;
  readonly side: GonePart['side'];
}

const MOST_GONE_CHARS = 2_000;

class GoneParts {
  readonly #compared: ComparedVersions;
  readonly #elementOf: ElementOf;
  /** By where they stand. */
  readonly #parts = new Map<string, GonePart>();

  constructor(compared: ComparedVersions, elementOf: ElementOf) {
    this.#compared = compared;
    this.#elementOf = elementOf;
  }

  /** Returns the element that it stands at. */
  add(change: PageChange, number: number): number {
    const anchor = this.#anchorOf(change.node.old);
    if (anchor === undefined) return -1;
    const { element, side } = anchor;
    const before = this.#parts.get(`${side} ${element}`);
    const text = this.#textOf(change, number);
    const isBlock = isLineBreaker(this.#compared.diff.pages.old, change.node.old) || before?.isBlock === true;
    this.#parts.set(`${side} ${element}`, {
      ...anchor,
      text: before === undefined ? text : `${before.text}\n${text}`,
      isBlock,
      // What counts is not hidden by what only stood beside it.
      name: before?.name === 'new' ? 'new' : markName(change),
    });
    return element;
  }

  parts(): readonly GonePart[] {
    return [...this.#parts.values()];
  }

  #textOf(change: PageChange, number: number): string {
    const { diff } = this.#compared;
    const text = readSubtree(diff.pages.old, change.node.old, {
      includes: (node) => diff.change.old[node] === number,
      isRead: (node) => diff.shown.old.chars[node]! > 0,
      most: MOST_GONE_CHARS,
    });
    return text === '' ? change.text : text;
  }

  /** Behind what stood before it and is still there; else before what follows; else at the edge of what it stood in. */
  #anchorOf(root: number): Anchor | undefined {
    const { pages, other } = this.#compared.diff;
    const { old } = pages;
    const parent = other.old[old.parent[root]!]!;
    if (parent === -1 || parent === undefined) return undefined;
    const before = this.#keptBefore(root);
    if (before === -1) return this.#edge(parent, 'before');
    if (this.#canGenerate(before)) return this.#at(before, 'after');
    const page = pages.new;
    for (let next = page.subtreeEnd[before]!; next < page.subtreeEnd[parent]!; next = page.subtreeEnd[next]!)
      if (this.#canGenerate(next)) return this.#at(next, 'before');
    return this.#edge(parent, 'after');
  }

  /** Of the siblings before it, the last that is kept, as a node of the new page; −1 where there is none. */
  #keptBefore(root: number): number {
    const { pages, other } = this.#compared.diff;
    let found = -1;
    for (let node = pages.old.parent[root]! + 1; node < root; node = pages.old.subtreeEnd[node]!)
      if (other.old[node] !== -1) found = other.old[node]!;
    return found;
  }

  #canGenerate(node: number): boolean {
    const page = this.#compared.diff.pages.new;
    return page.tag[node] !== TEXT && !drawnTags.has(tagName(page, node));
  }

  #edge(node: number, side: Anchor['side']): Anchor | undefined {
    const page = this.#compared.diff.pages.new;
    let at = node;
    while (at > 0 && !this.#canGenerate(at)) at = page.parent[at]!;
    return this.#at(at, side);
  }

  #at(node: number, side: Anchor['side']): Anchor | undefined {
    const element = this.#elementOf(node);
    return element === -1 ? undefined : { element, side };
  }
}
