/** What a store knows of a site, in the same bytes however often it was written. */
import type { Detector } from '../packages/dehusk/src/detect/detector.ts';
import { createNoneDetector } from '../packages/dehusk/src/detect/none/none.ts';
import { findMethod } from '../packages/dehusk/src/detect/registry.ts';
import { Site } from '../packages/dehusk/src/engine/site.ts';
import { readSnapshotHead, siteStates } from '../packages/dehusk/src/engine/site-state.ts';
import type { SiteFacts, StoreReader } from '../packages/dehusk/src/engine/store.ts';

export interface KnownSite {
  readonly site: string;
  readonly facts: SiteFacts;
  readonly method: string;
  readonly detector: Detector;
  /** A snapshot as it would be written now: the detector, and the pages that were seen. */
  readonly bytes: Uint8Array;
}

/** Throws for a site that the store does not know. */
export async function knownSite(store: StoreReader, site: string): Promise<KnownSite> {
  const state = await store.loadSite(site);
  const learnedBy = readSnapshotHead(state!.snapshot!);
  const { options, forgetting, hashKey } = learnedBy;
  const method = findMethod(learnedBy.method);
  const detector =
    method.kind === 'stream'
      ? (await method.loadDetector())(options, { hashKey, forgetting })
      : createNoneDetector();
  const known = new Site({ ...learnedBy, journal: false, states: siteStates }, detector, state);
  return { site, facts: known.facts, method: learnedBy.method, detector, bytes: known.snapshot() };
}

export async function knownSites(store: StoreReader): Promise<readonly KnownSite[]> {
  const sites: KnownSite[] = [];
  for await (const { site } of store.sites()) sites.push(await knownSite(store, site));
  return sites;
}
