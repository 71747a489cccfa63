/**
 * What a reader could see of a document, as data: it can be kept, and read as a page later. No scripts, no styles, and
 * nothing that the user has typed: values of controls, the text of text areas and of what can be edited are left out.
 *
 * Both sides of a comparison are read from copies, so that what a copy leaves out can never look like a change.
 */
import type { DomDocument, DomPage } from 'dehusk/dom-parts';

/** In the order of the document: an element, or a text, and how deep it stands. */
type CopiedElement = readonly [depth: number, name: string, attributes: Readonly<Record<string, string>>];
type CopiedText = readonly [depth: number, text: string];

export type PageCopy = readonly (CopiedElement | CopiedText)[];

const omittedTags = new Set(['script', 'style', 'noscript', 'template', 'link', 'meta', 'base']);
const editedTags = new Set(['textarea', 'output']);
/** What the user has entered, what no reader sees, and what changes with every answer of a server. */
const omittedAttributes = /^(?:value|checked|selected|nonce|srcset|sizes|integrity|on.*|data-.*)$/i;
/** A picture that is written into the page is told by its beginning and its length. */
const MOST_VALUE_CHARS = 500;
const ELEMENT_NODE = 1;
const TEXT_NODE = 3;
const SVG = 'http://www.w3.org/2000/svg';
const MATHML = 'http://www.w3.org/1998/Math/MathML';
const prefixes: Readonly<Record<string, string>> = { [SVG]: 'svg:', [MATHML]: 'math:' };

export interface CopiedDocument {
  readonly copy: PageCopy;
  /** By entry of the copy: what it is a copy of. */
  readonly nodes: readonly Node[];
}

/** Only the head's title and the body: what the extension itself adds stands beside them. */
export function copyDocument({ documentElement }: Document): CopiedDocument {
  const copy: (CopiedElement | CopiedText)[] = [];
  const nodes: Node[] = [];
  const add = (node: Node, entry: CopiedElement | CopiedText): void => {
    copy.push(entry);
    nodes.push(node);
  };
  const enter = (node: Node, depth: number): boolean => {
    if (node.nodeType === TEXT_NODE) add(node, [depth, node.nodeValue ?? '']);
    if (node.nodeType !== ELEMENT_NODE) return false;
    const element = node as Element;
    const { localName } = element;
    if (omittedTags.has(localName)) return false;
    if (depth === 1 && localName !== 'head' && localName !== 'body' && localName !== 'frameset') return false;
    add(node, [depth, `${prefixes[element.namespaceURI ?? ''] ?? ''}${localName}`, attributesOf(element)]);
    return !editedTags.has(localName) && !isEdited(element);
  };
  let depth = 0;
  for (let node: Node | null = documentElement; node !== null; ) {
    if (enter(node, depth) && node.firstChild !== null) {
      node = node.firstChild;
      depth++;
      continue;
    }
    while (node !== null && node !== documentElement && node.nextSibling === null) {
      node = node.parentNode;
      depth--;
    }
    node = node === null || node === documentElement ? null : node.nextSibling;
  }
  return { copy, nodes };
}

function isEdited(element: Element): boolean {
  const value = element.getAttribute('contenteditable');
  return value !== null && value.toLowerCase() !== 'false';
}

function attributesOf(element: Element): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const { name, value } of element.attributes) {
    if (omittedAttributes.test(name)) continue;
    kept[name] =
      value.length <= MOST_VALUE_CHARS ? value : `${value.slice(0, MOST_VALUE_CHARS)}…${value.length}`;
  }
  return kept;
}

type DomNode = DomDocument['documentElement'];

/** An entry of a copy with the shape of the DOM. */
class CopyNode implements DomNode {
  readonly index: number;
  readonly parentNode: CopyNode | null;
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly localName: string | null;
  readonly namespaceURI: string | null;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  firstChild: CopyNode | null = null;
  nextSibling: CopyNode | null = null;

  constructor(index: number, entry: CopiedElement | CopiedText, parent: CopyNode | null) {
    const [, name, attributes] = entry;
    const prefix = /^(?:svg|math):/.exec(name)?.[0] ?? '';
    const isText = attributes === undefined;
    this.index = index;
    this.parentNode = parent;
    this.nodeType = isText ? TEXT_NODE : ELEMENT_NODE;
    this.nodeValue = isText ? name : null;
    this.localName = isText ? null : name.slice(prefix.length);
    this.namespaceURI = isText ? null : namespaceOf(prefix);
    this.attributes = Object.entries(attributes ?? {}).map(([own, value]) => ({ name: own, value }));
  }
}

function namespaceOf(prefix: string): string {
  if (prefix === 'svg:') return SVG;
  return prefix === 'math:' ? MATHML : 'http://www.w3.org/1999/xhtml';
}

export interface CopiedPage {
  readonly page: DomPage;
  /** The entries of the copy that a node of the page is. */
  entriesOf(node: number): readonly number[];
}

/** `read` makes a page of a document, as `fromDom` does: content scripts have it in a file of its own. */
export function readCopy(copy: PageCopy, read: (document: DomDocument) => DomPage): CopiedPage {
  const page = read({ documentElement: nodesOf(copy) });
  return {
    page,
    entriesOf: (node) => page.domNodes(node).map((one) => (one as unknown as CopyNode).index),
  };
}

function nodesOf(copy: PageCopy): CopyNode {
  const open: CopyNode[] = [];
  const last: (CopyNode | undefined)[] = [];
  for (const [index, entry] of copy.entries()) {
    const [depth] = entry;
    const parent = open[depth - 1] ?? null;
    const node = new CopyNode(index, entry, parent);
    const before = last[depth];
    if (before !== undefined && before.parentNode === parent) before.nextSibling = node;
    else if (parent !== null) parent.firstChild = node;
    open[depth] = node;
    last[depth] = node;
  }
  return open[0]!;
}
