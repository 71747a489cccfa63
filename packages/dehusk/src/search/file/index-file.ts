import type { FileKind } from '../../engine/sqlite/file-kind.ts';
import { DehuskError } from '../../errors.ts';
import { APPLICATION_ID, SCHEMA_VERSION, schema } from './schema.ts';

/** The file of an index, and what is said when something is wrong with it. */
export const indexFile: FileKind = {
  applicationId: APPLICATION_ID,
  schemaVersion: SCHEMA_VERSION,
  schema,
  table: 'facts',
  faults: {
    foreign: (file, reason) => new DehuskError('INDEX_FOREIGN', { file, reason }),
    newer: (file, found) => new DehuskError('INDEX_NEWER', { file, found, known: SCHEMA_VERSION }),
    cutShort: (file) => new DehuskError('INDEX_DAMAGED', { file, reason: 'it is cut short' }),
    damaged: (file, cause) => new DehuskError('INDEX_DAMAGED', { file, reason: cause.message }, { cause }),
    inUse: (file, cause) => new DehuskError('INDEX_IN_USE', { file }, { cause }),
    unusable: (file, cause) => new DehuskError('INDEX_UNUSABLE', { file, reason: cause.message }, { cause }),
  },
};
