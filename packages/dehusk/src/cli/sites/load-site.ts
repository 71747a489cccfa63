/** A site of a state file, by its name. */
import { loadSavedSite, type SavedSite } from '../../engine/saved-site.ts';
import type { StoreReader } from '../../engine/store.ts';
import { DehuskError, hintAt, nearest } from '../../errors.ts';

/** Throws SITE_UNKNOWN, with the name that was probably meant. */
export async function loadSite(store: StoreReader, site: string): Promise<SavedSite> {
  const saved = await loadSavedSite(store, site);
  if (saved !== undefined) return saved;
  const names: string[] = [];
  for await (const one of store.sites()) names.push(one.site);
  throw new DehuskError('SITE_UNKNOWN', { site, hint: hintAt(nearest(site, names)) });
}
