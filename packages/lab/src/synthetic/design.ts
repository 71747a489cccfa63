/** The themes by name, and a theme as one site wears it. */
import type { ClassNaming, Shape, Tag } from './html-writer.ts';
import type { Expand } from './language.ts';
import type { Theme } from './page-view.ts';
import { createRandom, type Random } from './random.ts';
import { capitalise } from './site-plan.ts';
import { layoutTable, plain, portal } from './themes/before-2010.ts';
import { blog, semantic, utility } from './themes/since-2010.ts';

export type ThemeName = 'blog' | 'semantic' | 'layoutTable' | 'utility' | 'portal' | 'plain';

/** The themes a site may wear; `bare` is not among them, because only single pages do without a template. */
const themes: Readonly<Record<ThemeName, Theme>> = {
  blog,
  semantic,
  layoutTable,
  utility,
  portal,
  plain,
};

export const themeNames: readonly ThemeName[] = Object.keys(themes) as ThemeName[];

/** A theme as one site wears it. */
export interface Design {
  readonly theme: Theme;
  readonly naming: ClassNaming;
  readonly indent: string | undefined;
  readonly tags: Map<Shape, Tag>;
  readonly hasCookieBanner: boolean;
  readonly hasCounters: boolean;
  readonly hasNewsletter: boolean;
  readonly hasMegaMenu: boolean;
  readonly hasLatest: boolean;
  readonly adverts: number;
  /** Texts of the links below every page: popular searches, brands, places. */
  readonly directory: readonly string[];
  /** What the site says of itself on every page. */
  readonly selfPortrait: string;
  /** Extra elements around the page, which differ from site to site. */
  readonly nesting: number;
  /** Style sheet that stands in every page's head. */
  readonly css: string;
  readonly script: string;
}

interface DesignOptions {
  readonly seed: number;
  readonly theme: ThemeName;
  readonly expand: Expand;
  /** The size of small pages: how much style, script and directory a page carries grows with it. */
  readonly pageBytes: number;
}

export function createDesign({ seed, theme, expand, pageBytes }: DesignOptions): Design {
  const random = createRandom(seed, 'design', theme);
  const noiseBytes = pageBytes * (0.3 + 0.6 * random.unit());
  return {
    theme: themes[theme],
    naming: pickNaming(seed, random),
    indent: random.pick([undefined, '', '  ', '\t']),
    tags: new Map(),
    hasCookieBanner: random.chance(0.6),
    hasCounters: random.chance(0.6),
    hasNewsletter: random.chance(0.5),
    hasMegaMenu: random.chance(0.5),
    hasLatest: random.chance(0.7),
    adverts: random.below(4),
    directory: createDirectory(seed, expand, pageBytes / bytesPerDirectoryEntry),
    selfPortrait: createSelfPortrait(seed, expand),
    nesting: random.below(5),
    css: createCss(random, noiseBytes / 2),
    script: createScript(random, noiseBytes / 2),
  };
}

/** The same in every design of a site: a redesign moves texts about, it does not write new ones. */
function createDirectory(seed: number, expand: Expand, entries: number): readonly string[] {
  const random = createRandom(seed, 'directory');
  return Array.from({ length: Math.ceil(entries * (0.2 + random.unit())) }, () => expand('tag', random));
}

function createSelfPortrait(seed: number, expand: Expand): string {
  const random = createRandom(seed, 'self-portrait');
  return Array.from({ length: random.between(1, 4) }, () => capitalise(expand('sentence', random))).join(' ');
}

/** Names as written, with the site's prefix, or hashed as style compilers do. */
function pickNaming(seed: number, random: Random): ClassNaming {
  const prefix = random.pick(['', '', 'c-', 'wp-', 'tx_', 'site-']);
  const isHashed = random.chance(0.2);
  return (className) =>
    isHashed ? `css-${createRandom(seed, className).uint32().toString(36)}` : prefix + className;
}

/** Half of a small page is left to the rest of it. */
const bytesPerDirectoryEntry = 180;

const cssNames =
  'head foot nav col row item card box grid title text link list wide thin left right hero wrap'.split(' ');
const cssRules = [
  'margin:0 auto',
  'padding:4px 8px',
  'color:#333',
  'float:left',
  'display:flex',
  'font-size:.9em',
  'border:0',
];

function createCss(random: Random, sizeBytes: number): string {
  let css = '';
  while (css.length < sizeBytes)
    css += `.${random.pick(cssNames)}-${random.below(100)} .${random.pick(cssNames)}{${random.pick(cssRules)};width:${random.below(99)}%}\n`;
  return css;
}

function createScript(random: Random, sizeBytes: number): string {
  let script = 'window.queue=window.queue||[];';
  while (script.length < sizeBytes)
    script += `queue.push(["${random.pick(cssNames)}",${random.below(10_000)},{"${random.pick(cssNames)}":"${random.uint32().toString(36)}"}]);`;
  return script;
}
