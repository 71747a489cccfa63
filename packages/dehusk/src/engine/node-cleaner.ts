/** The cleaner where there is a disk: the core is there, and sites that take too much memory are parked there. */
import { useCoreFile } from '../page/core-node.ts';
import { type CleanerFunctions, cleanerFunctions } from './cleaner.ts';
import { htmlParts } from './html-cleaner.ts';
import { siteStates } from './site-state.ts';

const functions = cleanerFunctions({
  ...htmlParts,
  keeping: {
    states: siteStates,
    openParking: async () => (await import('./temporary-parking.ts')).openTemporaryParking(),
  },
});

export const createCleaner: CleanerFunctions['createCleaner'] = (options) => {
  useCoreFile();
  return functions.createCleaner(options);
};

export const clean: CleanerFunctions['clean'] = (pages, options) => {
  useCoreFile();
  return functions.clean(pages, options);
};
