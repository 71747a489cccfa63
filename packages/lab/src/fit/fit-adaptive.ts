/**
 * How were the weights of the adaptive method found? Fits them to labelled sites, again.
 *
 *   npm run fit:adaptive -- CORPUS…
 *
 * Prints the weights beside those in use, how well they do on the same sites and on sites that they were not fitted
 * to, and what is lost without each term. The same corpus gives the same weights.
 */
import { openCorpora } from '../corpus/open-corpora.ts';
import { fitReport } from './fit-report.ts';
import { textTable } from './text-table.ts';

const folders = process.argv.slice(2);
const started = Date.now();

function tell(what: string): void {
  console.error(`${Math.round((Date.now() - started) / 1000)} s: ${what}`);
}

if (folders.length === 0) {
  console.error('usage: npm run fit:adaptive -- CORPUS…');
  process.exitCode = 2;
} else {
  for (const table of fitReport(openCorpora(folders), tell)) console.log(textTable(table));
}
