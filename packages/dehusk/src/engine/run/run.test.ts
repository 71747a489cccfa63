/** What a run takes for its own: by content, whatever files are called and when they were written. */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { resolveOptions } from '../../detect/method.ts';
import { findMethod } from '../../detect/registry.ts';
import { type Container, containerOf } from '../../output/files/output.ts';
import { readSqliteStore } from '../sqlite-store.ts';
import { type RunOptions, type RunReport, runClean } from './run.ts';

const base = mkdtempSync(path.join(tmpdir(), 'dehusk-run-'));
afterAll(() => rmSync(base, { recursive: true }));
let count = 0;
let folder = '';
beforeEach(() => {
  folder = path.join(base, String(count++));
  mkdirSync(folder);
});
const at = (name: string): string => path.join(folder, name);
const read = (name: string): string => readFileSync(at(name), 'utf8');

const html = (number: number): string =>
  `<ul><li>Home<li>News</ul><h1>Ant ${number}</h1><p>All about ant ${number}.</p><div>Imprint</div>`;
const line = (number: number): string =>
  `${JSON.stringify({ url: `https://a.example/${number}`, html: html(number) })}\n`;
const lines = (from: number, to: number): string => {
  let text = '';
  for (let number = from; number <= to; number++) text += line(number);
  return text;
};
const idsOf = (jsonl: string): string[] =>
  jsonl
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => (JSON.parse(text) as { id: string }).id.replace('https://a.example/', ''));
const numbers = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => String(from + i));

interface RunOf extends Partial<Omit<RunOptions, 'inputs' | 'destination'>> {
  readonly inputs: readonly string[];
  readonly output?: string;
  /** As by `kill -9`, when it has done so many pages: nothing of it is committed any more. */
  readonly dieAt?: number;
}

interface Told {
  readonly did: boolean;
  readonly pages: number;
  readonly failed: readonly string[];
  readonly said: readonly string[];
}

class Died extends Error {}

/** A run of the same words; every second page is committed. */
async function run({ inputs, output = 'out.jsonl', dieAt, ...others }: RunOf): Promise<Told> {
  let pages = 0;
  let steps = 0;
  const failed: string[] = [];
  const said: string[] = [];
  const report: RunReport = {
    tally: {
      beginPass: (_, fromStart) => {
        if (fromStart) pages = 0;
      },
      addBytes: () => undefined,
      addPage: () => {
        pages++;
        if (++steps === dieAt) throw new Died();
      },
      passPage: () => undefined,
      addGuarded: () => undefined,
      addUnknown: () => undefined,
      addDuplicate: () => undefined,
      addLeftOut: () => undefined,
      addPassed: () => undefined,
      passLast: () => undefined,
      saved: () => ({ pages }),
      restore: (saved) => {
        pages = saved.pages ?? 0;
      },
    },
    messages: { info: (kind) => said.push(kind) },
    start: () => undefined,
    fail: ({ error }) => failed.push(error.code),
    describe: ({ message }) => message,
  };
  const options: RunOptions = {
    inputs: inputs.map(at),
    reading: {},
    siteBy: undefined,
    limits: {},
    method: 'adaptive',
    methodOptions: resolveOptions(findMethod('adaptive'), {}),
    overrides: { keep: [], drop: [] },
    guard: true,
    stream: false,
    batchPages: 500,
    fetching: {},
    state: at('state'),
    commitEvery: 2,
    freeze: false,
    jobs: 1,
    memoryBytes: 2 ** 26,
    destination: { container: containerOf(output) as Container, path: at(output) },
    keepDirs: true,
    record: {
      form: 'dehusk',
      format: 'text',
      blocks: false,
      explain: false,
      templateText: false,
      links: false,
    },
    template: 'never',
    identity: { output, stream: others.stream, freeze: others.freeze },
    restart: false,
    force: false,
    signal: new AbortController().signal,
    ...others,
  };
  try {
    return { did: await runClean(options, report, () => undefined), pages, failed, said };
  } catch (error) {
    if (!(error instanceof Died)) throw error;
    return { did: false, pages, failed: ['died'], said };
  }
}

const code = (name: string): unknown => expect.objectContaining({ code: name });

