/**
 * The full form of the mutation test: `npm run fuzz:pages [-- COUNT [SEED]]`, a million cases by default.
 * Exits with 1 if a page broke an invariant, raised anything but a refusal, or took more than two seconds.
 */
import { fuzzPages } from '../../../../test/fuzz/fuzz-pages.ts';

const [count = '1000000', seed = '1000000'] = process.argv.slice(2);
const started = Date.now();

const report = fuzzPages(Number(count), Number(seed), (done) => {
  if (done % 20_000 === 0)
    console.error(`${done} of ${count}, ${Math.round((Date.now() - started) / 1000)} s`);
});
for (const failure of report.failures) console.log(failure);
const { cases, refused, slowestMs, failures } = report;
console.log(
  `${cases} cases, ${failures.length} failed, ${refused} refused, slowest ${slowestMs.toFixed(0)} ms`,
);
if (failures.length > 0 || slowestMs > 2000) process.exitCode = 1;
