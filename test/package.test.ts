/**
 * What people install: `npm pack` in a fresh clone has the program and nothing of the lab, and a new TypeScript project
 * compiles and runs the README's examples with it, however it resolves modules.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { copySources, createTestFolder, linkPackages } from './copy-sources.ts';

interface Packed {
  readonly filename: string;
  /** In bytes: of the archive, and of its files. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

interface Manifest {
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

const readme = readFileSync('README.md', 'utf8');
const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code!);
const forBrowsers = examples.map((code) => code.includes('dehusk/dom'));

const at = createTestFolder();
let packed: Packed;
let manifest: Manifest;

function runIn(folder: string, command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: at(folder), encoding: 'utf8' });
  expect(status, `${command} ${args.join(' ')}\n${stdout}${stderr}`).toBe(0);
  return stdout;
}

beforeAll(() => {
  const clone = (path: string): string => at(`clone/${path}`);
  mkdirSync(clone('.'));
  copySources(clone);
  mkdirSync(at('project/node_modules/dehusk'), { recursive: true });
  const said = runIn('clone/packages/dehusk', 'npm', 'pack', '--json', '--pack-destination', at('.'));
  packed = (JSON.parse(said) as [Packed])[0];
  execFileSync('tar', ['-xzf', at(packed.filename), '--strip-components=1'], {
    cwd: at('project/node_modules/dehusk'),
  });
  manifest = JSON.parse(readFileSync(at('project/node_modules/dehusk/package.json'), 'utf8')) as Manifest;
  // What npm would install, and what a project in TypeScript has.
  linkPackages([...Object.keys(manifest.dependencies), '@types', 'linkedom'], at('project/node_modules'));
});

describe('the package', () => {
  it('has the program, its types and its documents, and nothing else', async ({ annotate }) => {
    const paths = packed.files.map(({ path }) => path);
    const expected = [
      /^(package\.json|README\.md|CHANGELOG\.md|LICENSE|dist\/THIRD-PARTY-NOTICES\.txt)$/,
      /^dist\/([a-z-]+|(shared|browser)\/[\w-]+)\.js(\.map)?$/,
      /^dist\/worker(\/[\w-]+)?\.cjs$/,
      /^dist\/core\.wasm$/,
      /^dist\/types\/(?!cli\/main)[\w/-]+\.d\.ts$/,
      /^man\/dehusk\.1$/,
    ];
    expect(paths.filter((path) => !expected.some((pattern) => pattern.test(path)))).toEqual([]);
    for (const pattern of expected) expect(paths.some((path) => pattern.test(path))).toBe(true);
    for (const name of ['README.md', 'CHANGELOG.md', 'LICENSE', 'dist/THIRD-PARTY-NOTICES.txt'])
      expect(paths).toContain(name);
    expect(paths.filter((path) => /\b(lab|eval|peers|papers|synthetic|bench)\b|\.test\./.test(path))).toEqual(
      [],
    );
    await annotate(`${paths.length} files, ${packed.size} bytes packed, ${packed.unpackedSize} unpacked`);
    expect(paths.length).toBeLessThan(440);
    expect(packed.size).toBeLessThan(3_000_000);
  });

  it('has types that name nothing but what is installed with it', () => {
    const installed = new Set(Object.keys(manifest.dependencies));
    const types = packed.files.map(({ path }) => path).filter((path) => path.endsWith('.d.ts'));
    const named = types.flatMap((path) => {
      const text = readFileSync(at(`project/node_modules/dehusk/${path}`), 'utf8');
      return [...text.matchAll(/(?:from|import\() ?'([^'.][^']*)'/g)].map(([, name]) => ({
        path,
        name: name!,
      }));
    });
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ name }) => !name.startsWith('node:') && !installed.has(name))).toEqual([]);
  });

  it('has every file that it names', () => {
    const paths = packed.files.map(({ path }) => `./${path}`);
    const named = Object.values(manifest.exports).flatMap((target) =>
      typeof target === 'string' ? [target] : Object.values(target),
    );
    expect(named.length).toBeGreaterThan(10);
    for (const path of named) expect(paths).toContain(path);
    expect(Object.keys(manifest.exports['.']!)).toEqual(['types', 'node', 'default']);
    expect(manifest.bin).toEqual({ dehusk: 'dist/cli.js' });
  });

  it('comes with a list of what it needs and of what is inside', () => {
    execFileSync(process.execPath, ['scripts/make-sbom.js', at('sbom.json')]);
    const { components } = JSON.parse(readFileSync(at('sbom.json'), 'utf8')) as {
      components: readonly { readonly group?: string; readonly name: string }[];
    };
    const names = components.map(({ group, name }) => (group ? `${group}/${name}` : name));
    expect(names).toEqual(expect.arrayContaining([...Object.keys(manifest.dependencies), 'htmlparser2']));
  });

  it('runs as a command', () => {
    writeCrawl();
    const cli = 'node_modules/dehusk/dist/cli.js';
    expect(runIn('project', process.execPath, cli, '--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
    const lines = runIn(
      'project',
      process.execPath,
      cli,
      'clean',
      'crawl.jsonl',
      '-q',
      '--state',
      'cli.state',
    );
    expect(lines.trimEnd().split('\n')).toHaveLength(6);
  });
});

describe('what only some need', () => {
  it('is said where it is missing', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['node_modules/dehusk/dist/cli.js', 'mcp', '--state', 'mcp.state'],
      { cwd: at('project'), encoding: 'utf8', input: '' },
    );
    expect(stderr).toContain('which is not installed: npm install @modelcontextprotocol/sdk');
    expect(status).toBe(1);
  });
});

function writeCrawl(): void {
  const pages = [0, 1, 2, 3, 4, 5].map((i) => ({
    url: `https://a.example/${i}`,
    html: `<nav>Home News About</nav><p>What page ${i} has to say.</p>`,
  }));
  writeFileSync(at('project/crawl.jsonl'), pages.map((page) => `${JSON.stringify(page)}\n`).join(''));
}

const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
  target: 'es2022',
};

describe.each([
  ['node16', { module: 'node16', lib: ['es2022'], types: ['node'] }, false],
  ['bundler', { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022'], types: ['node'] }, false],
  ['browser', { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [] }, true],
])('a project in strict TypeScript (%s)', (name, options, inBrowser) => {
  const files = examples.flatMap((_, i) => (forBrowsers[i] === inBrowser ? [`example-${i}.ts`] : []));

  it("compiles and runs the README's examples", () => {
    writeCrawl();
    writeFileSync(at('project/package.json'), '{ "type": "module", "private": true }\n');
    for (const [i, code] of examples.entries()) writeFileSync(at(`project/example-${i}.ts`), code);
    const compilerOptions = { ...strict, ...options, outDir: name };
    writeFileSync(at(`project/tsconfig.${name}.json`), JSON.stringify({ compilerOptions, files }));
    runIn(
      'project',
      process.execPath,
      resolve('node_modules/typescript/bin/tsc'),
      '-p',
      `tsconfig.${name}.json`,
    );
    writeFileSync(
      at('project/document.js'),
      "import { parseHTML } from 'linkedom';\nglobalThis.document = parseHTML('<p>What page 1 has to say.').document;\n",
    );
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const script = `./${name}/${file.replace('.ts', '.js')}`;
      expect(runIn('project', process.execPath, '--import', './document.js', script)).toContain(
        'What page 1 has to say.',
      );
    }
  });
});