async function countOf(site = 'a.example'): Promise<number | undefined> {
  await using store = readSqliteStore(at('state'));
  for await (const found of store.sites()) if (found.site === site) return found.facts.pageCount;
  return undefined;
}

/** What a run writes that nobody disturbs, with a state of its own. */
async function undisturbed(inputs: readonly string[], options: Partial<RunOf> = {}): Promise<string> {
  await run({ inputs, ...options, output: 'undisturbed.jsonl', state: at('other') });
  const text = read('undisturbed.jsonl');
  rmSync(at('undisturbed.jsonl'));
  return text;
}

/** With page counts at which a run of 12 pages dies one time after the other, the last time in its second pass. */
const modes: readonly (readonly [string, { readonly stream?: boolean }, readonly number[]])[] = [
  ['two passes', {}, [5, 6, 10]],
  ['stream', { stream: true }, [5, 6, 3]],
];

/** What becomes of an input, and its name then. */
const changes: readonly (readonly [string, () => void, string])[] = [
  ['is left alone', () => undefined, 'a.jsonl'],
  ['is touched', () => utimesSync(at('a.jsonl'), 1, 1), 'a.jsonl'],
  ['is copied', () => copyFileSync(at('a.jsonl'), at('b.jsonl')), 'b.jsonl'],
  ['is renamed', () => renameSync(at('a.jsonl'), at('c.jsonl')), 'c.jsonl'],
  ['grows', () => appendFileSync(at('a.jsonl'), lines(13, 15)), 'a.jsonl'],
];

describe.each(modes)('a run that was killed, %s', (_, mode, deaths) => {
  it.each(changes)('goes on if its input %s', async (how, change, name) => {
    writeFileSync(at('a.jsonl'), lines(1, 12));
    for (const dieAt of deaths) await run({ inputs: ['a.jsonl'], ...mode, dieAt });
    change();
    expect((await run({ inputs: [name], ...mode })).did).toBe(true);
    const end = how === 'grows' ? 15 : 12;
    // In the second pass it had read the input to its old end already, and ends there; then it has grown.
    await run({ inputs: [name], ...mode });
    expect(idsOf(read('out.jsonl'))).toEqual(numbers(1, end));
    expect(await countOf()).toBe(end);
    const inA = (text: string): string => text.replaceAll(at(name), at('a.jsonl'));
    if (end === 12) expect(inA(read('out.jsonl'))).toBe(inA(await undisturbed([name], mode)));
  });

  it.each([1, 2, 7])('does not go on if page %i has changed, and leaves all as it is', async (page) => {
    const text = lines(1, 12);
    writeFileSync(at('a.jsonl'), text);
    await run({ inputs: ['a.jsonl'], ...mode, dieAt: 9 });
    writeFileSync(at('a.jsonl'), text.replace(`about ant ${page}.`, `about bee ${page}.`));
    const files = (): (readonly [string, string])[] =>
      readdirSync(folder).map((name) => [name, readFileSync(at(name)).toString('base64')] as const);
    const before = files();
    await expect(run({ inputs: ['a.jsonl'], ...mode })).rejects.toThrow(code('STATE_INPUT_CHANGED'));
    expect(files().filter(([name]) => name !== 'state')).toEqual(before.filter(([name]) => name !== 'state'));
    const { said } = await run({ inputs: ['a.jsonl'], ...mode, restart: true });
    expect(said).toEqual([]);
    expect(idsOf(read('out.jsonl'))).toEqual(numbers(1, 12));
    // The page as it was, and as it is now.
    expect(await countOf()).toBe(13);
  });

  it('goes on if what it had not read has changed', async () => {
    writeFileSync(at('a.jsonl'), lines(1, 4));
    // More than is read ahead.
    writeFileSync(at('b.jsonl'), lines(5, 12));
    await run({ inputs: ['a.jsonl', 'b.jsonl'], ...mode, dieAt: 4 });
    writeFileSync(at('b.jsonl'), lines(21, 24));
    await run({ inputs: ['a.jsonl', 'b.jsonl'], ...mode });
    expect(idsOf(read('out.jsonl'))).toEqual([...numbers(1, 4), ...numbers(21, 24)]);
    expect(await countOf()).toBe(8);
  });

  it('counts pages once when it is begun again', async () => {
    writeFileSync(at('a.jsonl'), lines(1, 12));
    await run({ inputs: ['a.jsonl'], ...mode, dieAt: 9 });
    await run({ inputs: ['a.jsonl'], ...mode, restart: true, dieAt: 5 });
    await run({ inputs: ['a.jsonl'], ...mode });
    expect(idsOf(read('out.jsonl'))).toEqual(numbers(1, 12));
    expect(await countOf()).toBe(12);
  });

  it('notices that its output was edited', async () => {
    writeFileSync(at('a.jsonl'), lines(1, 12));
    for (const dieAt of deaths) await run({ inputs: ['a.jsonl'], ...mode, dieAt });
    const partial = read('out.jsonl.partial');
    writeFileSync(at('out.jsonl.partial'), partial.replace('Ant 2', 'Bee 2'));
    await expect(run({ inputs: ['a.jsonl'], ...mode })).rejects.toThrow(code('OUTPUT_CHANGED'));
    writeFileSync(at('out.jsonl.partial'), partial);
    await run({ inputs: ['a.jsonl'], ...mode });
    expect(read('out.jsonl')).toBe(await undisturbed(['a.jsonl'], mode));
  });
});

