/**
 * Marks on elements: bits for what a tag, the value of an attribute or a class name says. Who looks for something says
 * by which rules, so that whoever has parsed the page can go through its thousands of attributes faster.
 */
import { Attribute, type AttributeName, tagSet } from './names.ts';
import {
  attributeName,
  attributesEnd,
  type FullPage,
  firstAttribute,
  heldPage,
  type Page,
  readValue,
  TEXT,
} from './page.ts';

export interface AttributeRule {
  readonly name: AttributeName;
  /** The bits of a value. */
  readonly read: (value: string) => number;
  /** The same for most values, by bytes: see `RuleKind`. */
  readonly kind: number;
  readonly words: ReadonlyMap<string, number>;
}

/** How the core reads a value, before it asks; the numbers are those of `Rule` there. */
export const RuleKind = {
  /** Whatever it is, the bits of the empty word. */
  any: 0,
  /** A plain value has the bits of the word that it is, or none. */
  values: 1,
  /** A value has no bits unless it has one of the words in it, whatever the case. */
  hints: 2,
  /** Each value is asked of. */
  ask: 3,
} as const;

/** What counts is that there is such an attribute. */
export function whenPresent(name: AttributeName, bits: number): AttributeRule {
  return { name, read: () => bits, kind: RuleKind.any, words: new Map([['', bits]]) };
}

/** Bits by value; `clean` brings values that are not plain into the form of the words. */
export function byValue(
  name: AttributeName,
  bitsByValue: Readonly<Record<string, number>>,
  clean: (value: string) => string = (value) => value,
): AttributeRule {
  const words = new Map(Object.entries(bitsByValue));
  return { name, read: (value) => words.get(clean(value)) ?? 0, kind: RuleKind.values, words };
}

/** Whatever it is but for one value, in any case. */
export function unlessValue(name: AttributeName, except: string, bits: number): AttributeRule {
  const read = (value: string): number => (value.toLowerCase() === except ? 0 : bits);
  return { name, read, kind: RuleKind.ask, words: new Map() };
}

/** `hints`: in lower case, of two letters or more; what the pattern matches has one of them in it. */
export function byPattern(
  name: AttributeName,
  pattern: RegExp,
  { bits, hints }: { readonly bits: number; readonly hints: readonly string[] },
): AttributeRule {
  return {
    name,
    read: (value) => (pattern.test(value) ? bits : 0),
    kind: RuleKind.hints,
    words: new Map(hints.map((hint) => [hint, 0])),
  };
}

export interface MarkRules {
  /** By number of the tag, for those that HTML knows. */
  readonly tags: Uint32Array;
  readonly attributes: readonly AttributeRule[];
  readonly classes: ReadonlyMap<string, number>;
  /** By number of the attribute's name: its rule, from 1 on. */
  readonly ruleOf: Uint8Array;
}

export function createMarkRules({
  tags = new Map(),
  attributes = [],
  classes = {},
}: {
  /** By number of the tag. */
  readonly tags?: ReadonlyMap<number, number>;
  readonly attributes?: readonly AttributeRule[];
  readonly classes?: Readonly<Record<string, number>>;
}): MarkRules {
  const bitsByTag = new Uint32Array(256);
  for (const [tag, bits] of tags) bitsByTag[tag] = bits;
  const ruleOf = new Uint8Array(256);
  for (const [i, { name }] of attributes.entries()) ruleOf[Attribute[name]] = i + 1;
  return { tags: bitsByTag, attributes, classes: new Map(Object.entries(classes)), ruleOf };
}

/** By node; undefined where there is no mark on the page. To be used at once: the next marks may take their place. */
export function markElements(page: Page, rules: MarkRules): Uint32Array | undefined {
  const found = heldPage(page)?.markElements(rules);
  if (found !== undefined) return found.length === 0 ? undefined : found;
  const marker = new ElementMarker(page, rules);
  if (!marker.mayFindAny) return undefined;
  const { nodeCount, tag } = page;
  const marks = new Uint32Array(nodeCount);
  let any = 0;
  for (let node = 0; node < nodeCount; node++) {
    if (tag[node] === TEXT) continue;
    marks[node] = marker.of(node);
    any |= marks[node]!;
  }
  return any === 0 ? undefined : marks;
}

/** The same of one element at a time, of any page. */
export class ElementMarker {
  readonly #page: Page;
  readonly #rules: MarkRules;
  /** By row of the page's class lists. */
  readonly #ofClasses: readonly number[];

  constructor(page: Page, rules: MarkRules) {
    this.#page = page;
    this.#rules = rules;
    const { classes } = rules;
    const bitsOf = (names: readonly string[]): number =>
      names.reduce((bits, name) => bits | (classes.get(name) ?? 0), 0);
    this.#ofClasses = classes.size === 0 ? [] : page.classLists.map(bitsOf);
  }

  /** Most pages have none of the classes that are looked for. */
  get mayFindAny(): boolean {
    const { tags, attributes } = this.#rules;
    return (
      attributes.length > 0 || tags.some((bits) => bits !== 0) || this.#ofClasses.some((bits) => bits !== 0)
    );
  }

  of(element: number): number {
    const page = this.#page;
    const { tags, attributes, ruleOf } = this.#rules;
    let bits = (tags[page.tag[element]!] ?? 0) | (this.#ofClasses[page.classList[element]!] ?? 0);
    const end = attributesEnd(page, element);
    for (let row = firstAttribute(page, element); row < end; row++) {
      const rule = ruleOf[attributeName(page, row)] ?? 0;
      if (rule !== 0) bits |= attributes[rule - 1]!.read(readValue(page, row));
    }
    return bits;
  }
}

// Elements by which a page says something of itself

/** What one tells besides what its tag does; the numbers are those of `Tells` in the core. */
export const Tells = { relation: 1, microdata: 2, breadcrumb: 4 } as const;
const TELLS_BITS = 3;

const tellingTags = tagSet('base', 'meta', 'link', 'script', 'h1', 'time', 'nav');
const tellingRules = createMarkRules({
  attributes: [
    whenPresent('rel', Tells.relation),
    whenPresent('itemprop', Tells.microdata),
    whenPresent('itemscope', Tells.microdata),
  ],
});

/**
 * Elements of the tags by which a page says something of itself, and others that say what they lead to, have microdata,
 * or may be named a breadcrumb: in document order, each as `tellingNode` and `tellsOf` read it. Most of a page is of no
 * use to whoever asks, so the core notes these while it has their attributes at hand.
 */
export function tellingElements(page: Page): Int32Array {
  const { telling } = page as FullPage;
  if (telling !== undefined) return telling;
  const found: number[] = [];
  const marker = new ElementMarker(page, tellingRules);
  const breadcrumbs = page.classLists.map((names) => names.some((name) => name.includes('readcrumb')));
  for (let node = 0; node < page.nodeCount; node++) {
    if (page.tag[node] === TEXT) continue;
    const tells = marker.of(node) | (breadcrumbs[page.classList[node]!] ? Tells.breadcrumb : 0);
    if (tells !== 0 || tellingTags[page.tag[node]!] === 1) found.push((node << TELLS_BITS) | tells);
  }
  return Int32Array.from(found);
}

export function tellingNode(entry: number): number {
  return entry >> TELLS_BITS;
}

export function tellsOf(entry: number): number {
  return entry & ((1 << TELLS_BITS) - 1);
}
