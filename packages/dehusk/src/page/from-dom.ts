/**
 * A Page from a live DOM: any object with the DOM's shape, such as a browser's document. Where the page's HTML is
 * well-formed, the result equals the Page parsed from that HTML, node for node and hash for hash.
 *
 * The source of such a page is made up of its texts and attribute values, escaped, one after the other.
 */

import { DehuskError } from '../errors.ts';
import { flatten, NONE, TreeDraft } from './draft.ts';
import { hasherFor } from './hash.ts';
import { ClassLists, knownAttributes, knownTags, NameTable, rawContentTags, Tag } from './names.ts';
import { NodeFlag, type Page, TEXT } from './page.ts';
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
}

export interface DomDocument {
  readonly documentElement: DomNode;
}

const ELEMENT_NODE = 1;
const TEXT_NODE = 3;
const CDATA_NODE = 4;

const namespaceFlags: Readonly<Record<string, number>> = {
  'http://www.w3.org/2000/svg': NodeFlag.svg,
  'http://www.w3.org/1998/Math/MathML': NodeFlag.mathml,
};

export function fromDom(document: DomDocument, options: ParseOptions & { readonly url?: string } = {}): Page {
  const reader = new DomReader(options);
  reader.read(document.documentElement);
  return reader.toPage();
}

class DomReader {
  readonly #draft = new TreeDraft();
  readonly #tags = new NameTable(knownTags);
  readonly #attributeNames = new NameTable(knownAttributes);
  readonly #classLists = new ClassLists();
  readonly #source: string[] = [];
  #length = 0;
  /** The text node that a text beside it is joined to. */
  #openText = NONE;
  readonly #options: ParseOptions & { readonly url?: string };
  readonly #maxDepth: number;

  constructor(options: ParseOptions & { readonly url?: string }) {
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

  toPage(): Page {
    return flatten(this.#draft, {
      source: this.#source.join(''),
      url: this.#options.url,
      id: this.#options.id,
      encoding: '',
      tags: this.#tags,
      attributeNames: this.#attributeNames,
      classLists: this.#classLists.lists,
      hasher: hasherFor(this.#options.hashKey ?? [0, 0]),
    });
  }

  /** Adds a node; returns its number if its children are to be read too. */
  #enter(node: DomNode, parent: number): number {
    if (node.nodeType === TEXT_NODE || node.nodeType === CDATA_NODE) {
      // An empty text is not even white space.
      if (node.nodeValue) this.#addText(node.nodeValue, parent);
      return NONE;
    }
    this.#openText = NONE;
    if (node.nodeType !== ELEMENT_NODE) return NONE;
    const element = this.#addElement(node, parent);
    const tag = this.#draft.tag[element]!;
    // Not part of the document: what is in a template, and in noscript where scripts run.
    return tag === Tag.template || tag === Tag.noscript ? NONE : element;
  }

  /** Scripts leave texts side by side; in the HTML of the document they are one. */
  #addText(text: string, parent: number): void {
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
      return;
    }
    const node = draft.addNode(TEXT, start, this.#length);
    draft.flags[node] = literal ? NodeFlag.literal : 0;
    draft.append(parent, node);
    this.#openText = node;
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
    draft.flags[node] = namespaceFlags[element.namespaceURI ?? ''] ?? 0;
    draft.classList[node] = classList;
    if (parent !== NONE) draft.append(parent, node);
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

/** What reads the source replaces character references: an ampersand must be one. */
function escapeReferences(text: string): string {
  return text.includes('&') ? text.replaceAll('&', '&amp;') : text;
}
