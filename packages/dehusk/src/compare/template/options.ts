import type { LinkOptions } from '../links/link-nodes.ts';
import type { MappingName } from '../mapping/mappings.ts';

export interface TemplateOptions {
  /** n: with how many pages the key page is compared; they all link to one another. 1 to 8. */
  readonly pages: number;
  /** t: a node is template if it has a counterpart on so many of them. */
  readonly votes: number;
  /** How many pages may be loaded to find them. */
  readonly maxPages: number;
  readonly mapping: MappingName;
  /** Links of the menu are tried before all others, where one can be told from the rest. */
  readonly menuFirst: boolean;
  /** A page that has far less in common with the key page than the others is replaced by the next. */
  readonly replaceOdd: boolean;
  /** Subtrees that stand elsewhere on the other page count as mapped too. */
  readonly followMoved: boolean;
  /** What is surely the key page's main content is not compared at all. */
  readonly cutMain: boolean;
  /** Which links count, and which addresses are the same. */
  readonly links: LinkOptions;
}

/** n = 3 and t = 2 from the thesis (Table 5.2), 40 loads from reading A16; the rest as docs/methods/hyperlink.md measures. */
export const templateDefaults: TemplateOptions = {
  pages: 3,
  votes: 2,
  maxPages: 40,
  mapping: 'equality',
  menuFirst: true,
  replaceOdd: true,
  followMoved: false,
  cutMain: false,
  links: {},
};
