/** The cleaner where pages come as HTML and there may be no disk: any browser, any runtime. */
import { defaultMethod, findMethod } from '../detect/registry.ts';
import { renderContent } from '../output/render.ts';
import { createSelector } from '../page/select.ts';
import { type CleanerFunctions, type CleanerParts, cleanerFunctions } from './cleaner.ts';
import { createOverrides } from './overrides.ts';
import { createMemoryParking } from './parking.ts';
import { readPage } from './read-page.ts';
import { checkSiteBy, loadSiteKey } from './site-key.ts';

export const htmlParts: CleanerParts = {
  findMethod,
  defaultMethod,
  toPage: readPage,
  render: renderContent,
  createOverrides: (overrides) => createOverrides(overrides, createSelector),
  openParking: async () => createMemoryParking(),
  checkSiteBy,
  loadSiteKey,
};

const functions = cleanerFunctions(htmlParts);

export const createCleaner: CleanerFunctions['createCleaner'] = functions.createCleaner;
export const clean: CleanerFunctions['clean'] = functions.clean;
