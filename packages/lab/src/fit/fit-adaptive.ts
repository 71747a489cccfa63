/**
 * How were the weights of the adaptive method found? Fits them to labelled sites, again.
 *
 *   dehusk-lab fit CORPUS…
 *
 * Prints the weights beside those in use, how well they do on the same sites and on sites that they were not fitted
 * to, and what is lost without each term. The same corpus gives the same weights.
 */
import { DehuskError } from 'dehusk';
import { ExitCode } from 'dehusk/parts';
import { openCorpora } from '../corpus/corpus.ts';
import type { Output } from '../experiment.ts';
import { fitReport } from './fit-report.ts';
import { textTable } from './text-table.ts';

export function run(folders: readonly string[], out: Output): number {
  if (folders.length === 0) throw new DehuskError('USAGE_FLAG_NEEDS', { flag: 'fit', needed: 'a CORPUS' });
  const started = Date.now();
  const onProgress = (what: string): void =>
    out.progress(`${Math.round((Date.now() - started) / 1000)} s: ${what}`);
  for (const table of fitReport(openCorpora(folders), onProgress)) out.line(textTable(table));
  return ExitCode.done;
}
