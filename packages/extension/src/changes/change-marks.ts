/**
 * Changes as what can be shown in the document without writing into it: highlights for texts, and a style sheet that names
 * elements by their path. What is gone stands where it stood, as generated text of an element beside it.
 */
import {
  type ComparedVersions,
  isLineBreaker,
  type Page,
  type PageChange,
  readSubtree,
  TEXT,
  tagName,
} from 'dehusk/dom-parts';
import { createPaths } from '../content/element-paths.ts';

/** Each is shown in a way of its own. */
export const markNames = ['new', 'moved', 'template', 'unsteady'] as const;
export type MarkName = (typeof markNames)[number];

export interface ChangeMarks {
  readonly css: string;
  readonly highlighted: Readonly<Record<MarkName, readonly Text[]>>;
  /** By change: where to scroll to; undefined for what is not in the body. */
  readonly targets: readonly (Element | undefined)[];
}

export interface LivePage {
  readonly compared: ComparedVersions;
  /** The nodes of the document that a node of the new page is. */
  nodesOf(node: number): readonly Node[];
}

/** Highlights may have colours only, in one of the browsers: so each mark is a colour. */
const colours: Readonly<Record<MarkName, string>> = {
  new: '#ffe45c',
  moved: '#fdebb3',
  template: '#bcd9ff',
  unsteady: '#e3dcf7',
};
const lines: Readonly<Record<MarkName, string>> = {
  new: '3px solid #d4a200',
  moved: '2px dashed #b08a2e',
  template: '2px solid #4f86c6',
  unsteady: '2px dotted #8b7fb3',
};

export function markName({ kind, zone, unsteady }: PageChange): MarkName {
  if (unsteady !== undefined) return 'unsteady';
  if (zone === 'template') return 'template';
  return kind === 'moved' ? 'moved' : 'new';
}

export function markChanges(live: LivePage, highlightOf: (name: MarkName) => string): ChangeMarks {
  const { diff, changes } = live.compared;
  const highlighted = { new: [], moved: [], template: [], unsteady: [] } as Record<MarkName, Text[]>;
  const outlined = { new: [], moved: [], template: [], unsteady: [] } as Record<MarkName, Element[]>;
  const gone = new GoneParts(live);
  const targets = changes.map((change, number) => {
    const name = markName(change);
    if (change.kind === 'gone') return gone.add(change, number);
    const { new: root } = change.node;
    if (change.kind === 'altered') {
      const element = elementOf(live, root);
      if (element !== undefined) outlined[name].push(element);
      return element;
    }
    const { chars, thing } = diff.shown.new;
    for (let node = root; node < diff.pages.new.subtreeEnd[root]!; node++) {
      if (diff.change.new[node] !== number) continue;
      if (chars[node]! > 0) highlighted[name].push(...(live.nodesOf(node) as readonly Text[]));
      else if (thing[node] === 1 && !hasText(diff.pages.new, chars, node))
        outlined[name].push(...(live.nodesOf(node) as unknown as readonly Element[]));
    }
    return elementOf(live, root);
  });
  const pathTo = createPaths();
  const rules = markNames.flatMap((name) => [
    `::highlight(${highlightOf(name)}){background-color:${colours[name]};color:#1a1a1a}`,
    ...outlined[name].map(
      (element) => `${pathTo(element)}{outline:${lines[name]}!important;outline-offset:1px!important}`,
    ),
  ]);
  return { css: [...rules, ...gone.rules(pathTo)].join('\n'), highlighted, targets };
}

function hasText(page: Page, chars: Int32Array, element: number): boolean {
  for (let node = element; node < page.subtreeEnd[element]!; node++) if (chars[node]! > 0) return true;
  return false;
}

function elementOf(live: LivePage, node: number): Element | undefined {
  const { pages } = live.compared.diff;
  const [found] = live.nodesOf(node);
  const element = pages.new.tag[node] === TEXT ? found?.parentElement : (found as Element | undefined);
  return element != null && document.body?.contains(element) ? element : undefined;
}

