/**
 * The library: everything that runs in a browser as well as in Node. What needs Node is in `dehusk/node`.
 * Each name is exported on purpose; there is no `export *`.
 */

export { type ChangeRecord, createChangeRecords } from './compare/diff/change-record.ts';
export {
  type DiffMappingName,
  type DiffOptions,
  diffMappingNames,
  diffPages,
} from './compare/diff/diff-pages.ts';
export { type DiffView, diffViews, type HtmlViewOptions, toDiffHtml } from './compare/diff/html-view.ts';
export { diffHunks, type Hunk, type HunkLine } from './compare/diff/hunks.ts';
export {
  type AttributeChange,
  type Change,
  type ChangeKind,
  type MutedCounts,
  NodeState,
  type PageDiff,
  type Sides,
  type Zone,
} from './compare/diff/page-diff.ts';
export type { ShownNodes } from './compare/diff/shown-nodes.ts';
export { domDistance } from './compare/links/dom-distance.ts';
export { hyperlinkDistance } from './compare/links/hyperlink-distance.ts';
export {
  defaultSkipExtensions,
  type LinkNode,
  type LinkOptions,
  linkNodes,
  withoutIndex,
} from './compare/links/link-nodes.ts';
export { type OrderedLink, orderLinks } from './compare/links/order-links.ts';
export { createSubdigraphSearch, type SubdigraphSearch } from './compare/links/subdigraph.ts';
export {
  type AbsentParts,
  type EqualityOptions,
  equalityDefaults,
} from './compare/mapping/equality/probability.ts';
export type { EqualityParts } from './compare/mapping/equality/probability.ts';
export { mapEquality } from './compare/mapping/equality.ts';
export { type LabelChoice, labelChoices } from './compare/mapping/labelled-trees.ts';
export type { Mapping } from './compare/mapping/mapping.ts';
export { type MapPages, type MappingName, mappingNames, mappings } from './compare/mapping/mappings.ts';
export type { MappingOptions } from './compare/mapping/mapping.ts';
export { mapTopDownExact } from './compare/mapping/top-down-exact.ts';
export { ArrivingSiblings } from './compare/template/arriving-siblings.ts';
export { extractTemplate, type PageTemplate } from './compare/template/extract-template.ts';
export type { Load, LoadOutcome, LoadPage, Sibling, Siblings } from './compare/template/find-siblings.ts';
export { judgeMappings, type VotedTemplate } from './compare/template/judge-mappings.ts';
export { mainContent, onlyMainContent } from './compare/template/main-content.ts';
export { type TemplateOptions, templateDefaults } from './compare/template/options.ts';
export { type AdaptiveState, createAdaptiveDetector } from './detect/adaptive/adaptive.ts';
export { type AdaptiveOptions, adaptiveDefaults } from './detect/adaptive/method.ts';
export { readAdaptiveOptions } from './detect/adaptive/saved-options.ts';
export type {
  BatchDetector,
  BatchStorage,
  Detector,
  MeasuredBatchDetector,
  TemplateSegment,
  Verdict,
} from './detect/detector.ts';
export { createIncrementalDetector, type IncrementalState } from './detect/incremental/incremental.ts';
export { type IncrementalOptions, incrementalDefaults } from './detect/incremental/method.ts';
export { readIncrementalOptions } from './detect/incremental/saved-options.ts';
export { createIndexTimeDetector, type IndexTimeDetector } from './detect/index-time/index-time.ts';
export { type IndexTimeOptions, indexTimeDefaults } from './detect/index-time/method.ts';
export { foldTemplate } from './detect/mapping-vote/fold.ts';
export { createMappingVoteDetector, voteTemplate } from './detect/mapping-vote/mapping-vote.ts';
export { type MappingVoteOptions, mappingVoteDefaults } from './detect/mapping-vote/method.ts';
export { createNoneDetector } from './detect/none/none.ts';
export { readSavedState } from './detect/saved-state.ts';
export { type ShingleOptions, shingleDefaults, type UnitName, unitNames } from './detect/shingle/method.ts';
export { createShingleDetector } from './detect/shingle/shingle.ts';
export {
  type AttributeChoice,
  attributeChoices,
  type StyleTreeOptions,
  styleTreeDefaults,
} from './detect/style-tree/method.ts';
export { createStyleTreeDetector } from './detect/style-tree/style-tree.ts';
export {
  type CleanedPage,
  type CleanFailure,
  type CleanInput,
  type CleanOptions,
  type CleanResult,
  clean,
  countChars,
  isStateError,
  pageFailure,
} from './engine/clean.ts';
export { type Guarded, guardEmpty } from './engine/empty-guard.ts';
export {
  type ExportedSelector,
  exportSelectors,
  type SelectorExport,
  type SelectorTrial,
} from './engine/export-selectors.ts';
export {
  createOverrides,
  type OverriddenVerdict,
  type Override,
  type OverrideRules,
  type SiteOverrides,
} from './engine/overrides.ts';
export {
  type PageMode,
  PageProcessor,
  type PageTask,
  type ProcessedPage,
  type ProcessorOptions,
  type StateGain,
} from './engine/page-processor.ts';
export { RunState, startPosition } from './engine/run-state.ts';
export { createSiteKey, type SiteBy, type SiteKey } from './engine/site-key.ts';
export { createMemoryStore, drawHashKey } from './engine/store/memory.ts';
export type {
  Commit,
  RunPosition,
  SiteChange,
  SiteFacts,
  SiteState,
  Store,
  StoreReader,
} from './engine/store/store.ts';
export { DehuskError, type ErrorCode, type ErrorFacts, errorMessages } from './errors.ts';
export type { Input, InputItem } from './input/input.ts';
export { toHtml } from './output/html.ts';
export { toMarkdown } from './output/markdown.ts';
export { toMarkedHtml } from './output/marked-html.ts';
export {
  createRecord,
  type JudgedPage,
  type OutputFormat,
  type PageRecord,
  type RecordOptions,
  recordLine,
} from './output/record.ts';
export { slotNodes } from './output/slot-nodes.ts';
export { type SiteTemplate, templateRecord } from './output/template-document.ts';
export { type TemplateHtmlOptions, toTemplateHtml } from './output/template-html.ts';
export { toText } from './output/text.ts';
export { type BlockVerdict, blockVerdicts, templateRatio } from './output/verdict-blocks.ts';
export { type Conversion, conversionRecord, type WarcOptions, warcinfoRecord } from './output/warc.ts';
export { type Blocks, splitBlocks } from './page/blocks.ts';
export { escapeIdentifier, type PathStep, stepSelector } from './page/css-path.ts';
export { type DomDocument, type DomNode, fromDom } from './page/from-dom.ts';
export { type JudgedLink, judgedLinks } from './page/links.ts';
export { defaultPageLimits, type PageLimits } from './page/raw-page.ts';
export { type Link, readBaseUrl, readLinks, readTitle } from './page/links.ts';
export { NodeFlag, type NodeRanges, type Page, TEXT } from './page/page.ts';
export { pageId } from './page/raw-page.ts';
export { type ParseOptions, parse, parseText } from './page/parse.ts';
export { type PathIdentity, pathIdentities } from './page/hash.ts';
export type { Provenance, RawPage } from './page/raw-page.ts';
export { readAttribute, readAttributes, readNormalText, readText, tagName } from './page/page.ts';
export { createSelector, type PageSelector } from './page/select.ts';
export type { HashKey } from './page/hash.ts';
export { normalUrl } from './page/raw-page.ts';
export { type InvertedWords, invertWords, type SegmentBlocks } from './page/words/word-table.ts';
export { type SplitWords, splitWords } from './page/words/word-table.ts';
export { type Token, tokenise } from './page/words/tokenise.ts';
export { WordTable } from './page/words/word-table.ts';
export { lifetimes } from './table/lifetimes.ts';
