/**
 * The library: everything that runs in a browser as well as in Node. What needs Node is in `dehusk/node`, what works on
 * live documents in `dehusk/dom`. Each name is here on purpose, and stays: what may change is in `dehusk/parts`.
 */
export { diffPages } from './compare/diff/diff-pages.ts';
export type { PageDiff } from './compare/diff/page-diff.ts';
export type { Verdict } from './detect/detector.ts';
export type { Method } from './detect/method.ts';
export { methods } from './detect/registry.ts';
export type {
  CleanedPage,
  Cleaner,
  CleanerOptions,
  CleanOptions,
  CleanResult,
  FailedPage,
  PageInput,
  Pages,
} from './engine/cleaner.ts';
export { clean, createCleaner } from './engine/html-cleaner.ts';
export type { SiteOverrides } from './engine/overrides.ts';
export { extractTemplate, type PageTemplate } from './engine/page-template.ts';
export type { SiteBy } from './engine/site-key.ts';
export { createMemoryStore, type Store } from './engine/store.ts';
export { DehuskError, type ErrorCode } from './errors.ts';
export { toHtml } from './output/html.ts';
export { toMarkdown } from './output/markdown.ts';
export type { PageRecord, RecordOptions } from './output/record.ts';
export { toText } from './output/text.ts';
export { type DomPage, fromDom } from './page/from-dom.ts';
export type { Page } from './page/page.ts';
export { parse, parseText } from './page/parse.ts';
export type { PageLimits, RawPage } from './page/raw-page.ts';
