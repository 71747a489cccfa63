/** For a page of a test: versions in its own database, and a change of it that fails. */
import type { PageVersions, VersionLimits } from 'dehusk/dom-parts';
import { Database, done } from '../src/background/database.ts';
import { openStoredVersions } from '../src/background/version-tables.ts';

export function open(limits: VersionLimits): PageVersions {
  return openStoredVersions(new Database(), limits);
}

/** What is kept of a change that has failed behind its first half. */
export async function keptOfFailure(): Promise<unknown> {
  const database = new Database();
  const change = database.change(['meta'], async ({ meta }) => {
    await done(meta.put('written', 'first half'));
    throw new Error('the second half fails');
  });
  await change.catch(() => undefined);
  return database.read('meta', 'first half');
}
