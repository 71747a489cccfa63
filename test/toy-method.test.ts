/**
 * Whoever adds a method writes a folder and one line. A copy of the sources gets such a method, is built, and the
 * method is there: in the command, the library, the lab and the documents.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { createWorkplace, fieldOf } from './cli/run-dehusk.ts';
import { copySources, createTestFolder } from './copy-sources.ts';

const methodFile = `/** The toy method, described. */
import type { MethodOption, StreamMethod } from '../method.ts';

const options = {
  word: { default: 'husk', choices: ['husk', 'chaff'], help: 'a text with this word is template' },
  minChars: { default: 1, least: 1, integer: true, help: 'shorter texts are content' },
} as const satisfies Record<string, MethodOption>;

export const toy: StreamMethod = {
  name: 'toy',
  kind: 'stream',
  summary: 'texts that have a certain word are template',
  options,
  takesKnown: false,
  loadDetector: async () => (await import('./toy.ts')).createToyDetector,
};
`;

const toyFile = `/** A text is template if it has the word. What is learned is which texts have it. */
import { type Page, readNormalText } from '../../page/page.ts';
import type { Detector, Verdict } from '../detector.ts';
import { type Lesson, noWords } from '../lesson.ts';
import type { OptionValues } from '../method.ts';
import { packState, unpackState } from '../saved-state.ts';

export function createToyDetector(options: OptionValues): Detector {
  const savedBy = { method: 'toy', options };
  const texts = new Set<string>();
  const hasWord = (text: string): boolean =>
    text.length >= Number(options.minChars) && text.split(/\\W+/).includes(String(options.word));
  const lesson = (page: Page): Lesson => {
    const found = [...page.segments].map((node) => readNormalText(page, node)).filter(hasWord);
    return { facts: new TextEncoder().encode(JSON.stringify(found)), words: noWords };
  };
  const apply = ({ facts }: Lesson): void => {
    for (const text of JSON.parse(new TextDecoder().decode(facts)) as string[]) texts.add(text);
  };
  const judge = (page: Page): Verdict => {
    const template = new Uint8Array(page.nodeCount);
    for (const node of page.segments) template[node] = hasWord(readNormalText(page, node)) ? 1 : 0;
    const seen = Uint32Array.from(template);
    return { template, score: Float32Array.from(template), seen, of: 1, version: texts.size };
  };
  return {
    method: 'toy',
    get version() {
      return texts.size;
    },
    get segmentCount() {
      return texts.size;
    },
    get sizeBytes() {
      return 500 + texts.size * 200;
    },
    lesson,
    apply,
    observe: (page) => {
      apply(lesson(page));
      return judge(page);
    },
    learn: (page) => apply(lesson(page)),
    judge,
    templateSegments: () => [...texts].map((text) => ({ text, path: [], seen: 1 })),
    trace: () => new Uint8Array(),
    wouldDiffer: () => false,
    save: () => packState(savedBy, { facts: { texts: [...texts] }, columns: {} }),
    load: (state) => {
      texts.clear();
      for (const text of unpackState(state, savedBy).facts.texts as string[]) texts.add(text);
    },
  };
}
`;

const at = createTestFolder();

function addToy(): void {
  const detect = at('packages/dehusk/src/detect');
  mkdirSync(`${detect}/toy`);
  writeFileSync(`${detect}/toy/method.ts`, methodFile);
  writeFileSync(`${detect}/toy/toy.ts`, toyFile);
  appendFileSync(`${detect}/all-methods.ts`, "export { toy } from './toy/method.ts';\n");
}

function runNode(...args: readonly string[]): string {
  return execFileSync(process.execPath, args, { cwd: at('.'), encoding: 'utf8' });
}

const dehusk = createWorkplace(at('packages/dehusk/dist/cli.js'));
const lab = createWorkplace(at('packages/lab/dist/cli.js'));
const chaffOff = ['--method', 'toy', '--set', 'word=chaff', '--set', 'minChars=8'];

beforeAll(() => {
  copySources(at);
  addToy();
  runNode('scripts/build.js');
  const pages = [0, 1, 2].map((i) => ({
    url: `https://a.example/${i}`,
    html: `<p>chaff<p>chaff on every page<p>a husk around number ${i}<p>grain number ${i}`,
  }));
  dehusk.write('crawl.jsonl', pages.map((page) => `${JSON.stringify(page)}\n`).join(''));
});

