/** parse5's tree behind the DOM's names: what a browser would have, scripting on. */
import { type DefaultTreeAdapterMap, parse } from 'parse5';
import type { DomDocument, DomNode } from '../packages/dehusk/src/page/from-dom.ts';

type Parse5Node = DefaultTreeAdapterMap['node'];

/** A node is always the same object, as in a DOM. */
const domNodes = new WeakMap<Parse5Node, DomNode>();

function domOfParse5(node: Parse5Node): DomNode {
  const known = domNodes.get(node) ?? wrap(node);
  domNodes.set(node, known);
  return known;
}

function wrap(node: Parse5Node): DomNode {
  const children = 'childNodes' in node ? node.childNodes : [];
  const siblings = 'parentNode' in node && node.parentNode !== null ? node.parentNode.childNodes : [];
  const dom = (other: Parse5Node | undefined | null): DomNode | null =>
    other == null ? null : domOfParse5(other);
  return {
    nodeType: node.nodeName === '#text' ? 3 : 'tagName' in node ? 1 : 8,
    get firstChild() {
      return dom(children[0]);
    },
    get nextSibling() {
      return dom(siblings[siblings.indexOf(node as never) + 1]);
    },
    get parentNode() {
      return 'parentNode' in node ? dom(node.parentNode) : null;
    },
    nodeValue: 'value' in node ? node.value : null,
    ...('tagName' in node
      ? { localName: node.tagName, namespaceURI: node.namespaceURI, attributes: node.attrs }
      : {}),
  };
}

export function domOf(html: string): DomDocument {
  const root = parse(html, { scriptingEnabled: true }).childNodes.find((node) => node.nodeName === 'html')!;
  return { documentElement: domOfParse5(root) };
}
