import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { knownSite, knownSites } from '../../../../test/known-state.ts';
import { methods as allMethods } from '../detect/registry.ts';
import { DehuskError } from '../errors.ts';
import { failure } from '../input/input.ts';
import { openInputs } from '../input/open-inputs.ts';
import { parseText } from '../page/parse.ts';
import type { RawPage } from '../page/raw-page.ts';
import {
  type CleanedPage,
  type CleanOptions,
  type CleanResult,
  cleanerFunctions,
  type PageInput,
  type Pages,
} from './cleaner.ts';
import { clean, createCleaner, htmlParts } from './html-cleaner.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { createMemoryStore, type Store } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-cleaner-'));
afterAll(() => rmSync(folder, { recursive: true }));

const encoder = new TextEncoder();
const none = { method: 'none' };
/** One link without a landmark: on the first page it may be content. */
const menu = 'Home News Sport';
const htmlOf = (number: number): string => `<div><a href=/>${menu}</a></div><p>Body ${number}</p>`;

interface UrlPage {
  readonly url: string;
  readonly html: string;
}

const pageOf = (number: number, host = 'a.example'): UrlPage => ({
  url: `https://${host}/${number}`,
  html: htmlOf(number),
});
const pagesOf = (from: number, to: number, host?: string): UrlPage[] =>
  Array.from({ length: to - from }, (_, i) => pageOf(from + i, host));

function rawPage(url: string, html = '<p>text'): RawPage {
  return { url, bytes: encoder.encode(html), provenance: { file: 'crawl.jsonl' } };
}

async function results(pages: Pages, options?: CleanOptions): Promise<CleanResult[]> {
  const all: CleanResult[] = [];
  for await (const result of clean(pages, options)) all.push(result);
  return all;
}

/** A page by site and id, a failure by code. */
function brief(all: readonly CleanResult[]): string[] {
  return all.map((result) =>
    result.error === undefined ? `${result.site} ${result.id}` : result.error.code,
  );
}

function cleaned(result: CleanResult): CleanedPage {
  if (result.error !== undefined) throw result.error;
  return result;
}

/** Whether each page lost its menu. */
const lost = (all: readonly CleanResult[]): boolean[] => all.map(({ text }) => !text.includes(menu));

/** All that is said of a page, to the bit. */
function said(result: CleanResult): unknown {
  const { id, site, text, guarded, verdict } = cleaned(result);
  return { id, site, text, guarded, verdict };
}

const codeOf = (code: string) => expect.objectContaining({ code });

