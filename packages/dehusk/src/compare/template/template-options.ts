/**
 * What the template of a page may be told. The flags of `dehusk template`, its help and docs/METHODS.md are made from
 * this list, as those of `clean` are from its methods.
 */
import { type MethodOption, optionDefaults } from '../../detect/method.ts';
import type { LinkOptions } from '../links/link-nodes.ts';
import type { EqualityOptions } from '../mapping/equality/probability.ts';
import { type MappingName, mappingNames } from '../mapping/mapping.ts';

export interface TemplateOptions {
  /** n: with how many pages the key page is compared; by links, they all link to one another. 1 to 8. */
  readonly pages: number;
  /** t: a node has a counterpart on so many of them to be template by votes. */
  readonly votes: number;
  /** How many pages may be loaded and parsed, besides the key page. */
  readonly maxPages: number;
  /** Who judges: all pages that were loaded, or the votes of those that were compared. */
  readonly evidence: 'site' | 'votes';
  /** Other pages at hand are looked at where links do not lead to enough. */
  readonly nearby: boolean;
  readonly mapping: MappingName;
  /** Links of the menu are tried before all others, where one can be told from the rest. */
  readonly menuFirst: boolean;
  /** A page that has far less in common with the key page than the others is replaced by the next. */
  readonly replaceOdd: boolean;
  /** Subtrees count as mapped too that are the same, though a box around them differs. */
  readonly followWrapped: boolean;
  /** Subtrees that stand elsewhere on the other page count as mapped too. */
  readonly followMoved: boolean;
  /** What is surely the key page's main content is not compared at all. */
  readonly cutMain: boolean;
  /** Elements none of whose leaves is template may be template by their votes. */
  readonly keepEmpty: boolean;
  /** Nodes correspond only above this probability. */
  readonly threshold: number;
  readonly weightClasses: number;
  readonly weightPosition: number;
  readonly weightAttributes: number;
  readonly weightChildren: number;
  /** `head` and `body` are compared as other nodes are, and need not correspond. */
  readonly compareBody: boolean;
  readonly text: 'content' | 'structural';
  readonly media: 'address' | 'names';
  /** Which links count, and which addresses are the same. */
  readonly links: LinkOptions;
}

/**
 * n = 3, t = 2 and the weights are the thesis's (Table 5.2, section 5.2.3), 40 loads and the threshold readings of ours
 * (A16, A23); docs/methods/hyperlink.md has what each choice is worth.
 */
const options = {
  pages: { default: 3, least: 1, most: 8, integer: true, help: 'compare with so many pages' },
  votes: { default: 2, least: 1, most: 8, integer: true, help: 'by votes: so many of them must have it too' },
  maxPages: { default: 40, least: 1, integer: true, help: 'load at most so many pages' },
  evidence: {
    default: 'site',
    choices: ['site', 'votes'],
    help: 'what all pages that were loaded repeat, or the votes of those that were compared',
  },
  nearby: { default: true, help: 'look at other pages of the input where links lead to too few' },
  mapping: { default: 'equality', choices: mappingNames, help: 'how two pages are compared' },
  menuFirst: { default: true, help: 'try links that look like a menu before all others' },
  replaceOdd: { default: true, help: 'replace a page that has far less in common than the others' },
  followWrapped: { default: true, help: 'count what is the same but for a box around it' },
  followMoved: { default: false, help: 'what stands elsewhere on another page counts as well' },
  cutMain: { default: false, help: 'do not compare what looks like the main content' },
  keepEmpty: { default: false, help: 'by votes: keep elements that hold nothing of the template' },
  threshold: { default: 0.6, least: 0, most: 1, integer: false, help: 'nodes correspond above it' },
  weightClasses: { default: 0.5, least: 0, most: 1, integer: false, help: 'what classes count' },
  weightPosition: { default: 0.2, least: 0, most: 1, integer: false, help: 'what the position counts' },
  weightAttributes: { default: 0.2, least: 0, most: 1, integer: false, help: 'what attribute names count' },
  weightChildren: {
    default: 0.1,
    least: 0,
    most: 1,
    integer: false,
    help: 'what the number of children counts',
  },
  compareBody: { default: false, help: 'head and body need not correspond' },
  text: {
    default: 'content',
    choices: ['content', 'structural'],
    help: 'texts are the same by their words, or as other nodes are',
  },
  media: {
    default: 'address',
    choices: ['address', 'names'],
    help: 'pictures and fields are the same by address and name, or as other nodes are',
  },
} as const satisfies Record<string, MethodOption>;

/** Described as methods are. It is none of `clean`, since it judges one page by others. */
export const hyperlink: {
  readonly name: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, MethodOption>>;
} = {
  name: 'hyperlink',
  summary: 'the template of one page, by pages that it links to or that are at hand (Alarte 2014, and ours)',
  options,
};

export const templateDefaults: TemplateOptions = { ...optionDefaults(options), links: {} };

/** Everything as the thesis has it, by the readings of docs/methods/hyperlink.md. */
export const thesisOptions: Partial<TemplateOptions> = {
  evidence: 'votes',
  nearby: false,
  mapping: 'equality',
  menuFirst: false,
  replaceOdd: false,
  followWrapped: false,
  followMoved: false,
  cutMain: false,
  keepEmpty: true,
  compareBody: true,
  text: 'structural',
  media: 'names',
};

/** With the defaults of what was not given. */
export function resolveTemplateOptions(given: Partial<TemplateOptions>): TemplateOptions {
  return { ...templateDefaults, ...given };
}

/** What the equality mapping is told. */
export function equalityOptions(given: TemplateOptions): EqualityOptions {
  const { threshold, compareBody, text, media } = given;
  const weights = {
    classes: given.weightClasses,
    position: given.weightPosition,
    attributes: given.weightAttributes,
    children: given.weightChildren,
  };
  return { weights, threshold, compareBody, text, media };
}
