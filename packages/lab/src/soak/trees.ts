/** Small trees for tests of mappings: spelled out, like `r(a(b),'text')`, or random. */

import type { Page } from 'dehusk';
import { type DomNode, fromDom } from 'dehusk/parts';

export interface Tree {
  /** A tag, or a text in quotes. */
  readonly name: string;
  readonly children: readonly Tree[];
}

interface MutableDomNode extends DomNode {
  firstChild: DomNode | null;
  nextSibling: DomNode | null;
  parentNode: DomNode | null;
}

export function pageOf(spelled: string): Page {
  return pageOfTree(readTree(spelled));
}

export function pageOfTree(tree: Tree): Page {
  return fromDom({ documentElement: domOf(tree) });
}

/** `r(a(b,'x'),c)`. */
function readTree(spelled: string): Tree {
  const open: { name: string; children: Tree[] }[] = [{ name: '', children: [] }];
  for (const [token] of spelled.matchAll(/'[^']*'|[\w-]+|[()]/g)) {
    if (token === '(') open.push(open.at(-1)!.children.at(-1) as { name: string; children: Tree[] });
    else if (token === ')') open.pop();
    else open.at(-1)!.children.push({ name: token, children: [] });
  }
  return open[0]!.children[0]!;
}

function domOf(root: Tree): DomNode {
  const top = domNode(root);
  const pending: [Tree, MutableDomNode][] = [[root, top]];
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    const [tree, parent] = entry;
    let before: MutableDomNode | null = null;
    const append = (node: MutableDomNode): void => {
      node.parentNode = parent;
      if (before === null) parent.firstChild = node;
      else before.nextSibling = node;
      before = node;
    };
    for (const [i, child] of tree.children.entries()) {
      // Two texts side by side would be one.
      if (isText(child) && i > 0 && isText(tree.children[i - 1]!)) append(comment());
      const node = domNode(child);
      append(node);
      pending.push([child, node]);
    }
  }
  return top;
}

const links = { firstChild: null, nextSibling: null, parentNode: null };
const isText = ({ name }: Tree): boolean => name.startsWith("'");
const comment = (): MutableDomNode => ({ nodeType: 8, nodeValue: '', ...links });

function domNode(tree: Tree): MutableDomNode {
  return isText(tree)
    ? { nodeType: 3, nodeValue: tree.name.slice(1, -1), ...links }
    : { nodeType: 1, localName: tree.name, attributes: [], ...links };
}

/** A generator of numbers below `limit`, the same for the same seed (xorshift, Marsaglia 2003). */
export function createRandom(seed: number): (limit: number) => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

export interface TreeShape {
  readonly maxNodes: number;
  readonly names: readonly string[];
  /** Texts are leaves. */
  readonly texts: readonly string[];
}

/** A random tree: each node below any element that is there already. */
export function randomTree(random: (limit: number) => number, shape: TreeShape): Tree {
  const root = { name: 'r', children: [] as Tree[] };
  const elements: { name: string; children: Tree[] }[] = [root];
  const nodes = random(shape.maxNodes);
  for (let i = 0; i < nodes; i++) {
    const parent = elements[random(elements.length)]!;
    const name = random(shape.names.length + shape.texts.length);
    const isText = name >= shape.names.length;
    const child = {
      name: isText ? shape.texts[name - shape.names.length]! : shape.names[name]!,
      children: [] as Tree[],
    };
    parent.children.splice(random(parent.children.length + 1), 0, child);
    if (!isText) elements.push(child);
  }
  return root;
}

/** The tree with some edits: subtrees dropped, doubled, renamed, and nodes added. */
export function mutateTree(
  tree: Tree,
  random: (limit: number) => number,
  { rate, shape }: { readonly rate: number; readonly shape: TreeShape },
): Tree {
  const names = [...shape.names, ...shape.texts];
  const change = (child: Tree): readonly Tree[] => {
    const copy = mutateTree(child, random, { rate, shape });
    const kind = random(rate);
    if (kind === 0) return [];
    if (kind === 1) return [copy, copy];
    if (kind === 2) return [{ name: names[random(names.length)]!, children: [] }, copy];
    if (kind === 3 && copy.children.length === 0) return [{ ...copy, name: names[random(names.length)]! }];
    return [copy];
  };
  return { name: tree.name, children: tree.children.flatMap(change) };
}

/** The tree with some leaves dropped, added or replaced, one in `rate` each; what is above them stays. */
export function changeLeaves(
  tree: Tree,
  random: (limit: number) => number,
  { rate, shape }: { readonly rate: number; readonly shape: TreeShape },
): Tree {
  const text = (): Tree => ({ name: shape.texts[random(shape.texts.length)]!, children: [] });
  const change = (child: Tree): readonly Tree[] => {
    if (child.children.length > 0) return [changeLeaves(child, random, { rate, shape })];
    const kind = random(rate);
    if (kind === 0) return [];
    if (kind === 1) return [child, text()];
    return [kind === 2 ? text() : child];
  };
  return { name: tree.name, children: tree.children.flatMap(change) };
}