describe.each(modes)('a run that is done, %s', (_, mode) => {
  it('has nothing to do for the same content, whatever it is called', async () => {
    writeFileSync(at('a.jsonl'), lines(1, 6));
    await run({ inputs: ['a.jsonl'], ...mode });
    copyFileSync(at('a.jsonl'), at('b.jsonl'));
    expect(await run({ inputs: ['b.jsonl'], ...mode })).toMatchObject({ did: false, said: ['finished'] });
    expect(idsOf(read('out.jsonl'))).toEqual(numbers(1, 6));
  });

  it('is done again when it is told to, and counts its pages once', async () => {
    writeFileSync(at('a.jsonl'), lines(1, 6));
    await run({ inputs: ['a.jsonl'], ...mode });
    expect((await run({ inputs: ['a.jsonl'], ...mode, restart: true })).pages).toBe(6);
    expect([idsOf(read('out.jsonl')), await countOf()]).toEqual([numbers(1, 6), 6]);
    writeFileSync(at('out.jsonl'), 'mine\n');
    await expect(run({ inputs: ['a.jsonl'], ...mode, restart: true })).rejects.toThrow(
      code('USAGE_OUTPUT_EXISTS'),
    );
  });

  it.each([
    ['lines', 'a.jsonl', (from: number, to: number) => lines(from, to)],
    ['gzip members', 'a.jsonl.gz', (from: number, to: number) => gzipSync(lines(from, to))],
    ['compressed output', 'a.jsonl', (from: number, to: number) => lines(from, to), 'out.jsonl.gz'],
  ] as const)(
    'goes on behind its old end if %s were added',
    async (_name, name, more, output: string = 'out.jsonl') => {
      writeFileSync(at(name), more(1, 6));
      await run({ inputs: [name], output, ...mode });
      const before = readFileSync(at(output));
      appendFileSync(at(name), more(7, 9));
      // Killed in between, too.
      expect((await run({ inputs: [name], output, ...mode, dieAt: 3 })).failed).toEqual(['died']);
      const { said, pages } = await run({ inputs: [name], output, ...mode });
      expect(pages).toBe(3);
      expect(said.filter((kind) => kind !== 'grown')).toEqual([]);
      const after = readFileSync(at(output));
      expect(after.subarray(0, before.length).equals(before)).toBe(true);
      expect(await countOf()).toBe(9);
      if (output === 'out.jsonl') expect(idsOf(read(output))).toEqual(numbers(1, 9));
      expect(existsSync(at(`${output}.partial`))).toBe(false);
      expect(await run({ inputs: [name], output, ...mode })).toMatchObject({ did: false });
    },
  );

  it('goes on behind its old end if a file was added behind the others', async () => {
    mkdirSync(at('in'));
    for (const number of [1, 2, 3]) writeFileSync(at(`in/${number}.html`), html(number));
    await run({ inputs: ['in'], output: 'out/', ...mode });
    for (const number of [4, 5]) writeFileSync(at(`in/${number}.html`), html(number));
    expect((await run({ inputs: ['in'], output: 'out/', ...mode })).said).toEqual(['grown']);
    expect(readdirSync(at('out'))).toEqual(numbers(1, 5).map((number) => `${number}.txt`));
    expect(await countOf('in')).toBe(5);
  });

  it('takes the last line once it is whole', async () => {
    const text = lines(1, 6);
    writeFileSync(at('a.jsonl'), text.slice(0, -20));
    expect((await run({ inputs: ['a.jsonl'], ...mode })).failed).toEqual(['INPUT_LINE_BAD']);
    writeFileSync(at('a.jsonl'), text + lines(7, 7));
    expect((await run({ inputs: ['a.jsonl'], ...mode })).failed).toEqual([]);
    expect([idsOf(read('out.jsonl')), await countOf()]).toEqual([numbers(1, 7), 7]);
  });

  it('does not take the last line again that had no end, and reports what was glued to it', async () => {
    const text = lines(1, 6).trimEnd();
    writeFileSync(at('a.jsonl'), text);
    await run({ inputs: ['a.jsonl'], ...mode });
    appendFileSync(at('a.jsonl'), `\n${line(7)}`);
    expect((await run({ inputs: ['a.jsonl'], ...mode })).pages).toBe(1);
    expect(idsOf(read('out.jsonl'))).toEqual(numbers(1, 7));
    writeFileSync(at('b.jsonl'), text);
    await run({ inputs: ['b.jsonl'], output: 'b-out.jsonl', ...mode });
    appendFileSync(at('b.jsonl'), line(7) + line(8));
    const glued = await run({ inputs: ['b.jsonl'], output: 'b-out.jsonl', ...mode });
    expect([glued.failed, glued.pages]).toEqual([['INPUT_LINE_BAD'], 1]);
  });

  it('takes the last page again that has become longer', async () => {
    mkdirSync(at('in'));
    for (const number of [1, 2, 3]) writeFileSync(at(`in/${number}.html`), html(number));
    await run({ inputs: ['in'], ...mode });
    appendFileSync(at('in/3.html'), '<p>And more.');
    expect((await run({ inputs: ['in'], ...mode })).pages).toBe(1);
    expect(idsOf(read('out.jsonl'))).toEqual(['1.html', '2.html', '3.html', '3.html']);
    expect(await countOf('in')).toBe(4);
  });

  it('writes only what is new where its output was taken away, and not over what is another', async () => {
    writeFileSync(at('a.jsonl'), lines(1, 6));
    await run({ inputs: ['a.jsonl'], ...mode });
    rmSync(at('out.jsonl'));
    appendFileSync(at('a.jsonl'), lines(7, 8));
    expect((await run({ inputs: ['a.jsonl'], ...mode })).said).toEqual(['grown', 'only-new']);
    expect(idsOf(read('out.jsonl'))).toEqual(['7', '8']);
    writeFileSync(at('out.jsonl'), 'mine\n');
    appendFileSync(at('a.jsonl'), lines(9, 9));
    await expect(run({ inputs: ['a.jsonl'], ...mode })).rejects.toThrow(code('USAGE_OUTPUT_EXISTS'));
    await run({ inputs: ['a.jsonl'], ...mode, force: true });
    expect([idsOf(read('out.jsonl')), await countOf()]).toEqual([['9'], 9]);
  });

  it('is another run with other content, which is said', async () => {
    writeFileSync(at('a.jsonl'), lines(1, 6));
    writeFileSync(at('b.jsonl'), lines(4, 9));
    await run({ inputs: ['a.jsonl'], ...mode });
    await expect(run({ inputs: ['b.jsonl'], ...mode })).rejects.toThrow(code('USAGE_OUTPUT_EXISTS'));
    expect((await run({ inputs: ['b.jsonl'], ...mode, force: true })).said).toEqual(['other-input']);
    expect([idsOf(read('out.jsonl')), await countOf()]).toEqual([numbers(4, 9), 9]);
    // Both are done now.
    for (const name of ['a.jsonl', 'b.jsonl'])
      expect(await run({ inputs: [name], ...mode })).toMatchObject({ did: false, said: ['finished'] });
  });
});