describe('pages', () => {
  it('are taken as text, as bytes, as an input gives them, and parsed', async () => {
    const url = 'https://www.a.example/x#y';
    const html = '<p>caf\u00e9';
    const bytes = Uint8Array.from('<p>caf\xe9', (char) => char.charCodeAt(0));
    const contentType = 'text/html; charset=windows-1252';
    const page = rawPage(url, html);
    const hashKey = [1, 2] as const;
    const all = await results(
      [
        { url, html },
        { url, bytes: encoder.encode(html) },
        { url, bytes, contentType },
        page,
        { kind: 'page', page },
        parseText(html, { url, id: 'https://www.a.example/x', hashKey }),
      ],
      { hashKey },
    );
    expect(brief(all)).toEqual(Array(6).fill('a.example https://www.a.example/x'));
    expect(all.map(({ text }) => text)).toEqual(Array(6).fill('caf\u00e9'));
    expect(all.map((result) => result.url)).toEqual(Array(6).fill(url));
  });

  it('come from anything that can be looped over, with no options at all', async () => {
    const expected = await results(pagesOf(0, 5));
    expect(lost(expected)).toEqual([false, true, true, true, true]);
    const sources: readonly Pages[] = [
      new Set(pagesOf(0, 5)),
      pagesOf(0, 5).values(),
      (async function* () {
        yield* pagesOf(0, 5);
      })(),
    ];
    for (const pages of sources) expect((await results(pages)).map(said)).toEqual(expected.map(said));
    const cleaner = createCleaner();
    for (const [i, page] of pagesOf(0, 5).entries())
      expect(said(await cleaner.add(page))).toEqual(said(expected[i]!));
  });

  it('need no address: those without one are one site', async () => {
    const all = await results([0, 1, 2].map((number) => ({ html: htmlOf(number) })));
    expect(all.map((result) => cleaned(result).site)).toEqual(['-', '-', '-']);
    expect([all[0]!.text, all[2]!.text]).toEqual([`${menu}\n\nBody 0`, 'Body 2']);
  });

  it.each([
    ['a text', '<p>x', 'string'],
    ['nothing', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a parsed URL', { href: 'https://a.example/' }, 'an object with href'],
    ['html that is no text', { html: 7 }, 'an object with html'],
    ['bytes that are none', { bytes: [60, 112, 62] }, 'an object with bytes'],
  ])('that are none say so: %s', async (_, page, found) => {
    const message = `a page is an object with html or bytes, or a parsed page; this is ${found}`;
    const bad = page as unknown as PageInput;
    await expect(createCleaner().add(bad)).rejects.toThrow(message);
    await expect(results([bad])).rejects.toThrow(message);
  });

  it.each([
    [new URL('https://a.example/1'), 'https://a.example/1', 'a.example'],
    ['', undefined, '-'],
    [null, undefined, '-'],
  ])('may have an address that was parsed, or none: %s', async (url, known, site) => {
    const input = { url, html: '<p>x' } as unknown as PageInput;
    expect(cleaned(await createCleaner().add(input))).toMatchObject({ url: known, site });
  });

  it('are written in a format that there is', async () => {
    const page = cleaned(await createCleaner().add({ html: '<p>x' }));
    expect(() => page.record({ format: 'pdf' as 'html' })).toThrow(
      "format takes text, markdown, html or marked-html, not 'pdf'",
    );
  });

  it('that were parsed with another key are refused, alone', async () => {
    const url = 'https://a.example/1';
    const cleaner = createCleaner();
    expect(await cleaner.add(parseText(htmlOf(1), { url, hashKey: [7, 7] }))).toMatchObject({
      error: { code: 'PAGE_OF_OTHER_KEY' },
      url,
      text: '',
    });
    const page = parseText(htmlOf(1), { url, id: url, hashKey: cleaner.hashKey });
    expect(cleaned(await cleaner.add(page)).page).toBe(page);
    const state = createMemoryStore([3, 4]);
    expect(createCleaner({ state }).hashKey).toEqual([3, 4]);
    expect(createCleaner({ hashKey: [5, 6] }).hashKey).toEqual([5, 6]);
  });
});

describe('clean', () => {
  it('knows each site by its own pages', async () => {
    const all = await results([
      pageOf(0),
      pageOf(0, 'b.example'),
      pageOf(1, 'www.a.example'),
      pageOf(1, 'b.example'),
      pageOf(0, 'c.example'),
    ]);
    expect(lost(all)).toEqual([false, false, true, true, false]);
    const hosts = ['x', 'y', 'z'].map((name, number) => pageOf(number, `${name}.a.example`));
    const bySite = await results(hosts, { siteBy: 'domain' });
    expect(brief(bySite)[1]).toBe('a.example https://y.a.example/1');
    expect([lost(bySite)[0], lost(bySite)[2]]).toEqual([false, true]);
  });

  it('passes failures of the input on, in their place', async () => {
    const error = new DehuskError('INPUT_CUT', { offset: 3, reason: 'test' });
    const provenance = { file: 'x.warc' };
    const failed = failure(error, provenance);
    const pages = [rawPage('https://a.example/1'), failed, rawPage('https://a.example/2')];
    for (const options of [none, { twoPass: true }, { method: 'shingle' }]) {
      const all = await results(pages, options);
      expect(brief(all)).toEqual([
        'a.example https://a.example/1',
        'INPUT_CUT',
        'a.example https://a.example/2',
      ]);
      expect(all[1]).toEqual({ error, provenance, url: undefined, text: '' });
      expect(all[1]!.error).toBe(error);
    }
  });

  it.each([none, { twoPass: true }, { method: 'shingle' }])(
    'fails a page over a limit alone: %j',
    async (how) => {
      const url = 'https://a.example/1';
      const html = 'x'.repeat(20);
      const pages = [rawPage(url, html), { url, html }, rawPage('https://a.example/2')];
      const all = await results(pages, { ...how, limits: { maxBytes: 10 } });
      expect(brief(all)).toEqual(['PAGE_TOO_LARGE', 'PAGE_TOO_LARGE', 'a.example https://a.example/2']);
      expect(all[0]).toMatchObject({ url, provenance: { file: 'crawl.jsonl' } });
    },
  );

  it('tells a fault of the program from a bad page, and keeps its cause', async () => {
    const fault = new TypeError('x is undefined');
    const faulty = cleanerFunctions({
      ...htmlParts,
      toPage: (source, options) => {
        if (source.url?.includes('a.example')) throw fault;
        return htmlParts.toPage(source, options);
      },
    });
    const all: CleanResult[] = [];
    for await (const result of faulty.clean([pageOf(1), pageOf(1, 'b.example')])) all.push(result);
    expect(brief(all)).toEqual(['INTERNAL', 'b.example https://b.example/1']);
    expect(all[0]!.error!.cause).toBe(fault);
    expect(all[0]!.error!.message).toBe('internal error, please report it: TypeError: x is undefined');
  });

  it('can be iterated again, from nothing learned', async () => {
    const pages = clean(pagesOf(0, 3));
    for (let i = 0; i < 2; i++) {
      const all: CleanResult[] = [];
      for await (const page of pages) all.push(page);
      expect(lost(all)).toEqual([false, true, true]);
    }
  });

  it('reads no further than it was asked for, and commits what it did when it is left', async () => {
    const state = createMemoryStore();
    let read = 0;
    function* counted(): Generator<UrlPage> {
      for (const page of pagesOf(0, 9)) {
        read++;
        yield page;
      }
    }
    for await (const { text } of clean(counted(), { state })) if (text === 'Body 3') break;
    expect(read).toBe(4);
    expect((await state.loadSite('a.example'))?.facts.pageCount).toBe(4);
  });

  it.each([none, { twoPass: true }, { method: 'shingle', batchPages: 1 }])(
    'stops at an abort with its reason, and keeps what was done: %j',
    async (how) => {
      const stop = new AbortController();
      const seen: string[] = [];
      const state = createMemoryStore();
      const run = async (): Promise<void> => {
        for await (const { text } of clean(pagesOf(0, 3), { ...how, state, signal: stop.signal })) {
          seen.push(text);
          stop.abort(new Error('enough'));
        }
      };
      await expect(run()).rejects.toThrow('enough');
      expect(seen.length).toBe(1);
      const learned = 'twoPass' in how ? 3 : 1;
      expect((await state.loadSite('a.example'))?.facts.pageCount).toBe(learned);
    },
  );

  it('learns nothing when it is aborted before', async () => {
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(results(pagesOf(0, 3), { signal })).rejects.toThrow('too late');
    await expect(createCleaner({ signal }).add(pageOf(0))).rejects.toThrow('too late');
  });
});

describe('two passes', () => {
  const once: readonly (readonly [string, () => Pages])[] = [
    [
      'a generator',
      function* () {
        yield* pagesOf(0, 3);
      },
    ],
    [
      'an asynchronous generator',
      async function* () {
        yield* pagesOf(0, 3);
      },
    ],
    ['an iterator of a list', () => pagesOf(0, 3).values()],
    ['a stream', () => ReadableStream.from(pagesOf(0, 3)) as unknown as Pages],
    ['standard input', () => openInputs(['-'])],
  ];

  it.each(once)('are refused at once for what can be read only once: %s', (_, make) => {
    expect(() => clean(make(), { twoPass: true })).toThrow(codeOf('PAGES_READ_ONCE'));
    expect(() => clean(make())).not.toThrow();
  });

  it.each([undefined, null, 7, { html: '<p>one page' }])(
    'are refused at once for what holds none: %j',
    (pages) => {
      expect(() => clean(pages as never)).toThrow(codeOf('OPTION_BAD'));
      expect(() => clean(pages as never)).toThrow(/^pages takes an array or iterable, not '/);
    },
  );

  it('take what can be read twice', async () => {
    const twice: readonly Pages[] = [
      pagesOf(0, 3),
      new Set(pagesOf(0, 3)),
      { [Symbol.iterator]: () => pagesOf(0, 3).values() },
      {
        async *[Symbol.asyncIterator]() {
          yield* pagesOf(0, 3);
        },
      },
    ];
    for (const pages of twice)
      expect(lost(await results(pages, { twoPass: true }))).toEqual([true, true, true]);
  });
});

describe('bad options', () => {
  it.each<[CleanOptions, string]>([
    [{ siteBy: 'prefix:0' }, 'SITE_BY_BAD'],
    [{ method: 'magic' }, 'METHOD_UNKNOWN'],
    [{ methodOptions: { memoryPages: 'many' } }, 'METHOD_OPTION_BAD'],
    [{ methodOptions: { memory: 5 } }, 'METHOD_OPTION_UNKNOWN'],
    [{ overrides: { drop: ['p['] } }, 'SELECTOR_BAD'],
    [{ commitEvery: 0 }, 'OPTION_BAD'],
    [{ memoryBytes: Number.NaN }, 'OPTION_BAD'],
    [{ limits: { maxNodes: 1.5 } }, 'OPTION_BAD'],
    [{ limits: { maxDepth: -1 } }, 'OPTION_BAD'],
  ])('are refused at once: %j', (options, code) => {
    expect(() => clean([], options)).toThrow(codeOf(code));
    expect(() => createCleaner(options)).toThrow(codeOf(code));
  });

  it.each([
    [{ metod: 'none' }, "there is no option 'metod' (did you mean method?); there are method, "],
    [{ favour: 'recall' }, "there is no option 'favour' (did you mean methodOptions.favour?)"],
    [{ limits: { maxNode: 1 } }, "there is no option 'limits.maxNode' (did you mean maxNodes?)"],
    [{ record: { markdown: true } }, "there is no option 'record.markdown'; there are format, "],
    [{ overrides: { drops: [] } }, "there is no option 'overrides.drops' (did you mean drop?)"],
  ])('have names that are known: %j', (options, message) => {
    expect(() => clean([], options as never)).toThrow(codeOf('OPTION_UNKNOWN'));
    expect(() => createCleaner(options as never)).toThrow(message);
    expect(() => createCleaner({ ...none, metod: undefined } as never)).not.toThrow();
  });

  it('are those of the function that is called', () => {
    expect(() => createCleaner({ twoPass: true } as never)).toThrow(codeOf('OPTION_UNKNOWN'));
    expect(() => createCleaner({ commitEvery: Number.POSITIVE_INFINITY })).not.toThrow();
    expect(() => clean([], { batchPages: 0 })).toThrow(codeOf('OPTION_BAD'));
  });
});

describe('a method that needs many pages at once', () => {
  const batchMethods = allMethods.filter(({ kind }) => kind === 'batch').map(({ name }) => name);

  it.each(batchMethods)('cannot take them one by one, and does in a row: %s', async (method) => {
    expect(() => createCleaner({ method })).toThrow(codeOf('METHOD_NEEDS_BATCH'));
    const pages = [...pagesOf(0, 12), ...pagesOf(0, 12, 'b.example')].sort((a, b) =>
      a.html < b.html ? -1 : 1,
    );
    const all = await results(pages, { method });
    expect(all.map((result) => result.url)).toEqual(pages.map(({ url }) => url));
    // Which texts a method takes for template is its own affair; here it is about the way there and back.
    for (const [i, { text }] of all.entries()) expect(text).toContain(/Body \d+/.exec(pages[i]!.html)![0]);
  });

  it('holds so many back and no more', async () => {
    let read = 0;
    function* counted(): Generator<UrlPage> {
      for (const page of pagesOf(0, 9)) {
        read++;
        yield page;
      }
    }
    const readThen: number[] = [];
    for await (const _ of clean(counted(), { method: 'shingle', batchPages: 4 })) readThen.push(read);
    expect(readThen).toEqual([4, 4, 4, 4, 8, 8, 8, 8, 9]);
  });

  it('finds the template of many pages', async () => {
    const all = await results(pagesOf(0, 30), { method: 'shingle' });
    expect(lost(all)).toEqual(all.map(() => true));
  });

  it('takes the same object twice', async () => {
    const page = { kind: 'page', page: rawPage('https://a.example/1', htmlOf(1)) } as const;
    expect(brief(await results([page, page], { method: 'shingle' }))).toEqual(
      Array(2).fill('a.example https://a.example/1'),
    );
  });
});

describe('a cleaned page', () => {
  it('has its content as text, whatever records are made of it', async () => {
    const record = { format: 'markdown', links: true } as const;
    const cleaner = createCleaner({ record });
    const url = 'https://www.a.example/1#top';
    const page = cleaned(await cleaner.add({ url, html: '<title>T</title><p>One <a href=/x>link</a>' }));
    expect(page.text).toBe('One link');
    expect(page.text).toBeTypeOf('string');
    expect(page.record()).toMatchObject({
      id: 'https://www.a.example/1',
      url,
      site: 'a.example',
      text: 'One [link](https://www.a.example/x)',
      links: [{ url: 'https://www.a.example/x', template: false }],
    });
    expect(page.record({ format: 'text' })).toMatchObject({ id: page.id, text: page.text });
    expect(page.record({ format: 'text' })).not.toHaveProperty('links');
  });

  it('is not empty, and says that it would have been', async () => {
    const same = Array.from({ length: 8 }, (_, i) => ({ url: `https://a.example/${i}`, html: htmlOf(0) }));
    const guarded = await results(same);
    expect(guarded.every(({ text }) => text !== '')).toBe(true);
    expect(cleaned(guarded[7]!)).toMatchObject({ guarded: true });
    expect(cleaned(guarded[7]!).record()).toMatchObject({ empty_guard: true });
    const literal = await results(same, { guard: false });
    expect(literal[7]!.text).toBe('');
    expect(cleaned(literal[7]!).guarded).toBe(false);
  });

  it('obeys the rules of its user, for all sites and for one', async () => {
    const pages = [...pagesOf(0, 2), ...pagesOf(0, 2, 'b.example')];
    const kept = await results(pages, { overrides: { keep: ['div'] } });
    expect(lost(kept)).toEqual([false, false, false, false]);
    const dropped = await results(pages, { overrides: { sites: { 'b.example': { drop: ['p'] } } } });
    expect(dropped.map(({ text }) => text)).toEqual([`${menu}\n\nBody 0`, 'Body 1', menu, expect.anything()]);
    expect(dropped[3]!.text).not.toContain('Body');
    const all = await results(pagesOf(0, 1), { overrides: { drop: ['html'] } });
    expect(all[0]!.text).toBe('');
    for (const how of [{ twoPass: true }, { method: 'shingle' }]) {
      const ruled = await results(pages, { ...how, overrides: { drop: ['nav'] } });
      expect(lost(ruled)).toEqual([true, true, true, true]);
    }
  });
});

describe('calls that overlap', () => {
  it('are done one after the other, in the order of the calls', async () => {
    const pages = [...pagesOf(0, 20), ...pagesOf(0, 20, 'b.example')];
    const expected = (await results(pages)).map(said);
    const state = createMemoryStore();
    let open = 0;
    const commit: Store['commit'] = async (what) => {
      expect(++open).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 1));
      await state.commit(what);
      open--;
    };
    const cleaner = createCleaner({ state: { ...state, commit }, commitEvery: 3, memoryBytes: 1 });
    const answers = await Promise.all(pages.map((page) => cleaner.add(page)));
    expect(answers.map(said)).toEqual(expected);
  });

  it('do not fail with the one before', async () => {
    const cleaner = createCleaner();
    const [bad, good] = await Promise.allSettled([cleaner.add({} as PageInput), cleaner.add(pageOf(0))]);
    expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled']);
  });
});

