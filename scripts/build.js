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
import { parseAst } from 'rolldown/parseAst';
import { buildExtension } from './build-extension.js';
import { liveDocumentPlugins } from './live-document-build.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const { version: ownVersion } = JSON.parse(readFileSync(join(root, 'packages/dehusk/package.json'), 'utf8'));

/**
 * What every thread of a run needs is one file: each file that is opened costs more than the code in it, and each thread
 * compiles all of it anew. So it holds what these import, and nothing else; other methods, commands, selectors, SQLite
 * and the network stay apart, and are loaded when they are named.
 */
const coreRoots =
  /\/src\/(engine\/run\/(?:work|page-steps|render-page)|detect\/adaptive\/adaptive|detect\/none\/none)\.ts$/;

/** Small parts that several of the others share, besides the core: one file instead of ten. */
const sharedParts =
  /\/src\/(page\/(?!select)|table\/|detect\/(adaptive\/fact-names|[a-z-]+)\.ts|engine\/(site-key|store)\.ts|cluster\/page-log\.ts)/;

const entriesOf = {
  dehusk: {
    'index-node': 'src/index-node.ts',
    node: 'src/node.ts',
    parts: 'src/parts.ts',
    crawlee: 'src/crawlee/crawlee.ts',
    cli: 'src/cli/main.ts',
  },
  lab: {
    cli: 'src/cli/main.ts',
    'reader-process': 'src/peers/reader-process.ts',
    'kill-at': 'src/soak/kill-at.js',
    'forking-process': 'src/soak/forking-process.js',
    'report-cost': 'src/bench/report-cost.js',
  },
};

/**
 * What a thread needs for some pages or in some runs only. Each is a file of its own, read when one of its functions is
 * first called: a thread that never calls them does not compile them. They must export functions alone.
 */
const onDemand = {
  'html-parser': './src/page/html-parser.ts',
  charset: './src/page/charset.ts',
  references: 'entities/decode',
  score: './src/detect/adaptive/score.ts',
  languages: './src/metadata/trigrams.ts',
  checksum: '@exodus/bytes/crc.js',
  dates: './src/metadata/dates.ts',
  chunks: './src/output/chunks.ts',
  markdown: './src/output/markdown.ts',
  html: './src/output/html.ts',
  warc: './src/output/warc.ts',
  'template-document': './src/output/template-document.ts',
};

/**
 * A thread of `--jobs` is CommonJS, and shares nothing with the rest: Node starts it with a tenth less CPU than modules,
 * and such starts are paid once for each thread.
 */
const workerBuild = {
  input: {
    worker: './src/engine/run/worker.ts',
    ...Object.fromEntries(Object.entries(onDemand).map(([name, part]) => [`worker/${name}`, part])),
  },
  // Records have metadata unless somebody asks for less, and must not load SQLite with what few runs need.
  roots: new RegExp(`${coreRoots.source}|/src/metadata/page-metadata\\.ts$`),
  output: {
    format: 'cjs',
    sourcemap: false,
    entryFileNames: '[name].cjs',
    chunkFileNames: 'worker/[name]-[hash].cjs',
  },
};

/**
 * For browsers: some libraries come in two forms, and theirs is the one that asks nothing of Node. So these entries share
 * nothing with the others. Live documents need no parser, and `dom` is one file that carries none. Whoever puts them on
 * a page bundles them again and reads them as they are: their source maps would be a third of the package. What their
 * functions are for is said in the types, too.
 */
const browserBuilds = [
  {
    input: { index: 'src/index.ts' },
    output: { chunkFileNames: 'browser/[name]-[hash].js', sourcemap: false, comments: { jsdoc: false } },
  },
  {
    input: { dom: 'src/dom.ts' },
    output: { codeSplitting: false, sourcemap: false },
    plugins: liveDocumentPlugins({ isAlone: true }),
  },
];

