/**
 * What the browser extension needs beyond `dehusk/dom`. It runs in a browser and brings no HTML parser; like
 * `dehusk/parts` it is without promise.
 */
export { createCssPaths } from './compare/diff/css-paths.ts';
export type { DiffMappingName } from './compare/diff/diff-pages.ts';
export {
  type AttributeChange,
  type Change,
  NodeState,
  type PageDiff,
  type Sides,
} from './compare/diff/page-diff.ts';
export { mergedView } from './compare/diff/view-page.ts';
export { isLineBreaker, nameThing, readSubtree, shorten } from './compare/diff/wording.ts';
export { withoutIndex } from './compare/links/link-nodes.ts';
export type { Siblings } from './compare/template/siblings.ts';
export { compareWithOthers, judgeMappings } from './compare/template/template.ts';
export {
  resolveTemplateOptions,
  type TemplateOptions,
  thesisOptions,
} from './compare/template/template-options.ts';
export {
  type ComparedVersions,
  type CompareOptions,
  compareVersions,
  countedChanges,
  type PageChange,
} from './compare/versions/compare-versions.ts';
export { gunzip, gzip } from './compare/versions/gzip.ts';
export {
  type KeepAnswer,
  openPageVersions,
  type PageHistory,
  type PageVersions,
  type StoredPage,
  type VersionFacts,
  type VersionLimits,
  type VersionTables,
} from './compare/versions/page-versions.ts';
export { assembleDetector, type Explainer } from './detect/adaptive/adaptive.ts';
export { explainPiece, reason } from './detect/adaptive/explain.ts';
export { adaptiveDescription } from './detect/adaptive/method.ts';
export { pageFacts } from './detect/adaptive/page-facts.ts';
export type { Reason, Verdict } from './detect/detector.ts';
export { createExemplars } from './detect/exemplars.ts';
export { optionDefaults } from './detect/method.ts';
export { domCleanerParts } from './dom-cleaner.ts';
export { cleanerOf } from './engine/cleaner.ts';
export { Site } from './engine/site.ts';
export { createSiteKey } from './engine/site-key.ts';
export { siteStates } from './engine/site-state.ts';
export type { SiteChange, SiteFacts, SiteState, Store } from './engine/store.ts';
export { DehuskError } from './errors.ts';
export { readMetadata } from './metadata/page-metadata.ts';
export { toTemplateHtml } from './output/html.ts';
export { createRecord } from './output/record.ts';
export { renderContent } from './output/render.ts';
export { toText } from './output/text.ts';
export { countSegments, mediaTags, omittedMedia, templateRatio } from './output/verdict-view.ts';
export { splitBlocks } from './page/blocks.ts';
export { type DomDocument, type DomPage, fromDom } from './page/from-dom.ts';
export { goldClasses } from './page/gold-classes.ts';
export { Tag } from './page/names.ts';
export { type Page, readAttribute, readNormalText, TEXT, tagName } from './page/page.ts';
