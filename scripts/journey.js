/**
 * How many files does somebody read who follows a page through the program? `npm run journey` builds the command with a
 * file for each module, runs `dehusk clean crawl.jsonl` on 20 pages and on 60, and lists the files in which a function
 * ran more often for 60.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const home = fileURLToPath(new URL('../packages/dehusk', import.meta.url));
mkdirSync(join(home, 'build'), { recursive: true });
// Inside the package, so that its own name and its dependencies are found.
const folder = mkdtempSync(join(home, 'build/journey-'));
const modules = join(folder, 'modules');

function pageHtml(number) {
  return `<!DOCTYPE html><html lang="en"><head><title>Story ${number} | A site</title></head><body>
<header><nav><ul><li><a href="/">Home</a></li><li><a href="/news">News</a></li><li><a href="/about">About us</a></li></ul></nav></header>
<main><h1>Story ${number}</h1><p>What page ${number} has to say, in a sentence that no other page has.</p>
<p>And paragraph ${number * 7}, with <a href="/${number + 1}">a link</a>.</p></main>
<aside><h2>Recent</h2><p>This box is on every page of the site.</p></aside><footer>All rights reserved.</footer></body></html>`;
}

/** How often each function ran: file and place → count. */
function countRuns(pages) {
  const lines = Array.from({ length: pages }, (_, number) =>
    JSON.stringify({ url: `https://a.example/${number}`, html: pageHtml(number) }),
  );
  writeFileSync(join(folder, 'crawl.jsonl'), lines.join('\n'));
  const coverage = join(folder, `coverage-${pages}`);
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(modules, 'cli/main.js'), 'clean', 'crawl.jsonl'],
    { cwd: folder, env: { ...process.env, NODE_V8_COVERAGE: coverage }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  const runs = new Map();
  for (const file of readdirSync(coverage))
    for (const { url, functions } of JSON.parse(readFileSync(join(coverage, file), 'utf8')).result) {
      const path = url.split('/modules/')[1];
      if (path === undefined) continue;
      for (const { ranges } of functions) {
        const place = `${path}:${ranges[0].startOffset}`;
        runs.set(place, (runs.get(place) ?? 0) + ranges[0].count);
      }
    }
  return runs;
}

try {
  await build({
    cwd: home,
    input: ['src/cli/main.ts'],
    platform: 'node',
    transform: { target: 'node20.19' },
    treeshake: false,
    logLevel: 'silent',
    external: (id) => /^[a-z@]/.test(id) && !id.startsWith('@oxc-project/') && !id.startsWith('src/'),
    output: {
      dir: modules,
      preserveModules: true,
      preserveModulesRoot: join(home, 'src'),
      entryFileNames: '[name].js',
    },
  });
  const [few, many] = [countRuns(20), countRuns(60)];
  const fileOf = (place) => place.split(':')[0].replace(/js$/, 'ts');
  const passed = [...many].filter(([place, count]) => count > (few.get(place) ?? 0));
  const files = new Set(passed.map(([place]) => fileOf(place)));
  for (const file of [...files].sort()) console.log(file);
  console.log(`${files.size} of ${new Set([...many.keys()].map(fileOf)).size} files that are loaded`);
} finally {
  rmSync(folder, { recursive: true });
}