/** The libraries are written for everybody; this is what we need of them, so that less is compiled at every start. */
const lighterLibraries = {
  name: 'lighter-libraries',
  resolveId: {
    filter: { id: /^(?:entities\/decode|franc-min)$/ },
    handler: (id, importer) => {
      if (id === 'franc-min') return importer === 'franc-when-asked' ? undefined : 'franc-when-asked';
      return /\/htmlparser2\/dist\//.test(importer ?? '') ? 'no-entities' : undefined;
    },
  },
  load: {
    filter: {
      id: /^no-entities$|^franc-when-asked$|\/@exodus\/bytes\/.*\.json$|\/dehusk\/src\/version\.ts$/,
    },
    handler: (id) => {
      if (id.endsWith('version.ts')) return `export const ownVersion = ${JSON.stringify(ownVersion)};`;
      // The tokenizer is told to leave character references alone, so it needs no tables of its own.
      if (id === 'no-entities')
        return `export const DecodingMode = {}, htmlDecodeTree = [], xmlDecodeTree = [];
          export class EntityDecoder { startEntity() { throw new Error('the tokenizer must not decode'); } }`;
      // It makes 25,000 entries of a table when it is loaded, and few texts ask for them.
      if (id === 'franc-when-asked')
        return `export const franc = (text, options) => require('franc-min').franc(text, options);`;
      // A string of JSON is passed over until somebody asks for the table; an array is compiled.
      const table = JSON.stringify(JSON.parse(readFileSync(id, 'utf8')));
      return { code: `module.exports = JSON.parse(${JSON.stringify(table)});`, moduleType: 'js' };
    },
  },
};

/** A list or an object of a part of ours that is loaded later would come out as a function, too. */
function checkFunctions(part, code) {
  for (const { type, declaration } of parseAst(code, { lang: 'ts' }).body) {
    if (type !== 'ExportNamedDeclaration' || declaration?.type !== 'VariableDeclaration') continue;
    const other = declaration.declarations.find(({ init }) => !/Function/.test(init?.type));
    if (other !== undefined) throw new Error(`${part} is loaded later, and exports ${other.id.name}`);
  }
}

/** Puts functions that load a part in the place of that part. */
function loadOnDemand(folder) {
  const prefix = '\0on-demand:';
  const nameById = new Map();
  const idByName = new Map();
  const plugin = {
    name: 'on-demand',
    async buildStart() {
      for (const [name, part] of Object.entries(onDemand)) {
        const { id } = await this.resolve(part, join(folder, 'package.json'));
        nameById.set(id, name);
        idByName.set(name, id);
      }
    },
    async resolveId(source, importer, options) {
      if (importer === undefined) return undefined;
      if (importer.startsWith(prefix)) return { id: source, external: true };
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return nameById.has(found?.id) ? prefix + nameById.get(found.id) : found;
    },
    async load(id) {
      if (!id.startsWith(prefix)) return undefined;
      const name = id.slice(prefix.length);
      const { exports, code } = await this.load({ id: idByName.get(name) });
      if (idByName.get(name).endsWith('.ts')) checkFunctions(name, code);
      const functions = exports.map(
        (called) => `export const ${called} = (...given) => load().${called}(...given);`,
      );
      return `let part; const load = () => (part ??= require('./${name}.cjs'));\n${functions.join('\n')}`;
    },
  };
  return { plugin, isPart: (id) => nameById.has(id) };
}

/** Libraries that others of the core name in passing, and only selectors use. */
const notCore = /\/node_modules\/(css-|dom)/;

/** All that some modules import, and what that imports. */
function createClosure(isRoot) {
  const inside = new Set();
  const plugin = {
    name: 'closure',
    buildEnd() {
      const pending = [...this.getModuleIds()].filter(isRoot);
      for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
        if (inside.has(id) || notCore.test(id)) continue;
        inside.add(id);
        pending.push(...(this.getModuleInfo(id)?.importedIds ?? []));
      }
    },
  };
  return { plugin, has: (id) => inside.has(id) };
}

