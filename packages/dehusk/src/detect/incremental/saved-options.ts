/** The options of a saved state, for whoever has the bytes and not the command that wrote them. */
import { readTableOptions } from '../../table/table-bytes.ts';
import { readSavedState, splitWorded } from '../saved-state.ts';
import type { IncrementalOptions } from './method.ts';

/** Of a state that `save` of the incremental detector made. */
export function readIncrementalOptions(state: Uint8Array): IncrementalOptions {
  const { options, payload } = readSavedState(state);
  const told = options as Pick<IncrementalOptions, 'templateRatio' | 'pathIdentity'>;
  return { ...readTableOptions(splitWorded(payload).table), ...told };
}
