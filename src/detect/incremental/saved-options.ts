/** The options of a saved state, for whoever has the bytes and not the command that wrote them. */
import { readTableOptions } from '../../table/table-bytes.ts';
import { readSavedState } from '../saved-state.ts';
import type { IncrementalOptions } from './incremental.ts';

/** Of a state that `save` of the incremental detector made: u32 length of the exemplars · exemplars · table. */
export function readIncrementalOptions(state: Uint8Array): IncrementalOptions {
  const { options, payload } = readSavedState(state);
  const length = new DataView(payload.buffer, payload.byteOffset).getUint32(0, true);
  const told = options as Pick<IncrementalOptions, 'templateRatio' | 'pathIdentity'>;
  return { ...readTableOptions(payload.subarray(4 + length)), ...told };
}
