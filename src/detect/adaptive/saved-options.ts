/** The options of a saved state, for whoever has the bytes and not the command that wrote them. */
import { readFadingTableOptions } from '../../table/fading-table-bytes.ts';
import { readSavedState } from '../saved-state.ts';
import type { AdaptiveOptions } from './options.ts';

/** Of a state that `save` of the adaptive detector made: u32 length of the exemplars · exemplars · table. */
export function readAdaptiveOptions(state: Uint8Array): AdaptiveOptions {
  const { payload } = readSavedState(state);
  const length = new DataView(payload.buffer, payload.byteOffset).getUint32(0, true);
  return readFadingTableOptions<AdaptiveOptions>(payload.subarray(4 + length));
}
