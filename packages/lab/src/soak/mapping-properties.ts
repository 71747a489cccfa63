/**
 * The full form of the property test of mappings: `npm run properties:mapping [-- COUNT [SEED]]`, a million pairs of
 * trees by default. Exits with 1 if a mapping was not valid, or larger than the optimum.
 */
import { checkRandomPairs } from '../../../../test/mapping/random-pairs.ts';

const [count = '1000000', seed = '1000000'] = process.argv.slice(2);
const started = Date.now();
let told = 0;

const report = checkRandomPairs(Number(count), Number(seed), (done) => {
  if (done - told < 50_000) return;
  told = done;
  console.error(`${done} of ${count}, ${Math.round((Date.now() - started) / 1000)} s`);
});
for (const fault of report.faults.slice(0, 20)) console.log(fault);
console.log(`${report.pairs} pairs, ${report.faults.length} faults`);
const optimum = report.found['top-down-exact']!;
for (const [name, found] of Object.entries(report.found)) {
  const share = ((100 * found) / optimum).toFixed(2);
  const smaller = ((100 * report.smaller[name]!) / report.pairs).toFixed(2);
  console.log(`${name.padEnd(20)} ${share.padStart(6)} % of the optimum's pairs; smaller on ${smaller} %`);
}
if (report.faults.length > 0) process.exitCode = 1;
