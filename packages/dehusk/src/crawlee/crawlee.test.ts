import { setTimeout } from 'node:timers/promises';
import type { CheerioCrawlingContext } from '@crawlee/cheerio';
import { describe, expect, it } from 'vitest';
import { knownSite } from '../../../../test/known-state.ts';
import { createMemoryStore, type Store } from '../engine/store.ts';
import type { PageRecord } from '../output/record.ts';
import { type CrawleeCleaner, type CrawleeContext, createCrawleeCleaner } from './crawlee.ts';

const menu = ['Home', 'News of the week', 'Sport and games', 'Contact us'];

function htmlOf(number: number): string {
  const items = menu.map((item) => `<li><a href="/${item}">${item}</a></li>`).join('');
  return `<title>Page ${number}</title><ul>${items}</ul><p>What page ${number} is about</p>`;
}

function contextOf(number: number, request: Partial<CrawleeContext['request']> = {}): CrawleeContext {
  return { request: { url: `https://www.acme.example/${number}`, ...request }, body: htmlOf(number) };
}

async function cleanPages(cleaner: CrawleeCleaner, from: number, to: number): Promise<PageRecord[]> {
  const records: PageRecord[] = [];
  for (let number = from; number <= to; number++) records.push((await cleaner.clean(contextOf(number)))!);
  return records;
}

const methods = ['adaptive', 'incremental'];

/** All that a state knows of the one site. */
const knownIn = async (state: Store): Promise<unknown> => {
  const { facts, bytes } = await knownSite(state, 'acme.example');
  return { facts, bytes };
};

const isMenu = ({ text = '' }: PageRecord): boolean => menu.every((item) => text.includes(item));

describe('createCrawleeCleaner', () => {
  it('takes the contexts of Crawlee as they are', () => {
    const fits: (context: CheerioCrawlingContext) => CrawleeContext = (context) => context;
    expect(fits).toBeTypeOf('function');
  });

  it('gives the record of the page at the address where it was in the end', async () => {
    const loadedUrl = 'https://www.acme.example/new?b=1#part';
    const record = await createCrawleeCleaner().clean(contextOf(1, { loadedUrl }));
    expect(record).toMatchObject({
      id: 'https://www.acme.example/new?b=1',
      url: loadedUrl,
      site: 'acme.example',
      metadata: { title: 'Page 1', file: 'https://www.acme.example/1' },
    });
    expect(record?.text).toContain('What page 1 is about');
  });

  it('knows the menu from the second page on', async () => {
    const records = await cleanPages(createCrawleeCleaner(), 1, 10);
    expect(records.map(isMenu)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => number < 2));
    expect(records.at(-1)?.text).toBe('What page 10 is about');
  });

  it('takes another method: incremental knows it from the fifth page on', async () => {
    const records = await cleanPages(createCrawleeCleaner({ method: 'incremental' }), 1, 10);
    expect(records.map(isMenu)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => number < 5));
  });

  it('takes a page from its text, its bytes, cheerio or a browser', async () => {
    const { request } = contextOf(1);
    const html = htmlOf(1);
    const contexts: CrawleeContext[] = [
      { request, body: html },
      { request, body: new TextEncoder().encode(html) },
      { request, $: { html: () => html } },
      { request, page: { content: async () => html } },
    ];
    const records = contexts.map((context) => createCrawleeCleaner().clean(context));
    const [first, ...others] = await Promise.all(records);
    for (const other of others) expect(other).toEqual(first);
    await expect(createCrawleeCleaner().clean({ request })).rejects.toThrow('needs a body');
  });

  it('asks a page of bytes for its encoding unless the header told it', async () => {
    const { request } = contextOf(1);
    const contentType = { type: 'text/html', encoding: 'utf8' };
    const cleaner = createCrawleeCleaner();
    const untold = { headers: { 'content-type': 'text/html' } };
    const latin = Buffer.from('<meta charset=windows-1252><p>caf\xe9</p>', 'latin1');
    expect((await cleaner.clean({ request, body: latin, contentType, response: untold }))?.text).toBe('café');
    const told = { headers: { 'content-type': 'text/html; charset=windows-1252' } };
    // Crawlee has recoded these.
    const recoded = Buffer.from('<meta charset=windows-1252><p>café</p>');
    expect((await cleaner.clean({ request, body: recoded, contentType, response: told }))?.text).toBe('café');
  });

  it('leaves no page empty without saying so', async () => {
    const cleaner = createCrawleeCleaner();
    await cleanPages(cleaner, 1, 6);
    const request = { url: 'https://www.acme.example/menu' };
    const record = await cleaner.clean({ request, body: htmlOf(7).replace(/<p>.*/, '') });
    expect(record).toMatchObject({ empty_guard: true });
    expect(record?.text).not.toBe('');
  });
});

