/**
 * Copies a document step by step, a node at a time, and remembers which node each entry is a copy of.
 *
 * Two copies are made of pages. The whole one is judged: it has all that the engine looks at. The shown one is kept as
 * a version: what a reader could see, and nothing that the user has typed. Values of controls, the text of text areas
 * and of what can be edited are left out. Both sides of a comparison are shown copies, so that what they leave out can
 * never look like a change.
 */
import {
  CDATA_NODE,
  COMMENT_NODE,
  type CopiedEntry,
  ELEMENT_NODE,
  type PageCopy,
  prefixes,
  TEXT_NODE,
} from './page-copy.ts';

export interface CopiedDocument {
  readonly copy: PageCopy;
  /** By entry of the copy: what it is a copy of. */
  readonly nodes: readonly Node[];
}

interface CopyRules {
  takes(element: Element, depth: number): boolean;
  /** Whether what is in the element is copied too. */
  enters(element: Element): boolean;
  attributesOf(element: Element): readonly string[];
}

/** `skips`: elements that are not the page's. */
export function copyWhole(
  document: Document,
  skips: (element: Element) => boolean = () => false,
): Generator<void, CopiedDocument> {
  return copySteps(document, { ...wholeRules, takes: (element) => !skips(element) });
}

export function copyShown(document: Document): Generator<void, CopiedDocument> {
  return copySteps(document, shownRules);
}

function* copySteps({ documentElement }: Document, rules: CopyRules): Generator<void, CopiedDocument> {
  const entries: string[] = [];
  const nodes: Node[] = [];
  const enter = (node: Node, depth: number): boolean => {
    const entry = entryOf(node, depth, rules);
    if (entry === undefined) return false;
    entries.push(JSON.stringify(entry));
    nodes.push(node);
    return node.nodeType === ELEMENT_NODE && rules.enters(node as Element);
  };
  let depth = 0;
  for (let node: Node | null = documentElement; node !== null; ) {
    yield;
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
  return { copy: `[${entries.join()}]`, nodes };
}

function entryOf(node: Node, depth: number, rules: CopyRules): CopiedEntry | undefined {
  if (node.nodeType === TEXT_NODE || node.nodeType === CDATA_NODE) return [depth, node.nodeValue ?? ''];
  // What stands on the two sides of a comment are two texts.
  if (node.nodeType === COMMENT_NODE) return [depth];
  if (node.nodeType !== ELEMENT_NODE) return undefined;
  const element = node as Element;
  if (!rules.takes(element, depth)) return undefined;
  const prefix = prefixes[element.namespaceURI ?? ''] ?? '';
  return [depth, `${prefix}${element.localName}`, rules.attributesOf(element)];
}

const wholeRules: Omit<CopyRules, 'takes'> = {
  // Of scripts, those that hold facts are read for the record; the others by nobody.
  enters: (element) =>
    element.localName !== 'script' || /json/i.test((element.getAttribute('type') ?? '').slice(0, 100)),
  attributesOf: (element) => {
    const all: string[] = [];
    for (const { name, value } of element.attributes) all.push(name, value);
    return all;
  },
};

const omittedTags = new Set(['script', 'style', 'noscript', 'template', 'link', 'meta', 'base']);
const editedTags = new Set(['textarea', 'output']);
/** Beside these stands only what the extension itself has added. */
const topTags = new Set(['head', 'body', 'frameset']);
/** What the user has entered, what no reader sees, and what changes with every answer of a server. */
const omittedAttributes = /^(?:value|checked|selected|nonce|srcset|sizes|integrity|on.*|data-.*)$/i;
/** A picture that is written into the page is told by its beginning and its length. */
const MOST_VALUE_CHARS = 500;

const shownRules: CopyRules = {
  takes: ({ localName }, depth) => !omittedTags.has(localName) && (depth !== 1 || topTags.has(localName)),
  enters: (element) => !editedTags.has(element.localName) && !isEdited(element),
  attributesOf: (element) => {
    const kept: string[] = [];
    for (const { name, value } of element.attributes) {
      if (omittedAttributes.test(name)) continue;
      const isLong = value.length > MOST_VALUE_CHARS;
      kept.push(name, isLong ? `${value.slice(0, MOST_VALUE_CHARS)}…${value.length}` : value);
    }
    return kept;
  },
};

function isEdited(element: Element): boolean {
  const value = element.getAttribute('contenteditable');
  return value !== null && value.toLowerCase() !== 'false';
}
