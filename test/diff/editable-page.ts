/** A page that can be edited: a tree of objects, made from a parsed page and written again. */
import {
  NodeFlag,
  type Page,
  readAttributes,
  readText,
  TEXT,
  tagName,
} from '../../packages/dehusk/src/page/page.ts';

export interface EditableText {
  readonly kind: 'text';
  text: string;
  readonly space: boolean;
}

export interface EditableElement {
  readonly kind: 'element';
  tag: string;
  readonly attributes: Map<string, string>;
  readonly children: EditableNode[];
  readonly space: boolean;
}

export type EditableNode = EditableText | EditableElement;

/** What holds no text of the page is left out: edits are made to what readers see. */
const leftOut: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'svg']);

export function editablePage(page: Page): EditableElement {
  const made: (EditableNode | undefined)[] = [];
  for (let node = 0; node < page.nodeCount; node++) {
    const space = (page.flags[node]! & NodeFlag.spaceBefore) !== 0;
    const isText = page.tag[node] === TEXT;
    const parent = node === 0 ? undefined : made[page.parent[node]!];
    if (node > 0 && parent === undefined) continue;
    if (!isText && leftOut.has(tagName(page, node))) continue;
    const one: EditableNode = isText
      ? { kind: 'text', text: readText(page, node), space }
      : element(tagName(page, node), readAttributes(page, node), { space });
    made[node] = one;
    if (parent?.kind === 'element') parent.children.push(one);
  }
  return made[0] as EditableElement;
}

export function element(
  tag: string,
  attributes: readonly (readonly [string, string])[] = [],
  { children = [], space = false }: { children?: EditableNode[]; space?: boolean } = {},
): EditableElement {
  return { kind: 'element', tag, attributes: new Map(attributes), children, space };
}

export function text(words: string): EditableText {
  return { kind: 'text', text: words, space: false };
}

const voidTags: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'base', 'wbr']);

export function toHtml(root: EditableNode): string {
  const before = root.space ? '\n' : '';
  if (root.kind === 'text') return before + escapeHtml(root.text);
  const attributes = [...root.attributes].map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('');
  const start = `${before}<${root.tag}${attributes}>`;
  return voidTags.has(root.tag) ? start : `${start}${root.children.map(toHtml).join('')}</${root.tag}>`;
}

function escapeHtml(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** The words below a node, white space aside. */
export function wordsOf(node: EditableNode): string {
  const words = node.kind === 'text' ? node.text : node.children.map(wordsOf).join(' ');
  return words.replace(/[\t\n\f\r ]+/g, ' ').trim();
}

/** A node, what it stands in, and where. */
export interface Place<Node extends EditableNode = EditableNode> {
  readonly node: Node;
  readonly parent: EditableElement;
  readonly above: readonly EditableElement[];
}

/** All nodes of the body in document order. */
export function placesIn(root: EditableElement): readonly Place[] {
  const places: Place[] = [];
  const visit = (parent: EditableElement, above: readonly EditableElement[]): void => {
    for (const node of parent.children) {
      places.push({ node, parent, above });
      if (node.kind === 'element') visit(node, [...above, node]);
    }
  };
  const body = root.children.find((child) => child.kind === 'element' && child.tag === 'body');
  if (body?.kind === 'element') visit(body, [root, body]);
  return places;
}
