/**
 * The method that finds nothing: every node of every page is content.
 *
 * It is the lower baseline of every comparison (what is kept when nothing is removed), and what to run when only the
 * conversion of the pages is wanted. It learns nothing, so its state is its name alone.
 */
import type { Page } from '../../page/page.ts';
import type { Detector, Verdict } from '../detector.ts';
import { type Lesson, noWords } from '../lesson.ts';
import { packState, unpackState } from '../saved-state.ts';

const nothing: Lesson = { facts: new Uint8Array(), words: noWords };
const savedBy = { method: 'none', options: {} };

export function createNoneDetector(): Detector {
  return {
    method: 'none',
    version: 0,
    segmentCount: 0,
    // One object with its functions.
    sizeBytes: 500,
    lesson: () => nothing,
    apply: () => undefined,
    observe: judge,
    learn: () => undefined,
    judge,
    templateSegments: () => [],
    trace: () => new Uint8Array(),
    wouldDiffer: () => false,
    save,
    load,
  };
}

function judge({ nodeCount }: Page): Verdict {
  return {
    template: new Uint8Array(nodeCount),
    score: new Float32Array(nodeCount),
    seen: new Uint32Array(nodeCount),
    // The verdict rests on no page at all.
    of: 0,
    version: 0,
  };
}

function save(): Uint8Array {
  return packState(savedBy, { facts: {}, columns: {} });
}

function load(state: Uint8Array): void {
  unpackState(state, savedBy);
}
