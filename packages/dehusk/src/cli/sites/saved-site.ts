/** A site of a state file, with the detector as it was when its state was saved. */
import {
  type AdaptiveState,
  createAdaptiveDetector,
  createIncrementalDetector,
  createNoneDetector,
  DehuskError,
  type Detector,
  type HashKey,
  readAdaptiveOptions,
  readIncrementalOptions,
  readSavedState,
  type SiteFacts,
  type SiteState,
  type StoreReader,
} from '../../index.ts';
import { nearest } from '../messages.ts';

export type SavedDetector = Detector & Partial<AdaptiveState>;

export interface SavedSite {
  readonly site: string;
  readonly facts: SiteFacts;
  /** As it was when its state was saved. */
  readonly detector: SavedDetector;
}

/** Throws SITE_UNKNOWN, with the name that was probably meant. */
export async function loadSite(store: StoreReader, site: string): Promise<SavedSite> {
  const state = await store.loadSite(site);
  if (state !== undefined)
    return { site, facts: state.facts, detector: restoreDetector(site, state, store.hashKey) };
  const names: string[] = [];
  for await (const saved of store.sites()) names.push(saved.site);
  const meant = nearest(site, names);
  throw new DehuskError('SITE_UNKNOWN', {
    site,
    hint: meant === undefined ? '' : ` (did you mean ${meant}?)`,
  });
}

function restoreDetector(site: string, { snapshot, journals }: SiteState, hashKey: HashKey): SavedDetector {
  // The first commit of a site always has one.
  if (snapshot === undefined)
    throw new DehuskError('STATE_DAMAGED', { reason: `${site} has journals but no snapshot` });
  const detector = detectorFor(snapshot, hashKey);
  detector.load(snapshot);
  for (const journal of journals) detector.replay(journal);
  return detector;
}

/** With the options that the state was saved with; the key is the store's, and loading checks that it is the same. */
function detectorFor(snapshot: Uint8Array, hashKey: HashKey): SavedDetector {
  const { method } = readSavedState(snapshot);
  if (method === 'none') return createNoneDetector();
  if (method === 'adaptive') return createAdaptiveDetector({ ...readAdaptiveOptions(snapshot), hashKey });
  if (method === 'incremental')
    return createIncrementalDetector({ ...readIncrementalOptions(snapshot), hashKey });
  throw new DehuskError('STATE_OF_OTHER_METHOD', { found: method, expected: 'adaptive' });
}
