/**
 * Marks on elements: bits for what a tag, the value of an attribute or a class name says. Who looks for something says
 * by which rules, so that whoever has parsed the page can go through its thousands of attributes faster.
 */
import { Attribute, type AttributeName } from './names.ts';
import {
  attributeName,
  attributesEnd,
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

/** To be used at once: the next marks may take their place. */
export interface ElementMarks {
  /** By node, where there are any; and the nodes that may have some, in document order: a few of a page's thousands. */
  readonly of: Uint32Array;
  readonly nodes: Int32Array | readonly number[];
}

export const noMarks: ElementMarks = { of: new Uint32Array(), nodes: [] };

export function markElements(page: Page, rules: MarkRules): ElementMarks {
  const found = heldPage(page)?.markElements(rules);
  if (found !== undefined) return found;
  const marker = new ElementMarker(page, rules);
  // Most pages have none of the classes that are looked for.
  if (![...rules.attributes, ...rules.tags, ...marker.ofClasses].some(Boolean)) return noMarks;
  const of = new Uint32Array(page.nodeCount);
  const nodes: number[] = [];
  for (let node = 0; node < page.nodeCount; node++) {
    of[node] = marker.of(node);
    if (of[node] !== 0) nodes.push(node);
  }
  return { of, nodes };
}

/** The same of one element at a time, of any page. */
export class ElementMarker {
  readonly #page: Page;
  readonly #rules: MarkRules;
  /** By row of the page's class lists. */
  readonly ofClasses: readonly number[];

  constructor(page: Page, rules: MarkRules) {
    this.#page = page;
    this.#rules = rules;
    const { classes } = rules;
    const bitsOf = (names: readonly string[]): number =>
      names.reduce((bits, name) => bits | (classes.get(name) ?? 0), 0);
    this.ofClasses = classes.size === 0 ? [] : page.classLists.map(bitsOf);
  }

  of(node: number): number {
    const page = this.#page;
    const tag = page.tag[node]!;
    if (tag === TEXT) return 0;
    const { tags, attributes, ruleOf } = this.#rules;
    let bits = (tags[tag] ?? 0) | (this.ofClasses[page.classList[node]!] ?? 0);
    const end = attributesEnd(page, node);
    for (let row = firstAttribute(page, node); row < end; row++) {
      const rule = ruleOf[attributeName(page, row)] ?? 0;
      if (rule !== 0) bits |= attributes[rule - 1]!.read(readValue(page, row));
    }
    return bits;
  }
}
