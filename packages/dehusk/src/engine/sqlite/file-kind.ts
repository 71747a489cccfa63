/** What the SQLite files of this program have in common; each kind says the same faults in words of its own. */
import type { DehuskError } from '../../errors.ts';

export interface FileKind {
  /** Kept in the header of the file: what is no file of this kind is told without opening it. */
  readonly applicationId: number;
  readonly schemaVersion: number;
  /** Makes all tables, and writes both numbers. */
  readonly schema: string;
  /** One of the tables: they are made together, so it stands for all. */
  readonly table: string;
  readonly faults: FileFaults;
}

export interface FileFaults {
  foreign(file: string, reason: string): DehuskError;
  newer(file: string, found: number): DehuskError;
  cutShort(file: string): DehuskError;
  damaged(file: string, cause: Error): DehuskError;
  inUse(file: string, cause: Error): DehuskError;
  unusable(file: string, cause: Error): DehuskError;
}