/** Returns the modules that are inside. */
async function bundle(folder, { input, output, platform, plugins = [] }) {
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
    checks: { ineffectiveDynamicImport: false, pluginTimings: false },
    logLevel: 'warn',
    // A number or a name of one module in another: no file is opened for the version alone.
    optimization: { inlineConst: { mode: 'all' } },
    // Whoever uses nothing of a module of Node need not wait until it is loaded.
    treeshake: { moduleSideEffects: [{ test: /^node:/, sideEffects: false }] },
    plugins: [lighterLibraries, ...plugins],
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

/** The source maps have the comments. */
async function bundleForNode(folder, { input, output, more, roots = coreRoots, plugins = [] }) {
  const core = createClosure((id) => roots.test(id));
  const groups = [
    { name: 'core', test: core.has },
    { name: 'more', test: more },
  ];
  return bundle(folder, {
    input,
    output: { comments: false, codeSplitting: { groups }, ...output },
    platform: 'node',
    plugins: [core.plugin, ...plugins],
  });
}

async function bundleForThreads(folder) {
  const { plugin, isPart } = loadOnDemand(folder);
  const apart = createClosure(isPart);
  return bundleForNode(folder, {
    ...workerBuild,
    // What few runs need: other methods, selectors, the parking of sites.
    more: (id) => !apart.has(id) && !id.endsWith('/run/worker.ts'),
    plugins: [plugin, apart.plugin],
  });
}

/** The licences of what is inside, as they ask for. */
function writeNotices(folder, modules) {
  const homes = new Set(
    modules.flatMap((id) => id.match(/^\/.*\/node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []),
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

/** Projects for older browsers do not have the types of `using`, and should not have to ask for them. */
function nameDisposal(folder) {
  const types = join(folder, 'dist/types');
  for (const name of readdirSync(types, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const text = readFileSync(join(types, name), 'utf8');
    if (/\b(?:Async)?Disposable\b|\bSymbol\.(?:asyncD|d)ispose\b/.test(text))
      writeFileSync(join(types, name), `/// <reference lib="esnext.disposable" />\n${text}`);
  }
}

/** The sources of libraries are in their packages: without them, maps are half as large. One of nothing else is none. */
function dropLibrarySources(folder) {
  const entries = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' });
  for (const entry of entries.filter((name) => name.endsWith('.js.map'))) {
    const file = join(folder, 'dist', entry);
    const map = JSON.parse(readFileSync(file, 'utf8'));
    const isOwn = (source) => !source.includes('/node_modules/');
    if (!map.sources.some(isOwn)) {
      const script = file.replace(/\.map$/, '');
      writeFileSync(script, readFileSync(script, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
      rmSync(file);
      continue;
    }
    map.sourcesContent = map.sourcesContent?.map((text, i) => (isOwn(map.sources[i]) ? text : null));
    writeFileSync(file, JSON.stringify(map));
  }
}

/** The documents that are shipped stand at the root, for readers of the repository. */
function copyDocuments(folder) {
  for (const document of ['README.md', 'CHANGELOG.md', 'LICENSE'])
    copyFileSync(join(root, document), join(folder, document));
}

const names = process.argv.length > 2 ? process.argv.slice(2) : [...Object.keys(entriesOf), 'extension'];
for (const name of names) {
  if (name === 'extension') {
    await buildExtension(() => [lighterLibraries, ...liveDocumentPlugins({ isAlone: false })]);
    continue;
  }
  if (!Object.hasOwn(entriesOf, name)) throw new Error(`no package is called ${name}`);
  const folder = join(root, 'packages', name);
  const modules = await bundleForNode(folder, {
    input: entriesOf[name],
    output: { cleanDir: true },
    more: sharedParts,
  });
  if (name !== 'dehusk') continue;
  modules.push(...(await bundleForThreads(folder)));
  for (const browserBuild of browserBuilds)
    modules.push(...(await bundle(folder, { ...browserBuild, platform: 'browser' })));
  dropLibrarySources(folder);
  writeNotices(folder, modules);
  copyDocuments(folder);
  execFileSync(process.execPath, [join(root, 'scripts/build-core.js')], { stdio: 'inherit' });
  copyFileSync(join(folder, 'build/core.wasm'), join(folder, 'dist/core.wasm'));
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], {
    stdio: 'inherit',
  });
  dropUnreachedTypes(folder);
  nameDisposal(folder);
}
