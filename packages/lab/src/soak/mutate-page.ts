/** Seeded mutations of a page: of its bytes, of its tokens, of its tree. */
import { type DefaultTreeAdapterMap, parse, serialize } from 'parse5';

export type Random = () => number;

type ParentNode = DefaultTreeAdapterMap['parentNode'];
type ChildNode = DefaultTreeAdapterMap['childNode'];

/** A small generator (mulberry32): the same seed gives the same mutations everywhere. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const below = (random: Random, limit: number): number => Math.floor(random() * limit);
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[below(random, items.length)]!;

// biome-ignore format: a list of tokens
const nastyTokens = [
  '<table>', '</table>', '<tr>', '<td>', '<caption>', '<colgroup>', '<select>', '</select>', '<option>', '<a href=x>',
  '</a>', '<b>', '</b>', '<i>', '</i>', '<nobr>', '<p>', '</p>', '<div>', '</div>', '<form>', '</form>', '<button>', '<li>',
  '<dd>', '<h1>', '</h2>', '<svg>', '</svg>', '<math>', '<mi>', '<foreignObject>', '<title>', '</title>', '<script>',
  '</script>', '<style>', '<textarea>', '<template>', '</template>', '<noscript>', '</noscript>', '<plaintext>',
  '<frameset>', '<body class=x>', '<html lang=y>', '<head>', '</head>', '</body>', '</html>', '<br/>', '</br>', '<!--', '-->',
  '<![CDATA[', ']]>', '<!doctype>', '<?php', '&', '&#', '&#x', '&amp', '<', '</', '<a b=\'', '"', '\0', '\ufffd', '\r',
  '<meta charset=utf-16>', '<meta http-equiv=content-type content="text/html;charset=koi8-r">', '<base href="http://[">',
];

const encoder = new TextEncoder();

export function mutatePage(html: string, random: Random): Uint8Array {
  const times = 1 + below(random, 8);
  switch (below(random, 3)) {
    case 0:
      return mutateBytes(encoder.encode(html), random, times);
    case 1:
      return encoder.encode(mutateTokens(html, random, times));
    default:
      return encoder.encode(mutateTree(html, random, times));
  }
}

function mutateBytes(bytes: Uint8Array, random: Random, times: number): Uint8Array {
  let result = bytes.slice(0, below(random, 8) === 0 ? below(random, bytes.length) : bytes.length);
  for (let i = 0; i < times && result.length > 0; i++) {
    const at = below(random, result.length);
    const length = 1 + below(random, 40);
    const choice = random();
    if (choice < 0.5) result[at] = below(random, 256);
    else if (choice < 0.75) result = joined(result.subarray(0, at), result.subarray(at + length));
    else result = joined(result.subarray(0, at + length), result.subarray(at));
  }
  return result;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(first.length + second.length);
  result.set(first);
  result.set(second, first.length);
  return result;
}

function mutateTokens(html: string, random: Random, times: number): string {
  const tokens = html.match(/<[^>]*>|[^<]+/g) ?? [];
  for (let i = 0; i < times; i++) {
    const at = below(random, tokens.length + 1);
    const choice = random();
    if (choice < 0.5) tokens.splice(at, 0, pick(random, nastyTokens));
    else if (choice < 0.7) tokens.splice(at, 1 + below(random, 5));
    else if (choice < 0.85) tokens.splice(at, 0, ...tokens.slice(at, at + below(random, 10)));
    else tokens.splice(at, 0, ...tokens.splice(below(random, tokens.length), below(random, 10)));
  }
  return tokens.join('');
}

/** Moves, copies, wraps, renames and removes whole subtrees. */
function mutateTree(html: string, random: Random, times: number): string {
  const document = parse(html);
  const parents = collectParents(document);
  for (let i = 0; i < times; i++) {
    const from = pick(random, parents);
    const to = pick(random, parents);
    const child = from.childNodes[below(random, Math.max(1, from.childNodes.length))];
    if (child === undefined) continue;
    const choice = random();
    if (choice < 0.4) to.childNodes.splice(below(random, to.childNodes.length + 1), 0, copyOf(child));
    else if (choice < 0.6) from.childNodes.splice(from.childNodes.indexOf(child), 1);
    else if ('tagName' in child)
      child.tagName = pick(random, ['p', 'a', 'table', 'td', 'select', 'svg', 'b', 'option', 'pre']);
  }
  return serialize(document);
}

function collectParents(root: ParentNode): ParentNode[] {
  const parents: ParentNode[] = [];
  const pending: ParentNode[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    parents.push(node);
    for (const child of node.childNodes) if ('childNodes' in child) pending.push(child);
  }
  return parents;
}

/** A shallow copy is enough to print the subtree twice, and cannot make a cycle that has no end. */
function copyOf(node: ChildNode): ChildNode {
  return 'childNodes' in node
    ? {
        ...node,
        childNodes: node.childNodes.map((child) =>
          'childNodes' in child ? { ...child, childNodes: [] } : child,
        ),
      }
    : node;
}
