/** What the library adds where there is Node: files, archives, standard input and the network as pages. */

export { readSqliteStore } from './engine/store/sqlite/read-store.ts';
export { openSqliteStore, type SqliteStoreOptions } from './engine/store/sqlite/sqlite-store.ts';
export { type InputSize, inputSizes } from './input/files.ts';
export { createFetcher, type Fetcher } from './input/http/fetcher.ts';
export type { FetcherOptions, HttpCounters } from './input/http/options.ts';
export type { Input, InputFormat, InputItem, InputOptions, JsonlFields } from './input/input.ts';
export { formatOfName } from './input/input.ts';
export { openInputs } from './input/open-inputs.ts';
export {
  createIndexEntry,
  type EntryOptions,
  type IndexEntry,
  type IndexedWords,
} from './search/index-entry.ts';
export type { IndexSetting, IndexTotals } from './search/index-facts.ts';
export {
  type IndexReader,
  openIndex,
  type Ranking,
  rankings,
  type SearchHit,
  type SearchOptions,
  type SearchResult,
} from './search/index-reader.ts';
export {
  type IndexCommit,
  type IndexPosition,
  type IndexWriter,
  type IndexWriterOptions,
  openIndexWriter,
} from './search/index-writer.ts';
export { keepHeadings } from './search/keep-headings.ts';
export { defaultWeights, type Weights } from './search/rank/weights.ts';
export type { MarkedText, TextRange } from './search/snippet.ts';
