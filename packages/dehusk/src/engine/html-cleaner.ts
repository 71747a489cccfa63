/** The cleaner where pages come as HTML and there may be no disk: any browser, any runtime. */
import { defaultMethod, findMethod } from '../detect/registry.ts';
import { chunkText } from '../output/chunks.ts';
import { createRecord } from '../output/record.ts';
import { renderContent } from '../output/render.ts';
import { toText } from '../output/text.ts';
import { readPage } from '../page/parse.ts';
import { createSelector } from '../page/select.ts';
import { cleanBatches } from './clean-batches.ts';
import { type CleanerFunctions, type CleanerParts, cleanerFunctions } from './cleaner.ts';
import { createEngine } from './engine.ts';
import { createOverrides } from './overrides.ts';
import { createMemoryParking } from './parking.ts';
import { checkSiteBy, loadSiteKey } from './site-key.ts';
import { siteStates } from './site-state.ts';

export const htmlParts: CleanerParts = {
  findMethod,
  defaultMethod,
  createEngine,
  cleanBatches,
  toPage: readPage,
  writers: {
    toText,
    createRecord: (judged, options) =>
      createRecord(judged, options, { render: renderContent, chunk: chunkText }),
  },
  loadWriters: async () => {
    const { readMetadata: describe } = await import('../metadata/page-metadata.ts');
    const writers = { render: renderContent, chunk: chunkText, describe };
    return { toText, createRecord: (judged, options) => createRecord(judged, options, writers) };
  },
  createOverrides: (overrides) => createOverrides(overrides, createSelector),
  keeping: { states: siteStates, openParking: async () => createMemoryParking() },
  checkSiteBy,
  loadSiteKey,
};

const functions = cleanerFunctions(htmlParts);

/**
 * For whoever gets pages one by one, and goes on for long: a crawler, a service. A page is judged by what was learned
 * from it and from the pages before. Throws for a bad option at once, and METHOD_NEEDS_BATCH for a method that cannot
 * judge a page by itself.
 */
export const createCleaner: CleanerFunctions['createCleaner'] = functions.createCleaner;
/**
 * For whoever has pages in a row: each comes out without the template of its site, in the order of the input. A page
 * that fails is among the results, and the others go on. Throws for a bad option at once, and PAGES_READ_ONCE for a
 * `twoPass` over what can be read only once.
 */
export const clean: CleanerFunctions['clean'] = functions.clean;
