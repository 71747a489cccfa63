/** Reads a copy as the page that its document was. */
import { type DomDocument, type DomPage, fromDom } from 'dehusk/dom-parts';
import {
  COMMENT_NODE,
  type CopiedEntry,
  ELEMENT_NODE,
  MATHML,
  type PageCopy,
  prefixes,
  SVG,
  TEXT_NODE,
} from './page-copy.ts';

export interface CopiedPage {
  readonly page: DomPage;
  /** The entries of the copy that a node of the page is. */
  entriesOf(node: number): readonly number[];
}

/** Selectors, and the entries that the document itself has found to match them. */
export type Matches = readonly (readonly [selector: string, entries: readonly number[]])[];

export type ReadOptions = Parameters<typeof fromDom>[1] & { readonly matches?: Matches };

export function readCopy(copy: PageCopy, { matches = [], ...options }: ReadOptions = {}): CopiedPage {
  const bySelector = new Map(matches.map(([selector, entries]) => [selector, new Set(entries)]));
  const isMatch = (entry: number, selector: string): boolean => bySelector.get(selector)?.has(entry) === true;
  const page = fromDom(
    { documentElement: nodesOf(JSON.parse(copy) as readonly CopiedEntry[], isMatch) },
    options,
  );
  return {
    page,
    entriesOf: (node) => page.domNodes(node).map((one) => (one as unknown as CopyNode).index),
  };
}

type DomNode = DomDocument['documentElement'];
type IsMatch = (entry: number, selector: string) => boolean;

/** An entry of a copy with the shape of the DOM. */
class CopyNode implements DomNode {
  readonly index: number;
  readonly parentNode: CopyNode | null;
  readonly nodeType: number;
  readonly nodeValue: string | null = null;
  readonly localName: string | null = null;
  readonly namespaceURI: string | null = null;
  readonly attributes: readonly { readonly name: string; readonly value: string }[] = [];
  readonly #isMatch: IsMatch;
  firstChild: CopyNode | null = null;
  nextSibling: CopyNode | null = null;

  constructor(
    index: number,
    [, name, attributes]: CopiedEntry,
    { parent, isMatch }: { readonly parent: CopyNode | null; readonly isMatch: IsMatch },
  ) {
    this.index = index;
    this.parentNode = parent;
    this.#isMatch = isMatch;
    if (name !== undefined && attributes !== undefined) {
      const prefix = /^\w+ /.exec(name)?.[0] ?? '';
      this.nodeType = ELEMENT_NODE;
      this.localName = name.slice(prefix.length);
      this.namespaceURI = namespaces.get(prefix) ?? null;
      this.attributes = pairsOf(attributes);
    } else if (name !== undefined) {
      this.nodeType = TEXT_NODE;
      this.nodeValue = name;
    } else this.nodeType = COMMENT_NODE;
  }

  matches(selector: string): boolean {
    return this.#isMatch(this.index, selector);
  }
}

const namespaces = new Map([
  ['', 'http://www.w3.org/1999/xhtml'],
  [prefixes[SVG]!, SVG],
  [prefixes[MATHML]!, MATHML],
]);

function pairsOf(attributes: readonly string[]): CopyNode['attributes'] {
  const pairs: { name: string; value: string }[] = [];
  for (let at = 0; at < attributes.length; at += 2)
    pairs.push({ name: attributes[at]!, value: attributes[at + 1]! });
  return pairs;
}

function nodesOf(entries: readonly CopiedEntry[], isMatch: IsMatch): CopyNode {
  const open: CopyNode[] = [];
  const last: (CopyNode | undefined)[] = [];
  for (const [index, entry] of entries.entries()) {
    const [depth] = entry;
    const parent = open[depth - 1] ?? null;
    const node = new CopyNode(index, entry, { parent, isMatch });
    const before = last[depth];
    if (before !== undefined && before.parentNode === parent) before.nextSibling = node;
    else if (parent !== null) parent.firstChild = node;
    open[depth] = node;
    last[depth] = node;
  }
  return open[0]!;
}
