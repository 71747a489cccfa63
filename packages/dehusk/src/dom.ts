/**
 * The library for live documents, in a page or a browser extension. There is no HTML parser, no charset table and no
 * public suffix list inside: `fromDom(document)` is the page.
 *
 *     const cleaner = createCleaner();
 *     const { text } = await cleaner.add(fromDom(document));
 *
 * What was learned lives as long as the cleaner: there are no states inside. For these hand the documents to the cleaner
 * of `dehusk`, which has `fromDom` too.
 */
import { domCleanerParts } from './dom-cleaner.ts';
import {
  type Cleaner,
  type CleanerOptions,
  type CleanOptions,
  type CleanResult,
  cleanerFunctions,
  type Pages,
} from './engine/cleaner.ts';
import { createSiteKey } from './engine/site-key.ts';
import { textWriters } from './output/text-writers.ts';
import type { HashKey } from './page/hash.ts';

export type { CleanedPage, Cleaner, CleanResult, FailedPage } from './engine/cleaner.ts';
export { DehuskError, type ErrorCode } from './errors.ts';
export { type DomPage, fromDom } from './page/from-dom.ts';

const functions = cleanerFunctions(domCleanerParts({ writers: textWriters, createSiteKey }));

/** What `fromDom` hashes with unless it is told a key. */
const plainKey: HashKey = [0, 0];

/** What a cleaner of live documents may be told: what one may that keeps nothing. */
export type DomCleanerOptions = Omit<CleanerOptions, 'state' | 'commitEvery' | 'memoryBytes'>;

/** Learns from live documents one by one, and cleans them; what is handed in must come from `fromDom`. */
export const createCleaner = (options: DomCleanerOptions = {}): Cleaner =>
  functions.createCleaner({ hashKey: plainKey, ...options });
/** The same for documents in a row. */
export const clean = (
  pages: Pages,
  options: DomCleanerOptions & Pick<CleanOptions, 'twoPass'> = {},
): AsyncIterable<CleanResult> => functions.clean(pages, { hashKey: plainKey, ...options });
