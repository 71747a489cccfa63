/**
 * A Page from a live DOM: any object with the DOM's shape, such as a browser's document. Where the page's HTML is
 * well-formed, the result equals the Page parsed from that HTML, node for node and hash for hash.
 *
 * The source of such a page is made up of its texts and attribute values, one after the other, with ampersands
 * escaped. So reading it needs no table of character references, and this module no HTML parser.
 */
import { DehuskError } from '../errors.ts';
import { NONE, TreeDraft } from './draft.ts';
import { flatten } from './flatten.ts';
import { hasherFor } from './hash.ts';
import { ClassLists, knownAttributes, knownTags, NameTable, rawContentTags, Tag } from './names.ts';
import { ampersandReferences, type FullPage, NodeFlag, type Page, TEXT } from './page.ts';
import type { ParseOptions } from './parse.ts';
import { defaultPageLimits } from './raw-page.ts';

/** The part of the DOM's Node that is used. */
export interface DomNode {
  readonly nodeType: number;
  readonly firstChild: DomNode | null;
  readonly nextSibling: DomNode | null;
  readonly parentNode: DomNode | null;
  readonly nodeValue?: string | null;
  readonly localName?: string | null;
  readonly namespaceURI?: string | null;
  readonly attributes?: Iterable<{ readonly name: string; readonly value: string }>;
  /** Of elements: asked where there are rules. */
  matches?(selector: string): boolean;
}

export interface DomDocument {
  readonly documentElement: DomNode;
}

/** A page that knows where each of its nodes stands, so that a verdict can be shown there. */
export interface DomPage extends Page {
  /**
   * Of an element, the element. Of a text, its DOM texts in order: several, where scripts have left them side by
   * side. White space between elements is no node of a page, so its DOM text is that of no node.
   */
  domNodes(node: number): readonly DomNode[];
}

type DomOptions = ParseOptions & { readonly url?: string };

const ELEMENT_NODE = 1;
const TEXT_NODE = 3;
const CDATA_NODE = 4;

const namespaceFlags: Readonly<Record<string, number>> = {
  'http://www.w3.org/2000/svg': NodeFlag.svg,
  'http://www.w3.org/1998/Math/MathML': NodeFlag.mathml,
};

/** The page that a document is now. Later changes of the document do not change it. */
export function fromDom(document: DomDocument, options: DomOptions = {}): DomPage {
  const reader = new DomReader(options);
  reader.read(document.documentElement);
  return reader.toPage();
}

class DomReader {
  readonly #draft = new TreeDraft();
  readonly #tags = new NameTable(knownTags);
  readonly #attributeNames = new NameTable(knownAttributes);
  readonly #classLists = new ClassLists(ampersandReferences);
  readonly #source: string[] = [];
  #length = 0;
  /** The text node that a text beside it is joined to. */
  #openText = NONE;
  /** By node of the draft: its first DOM node, and all of them where there are several. */
  readonly #firstNode: DomNode[] = [];
  readonly #joinedNodes = new Map<number, DomNode[]>();
  readonly #options: DomOptions;
  readonly #maxDepth: number;

  constructor(options: DomOptions) {
    const limits = { ...defaultPageLimits, ...options.limits };
    this.#options = options;
    this.#maxDepth = limits.maxDepth;
    this.#draft.reset(limits);
  }

  /** Walks the tree by its links: no recursion, so no depth is too much for the stack. */
  read(root: DomNode): void {
    const open: number[] = [];
    for (let node: DomNode | null = root; node !== null; ) {
      const entered: number = this.#enter(node, open.at(-1) ?? NONE);
      if (entered !== NONE && node.firstChild !== null) {
        open.push(entered);
        if (open.length > this.#maxDepth) throw new DehuskError('PAGE_TOO_DEEP', { limit: this.#maxDepth });
        node = node.firstChild;
        continue;
      }
      while (node !== root && node !== null && node.nextSibling === null) {
        node = node.parentNode;
        open.pop();
      }
      node = node === root || node === null ? null : node.nextSibling;
    }
  }

  toPage(): DomPage {
    const page = flatten(this.#draft, {
      source: this.#source.join(''),
      references: ampersandReferences,
      url: this.#options.url,
      id: this.#options.id,
      encoding: '',
      tags: this.#tags,
      attributeNames: this.#attributeNames,
      classLists: this.#classLists.lists,
      hasher: hasherFor(this.#options.hashKey ?? [0, 0]),
    });
    const rows = this.#keptNodes(page).map((node) => this.#joinedNodes.get(node) ?? [this.#firstNode[node]!]);
    return { ...page, domNodes: (node) => rows[node] ?? [] };
  }

  /** By node of the page: the node of the draft. Only texts of white space are missing, and nothing was moved. */
  #keptNodes({ tag, start, nodeCount }: FullPage): readonly number[] {
    const draft = this.#draft;
    const kept: number[] = [];
    for (let node = 0; kept.length < nodeCount; node++) {
      const isKept =
        draft.tag[node] !== TEXT || (tag[kept.length] === TEXT && start[kept.length] === draft.start[node]);
      if (isKept) kept.push(node);
    }
    return kept;
  }

