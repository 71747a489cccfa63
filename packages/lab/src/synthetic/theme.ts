import type { Label } from './label.ts';
import type { PageView } from './page-view.ts';
import type { MarkupStyle, Shape } from './shape.ts';

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