describe('a status', () => {
  const withStatus = (number: number, response: object, crawler?: object): CrawleeContext => ({
    ...contextOf(number),
    response,
    crawler,
  });

  it('is in the record', async () => {
    const cleaner = createCrawleeCleaner();
    expect((await cleaner.clean(withStatus(1, { statusCode: 200 })))?.metadata.status).toBe(200);
    // As in crawlers with a browser.
    expect((await cleaner.clean(withStatus(2, { status: () => 203 })))?.metadata.status).toBe(203);
    expect((await cleaner.clean(contextOf(3)))?.metadata).not.toHaveProperty('status');
  });

  it('that is none of a page makes no record, and nothing is learned from it', async () => {
    const state = createMemoryStore();
    const cleaner = createCrawleeCleaner({ state });
    for (const statusCode of [404, 403, 410, 304, 500])
      expect(await cleaner.clean(withStatus(statusCode, { statusCode }))).toBeUndefined();
    expect(await state.loadSite('acme.example')).toBeUndefined();
  });

  it('that the crawler takes for none of an error is none', async () => {
    const crawler = { ignoreHttpErrorStatusCodes: new Set([404]) };
    const cleaner = createCrawleeCleaner();
    const record = await cleaner.clean(withStatus(1, { statusCode: 404 }, crawler));
    expect(record?.metadata.status).toBe(404);
    expect(await cleaner.clean(withStatus(1, { statusCode: 410 }, crawler))).toBeUndefined();
  });
});

describe('a page that is handled again', () => {
  it.each(methods)('changes nothing as a retry: %s', async (method) => {
    const [stateOfOnce, stateOfTwice] = [createMemoryStore([1, 2]), createMemoryStore([1, 2])];
    const once = createCrawleeCleaner({ method, state: stateOfOnce });
    const twice = createCrawleeCleaner({ method, state: stateOfTwice });
    for (let number = 1; number <= 12; number++) {
      await once.clean(contextOf(number));
      await twice.clean(contextOf(number));
      await twice.clean(contextOf(number, { retryCount: 1 }));
    }
    expect(await knownIn(stateOfTwice)).toEqual(await knownIn(stateOfOnce));
  });

  it('is learned as a retry if the first try never got here', async () => {
    const cleaner = createCrawleeCleaner();
    for (let number = 1; number <= 4; number++) await cleaner.clean(contextOf(number, { retryCount: 1 }));
    expect(isMenu((await cleaner.clean(contextOf(5, { retryCount: 1 })))!)).toBe(false);
  });

  it('counts once by its address, also where nobody says that it is a retry', async () => {
    const cleaner = createCrawleeCleaner();
    const records: PageRecord[] = [];
    for (let time = 0; time < 8; time++) {
      const url = `https://www.acme.example/from/${time}`;
      records.push((await cleaner.clean(contextOf(1, { url, loadedUrl: 'https://acme.example/1' })))!);
    }
    expect(records.map(({ template }) => template.ratio)).toEqual(records.map(() => 0));
  });
});

describe('pages that are handled side by side', () => {
  it('give what they give one after the other', async () => {
    const numbers = Array.from({ length: 20 }, (_, i) => i + 1);
    const memory = createMemoryStore();
    let open = 0;
    let mostOpen = 0;
    const commit: Store['commit'] = async (what) => {
      mostOpen = Math.max(mostOpen, ++open);
      await setTimeout(1);
      await memory.commit(what);
      open--;
    };
    const one = createCrawleeCleaner({ state: { ...memory, commit } });
    const sideBySide = await Promise.all(numbers.map((number) => one.clean(contextOf(number))));
    expect(sideBySide).toEqual(await cleanPages(createCrawleeCleaner(), 1, 20));
    expect(mostOpen).toBe(1);
  });
});

describe('a cleaner with a state', () => {
  it('goes on where another has ended', async () => {
    const state = createMemoryStore();
    await cleanPages(createCrawleeCleaner({ state }), 1, 4);
    // The last page again: killed before Crawlee knew that it was handled.
    const [fourth, fifth] = await cleanPages(createCrawleeCleaner({ state }), 4, 5);
    expect([isMenu(fourth!), isMenu(fifth!)]).toEqual([false, false]);
    const site = await state.loadSite('acme.example');
    expect(site?.facts).toMatchObject({ pageCount: 5, lastPage: 'https://www.acme.example/5' });
  });

  it('has what was learned in the state before the record is there', async () => {
    const state = createMemoryStore();
    const cleaner = createCrawleeCleaner({ state });
    for (let number = 1; number <= 3; number++) {
      await cleaner.clean(contextOf(number));
      expect((await state.loadSite('acme.example'))?.facts.pageCount).toBe(number);
    }
  });

  it.each(methods)('unlearns what the state would not take: %s', async (method) => {
    const [sound, failing] = [createMemoryStore([1, 2]), createMemoryStore([1, 2])];
    let commits = 0;
    const commit: Store['commit'] = async (what) => {
      if (++commits === 6) throw new Error('disk full');
      await failing.commit(what);
    };
    const broken = createCrawleeCleaner({ method, state: { ...failing, commit } });
    await cleanPages(broken, 1, 5);
    await expect(broken.clean(contextOf(6))).rejects.toThrow('disk full');
    const again = await broken.clean(contextOf(6, { retryCount: 1 }));
    const whole = await cleanPages(createCrawleeCleaner({ method, state: sound }), 1, 6);
    expect(again).toEqual(whole.at(-1));
    expect(await knownIn(failing)).toEqual(await knownIn(sound));
  });

  it('refuses a page once and for all, and keeps what it knew', async () => {
    const state = createMemoryStore();
    await cleanPages(createCrawleeCleaner({ state }), 1, 4);
    const cleaner = createCrawleeCleaner({ state, limits: { maxBytes: 1_000 } });
    const large = { request: { url: 'https://acme.example/large' }, body: 'x'.repeat(1_001) };
    await expect(cleaner.clean(large)).rejects.toMatchObject({ code: 'PAGE_TOO_LARGE' });
    expect(large.request).toMatchObject({ noRetry: true });
    expect(isMenu((await cleaner.clean(contextOf(5)))!)).toBe(false);
  });
});