it('is in the help, with its options', async () => {
  for (const name of ['clean', 'index']) {
    const { stdout } = await dehusk.run([name, '--help']);
    expect(stdout).toContain('toy: texts that have a certain word are template\n');
    expect(stdout).toMatch(/^ +word=husk +a text with this word is template\n +minChars=1 +shorter/m);
  }
});

it('cleans pages, as its options say', async () => {
  const plain = await dehusk.run(['clean', 'crawl.jsonl', '--method', 'toy']);
  expect(plain.exitCode, plain.stderr).toBe(0);
  expect(fieldOf('text', plain.stdout)[1]).toBe('chaff\n\nchaff on every page\n\ngrain number 1');
  const set = await dehusk.run(['clean', 'crawl.jsonl', '--stream', ...chaffOff]);
  expect(fieldOf('text', set.stdout)[1]).toBe('chaff\n\na husk around number 1\n\ngrain number 1');
});

it('has its options checked', async () => {
  const said = async (set: string): Promise<string> => {
    const { exitCode, stderr } = await dehusk.run(['clean', 'crawl.jsonl', '--method', 'toy', '--set', set]);
    expect(exitCode).toBe(2);
    return stderr;
  };
  expect(await said('word=chaf')).toContain(
    "--set takes one of husk, chaff for word, not 'chaf' (did you mean chaff?)",
  );
  expect(await said('minChars=0')).toContain('a whole number from 1 on for minChars');
  expect(await said('minChar=2')).toContain('did you mean minChars?');
});

it('keeps a state, and tells what it holds', async () => {
  const { exitCode, stderr } = await dehusk.run([
    'clean',
    'crawl.jsonl',
    ...chaffOff,
    '--state',
    'toy.state',
  ]);
  expect(exitCode, stderr).toBe(0);
  expect((await dehusk.run(['sites', 'toy.state'])).stdout).toMatch(/^a\.example +3 /m);
  expect((await dehusk.run(['sites', 'toy.state', '--site', 'a.example'])).stdout).toContain(
    'chaff on every page',
  );
  const again = await dehusk.run(['clean', 'crawl.jsonl', '--freeze', ...chaffOff, '--state', 'toy.state']);
  expect(fieldOf('text', again.stdout)).toHaveLength(3);
  const other = await dehusk.run(['clean', 'crawl.jsonl', '--method', 'toy', '--state', 'toy.state']);
  expect(other.exitCode).toBe(1);
  expect(other.stderr).toContain('chaff');
});

it('takes the template out of an index', async () => {
  const { exitCode, stderr } = await dehusk.run(['index', 'crawl.jsonl', ...chaffOff, '-o', 'crawl.index']);
  expect(exitCode, stderr).toBe(0);
  expect((await dehusk.run(['search', 'crawl.index', 'husk'])).stdout).toContain('https://a.example/2');
  expect((await dehusk.run(['search', 'crawl.index', '"every page"'])).stdout).not.toContain('a.example');
});

it('is measured by the lab', async () => {
  const { exitCode, stdout, stderr } = await lab.run([
    'eval',
    '--synthetic',
    '1',
    '--methods',
    'toy,toy-two-pass',
  ]);
  expect(exitCode, stderr).toBe(0);
  expect(stdout).toMatch(/^ *toy .*\d/m);
  expect(stdout).toMatch(/^ *toy-two-pass .*\d/m);
});

it('is in the documents', () => {
  runNode('scripts/make-docs.js');
  const section = readFileSync(at('docs/METHODS.md'), 'utf8').split('## `toy`')[1];
  expect(section).toContain('Texts that have a certain word are template. It judges a page when it comes.');
  expect(section).toContain('| `word` | `husk` | one of husk, chaff | a text with this word is template |');
});

it('is in the library', () => {
  const program = `
    import { clean, methods } from 'dehusk';
    const { summary, options } = methods.find(({ name }) => name === 'toy');
    const pages = [{ html: '<p>chaff<p>husk<p>grain' }];
    const texts = [];
    for await (const { text } of clean(pages, { method: 'toy', methodOptions: { word: 'chaff' } })) texts.push(text);
    console.log(JSON.stringify({ summary, options: Object.keys(options), texts }));`;
  expect(JSON.parse(runNode('--input-type=module', '--eval', program))).toEqual({
    summary: 'texts that have a certain word are template',
    options: ['word', 'minChars'],
    texts: ['husk\n\ngrain'],
  });
});
