/**
 * The user's own word on a page: what `keep` matches is content and what `drop` matches is template, whatever the
 * method says. Of several matches around a text the nearest decides, so that `--drop aside --keep .recipe` keeps the
 * recipe in the aside; on one and the same element `keep` decides, because content that is lost is worse than
 * template that stays.
 *
 * Elements are marked like their texts: outputs leave out pictures by element, and a dropped picture has no text.
 * On how many pages a text was seen stays as it was: that is evidence, and not opinion.
 *
 * Cost: none for a site without selectors. Otherwise one pass over the nodes, and per selector what matching takes, which
 * for descendants (`a b`) grows with the depth and for siblings (`a ~ b`) with the number of siblings.
 */
import type { Verdict } from '../detect/detector.ts';
import { DehuskError } from '../errors.ts';
import type { Page } from '../page/page.ts';
import type { PageSelector } from '../page/select.ts';

/** Selectors of what is content and what is template on the pages of one site. */
export interface OverrideRules {
  readonly keep?: readonly string[];
  readonly drop?: readonly string[];
}

/** The user's word on content (`keep`) and template (`drop`): CSS selectors, the nearest match around a text decides. */
export interface SiteOverrides {
  /** For all sites. */
  readonly keep: readonly string[];
  readonly drop: readonly string[];
  /** For some sites, in addition; named as in the records. */
  readonly sites?: Readonly<Record<string, OverrideRules>>;
}

export interface OverriddenVerdict extends Verdict {
  /** 1 where the user dropped the node: the empty guard does not bring it back. Absent if nothing was dropped. */
  readonly dropped?: Uint8Array;
}

/** Throws SELECTOR_BAD. */
export type CompileSelector = (selector: string) => PageSelector;

export type Override = (site: string, page: Page, verdict: Verdict) => OverriddenVerdict;

interface Selectors {
  readonly keep: readonly PageSelector[];
  readonly drop: readonly PageSelector[];
}

/** Throws SELECTOR_BAD. A page that no selector touches keeps its verdict, the very object. */
export function createOverrides(
  { sites = {}, ...general }: Partial<SiteOverrides>,
  compile: CompileSelector,
): Override {
  const compileRules = ({ keep = [], drop = [] }: OverrideRules): Selectors => ({
    keep: keep.map((selector) => compileSelector(selector, compile)),
    drop: drop.map((selector) => compileSelector(selector, compile)),
  });
  const ofAll = compileRules(general);
  const ofSite = new Map(
    Object.entries(sites).map(([site, rules]) => [site, joinSelectors(ofAll, compileRules(rules))]),
  );
  return (site, page, verdict) => {
    const selectors = ofSite.get(site) ?? ofAll;
    if (selectors.keep.length + selectors.drop.length === 0) return verdict;
    const rulings = matchRulings(page, selectors);
    return rulings === undefined ? verdict : applyRulings(page, verdict, rulings);
  };
}

/** An empty selector matches nothing, so nobody can mean it: it comes from a variable of a script that is not set. */
function compileSelector(selector: string, compile: CompileSelector): PageSelector {
  if (selector.trim() === '') throw new DehuskError('SELECTOR_BAD', { selector, reason: 'it is empty' });
  return compile(selector);
}

function joinSelectors(left: Selectors, right: Selectors): Selectors {
  return { keep: [...left.keep, ...right.keep], drop: [...left.drop, ...right.drop] };
}

const Ruling = { none: 0, drop: 1, keep: 2 } as const;

/** Per element that a selector matches, what it asks for; undefined if none matches. */
function matchRulings(page: Page, { keep, drop }: Selectors): Uint8Array | undefined {
  const rulings = new Uint8Array(page.nodeCount);
  for (const select of drop) for (const element of select(page)) rulings[element] = Ruling.drop;
  // After `drop`, and over it.
  for (const select of keep) for (const element of select(page)) rulings[element] = Ruling.keep;
  return rulings.some((ruling) => ruling !== Ruling.none) ? rulings : undefined;
}

function applyRulings(page: Page, verdict: Verdict, rulings: Uint8Array): OverriddenVerdict {
  const template = verdict.template.slice();
  const score = verdict.score.slice();
  const dropped = new Uint8Array(page.nodeCount);
  // Parents come before their children, so each node finds the nearest ruling at its parent.
  for (let node = 0; node < page.nodeCount; node++) {
    if (rulings[node] === Ruling.none && node > 0) rulings[node] = rulings[page.parent[node]!]!;
    if (rulings[node] === Ruling.none) continue;
    const isDropped = rulings[node] === Ruling.drop ? 1 : 0;
    template[node] = isDropped;
    score[node] = isDropped;
    dropped[node] = isDropped;
  }
  const { why } = verdict;
  const ruled = why && {
    why: (node: number) => {
      if (rulings[node] === Ruling.none) return why(node);
      return [{ fact: 'a rule of the user', for: reasonFor(template[node]!), weight: CERTAIN }];
    },
  };
  return { ...verdict, template, score, ...(dropped.includes(1) && { dropped }), ...ruled };
}

/** The log odds of a score of 0 or 1, as far as anybody sees. */
const CERTAIN = 30;

function reasonFor(bit: number): 'template' | 'content' {
  return bit === 1 ? 'template' : 'content';
}
