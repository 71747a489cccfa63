/**
 * What the lab and the curious need beyond the library: methods by themselves, mappings, tables, accessors of a page,
 * pieces of the command. Without promise: any of it may change with any version.
 */
export { describeCommands } from './cli/described-commands.ts';
export { ExitCode, explain } from './cli/exit.ts';
export { choice, count } from './cli/flag-values.ts';
export { createMessages, type MessageFlags, Messages, messageFlags } from './cli/messages.ts';
export { run as runCommand } from './cli/program.ts';
export { formatCount } from './cli/progress.ts';
export { tableText } from './cli/table-text.ts';
export { openLog } from './cluster/log-address.ts';
export { encodePage, entryDigest } from './cluster/logged-page.ts';
export { createMemoryLog, type MemoryLog } from './cluster/memory-log.ts';
export type { PageLog } from './cluster/page-log.ts';
export type { Clock } from './cluster/patience.ts';
export { commitScriptDigest } from './cluster/redis-scripts.ts';
export { runWorker } from './cluster/worker.ts';
export { withoutIndex } from './compare/links/link-nodes.ts';
export { type EqualityOptions, equalityDefaults } from './compare/mapping/equality/probability.ts';
export { mapEquality } from './compare/mapping/equality.ts';
export { type Labels, labelPages } from './compare/mapping/labelled-trees.ts';
export { isTooMuchWork, type Mapping, type MappingName, mappingNames } from './compare/mapping/mapping.ts';
export { mappings } from './compare/mapping/mappings.ts';
export { mapTopDownExact } from './compare/mapping/top-down-exact.ts';
export { onlyMainContent } from './compare/template/main-content.ts';
export { findMenus } from './compare/template/menus.ts';
export type { LoadPage } from './compare/template/siblings.ts';
export { judgeMappings } from './compare/template/template.ts';
export { hyperlink, type TemplateOptions, thesisOptions } from './compare/template/template-options.ts';
export { assembleDetector, createAdaptiveDetector } from './detect/adaptive/adaptive.ts';
export type { Outline } from './detect/adaptive/columns.ts';
export { factNames, termNames } from './detect/adaptive/fact-names.ts';
export { factCount, Mark, SegmentFlag } from './detect/adaptive/facts.ts';
export { probability, writeTerms } from './detect/adaptive/judges.ts';
export { adaptiveDefaults } from './detect/adaptive/method.ts';
export { adaptiveModel } from './detect/adaptive/model.ts';
export { outlineOf } from './detect/adaptive/outline.ts';
export { judgeAlone, type Model, sightPage, type WeighedPieces } from './detect/adaptive/score.ts';
export { SiteMemory } from './detect/adaptive/site-memory.ts';
export {
  LEAF_ZERO,
  NEVER_ABOVE,
  readTrees,
  TREE_DEPTH,
  type Trees,
  treeDigits,
} from './detect/adaptive/trees.ts';
export type { BatchDetector, Detector, MeasuredBatchDetector } from './detect/detector.ts';
export { createIncrementalDetector } from './detect/incremental/incremental.ts';
export { incrementalDefaults } from './detect/incremental/method.ts';
export { createIndexTimeDetector, type IndexTimeDetector } from './detect/index-time/index-time.ts';
export { indexTimeDefaults } from './detect/index-time/method.ts';
export { expectedText, resolveOptions } from './detect/method.ts';
export { createNoneDetector } from './detect/none/none.ts';
export { findMethod } from './detect/registry.ts';
export { shingleDefaults } from './detect/shingle/method.ts';
export { createShingleDetector } from './detect/shingle/shingle.ts';
export { styleTreeDefaults } from './detect/style-tree/method.ts';
export { createStyleTreeDetector } from './detect/style-tree/style-tree.ts';
export { guardEmpty } from './engine/empty-guard.ts';
export { FirstPages } from './engine/first-pages.ts';
export { LessonWriter } from './engine/lessons/lesson-file.ts';
export { siteHash } from './engine/lessons/site-order.ts';
export { LessonSorter } from './engine/lessons/sort-lessons.ts';
export { printPage } from './engine/page-print.ts';
export type { RunReport } from './engine/run/run.ts';
export { openEngine, workHere } from './engine/run/work.ts';
export { loadSavedSite } from './engine/saved-site.ts';
export { createSiteKey } from './engine/site-key.ts';
export { isIntact, repairState, verifyState } from './engine/sqlite-repair.ts';
export { openSqliteStore } from './engine/sqlite-store.ts';
export { createTeacher } from './engine/teacher.ts';
export { readMetadata } from './metadata/page-metadata.ts';
export { toCoreText } from './output/core-text.ts';
export { ClosedPipe, orWriteError, writeError } from './output/files/appended-file.ts';
export { guardInputs } from './output/files/output.ts';
export { writeText } from './output/files/write.ts';
export { findParted } from './output/layout.ts';
export { recordLine } from './output/record.ts';
export { omittedTexts } from './output/verdict-view.ts';
export { splitBlocks } from './page/blocks.ts';
export { withValues } from './page/changed-source.ts';
export { decode } from './page/charset.ts';
export { type Core, createCore } from './page/core.ts';
export { type DomNode, fromDom } from './page/from-dom.ts';
export { goldClasses, hasGoldClasses, withoutGoldClasses } from './page/gold-classes.ts';
export type { HashKey } from './page/hash.ts';
export { parseInTypeScript } from './page/html-parser.ts';
export { judgedLinks, readBaseUrl, readLinks, readTitle } from './page/links.ts';
export {
  attributeName,
  attributeRow,
  countAttributes,
  NodeFlag,
  readAttribute,
  readAttributes,
  readGap,
  readNormalText,
  readRawContent,
  readText,
  sourceBytes,
  TEXT,
  tableBytes,
  tagName,
} from './page/page.ts';
export { readPage } from './page/parse.ts';
export { normalUrl } from './page/raw-page.ts';
export { lookAtSegmentsBy } from './page/segment-judge.ts';
export { createSelector, type PageSelector } from './page/select.ts';
export { tokenise } from './page/words/tokenise.ts';
export { WordTable } from './page/words/word-table.ts';
export { buildIndex } from './search/build-index.ts';
export { createIndexEntry, type IndexEntry, keepHeadings, partText } from './search/index-entry.ts';
export type { IndexTotals } from './search/index-file.ts';
export { openIndex, type Ranking, rankings } from './search/index-reader.ts';
export { openIndexWriter } from './search/index-writer.ts';
export { lifetimes } from './table/segment-slots.ts';
export { SegmentTable } from './table/segment-table.ts';
