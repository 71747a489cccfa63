/** What the library adds where there is Node: files, archives and standard input as pages. */
export { type InputSize, inputSizes } from './input/files/input-sizes.ts';
export { formatOfName } from './input/format.ts';
export type { Input, InputFormat, InputItem, InputOptions, JsonlFields } from './input/input.ts';
export { openInputs } from './input/open-inputs.ts';
export { openSqliteStore, type SqliteStoreOptions } from './store/sqlite/sqlite-store.ts';
