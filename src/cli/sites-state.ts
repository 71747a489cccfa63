/** A state file, looked at: nothing is learned from it being read, and none is made where there is none. */
import { existsSync, statSync } from 'node:fs';
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
  type Store,
} from '../index.ts';
import { openSqliteStore } from '../node.ts';
import { nearest } from './nearest.ts';

export type KnownDetector = Detector & Partial<AdaptiveState>;

export interface KnownSite {
  readonly site: string;
  readonly facts: SiteFacts;
  /** As it was when its state was saved. */
  readonly detector: KnownDetector;
}

/** Throws STATE_NOT_FOUND, and what `openSqliteStore` throws: that would make the file. */
export function openState(file: string): Store {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new DehuskError('STATE_NOT_FOUND', { file });
  // A first run that was killed leaves an empty file, with all there is in the log beside it.
  if (found.isFile() && found.size === 0 && !existsSync(`${file}-wal`))
    throw new DehuskError('STATE_FOREIGN', { file, reason: 'it is empty' });
  return openSqliteStore(file);
}

/** Throws SITE_UNKNOWN, with the name that was probably meant. */
export async function loadSite(store: Store, site: string): Promise<KnownSite> {
  const state = await store.loadSite(site);
  if (state !== undefined)
    return { site, facts: state.facts, detector: restoreDetector(site, state, store.hashKey) };
  const names: string[] = [];
  for await (const known of store.sites()) names.push(known.site);
  const meant = nearest(site, names);
  throw new DehuskError('SITE_UNKNOWN', {
    site,
    hint: meant === undefined ? '' : ` (did you mean ${meant}?)`,
  });
}

function restoreDetector(site: string, { snapshot, journals }: SiteState, hashKey: HashKey): KnownDetector {
  // The first commit of a site always has one.
  if (snapshot === undefined)
    throw new DehuskError('STATE_DAMAGED', { reason: `${site} has journals but no snapshot` });
  const detector = detectorFor(snapshot, hashKey);
  detector.load(snapshot);
  for (const journal of journals) detector.replay(journal);
  return detector;
}

/** With the options that the state was saved with; the key is the store's, and loading checks that it is the same. */
function detectorFor(snapshot: Uint8Array, hashKey: HashKey): KnownDetector {
  const { method } = readSavedState(snapshot);
  if (method === 'none') return createNoneDetector();
  if (method === 'adaptive') return createAdaptiveDetector({ ...readAdaptiveOptions(snapshot), hashKey });
  if (method === 'incremental')
    return createIncrementalDetector({ ...readIncrementalOptions(snapshot), hashKey });
  throw new DehuskError('STATE_OF_OTHER_METHOD', { found: method, expected: 'adaptive' });
}
