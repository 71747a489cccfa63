import type { Design } from './design.ts';
import type { Bindings } from './grammar.ts';
import type { HtmlWriter } from './html-writer.ts';
import type { ProseSymbol } from './language.ts';
import type { Random } from './random.ts';
import type { PagePlace } from './site-map.ts';
import type { SitePlan } from './site-plan.ts';
import { type PartName, partLabels } from './theme.ts';
import { capitalise } from './titles.ts';

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
}

export function writePart(view: PageView, part: PartName, body: () => void): void {
  view.writer.element(view.design.theme.parts[part], body, undefined, partLabels[part]);
}

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