describe('learn and judge', () => {
  it('are the two halves of add', async () => {
    const cleaner = createCleaner();
    expect(lost([await cleaner.judge(pageOf(0))])).toEqual([false]);
    for (const page of pagesOf(1, 6)) expect(await cleaner.learn(page)).toBeUndefined();
    const first = await cleaner.judge(pageOf(0));
    expect(lost([first])).toEqual([true]);
    expect(said(await cleaner.judge(pageOf(0)))).toEqual(said(first));
    const small = createCleaner({ limits: { maxBytes: 3 } });
    expect(await small.learn(pageOf(0))).toMatchObject({ error: { code: 'PAGE_TOO_LARGE' } });
  });
});

interface MethodCase {
  readonly method: string;
  /** The first page that is judged by what came before. */
  readonly enough: number;
  /** Options that another run does not have, and what is said then. */
  readonly other: Readonly<Record<string, number>>;
  readonly message: string;
}

const methodCases: readonly MethodCase[] = [
  {
    method: 'adaptive',
    enough: 1,
    other: { memoryPages: 20 },
    message: 'saved with memoryPages 40, not with 20',
  },
  {
    method: 'incremental',
    enough: 4,
    other: { templatePages: 3 },
    message: 'saved with templatePages 5, not with 3',
  },
];

