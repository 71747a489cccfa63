/**
 * The library for live documents, in a page or a browser extension. There is no HTML parser, no charset table and no
 * public suffix list inside: `fromDom(document)` is the page.
 *
 *     const cleaner = createCleaner();
 *     const { text } = await cleaner.add(fromDom(document));
 *
 * With a state its key must be the page's too: `fromDom(document, { hashKey: cleaner.hashKey })`.
 */
import { domCleanerParts } from './dom-cleaner.ts';
import { type CleanerFunctions, cleanerFunctions } from './engine/cleaner.ts';
import { createMemoryParking } from './engine/parking.ts';
import { createSiteKey } from './engine/site-key.ts';
import { textWriters } from './output/text-writers.ts';
import type { HashKey } from './page/hash.ts';

export type {
  CleanedPage,
  Cleaner,
  CleanerOptions,
  CleanResult,
  FailedPage,
} from './engine/cleaner.ts';
export { createMemoryStore, type Store } from './engine/store.ts';
export { DehuskError, type ErrorCode } from './errors.ts';
export { type DomPage, fromDom } from './page/from-dom.ts';

const functions: CleanerFunctions = cleanerFunctions(
  domCleanerParts({
    writers: textWriters,
    createSiteKey,
    openParking: async () => createMemoryParking(),
  }),
);

/** What `fromDom` hashes with unless it is told a key. */
const plainKey: HashKey = [0, 0];

/** Learns from live documents one by one, and cleans them; what is handed in must come from `fromDom`. */
export const createCleaner: CleanerFunctions['createCleaner'] = (options = {}) =>
  functions.createCleaner({ hashKey: plainKey, ...options });
/** The same for documents in a row. */
export const clean: CleanerFunctions['clean'] = (pages, options = {}) =>
  functions.clean(pages, { hashKey: plainKey, ...options });