describe('a run that cannot write', () => {
  it.each<readonly [string, () => Partial<RunOf>]>([
    ['its output', () => ({ output: 'missing/out.jsonl' })],
    ['its links', () => ({ linksOut: at('missing/links.jsonl') })],
    ['links into a folder', () => ({ linksOut: folder })],
    ['a list into a folder', () => ({ stream: true, reprocessList: folder })],
  ])('%s makes nothing, and says so before it reads a page', async (_, options) => {
    writeFileSync(at('in.jsonl'), lines(1, 3));
    await expect(run({ inputs: ['in.jsonl'], ...options() })).rejects.toEqual(code('OUTPUT_UNWRITABLE'));
    expect(readdirSync(folder)).toEqual(['in.jsonl']);
  });
});

describe('a run that learns nothing', () => {
  it('is done again over its own output when more is known', async () => {
    writeFileSync(at('a.jsonl'), lines(1, 3));
    writeFileSync(at('b.jsonl'), lines(4, 9));
    writeFileSync(at('c.jsonl'), lines(9, 9));
    const frozen = { inputs: ['a.jsonl'], freeze: true };
    await run({ inputs: ['c.jsonl'], output: 'c-out.jsonl' });
    await run(frozen);
    expect(await run(frozen)).toMatchObject({ did: false });
    await run({ inputs: ['b.jsonl'], output: 'b-out.jsonl' });
    expect((await run(frozen)).pages).toBe(3);
    await run({ inputs: ['b.jsonl', 'a.jsonl'], output: 'b-out.jsonl' });
    writeFileSync(at('out.jsonl'), 'mine\n');
    await expect(run(frozen)).rejects.toThrow(code('USAGE_OUTPUT_EXISTS'));
    expect(await countOf()).toBe(9);
  });
});

