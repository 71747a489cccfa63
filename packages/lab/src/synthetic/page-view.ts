/** A page while it is being written, and what a theme has to say about its looks. */
import type { Design } from './design.ts';
import { goldClasses, type HtmlWriter, type Label, type MarkupStyle, type Shape } from './html-writer.ts';
import type { Bindings, ProseSymbol } from './language.ts';
import type { Random } from './random.ts';
import type { PagePlace } from './site-map.ts';
import { capitalise, type SitePlan } from './site-plan.ts';

/** One page while it is being written. */
export interface PageView {
  readonly plan: SitePlan;
  readonly design: Design;
  readonly place: PagePlace;
  /** When the page came in the crawl. */
  readonly order: number;
  readonly title: string;
  /** For the page's own matter: what the template draws must not change it. */
  readonly random: Random;
  readonly templateRandom: Random;
  readonly writer: HtmlWriter;
  /** The page's own matter is written until the page has this size. */
  readonly matterEndBytes: number;
  /** What the page is about, so that its sentences come back to it. */
  readonly bindings: Bindings;
  /** It carries its gold in its classes. */
  readonly isMarked: boolean;
}

export function writePart(view: PageView, part: PartName, body: () => void): void {
  const shape = view.design.theme.parts[part];
  if (!view.isMarked) view.writer.element(shape, body, undefined, partLabels[part]);
  else if (partLabels[part] === 'template') view.writer.element(shape, body);
  else view.writer.element(`${shape}${goldShapes[part] ?? goldShape}`, body, undefined, 'content');
}

/**
 * In the form of TECO a page carries its gold: what is not template is of the class `notTemplate`, with all that is in
 * it, and nothing is left undecided.
 */
const goldShape = `.${goldClasses.content}`;
const goldShapes: Partial<Record<PartName, string>> = { main: `${goldShape}.${goldClasses.main}` };

/** A piece of prose in the page's language. */
export function say(view: PageView, symbol: ProseSymbol): string {
  return view.plan.expand(symbol, view.random, view.bindings);
}

export function sayCapitalised(view: PageView, symbol: ProseSymbol): string {
  return capitalise(say(view, symbol));
}

/** A leaf of the site other than the page itself; `undefined` if there is none. */
export function pickLeaf(view: PageView, random: Random): PagePlace | undefined {
  const { map } = view.plan;
  const subsections = map.sections * map.subsectionsPerSection;
  if (subsections === 0) return undefined;
  const subsection = random.below(subsections);
  const leaves = map.leafCount(subsection);
  if (leaves === 0) return undefined;
  const leaf = map.leaf(subsection, random.below(leaves));
  return leaf.id === view.place.id ? undefined : leaf;
}

export type PartName =
  | 'main'
  | 'comments'
  | 'date'
  | 'tags'
  | 'breadcrumb'
  | 'neighbours'
  | 'related'
  | 'advert'
  | 'share'
  | 'form'
  | 'tools';

/**
 * The parts of a page that carry a label. Text outside of all of them is template; inside, the nearest part counts,
 * as it does for the selectors of the corpus.
 */
export const partLabels: Readonly<Record<PartName, Label>> = {
  main: 'content',
  comments: 'content',
  date: 'ignored',
  tags: 'ignored',
  breadcrumb: 'ignored',
  neighbours: 'ignored',
  related: 'ignored',
  advert: 'template',
  share: 'template',
  form: 'template',
  tools: 'template',
};

/** Elements of the furniture that every theme draws in its own way. */
interface FurnitureShapes {
  readonly menu: Shape;
  readonly item: Shape;
  /** The item of the page itself or of the section it is in. */
  readonly activeItem: Shape;
  readonly link: Shape;
  readonly activeLink: Shape;
  /** What the page's own item is made of: many templates do not link a page to itself. */
  readonly current: Shape;
  readonly box: Shape;
  readonly boxTitle: Shape;
  readonly button: Shape;
  /** Around each entry of a list, each comment, each answer. */
  readonly entry: Shape;
  readonly field: Shape;
}

export interface Theme {
  readonly doctype: string;
  readonly style: MarkupStyle;
  /** Distinct from every other theme's, because gold selectors begin with it. */
  readonly body: Shape;
  /** No part may have a shape that the theme uses for anything else. */
  readonly parts: Readonly<Record<PartName, Shape>>;
  readonly shapes: FurnitureShapes;
  /** Between the steps of a breadcrumb and between links in a row. */
  readonly separator: string;
  /** Writes what is inside `body`. */
  write(view: PageView): void;
}
