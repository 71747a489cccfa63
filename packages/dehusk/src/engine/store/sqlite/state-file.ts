import { DehuskError } from '../../../errors.ts';
import type { FileKind } from '../../sqlite/file-kind.ts';
import { APPLICATION_ID, SCHEMA_VERSION, schema } from './schema.ts';

/** The file of a store, and what is said when something is wrong with it. */
export const stateFile: FileKind = {
  applicationId: APPLICATION_ID,
  schemaVersion: SCHEMA_VERSION,
  schema,
  table: 'store',
  faults: {
    foreign: (file, reason) => new DehuskError('STATE_FOREIGN', { file, reason }),
    newer: (_, found) => new DehuskError('STATE_NEWER', { found, known: SCHEMA_VERSION }),
    cutShort: (file) => new DehuskError('STATE_DAMAGED', { reason: `${file} is cut short` }),
    damaged: (file, cause) =>
      new DehuskError('STATE_DAMAGED', { reason: `${file}: ${cause.message}` }, { cause }),
    inUse: (file, cause) => new DehuskError('STATE_IN_USE', { file }, { cause }),
    unusable: (file, cause) =>
      new DehuskError('STATE_UNWRITABLE', { file, reason: cause.message }, { cause }),
  },
};