describe('an archive', () => {
  it('has the date of the run that began it', async () => {
    writeFileSync(at('a.jsonl'), lines(1, 6));
    const args = { inputs: ['a.jsonl'], output: 'out.warc', stream: true };
    await run({ ...args, startsAt: '2020-02-02T00:00:00Z', dieAt: 5 });
    await run({ ...args, startsAt: '2021-01-01T00:00:00Z' });
    const dates = new Set(read('out.warc').match(/^WARC-Date: .*/gm));
    expect([...dates]).toEqual(['WARC-Date: 2020-02-02T00:00:00Z']);
    expect(read('out.warc').match(/^WARC-Type: warcinfo/gm)).toHaveLength(1);
  });
});

describe('a folder', () => {
  it('has whole files only, and tells that its run is not done', async () => {
    writeFileSync(at('a.jsonl'), lines(1, 9));
    const args = { inputs: ['a.jsonl'], output: 'out/', stream: true };
    await run({ ...args, dieAt: 6 });
    expect(readdirSync(at('out/a.example'))).toEqual(['1.txt', '2.txt', '3.txt', '4.txt']);
    expect(readdirSync(at('out/.partial'))).toContain('run');
    await run(args);
    expect(readdirSync(at('out'))).toEqual(['a.example']);
    expect(readdirSync(at('out/a.example'))).toHaveLength(9);
  });

  it('is not gone on with if it is another one', async () => {
    writeFileSync(at('a.jsonl'), lines(1, 9));
    const args = { inputs: ['a.jsonl'], output: 'out/', stream: true };
    await run({ ...args, dieAt: 6 });
    renameSync(at('out'), at('away'));
    await expect(run(args)).rejects.toThrow(code('OUTPUT_CHANGED'));
    // Another run may begin where one was interrupted; then the first is not its own any more.
    await run({ ...args, state: at('other'), dieAt: 3 });
    await expect(run(args)).rejects.toThrow(code('OUTPUT_CHANGED'));
    rmSync(at('out'), { recursive: true });
    renameSync(at('away'), at('out'));
    await run(args);
    expect(readdirSync(at('out/a.example'))).toHaveLength(9);
  });
});