/** Elements that browsers draw by themselves: no text can be generated in them. */
const drawnTags = new Set(
  'area audio br canvas col embed hr iframe img input math meter object option picture progress select source svg textarea track video wbr'.split(
    ' ',
  ),
);

interface Anchor {
  readonly element: Element;
  readonly side: 'before' | 'after';
}

const MOST_GONE_CHARS = 2_000;

class GoneParts {
  readonly #live: LivePage;
  readonly #byElement = new Map<
    Element,
    Partial<Record<Anchor['side'], { text: string; isBlock: boolean; change: PageChange }>>
  >();

  constructor(live: LivePage) {
    this.#live = live;
  }

  add(change: PageChange, number: number): Element | undefined {
    const anchor = this.#anchorOf(change.node.old);
    if (anchor === undefined) return undefined;
    const sides = this.#byElement.get(anchor.element) ?? {};
    this.#byElement.set(anchor.element, sides);
    const before = sides[anchor.side];
    const text = this.#textOf(change, number);
    const isBlock =
      isLineBreaker(this.#live.compared.diff.pages.old, change.node.old) || before?.isBlock === true;
    sides[anchor.side] = { text: before === undefined ? text : `${before.text}\n${text}`, isBlock, change };
    return anchor.element;
  }

  rules(pathTo: (element: Element) => string): readonly string[] {
    return [...this.#byElement].flatMap(([element, sides]) =>
      Object.entries(sides).map(
        ([side, { text, isBlock, change }]) =>
          `${pathTo(element)}::${side}{all:unset!important;content:${quoted(text)}!important;` +
          `display:${isBlock ? 'block' : 'inline'}!important;white-space:pre-line!important;` +
          'background:#d6d9de!important;color:#40464f!important;text-decoration:line-through!important;' +
          'padding:0 .25em!important;border-radius:2px!important;font-style:normal!important;' +
          `border-inline-start:4px solid ${borderOf(change)}!important}`,
      ),
    );
  }

  #textOf(change: PageChange, number: number): string {
    const { diff } = this.#live.compared;
    const text = readSubtree(diff.pages.old, change.node.old, {
      includes: (node) => diff.change.old[node] === number,
      isRead: (node) => diff.shown.old.chars[node]! > 0,
      most: MOST_GONE_CHARS,
    });
    return text === '' ? change.text : text;
  }

  /** Behind what stood before it and is still there; else before what follows; else at the edge of what it stood in. */
  #anchorOf(root: number): Anchor | undefined {
    const { pages, other } = this.#live.compared.diff;
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
    const { pages, other } = this.#live.compared.diff;
    let found = -1;
    for (let node = pages.old.parent[root]! + 1; node < root; node = pages.old.subtreeEnd[node]!)
      if (other.old[node] !== -1) found = other.old[node]!;
    return found;
  }

  #canGenerate(node: number): boolean {
    const page = this.#live.compared.diff.pages.new;
    return page.tag[node] !== TEXT && !drawnTags.has(tagName(page, node));
  }

  #edge(node: number, side: Anchor['side']): Anchor | undefined {
    const page = this.#live.compared.diff.pages.new;
    let at = node;
    while (at > 0 && !this.#canGenerate(at)) at = page.parent[at]!;
    return this.#at(at, side);
  }

  #at(node: number, side: Anchor['side']): Anchor | undefined {
    const element = elementOf(this.#live, node);
    return element && { element, side };
  }
}

function borderOf(change: PageChange): string {
  const [, , colour] = lines[markName(change)].split(' ');
  return colour!;
}

/** A string of CSS; what is not plain goes as a number, so that nothing of a page can end it. */
function quoted(text: string): string {
  const safe = text.replace(
    /[^\p{L}\p{M}\p{N} .,;:!?()[\]+=*/%&@#|~^$€£¥§°„“”‘’«»–—…-]/gu,
    (char) => `\\${char.codePointAt(0)!.toString(16)} `,
  );
  return `"${safe}"`;
}
