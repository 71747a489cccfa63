/** What was learned of one site, to be looked at and asked: `sites`, `diff` and exports do not run anything. */
import type { Detector, TemplateSegment, Verdict } from '../detect/detector.ts';
import { resolveOptions } from '../detect/method.ts';
import { findMethod } from '../detect/registry.ts';
import { damagedState } from '../errors.ts';
import type { HashKey } from '../page/hash.ts';
import type { Page } from '../page/page.ts';
import { parseText } from '../page/parse.ts';
import { type LearnedBy, Site } from './site.ts';
import { readSnapshotHead, siteStates } from './site-state.ts';
import type { SiteFacts, SiteState, StoreReader } from './store.ts';

export interface SavedSite {
  readonly site: string;
  readonly facts: SiteFacts;
  readonly learnedBy: LearnedBy;
  /** Texts that are remembered. */
  readonly segmentCount: number;
  /** Pages that a verdict rests on now. */
  readonly pagesLearned: number;
  /** The template in words, in the order in which it became known. */
  readonly templateSegments: readonly TemplateSegment[];
  /** What the method knows, as bytes. */
  save(): Uint8Array;
  /** What the method says of a page; neither rules nor the guard are asked. */
  judge(page: Page): Verdict;
}

/** Undefined for a site that the store does not know. */
export async function loadSavedSite(store: StoreReader, site: string): Promise<SavedSite | undefined> {
  const state = await store.loadSite(site);
  return state && openSavedSite(site, state, store.hashKey);
}

/** Throws STATE_DAMAGED, or METHOD_UNKNOWN for what a method has learned that is no longer there. */
export async function openSavedSite(site: string, state: SiteState, hashKey: HashKey): Promise<SavedSite> {
  // The first commit of a site always has one.
  if (state.snapshot === undefined) throw damagedState(`${site} has journals but no snapshot`);
  const { method, options, forgetting } = readSnapshotHead(state.snapshot);
  const learnedBy = { method, options, forgetting };
  const detector = await detectorOf(learnedBy, hashKey);
  const setting = { ...learnedBy, hashKey, journal: false, states: siteStates };
  const { facts } = new Site(setting, detector, state);
  return {
    site,
    facts,
    learnedBy,
    segmentCount: detector.segmentCount,
    pagesLearned: detector.judge(parseText('')).of,
    templateSegments: detector.templateSegments(),
    save: () => detector.save(),
    judge: (page) => detector.judge(page),
  };
}

type MethodChoice = Pick<LearnedBy, 'method' | 'options'>;

/** What a method knows when it has seen these pages, and nothing else. */
export async function learnPages(
  pages: readonly Page[],
  choice: MethodChoice,
): Promise<{ learn(page: Page): void; judge(page: Page): Verdict }> {
  const detector = await newDetector(choice, pages[0]?.hashKey ?? [0, 0]);
  for (const page of pages) detector.learn(page);
  return { learn: (page) => detector.learn(page), judge: (page) => detector.judge(page) };
}

/** Of a method, as it begins with a site. Forgets nothing, and keeps no template in words. */
export function newDetector({ method: name, options }: MethodChoice, hashKey: HashKey): Promise<Detector> {
  const method = findMethod(name);
  const learnedBy = { method: name, options: resolveOptions(method, options), forgetting: false };
  return detectorOf(learnedBy, hashKey, { words: false });
}

/** Of a batch method nothing is kept but that its sites were there. */
export async function detectorOf(
  { method: name, options, forgetting }: LearnedBy,
  hashKey: HashKey,
  asked: { readonly words?: boolean } = {},
): Promise<Detector> {
  const method = findMethod(name);
  if (method.kind === 'stream') return (await method.loadDetector(asked))(options, { hashKey, forgetting });
  return (await import('../detect/none/none.ts')).createNoneDetector();
}
