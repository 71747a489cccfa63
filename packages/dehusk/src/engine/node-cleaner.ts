/** The cleaner where there is a disk: sites that take too much memory are parked there. */
import { type CleanerFunctions, cleanerFunctions } from './cleaner.ts';
import { htmlParts } from './html-cleaner.ts';

const functions = cleanerFunctions({
  ...htmlParts,
  openParking: async () => (await import('./temporary-parking.ts')).openTemporaryParking(),
});

export const createCleaner: CleanerFunctions['createCleaner'] = functions.createCleaner;
export const clean: CleanerFunctions['clean'] = functions.clean;