describe.each(methodCases)('the method $method', ({ method, enough, other, message }) => {
  const factsIn = async (state: Store) => (await state.loadSite('a.example'))?.facts;
  const knownIn = async (state: Store) => {
    const { facts, bytes } = await knownSite(state, 'a.example');
    return { facts, bytes };
  };

  it('judges by what came before, or in two passes by everything', async () => {
    expect(lost(await results(pagesOf(0, 7), { method }))).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((number) => number >= enough),
    );
    expect(lost(await results(pagesOf(0, 7), { method, twoPass: true }))).toEqual(Array(7).fill(true));
  });

  it('starts with what a state knows', async () => {
    const state = createMemoryStore();
    await results(pagesOf(0, 5), { method, state });
    expect(lost(await results(pagesOf(5, 7), { method, state }))).toEqual([true, true]);
    expect(await factsIn(state)).toMatchObject({
      pageCount: 7,
      writtenCount: 7,
      lastPage: 'https://a.example/6',
    });
  });

  it.each([false, true])(
    'counts pages that come again once, also after closing and opening; two passes: %s',
    async (twoPass) => {
      const file = join(folder, `${method}-${twoPass}.state`);
      const options = { method, twoPass };
      const [first, second] = await (async () => {
        await using state = openSqliteStore(file);
        const once = await results(pagesOf(0, 7), { ...options, state });
        const { bytes } = await knownSite(state, 'a.example');
        const again = await results(pagesOf(0, 7), { ...options, state });
        expect((await knownSite(state, 'a.example')).bytes).toEqual(bytes);
        return [once, again];
      })();
      await using state = openSqliteStore(file);
      const third = await results(pagesOf(0, 7), { ...options, state });
      // In two passes a page is written as often as it is asked for.
      expect(await factsIn(state)).toMatchObject({ pageCount: 7, writtenCount: twoPass ? 21 : 7 });
      if (twoPass) expect(second!.map(said)).toEqual(first!.map(said));
      expect(third.map(said)).toEqual(second!.map(said));
      // Another text at the same address is another page.
      await results([{ url: 'https://a.example/6', html: htmlOf(66) }], { ...options, state });
      expect(await factsIn(state)).toMatchObject({ pageCount: 8 });
    },
  );

  it('counts nothing that is only judged', async () => {
    const state = createMemoryStore();
    const cleaner = createCleaner({ method, state, commitEvery: 1 });
    await cleaner.add(pageOf(0));
    const facts = await factsIn(state);
    for (const page of pagesOf(0, 5)) await cleaner.judge(page);
    await cleaner.commit();
    expect(await factsIn(state)).toEqual(facts);
    await cleaner.add(pageOf(1));
    expect(await factsIn(state)).toMatchObject({ pageCount: 2, writtenCount: 2 });
  });

  it('counts them once without a state, too', async () => {
    const cleaner = createCleaner({ method });
    for (let time = 0; time < 10; time++) await cleaner.add(pageOf(0));
    expect(lost([await cleaner.judge(pageOf(1))])).toEqual([method === 'adaptive']);
    const { verdict } = cleaned(await cleaner.judge(pageOf(1)));
    expect(verdict.of).toBe(1);
  });

  it('keeps in the state what was learned, page by page, and the whole now and then', async () => {
    const state = createMemoryStore();
    await results(pagesOf(0, 250), { method, state });
    const { snapshot, journals } = (await state.loadSite('a.example'))!;
    expect(snapshot?.length).toBeGreaterThan(100);
    // The first commit is the snapshot with the journal behind it.
    expect(journals.length).toBe(3);
  });

  it('commits every so many pages, when told, and at the end', async () => {
    const state = createMemoryStore();
    const commits: number[] = [];
    const commit: Store['commit'] = async (what) => {
      await state.commit(what);
      commits.push((await factsIn(state))!.pageCount);
    };
    const cleaner = createCleaner({ method, state: { ...state, commit }, commitEvery: 3 });
    for (const page of pagesOf(0, 7)) await cleaner.add(page);
    expect(commits).toEqual([3, 6]);
    await cleaner.commit();
    await cleaner.commit();
    expect(commits).toEqual([3, 6, 7]);
    await cleaner.add(pageOf(7));
    await cleaner[Symbol.asyncDispose]();
    expect(commits).toEqual([3, 6, 7, 8]);
    const each = createCleaner({ method, state: { ...state, commit }, commitEvery: 1 });
    for (const page of pagesOf(8, 10)) await each.add(page);
    expect(commits).toEqual([3, 6, 7, 8, 9, 10]);
  });

  it('knows the same however often it commits', async () => {
    const known: unknown[] = [];
    for (const commitEvery of [1, 3, 7, 100]) {
      const state = createMemoryStore([1, 2]);
      await results(pagesOf(0, 20), { method, state, commitEvery });
      known.push(await knownIn(state));
    }
    for (const each of known) expect(each).toEqual(known[0]);
  });

  it('unlearns what a state would not take, and takes it when it comes again', async () => {
    const [sound, failing] = [createMemoryStore([1, 2]), createMemoryStore([1, 2])];
    let isFull = false;
    const commit: Store['commit'] = async (what) => {
      if (isFull) throw new Error('disk full');
      await failing.commit(what);
    };
    const cleaner = createCleaner({ method, state: { ...failing, commit } });
    for (const page of pagesOf(0, 3)) await cleaner.add(page);
    await cleaner.commit();
    for (const page of pagesOf(3, 8)) await cleaner.add(page);
    isFull = true;
    await expect(cleaner.commit()).rejects.toThrow('disk full');
    isFull = false;
    // What failed is not tried again behind the caller's back.
    await cleaner.commit();
    expect(await factsIn(failing)).toMatchObject({ pageCount: 3 });
    const again: CleanResult[] = [];
    for (const page of pagesOf(3, 8)) again.push(await cleaner.add(page));
    await cleaner.commit();
    const whole = await results(pagesOf(0, 8), { method, state: sound });
    expect(again.map(said)).toEqual(whole.slice(3).map(said));
    expect(await knownIn(failing)).toEqual(await knownIn(sound));
  });

  it('fails with the state where it fails in the middle, and closes', async () => {
    const state = createMemoryStore();
    const commit: Store['commit'] = async () => {
      throw new Error('disk full');
    };
    const run = results(pagesOf(0, 9), { method, state: { ...state, commit }, commitEvery: 4 });
    await expect(run).rejects.toThrow('disk full');
    expect(await factsIn(state)).toBeUndefined();
  });

  it('does not blame a page for a state that cannot be read', async () => {
    const state = createMemoryStore();
    await results(pagesOf(0, 5), { method, state });
    await expect(results(pagesOf(5, 6), { method, state, methodOptions: other })).rejects.toThrow(message);
    const mode = results(pagesOf(5, 6), { method, state, twoPass: true });
    await expect(mode).rejects.toThrow(codeOf('STATE_OF_OTHER_MODE'));
    const others = methodCases.find((one) => one.method !== method)!.method;
    await expect(results(pagesOf(5, 6), { method: others, state })).rejects.toThrow(
      codeOf('STATE_OF_OTHER_METHOD'),
    );
    // Nor is another site put beside it.
    await expect(results(pagesOf(5, 6, 'b.example'), { method: others, state })).rejects.toThrow(
      codeOf('STATE_OF_OTHER_METHOD'),
    );
    expect((await knownSites(state)).map(({ site }) => site)).toEqual(['a.example']);
  });

  it('keeps memory and state alike when a page fails after it was learned', async () => {
    const faulty = cleanerFunctions({
      ...htmlParts,
      createOverrides: () => (_site, page, verdict) => {
        if (page.id.endsWith('/3')) throw new TypeError('x is undefined');
        return verdict;
      },
    });
    const state = createMemoryStore([1, 2]);
    const options = { method, state, commitEvery: 1, overrides: { keep: ['b'] } };
    const cleaner = faulty.createCleaner(options);
    const all: CleanResult[] = [];
    for (const page of pagesOf(0, 8)) all.push(await cleaner.add(page));
    expect(all.map(({ error }) => error?.code)).toEqual([
      ...Array(3).fill(undefined),
      'INTERNAL',
      ...Array(4).fill(undefined),
    ]);
    const reopened = faulty.createCleaner(options);
    for (const page of pagesOf(8, 12))
      expect(said(await reopened.judge(page))).toEqual(said(await cleaner.judge(page)));
  });
});
