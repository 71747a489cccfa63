/**
 * The long form of the kill test of `dehusk index`: `npm run test:kill-index [-- PAGES [KILLS]]`, 20,000 pages and 50
 * kills by default. Needs a build (`npm run build`). Exits with 1 if the index is not that of an undisturbed run.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  attemptIndex,
  digestIndex,
  killedIndex,
  writeIndexCrawl,
} from '../../../../test/search/kill-index.ts';

const pages = Number(process.argv[2] ?? 20_000);
const kills = Number(process.argv[3] ?? 50);
const sites = Math.max(1, Math.round(pages / 500));
const folder = mkdtempSync(join(tmpdir(), 'dehusk-kill-index-'));
const count = writeIndexCrawl(folder, { sites, pagesPerSite: Math.round(pages / sites) });
console.error(`${count} pages of ${sites} sites, a tenth of them twice: ${folder}`);

const startMs = performance.now();
const runs = { folder, flags: [], runMs: 0 };
if (!(await attemptIndex(runs, 'whole.index'))) throw new Error('the undisturbed run was killed');
const runMs = performance.now() - startMs;
const sizeBytes = statSync(join(folder, 'whole.index')).size;
console.log(`undisturbed: ${(runMs / 1000).toFixed(1)} s, ${(sizeBytes / 1e6).toFixed(1)} MB`);
const expected = digestIndex(join(folder, 'whole.index'));

// A run that is killed early and often comes to no end; each gets an eighth of the way on average.
let killed = 0;
let different = 0;
for (let seed = 1; killed < kills; seed++) {
  killed += await killedIndex({ ...runs, runMs: runMs / 4 }, 'killed.index', { kills: kills - killed, seed });
  const isSame = digestIndex(join(folder, 'killed.index')) === expected;
  if (!isSame) different++;
  console.error(`${killed} of ${kills} kills, seed ${seed}: ${isSame ? 'same' : 'DIFFERENT'}`);
  rmSync(join(folder, 'killed.index'));
}
console.log(`${killed} kills, ${different} indexes different`);
if (different === 0) rmSync(folder, { recursive: true });
else process.exitCode = 1;
