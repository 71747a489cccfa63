/** What the library adds where there is Node: files, archives, the network, states that are kept. */
import type { Store, StoreReader } from './engine/store.ts';
import type { Fetcher } from './input/http/fetcher.ts';
import type { FetcherOptions } from './input/http/options.ts';
import type { IndexReader } from './search/index-reader.ts';

export type { Fetcher } from './input/http/fetcher.ts';
export type { FetcherOptions } from './input/http/options.ts';
export type { InputOptions } from './input/input.ts';
export { openInputs } from './input/open-inputs.ts';
export type { IndexReader, SearchOptions, SearchResult } from './search/index-reader.ts';

/**
 * Opens a state file, or makes it: what `clean` and `createCleaner` take as `state`, and what the command's `--state`
 * writes and reads. One writer at a time. Close it with `await state[Symbol.asyncDispose]()` or `await using`.
 */
export async function openState(file: string): Promise<Store> {
  return (await import('./engine/sqlite-store.ts')).openSqliteStore(file);
}

/** Opens a state file that is there, or a folder of states that `dehusk fold` has made, to look at it. */
export async function readState(file: string): Promise<StoreReader> {
  return (await import('./engine/lessons/read-states.ts')).readStates(file);
}

/** Opens an index that `dehusk index` has made, to search in it. */
export async function openIndex(file: string): Promise<IndexReader> {
  return (await import('./search/index-reader.ts')).openIndex(file);
}

/** Fetches pages politely: robots.txt, one request at a time per host, never from private addresses unless told. */
export async function openFetcher(options: FetcherOptions = {}): Promise<Fetcher> {
  return (await import('./input/http/fetcher.ts')).createFetcher(options);
}
