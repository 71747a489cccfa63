/** The options of a saved state, for whoever has the bytes and not the command that wrote them. */
import { readSavedState } from '../saved-state.ts';
import type { AdaptiveOptions } from './method.ts';

/** Of a state that `save` of the adaptive detector made. */
export function readAdaptiveOptions(state: Uint8Array): AdaptiveOptions {
  return readSavedState(state).options as unknown as AdaptiveOptions;
}
