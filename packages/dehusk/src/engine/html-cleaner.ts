/** The cleaner where pages come as HTML and there may be no disk: any browser, any runtime. */
import type { Method } from '../detect/method.ts';
import { defaultMethod, findMethod } from '../detect/registry.ts';
import { checkOptions, type OptionTable } from '../errors.ts';
import { chunkText } from '../output/chunks.ts';
import { createRecord, type RecordOptions } from '../output/record.ts';
import { renderContent } from '../output/render.ts';
import { toText } from '../output/text.ts';
import { readPage } from '../page/parse.ts';
import { resolveLimits } from '../page/raw-page.ts';
import { createSelector } from '../page/select.ts';
import { cleanBatches } from './clean-batches.ts';
import {
  type CleanerFunctions,
  type CleanerOptions,
  type CleanerParts,
  type CleanOptions,
  cleanerFunctions,
} from './cleaner.ts';
import { createEngine } from './engine.ts';
import { createOverrides, type SiteOverrides } from './overrides.ts';
import { createMemoryParking } from './parking.ts';
import { checkSiteBy, loadSiteKey } from './site-key.ts';
import { siteStates } from './site-state.ts';

const cleanerOptions: OptionTable<CleanerOptions> = {
  method: 'any',
  methodOptions: 'any',
  siteBy: 'any',
  overrides: 'any',
  guard: 'any',
  forgetting: 'any',
  limits: 'any',
  state: 'any',
  commitEvery: 1,
  memoryBytes: 0,
  record: 'any',
  signal: 'any',
  hashKey: 'any',
};
const cleanOptions: OptionTable<CleanOptions> = { ...cleanerOptions, twoPass: 'any', batchPages: 1 };

const recordOptions: OptionTable<RecordOptions> = {
  format: 'any',
  hidden: 'any',
  linkStyle: 'any',
  images: 'any',
  blocks: 'any',
  explain: 'any',
  templateText: 'any',
  links: 'any',
  metadataSources: 'any',
  frontMatter: 'any',
  chunks: 'any',
};
const overrideOptions: OptionTable<SiteOverrides> = { keep: 'any', drop: 'any', sites: 'any' };

function checkCleanOptions(options: CleanOptions, method: Method, isForMany: boolean): void {
  const hint = (name: string): string | undefined =>
    Object.hasOwn(method.options, name) ? `methodOptions.${name}` : undefined;
  checkOptions(options, isForMany ? cleanOptions : cleanerOptions, { hint });
  checkOptions(options.record ?? {}, recordOptions, { within: 'record.' });
  checkOptions(options.overrides ?? {}, overrideOptions, { within: 'overrides.' });
  resolveLimits(options.limits);
}

export const htmlParts: CleanerParts = {
  findMethod,
  defaultMethod,
  createEngine,
  cleanBatches,
  toPage: readPage,
  checkOptions: checkCleanOptions,
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
