/**
 * The library for live documents, in a page or a browser extension. There is no HTML parser, no charset table and no
 * public suffix list inside: `fromDom(document)` is the page.
 *
 *     const cleaner = createCleaner();
 *     const { text } = await cleaner.add(fromDom(document));
 *
 * With a state its key must be the page's too: `fromDom(document, { hashKey: cleaner.hashKey })`.
 */
import { createAdaptiveDetector } from './detect/adaptive/adaptive.ts';
import { adaptiveDescription } from './detect/adaptive/method.ts';
import type { StreamMethod } from './detect/method.ts';
import { type CleanerFunctions, cleanerFunctions } from './engine/cleaner.ts';
import { createOverrides } from './engine/overrides.ts';
import { createMemoryParking } from './engine/parking.ts';
import { createSiteKey } from './engine/site-key.ts';
import { DehuskError } from './errors.ts';
import { toText } from './output/text.ts';
import type { HashKey } from './page/hash.ts';
import { checkedPage } from './page/page.ts';
import { createDomSelector } from './page/select-dom.ts';

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

/** The one method that is inside, so that a bundle is one file. */
const method: StreamMethod = {
  ...adaptiveDescription,
  load: async () => (options, setting) => createAdaptiveDetector({ ...options, ...setting }),
};

const functions: CleanerFunctions = cleanerFunctions({
  defaultMethod: method.name,
  findMethod: (name) => {
    if (name === method.name) return method;
    throw new DehuskError('METHOD_UNKNOWN', { method: name, known: method.name });
  },
  toPage: (source, { hashKey }) => {
    if ('page' in source) return checkedPage(source.page, hashKey);
    throw new DehuskError('PAGE_INPUT_BAD', { found: 'HTML, and there is no parser here (fromDom)' });
  },
  loadWriters: async () => ({
    render: ({ page, verdict, withTemplate }, format) => {
      if (format === 'text') return { text: toText(page, withTemplate ? undefined : verdict) };
      throw new DehuskError('OPTION_BAD', { option: 'format', expected: 'text', value: format });
    },
  }),
  createOverrides: (overrides) => createOverrides(overrides, createDomSelector),
  openParking: async () => createMemoryParking(),
  checkSiteBy: createSiteKey,
  loadSiteKey: async (siteBy) => createSiteKey(siteBy),
});

/** What `fromDom` hashes with unless it is told a key. */
const plainKey: HashKey = [0, 0];

/** Learns from live documents one by one, and cleans them; what is handed in must come from `fromDom`. */
export const createCleaner: CleanerFunctions['createCleaner'] = (options = {}) =>
  functions.createCleaner({ hashKey: plainKey, ...options });
/** The same for documents in a row. */
export const clean: CleanerFunctions['clean'] = (pages, options = {}) =>
  functions.clean(pages, { hashKey: plainKey, ...options });
