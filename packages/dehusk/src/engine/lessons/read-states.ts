/** What was learned, wherever it is kept: in one file that runs write, or in a folder that a fold has made. */
import { statSync } from 'node:fs';
import { DehuskError, systemReason } from '../../errors.ts';
import { loadSavedSite } from '../saved-site.ts';
import type { StateCheck } from '../sqlite-repair.ts';
import type { StoreReader } from '../store.ts';

/** Of a place that is there. */
export function isFolder(place: string): boolean {
  try {
    return statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (error) {
    throw new DehuskError('STATE_UNWRITABLE', { file: place, reason: systemReason(error) }, { cause: error });
  }
}

/** To look at it. Throws what `readSqliteStore` and `openFoldedStates` throw. */
export async function readStates(place: string): Promise<StoreReader> {
  if (isFolder(place)) return (await import('./state-files.ts')).openFoldedStates(place);
  return (await import('../sqlite-store.ts')).readSqliteStore(place);
}

/** What of a folder that a fold has made is whole: each site is read and understood. */
export async function verifyFolded(folder: string): Promise<StateCheck> {
  const { openFoldedStates } = await import('./state-files.ts');
  await using states = await openFoldedStates(folder);
  const sites: StateCheck['sites'][number][] = [];
  for await (const { site, facts } of states.sites()) {
    const problem = await problemOf(states, site);
    const pages = problem === undefined ? facts.pageCount : 0;
    sites.push({
      site,
      pages,
      lostPages: facts.pageCount - pages,
      problem,
    });
  }
  return { sites, runs: 0, stoppedRuns: 0, problems: [] };
}

async function problemOf(states: StoreReader, site: string): Promise<string | undefined> {
  try {
    await loadSavedSite(states, site);
    return undefined;
  } catch (error) {
    if (error instanceof DehuskError) return error.message;
    throw error;
  }
}
