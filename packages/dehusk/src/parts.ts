/**
 * What the lab and the curious need beyond the documented library: without promise, it may change with any version.
 */

export { ExitCode } from './cli/exit-code.ts';
export { explain } from './cli/explain.ts';
export { choice, count } from './cli/flag-values.ts';
export { addMessageFlags, chosen, type MessageFlags } from './cli/flags.ts';
export type { Messages } from './cli/messages.ts';
export { formatCount } from './cli/number-format.ts';
export { openFileTarget, stdoutTarget } from './cli/output/byte-target.ts';
export { guardInputs } from './cli/output/guard-inputs.ts';
export { ClosedPipe, orWriteError, writeError } from './cli/output/write-error.ts';
export { createMessages } from './cli/report.ts';
export { loadSite } from './cli/sites-state.ts';
export { tableText } from './cli/table-text.ts';
export { type Labels, labelPages } from './compare/mapping/labelled-trees.ts';
export type { Sightings } from './detect/adaptive/evidence.ts';
export { type Outline, outlineOf } from './detect/adaptive/outline.ts';
export { weights as adaptiveWeights } from './detect/adaptive/score-segments.ts';
export { SiteMemory } from './detect/adaptive/site-memory.ts';
export { segmentTerms, termNames } from './detect/adaptive/terms.ts';
export * from './index.ts';
export * from './node.ts';
export { partText } from './search/content-text.ts';
export { SegmentTable } from './table/segment-table.ts';
