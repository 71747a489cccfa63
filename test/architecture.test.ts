/**
 * Who may import whom: the table of ARCHITECTURE.md, held by a test. A room is a folder of `src` (under `detect`,
 * a folder of its own per method) or a file that several rooms share.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { FullPage, Page } from '../packages/dehusk/src/page/page.ts';

const src = new URL('../packages/dehusk/src/', import.meta.url).pathname;

/** What a method shares with the others, and what others may know of methods: no detector can be made with it. */
const contracts = ['detect/detector.ts', 'detect/method.ts', 'detect/registry.ts'];

/** Room → what it may import besides itself. `detect/*` is the folder of a method. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'errors.ts': [],
  'version.ts': [],
  page: ['errors.ts'],
  table: [],
  compare: ['errors.ts', 'page', 'detect/detector.ts', 'detect/method.ts'],
  detect: ['errors.ts', 'page', 'table', 'detect/*'],
  'detect/*': [
    'errors.ts',
    'page',
    'table',
    'compare/mapping',
    'detect/detector.ts',
    'detect/method.ts',
    'detect/lesson.ts',
    'detect/exemplars.ts',
    'detect/saved-state.ts',
    'detect/bytes.ts',
  ],
  metadata: ['page'],
  input: ['errors.ts', 'version.ts', 'page/raw-page.ts', 'page/parse.ts'],
  output: ['errors.ts', 'version.ts', 'page', 'metadata', 'detect/detector.ts'],
  engine: ['errors.ts', 'page', 'metadata', 'compare', 'detect', 'detect/none', 'output'],
  'engine/lessons': [
    'errors.ts',
    'version.ts',
    'page',
    ...contracts,
    'detect/lesson.ts',
    'detect/bytes.ts',
    'engine',
    'input',
    'output',
  ],
  'engine/run': [
    'errors.ts',
    'page',
    'metadata',
    'compare',
    ...contracts,
    'engine',
    'engine/lessons',
    'input',
    'output',
  ],
  cluster: ['errors.ts', 'page', 'detect/method.ts', 'engine', 'engine/run', 'input', 'output/files'],
  search: ['errors.ts', 'page', ...contracts, 'engine', 'engine/run', 'input', 'output'],
  crawlee: ['errors.ts', 'page/raw-page.ts', 'engine', 'output/record.ts'],
  watch: ['errors.ts', 'page', 'compare', 'engine'],
  cli: [
    'errors.ts',
    'version.ts',
    'page',
    'compare',
    ...contracts,
    'engine',
    'engine/lessons',
    'engine/run',
    'input',
    'output',
    'search',
    'watch',
    'cluster',
  ],
  'index.ts': ['*'],
  'index-node.ts': ['*'],
  'node.ts': ['*'],
  'dom.ts': ['*'],
  'dom-cleaner.ts': ['*'],
  'dom-parts.ts': ['*'],
  'parts.ts': ['*'],
};

/** Only these may use Node's own modules; everything else runs in a browser too. */
const mayUseNode = [
  'version.ts',
  'page/core-node.ts',
  'input',
  'output/files',
  'engine/sqlite',
  'engine/temporary-parking.ts',
  'engine/lessons',
  'engine/run',
  'search',
  'cluster',
  'cli',
];

interface SourceFile {
  /** Path below src. */
  readonly path: string;
  /** Relative imports, as paths below src. */
  readonly imports: readonly string[];
  readonly packages: readonly string[];
}

function readSources(): readonly SourceFile[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('.d.ts'))
    .map((path) => {
      const text = readFileSync(join(src, path), 'utf8');
      const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1]!);
      const relative = specifiers.filter((specifier) => specifier.startsWith('.'));
      return {
        path,
        imports: relative.map((specifier) => normalize(join(dirname(path), specifier))),
        packages: specifiers.filter((specifier) => !specifier.startsWith('.')),
      };
    });
}