  /** Adds a node; returns its number if its children are to be read too. */
  #enter(node: DomNode, parent: number): number {
    if (node.nodeType === TEXT_NODE || node.nodeType === CDATA_NODE) {
      // An empty text is not even white space.
      if (node.nodeValue) this.#addText(node, node.nodeValue, parent);
      return NONE;
    }
    this.#openText = NONE;
    if (node.nodeType !== ELEMENT_NODE) return NONE;
    const element = this.#addElement(node, parent);
    const tag = this.#draft.tag[element]!;
    // Not part of the document: what is in a template, and in noscript where scripts run, which is one text then.
    const isPassed = tag === Tag.template || (tag === Tag.noscript && !hasOneText(node));
    return isPassed ? NONE : element;
  }

  /** Scripts leave texts side by side; in the HTML of the document they are one. */
  #addText(domNode: DomNode, text: string, parent: number): void {
    const draft = this.#draft;
    const parentTag = draft.tag[parent]!;
    if (rawContentTags[parentTag] === 1) {
      this.#addRawContent(text, parent);
      return;
    }
    const literal = parentTag === Tag.xmp || parentTag === Tag.plaintext;
    const start = this.#write(literal ? text : escapeReferences(text));
    if (this.#openText !== NONE && draft.parent[this.#openText] === parent) {
      draft.end[this.#openText] = this.#length;
      this.#joinNode(this.#openText, domNode);
      return;
    }
    const node = draft.addNode(TEXT, start, this.#length);
    this.#firstNode[node] = domNode;
    draft.flags[node] = literal ? NodeFlag.literal : 0;
    draft.parent[node] = parent;
    this.#openText = node;
  }

  #joinNode(text: number, domNode: DomNode): void {
    const joined = this.#joinedNodes.get(text);
    if (joined === undefined) this.#joinedNodes.set(text, [this.#firstNode[text]!, domNode]);
    else joined.push(domNode);
  }

  #addRawContent(text: string, parent: number): void {
    const { rawContent } = this.#draft;
    const start = this.#write(text);
    if (rawContent.at(-3) === parent && rawContent.at(-1) === start)
      rawContent[rawContent.length - 1] = this.#length;
    else rawContent.push(parent, start, this.#length);
  }

  #addElement(element: DomNode, parent: number): number {
    const draft = this.#draft;
    const firstRow = draft.attributeCount;
    let classList = 0;
    for (const { name, value } of element.attributes ?? []) {
      const start = this.#write(escapeReferences(value));
      draft.addAttribute(this.#attributeNames.intern(name, 0, name.length), start, this.#length);
      if (name === 'class')
        classList = this.#classLists.intern(escapeReferences(value), 0, Number.MAX_SAFE_INTEGER);
    }
    const name = element.localName ?? '';
    const node = draft.addNode(this.#tags.intern(name, 0, name.length), firstRow, draft.attributeCount);
    this.#firstNode[node] = element;
    draft.flags[node] = namespaceFlags[element.namespaceURI ?? ''] ?? 0;
    draft.classList[node] = classList;
    draft.parent[node] = parent;
    return node;
  }

  /** Adds to the source; returns where it begins. */
  #write(text: string): number {
    const start = this.#length;
    this.#source.push(text);
    this.#length += text.length;
    return start;
  }
}

function hasOneText({ firstChild }: DomNode): boolean {
  return firstChild !== null && firstChild.nodeType === TEXT_NODE && firstChild.nextSibling === null;
}

/** What reads the source replaces character references: an ampersand must be one. */
function escapeReferences(text: string): string {
  return text.includes('&') ? text.replaceAll('&', '&amp;') : text;
}
