/** The options of a saved state, for whoever has the bytes and not the command that wrote them. */
import { readFadingTableOptions } from '../../table/fading-table-bytes.ts';
import { readSavedState, splitWorded } from '../saved-state.ts';
import type { AdaptiveOptions } from './method.ts';

/** Of a state that `save` of the adaptive detector made. */
export function readAdaptiveOptions(state: Uint8Array): AdaptiveOptions {
  return readFadingTableOptions<AdaptiveOptions>(splitWorded(readSavedState(state).payload).table);
}
