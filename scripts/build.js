/**
 * Builds the packages: `node scripts/build.js`, or the one that is named: `node scripts/build.js dehusk`.
 *
 * Each becomes a few files: its entries, and the parts that they share. A command that starts a thousand times a day
 * must start fast, so nothing is loaded that was not asked for, and small libraries are inside. What is native or
 * large (SQLite, the HTTP client) stays a dependency, loaded when it is needed.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const root = fileURLToPath(new URL('../', import.meta.url));

/**
 * What nearly every start needs is one file: each file that is opened costs more than the code in it. Methods, commands,
 * SQLite and the network stay apart, and are loaded when they are named.
 */
const coreModules = [
  /src\/(page|table)\//,
  /src\/output\/[a-z-]+\.ts$/,
  /src\/engine\/(?!sqlite|temporary|saved|node)[a-z-]+\.ts$/,
  /src\/detect\/([a-z]+|[a-z-]+\/method|adaptive\/[a-z-]+|none\/none)\.ts$/,
  /node_modules\/(htmlparser2|entities|@exodus|html-encoding-sniffer|css-select|css-what|dom|boolbase|nth-check)/,
];

const entriesOf = {
  dehusk: {
    'index-node': 'src/index-node.ts',
    node: 'src/node.ts',
    parts: 'src/parts.ts',
    crawlee: 'src/crawlee/crawlee.ts',
    cli: 'src/cli/main.ts',
    worker: 'src/engine/run/worker.ts',
  },
  lab: {
    cli: 'src/cli/main.ts',
    'reader-process': 'src/peers/reader-process.ts',
    'kill-at': 'src/soak/kill-at.js',
    'report-cost': 'src/bench/report-cost.js',
  },
};

/**
 * For browsers: some libraries come in two forms, and theirs is the one that asks nothing of Node. So these entries share
 * nothing with the others. Live documents need no parser, and `dom` is one file that carries none. Whoever puts them on
 * a page bundles them again and reads them as they are: their source maps would be a third of the package.
 */
const browserBuilds = [
  {
    input: { index: 'src/index.ts' },
    output: { chunkFileNames: 'browser/[name]-[hash].js', sourcemap: false },
  },
  { input: { dom: 'src/dom.ts' }, output: { codeSplitting: false, sourcemap: false } },
];

/** Returns the modules that are inside. */
async function bundle(folder, { input, output, platform }) {
  const { dependencies = {}, peerDependencies = {} } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const outside = Object.keys({ ...dependencies, ...peerDependencies });
  const built = await build({
    cwd: folder,
    input,
    platform,
    transform: { target: platform === 'browser' ? 'es2023' : 'node20.19' },
    external: (id) => outside.some((dependency) => id === dependency || id.startsWith(`${dependency}/`)),
    // The lab takes parts by name that the command loads when they are named.
    checks: { ineffectiveDynamicImport: false },
    logLevel: 'warn',
    output: {
      dir: join(folder, 'dist'),
      format: 'esm',
      sourcemap: true,
      entryFileNames: '[name].js',
      chunkFileNames: 'shared/[name]-[hash].js',
      ...output,
    },
  });
  return built.output.flatMap((chunk) => chunk.moduleIds ?? []);
}

/** The licences of what is inside, as they ask for. */
function writeNotices(folder, modules) {
  const homes = new Set(
    modules.flatMap((id) => id.match(/^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []),
  );
  const notices = [...homes].sort().map((home) => {
    const { name, version, license } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    const file = readdirSync(home).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? '' : readFileSync(join(home, file), 'utf8').trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  const rule = `\n${'-'.repeat(80)}\n\n`;
  writeFileSync(join(folder, 'dist/THIRD-PARTY-NOTICES.txt'), notices.join(rule));
}

/** Types of what no entry mentions are nobody's business. */
function dropUnreachedTypes(folder) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const pending = Object.values(exports).flatMap(({ types }) => (types ? [join(folder, types)] : []));
  const reached = new Set();
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)\.ts'/g))
      pending.push(join(dirname(file), `${path}.d.ts`));
  }
  const types = join(folder, 'dist/types');
  const entries = readdirSync(types, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && !reached.has(file)) rmSync(file);
  }
}

/** The documents that are shipped stand at the root, for readers of the repository. */
function copyDocuments(folder) {
  for (const document of ['README.md', 'CHANGELOG.md', 'LICENSE'])
    copyFileSync(join(root, document), join(folder, document));
}

for (const name of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(entriesOf)) {
  if (!Object.hasOwn(entriesOf, name)) throw new Error(`no package is called ${name}`);
  const folder = join(root, 'packages', name);
  const groups = [{ name: 'core', test: (id) => coreModules.some((pattern) => pattern.test(id)) }];
  const output = { cleanDir: true, codeSplitting: { groups } };
  const modules = await bundle(folder, { input: entriesOf[name], output, platform: 'node' });
  if (name !== 'dehusk') continue;
  for (const browserBuild of browserBuilds)
    modules.push(...(await bundle(folder, { ...browserBuild, platform: 'browser' })));
  writeNotices(folder, modules);
  copyDocuments(folder);
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], {
    stdio: 'inherit',
  });
  dropUnreachedTypes(folder);
}
