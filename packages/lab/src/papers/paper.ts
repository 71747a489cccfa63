/** A paper whose tables can be made again, on any sites with gold. */
import type { CorpusSite } from '../corpus/read-corpus.ts';
import type { Table } from '../report/table.ts';

export interface Paper {
  /** As it is chosen by: first author and year. */
  readonly name: string;
  readonly title: string;
  /** `tell` gets a line now and then: how far it is. */
  reproduce(sites: readonly CorpusSite[], tell: (progress: string) => void): Promise<PaperReport>;
}

export interface PaperReport {
  /** Ours, each followed by or beside what the paper prints. */
  readonly tables: readonly Table[];
  /** What differs from the paper and why, in sentences. */
  readonly reading: readonly string[];
}