/** The room a file belongs to: the longest key of the table that covers it. */
function roomOf(path: string): string | undefined {
  const covers = (room: string): boolean =>
    room === path || path.startsWith(`${room}/`) || (room === 'detect/*' && /^detect\/[^/]+\//.test(path));
  return Object.keys(allowed)
    .filter(covers)
    .sort((a, b) => b.length - a.length)[0];
}

function mayImport(from: string, to: string): boolean {
  const [here, there] = [roomOf(from)!, roomOf(to)];
  if (here === 'detect/*') {
    const method = from.split('/').slice(0, 2).join('/');
    if (to.startsWith(`${method}/`)) return true;
  } else if (here === there) return true;
  // What a room may import of a larger one is the larger one without the rooms inside it.
  return allowed[here]!.some(
    (target) =>
      target === '*' ||
      target === there ||
      to === target ||
      (!(target in allowed) && to.startsWith(`${target}/`)),
  );
}

function usesNode(file: SourceFile): boolean {
  return file.packages.some((name) => name.startsWith('node:'));
}

describe('the architecture', () => {
  const document = readFileSync(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8');
  const sources = readSources();
  const byPath = new Map(sources.map((file) => [file.path, file]));

  it('has a room for every file', () => {
    expect(sources.length).toBeGreaterThan(20);
    expect(sources.filter(({ path }) => roomOf(path) === undefined).map(({ path }) => path)).toEqual([]);
  });

  it('lets each room import only what the table says', () => {
    const offences = sources.flatMap(({ path, imports }) =>
      imports.filter((target) => !mayImport(path, target)).map((target) => `${path} imports ${target}`),
    );
    expect(offences).toEqual([]);
  });

  it("keeps Node's modules where they belong", () => {
    const offences = sources.filter(
      (file) =>
        usesNode(file) && !mayUseNode.some((room) => file.path === room || file.path.startsWith(room)),
    );
    expect(offences.map(({ path }) => path)).toEqual([]);
  });

  it.each(['index.ts', 'dom.ts'])('keeps %s free of Node, through everything it imports', (entry) => {
    const reached = new Set<string>();
    const pending = [entry];
    for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
      if (reached.has(path)) continue;
      reached.add(path);
      pending.push(...(byPath.get(path)?.imports ?? []));
    }
    const offences = [...reached].filter((path) => byPath.has(path) && usesNode(byPath.get(path)!));
    expect(reached.size).toBeGreaterThan(10);
    expect(offences).toEqual([]);
  });

  it('lets nobody but the engine ask a detector', () => {
    const calls = /\bdetector\.(?:observe|learn|judge|judgeBatch|judgeWords|replay)\(/;
    const offences = sources
      .filter(({ path }) => !/^(?:detect|engine)\//.test(path))
      .filter(({ path }) => calls.test(readFileSync(join(src, path), 'utf8')));
    expect(offences.map(({ path }) => path)).toEqual([]);
    expect(readFileSync(join(src, 'engine/engine.ts'), 'utf8')).toMatch(calls);
  });

  it('would notice an offence', () => {
    expect(mayImport('page/parse.ts', 'input/input.ts')).toBe(false);
    expect(mayImport('detect/one/one.ts', 'detect/other/other.ts')).toBe(false);
    expect(mayImport('detect/one/one.ts', 'detect/one/part.ts')).toBe(true);
    expect(mayImport('cli/clean.ts', 'detect/one/one.ts')).toBe(false);
    expect(mayImport('engine/engine.ts', 'engine/run/run.ts')).toBe(false);
  });

  it('tells of every folder, and of every file that several folders share', () => {
    const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
    const places = files.flatMap((file) => {
      const [top, name, below, room] = file.split('/');
      if (top!.startsWith('.') || name === undefined) return [];
      if (top !== 'packages') return [top!];
      // A folder of sources; of what people install, a file among them too.
      if (below !== 'src') return file.split('/').length > 3 ? [`${top}/${name}/${below}`] : [];
      return name === 'dehusk' || file.split('/').length > 4 ? [room!] : [];
    });
    const untold = new Set(places.filter((place) => !document.includes(`\`${place}\``)));
    expect(new Set(places).size).toBeGreaterThan(40);
    expect([...untold]).toEqual([]);
  });

  it('is the table that ARCHITECTURE.md prints', () => {
    const table = document.slice(document.indexOf('## Who may import whom'));
    const rows = [...table.matchAll(/^\| `([^`]+)` \|(.*)\|$/gm)].map((match) => [
      match[1]!,
      [...match[2]!.matchAll(/`([^`]+)`/g)].map((name) => name[1]!),
    ]);
    expect(Object.fromEntries(rows)).toEqual(allowed);
  });
});

/** What a page was parsed from, and where its texts and values stand there: the business of `page` alone. */
type SourceColumn =
  | 'source'
  | 'references'
  | 'start'
  | 'end'
  | 'attributes'
  | 'rawContent'
  | 'preformattedGaps'
  | 'telling'
  | 'held';

describe("a page's source", () => {
  it('is not part of the Page that other rooms know', () => {
    expectTypeOf<Extract<keyof Page, SourceColumn>>().toBeNever();
    expectTypeOf<Exclude<keyof FullPage, keyof Page>>().toEqualTypeOf<SourceColumn>();
  });

  it('is known to no other room', () => {
    const packages = new URL('../packages/', import.meta.url);
    const knowing = readdirSync(packages, { recursive: true, encoding: 'utf8' })
      .filter((path) => /^[^/]+\/src\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'))
      .filter((path) => /\bFullPage\b/.test(readFileSync(new URL(path, packages), 'utf8')));
    expect(knowing).toContain('dehusk/src/page/page.ts');
    expect(knowing.filter((path) => !path.startsWith('dehusk/src/page/'))).toEqual([]);
  });
});
