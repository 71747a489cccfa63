/** The options of a saved state, for whoever has the bytes and not the command that wrote them. */
import { readSavedState } from '../saved-state.ts';
import type { IncrementalOptions } from './method.ts';

/** Of a state that `save` of the incremental detector made. */
export function readIncrementalOptions(state: Uint8Array): IncrementalOptions {
  return readSavedState(state).options as unknown as IncrementalOptions;
}
