/**
 * What the lab and the curious need beyond the documented library: without promise, it may change with any version.
 */

export { ExitCode, explain } from './cli/exit.ts';
export { addMessageFlags, choice, chosen, count } from './cli/flags.ts';
export type { MessageFlags, Messages } from './cli/messages.ts';
export { createMessages } from './cli/messages.ts';
export { formatCount } from './cli/progress.ts';
export { loadSite as loadSavedSite } from './cli/sites/saved-site.ts';
export { tableText } from './cli/table-text.ts';
export { type Labels, labelPages } from './compare/mapping/labelled-trees.ts';
export type { Sightings } from './detect/adaptive/evidence.ts';
export { type Outline, outlineOf } from './detect/adaptive/outline.ts';
export { weights as adaptiveWeights } from './detect/adaptive/score-segments.ts';
export { SiteMemory } from './detect/adaptive/site-memory.ts';
export { segmentTerms, termNames } from './detect/adaptive/terms.ts';
export * from './index.ts';
export * from './node.ts';
export { guardInputs } from './output/files/destination.ts';
export { ClosedPipe, openFileTarget, orWriteError, stdoutTarget, writeError } from './output/files/write.ts';
export { decode } from './page/charset.ts';
export { attributeName, countAttributes, scanValue, sourceBytes, tableBytes } from './page/page.ts';
export { partText } from './search/index-entry.ts';
export { SegmentTable } from './table/segment-table.ts';
