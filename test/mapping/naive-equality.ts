/**
 * The mapping of Alarte's thesis word by word (Definitions 3.2.2 and 3.3.1, with A19 to A28), for small pages.
 * Unless they are compared, head and body are taken for certain, as the root is.
 */
import type { EqualityOptions } from '../../packages/dehusk/src/compare/mapping/equality/probability.ts';
import {
  type Page,
  readAttribute,
  readAttributes,
  readNormalText,
  TEXT,
  tagName,
} from '../../packages/dehusk/src/page/page.ts';

type Resolved = Required<Omit<EqualityOptions, 'maxSteps' | 'maxCompared'>> & {
  readonly weights: Readonly<Record<'classes' | 'position' | 'attributes' | 'children', number>>;
  readonly absent: Readonly<Record<'classes' | 'attributes' | 'children', number>>;
};

interface Child {
  readonly page: Page;
  readonly node: number;
  /** From 1. */
  readonly index: number;
  readonly siblings: number;
}

export function naiveEquality(key: Page, other: Page, options: Resolved): Int32Array {
  const pairs = new Int32Array(key.nodeCount).fill(-1);
  const mapBelow = (a: number, b: number): void => {
    pairs[a] = b;
    const found = naiveMatches(childrenOf(key, a), childrenOf(other, b), {
      probability: (x, y) => probabilityOf(x, y, options),
      threshold: options.threshold,
      inOrder: options.activatePosition,
    });
    for (const [x, y] of found) mapBelow(x.node, y.node);
  };
  if (tagName(key, 0) === tagName(other, 0)) mapBelow(0, 0);
  return pairs;
}

/** Definition 3.3.1 for any two lists, with the ties of A28. */
export function naiveMatches<Item extends { readonly index: number }>(
  rows: readonly Item[],
  columns: readonly Item[],
  rules: {
    readonly probability: (row: Item, column: Item) => number;
    readonly threshold: number;
    readonly inOrder: boolean;
  },
): (readonly [Item, Item])[] {
  const pairs = rows.flatMap((row) => columns.map((column) => [row, column] as const));
  const ranked = pairs
    .map(([row, column]) => ({ row, column, p: rules.probability(row, column) }))
    .filter(({ p }) => p - rules.threshold > 1e-9)
    .sort((a, b) => {
      if (Math.abs(a.p - b.p) > 1e-9) return b.p - a.p;
      const shift = ({ row, column }: typeof a): number => Math.abs(row.index - column.index);
      return shift(a) - shift(b) || a.row.index - b.row.index || a.column.index - b.column.index;
    });
  const best = ranked[0];
  if (best === undefined) return [];
  const { row, column } = best;
  const part = (list: readonly Item[], keep: (item: Item) => boolean): readonly Item[] => list.filter(keep);
  const chosen = [row, column] as const;
  if (!rules.inOrder)
    return [
      chosen,
      ...naiveMatches(
        part(rows, (x) => x !== row),
        part(columns, (x) => x !== column),
        rules,
      ),
    ];
  const before = (of: Item) => (x: Item) => x.index < of.index;
  const after = (of: Item) => (x: Item) => x.index > of.index;
  return [
    chosen,
    ...naiveMatches(part(rows, before(row)), part(columns, before(column)), rules),
    ...naiveMatches(part(rows, after(row)), part(columns, after(column)), rules),
  ];
}

function childrenOf(page: Page, node: number): Child[] {
  const nodes = [...Array(page.nodeCount).keys()].filter((child) => page.parent[child] === node);
  return nodes.map((child, i) => ({ page, node: child, index: i + 1, siblings: nodes.length }));
}

function probabilityOf(a: Child, b: Child, { text, media, compareBody, weights, absent }: Resolved): number {
  if (tagName(a.page, a.node) !== tagName(b.page, b.node)) return 0;
  if (!compareBody && ['head', 'body'].includes(tagName(a.page, a.node))) return 1;
  const [shown, shownThere] = [a, b].map(({ page, node }) => readAttribute(page, node, 'src'));
  if (media === 'address' && shown !== shownThere) return -1;
  if (a.page.tag[a.node] === TEXT && text === 'content')
    return readNormalText(a.page, a.node) === readNormalText(b.page, b.node) ? 1 : 0;
  const [first, second] = [factsOf(a), factsOf(b)];
  if (first.id !== '' && first.id === second.id) return 1;
  return (
    weights.classes * jaccard(first.classes, second.classes, absent.classes) +
    weights.attributes * jaccard(first.attributes, second.attributes, absent.attributes) +
    weights.children * smallerOfLarger(first.children, second.children, absent.children) +
    weights.position * placeProbability(a, b)
  );
}

interface Facts {
  readonly id: string;
  readonly classes: ReadonlySet<string>;
  readonly attributes: ReadonlySet<string>;
  readonly children: number;
}

function factsOf({ page, node }: Child): Facts {
  const attributes = new Map(readAttributes(page, node));
  const classes = (attributes.get('class') ?? '').split(/\s+/).filter((name) => name !== '');
  const id = attributes.get('id') ?? '';
  attributes.delete('class');
  attributes.delete('id');
  return {
    id,
    classes: new Set(classes),
    attributes: new Set(attributes.keys()),
    children: childrenOf(page, node).length,
  };
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>, absent: number): number {
  const all = new Set([...a, ...b]);
  return all.size === 0 ? absent : [...all].filter((name) => a.has(name) && b.has(name)).length / all.size;
}

function smallerOfLarger(a: number, b: number, absent: number): number {
  return a === 0 && b === 0 ? absent : Math.min(a, b) / Math.max(a, b);
}

/** Pp as printed, in its three cases. */
function placeProbability(n: Child, m: Child): number {
  const [c, d] = [n.siblings, m.siblings];
  const [i, k] = [n.index, m.index];
  const [j, l] = [c - i + 1, d - k + 1];
  const least = Math.min(c, d);
  if (d === c) return 1 - Math.abs(i - k) / least;
  if (d > c) return 1 - Math.max(0, i - k, j - l) / least;
  return 1 - Math.max(0, k - i, l - j) / least;
}
