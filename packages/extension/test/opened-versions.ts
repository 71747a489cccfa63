/** For a page of a test: versions in its own database. */
import type { PageVersions, VersionLimits } from 'dehusk/dom-parts';
import { Database } from '../src/background/database.ts';
import { openStoredVersions } from '../src/background/version-tables.ts';

export function open(limits: VersionLimits): PageVersions {
  return openStoredVersions(new Database(), limits);
}
