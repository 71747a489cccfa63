import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Detector } from '../detect/detector.ts';
import { type OptionValues, resolveOptions } from '../detect/method.ts';
import { createNoneDetector } from '../detect/none/none.ts';
import { findMethod } from '../detect/registry.ts';
import { DehuskError } from '../errors.ts';
import type { HashKey } from '../page/hash.ts';
import type { Page } from '../page/page.ts';
import { parseText } from '../page/parse.ts';
import {
  checkSetting,
  checkStore,
  type LearnedBy,
  type PageDigest,
  pageDigest,
  readSetting,
  SeenPages,
  Site,
  type SiteSetting,
  type StateGain,
} from './site-state.ts';
import { createMemoryStore } from './store.ts';

const hashKey: HashKey = [11, 12];
const facts = { pageCount: 0, writtenCount: 0, chars: 0, templateChars: 0, lastPage: '' };

function pageOf(number: number, words = 3): Page {
  const items = Array.from({ length: 6 }, (_, i) => `<li${i === number % 6 ? ' class=on' : ''}>Item ${i}`);
  const texts = Array.from({ length: words }, (_, i) => `<p>Text ${i} of page ${number}`);
  const html = `<ul>${items.join('')}</ul><div>${texts.join('')}</div><p>Shared ${number % 4}`;
  return parseText(html, { id: `https://a.example/${number}`, hashKey });
}

const pages: readonly Page[] = Array.from({ length: 60 }, (_, number) => pageOf(number, number % 9));

function codeOf(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return error instanceof DehuskError ? error.code : `no error of ours: ${error}`;
  }
}

const sameBytes = (bytes: Uint8Array, others: Uint8Array): boolean => Buffer.compare(bytes, others) === 0;

describe('the pages that were seen', () => {
  const digest = (number: number): PageDigest => ({
    high: number >>> 3,
    low: Math.imul(number, 2654435761) >>> 0,
  });

  it('are known, and no others', () => {
    const seen = new SeenPages();
    expect(seen.has({ high: 0, low: 0 })).toBe(false);
    seen.add({ high: 1, low: 0 });
    expect([seen.has({ high: 1, low: 0 }), seen.has({ high: 0, low: 0 })]).toEqual([true, false]);
    seen.add({ high: 0xffffffff, low: 0xffffffff });
    expect(seen.has({ high: 0xffffffff, low: 0xffffffff })).toBe(true);
    expect(seen.has({ high: 0xffffffff, low: 0xfffffffe })).toBe(false);
    // Several that share a half.
    for (let high = 10; high < 20; high++) seen.add({ high, low: 7 });
    expect([9, 10, 19, 20].map((high) => seen.has({ high, low: 7 }))).toEqual([false, true, true, false]);
  });

  it('take little as long as they are few', () => {
    const seen = new SeenPages();
    expect(seen.sizeBytes).toBeLessThan(100);
    for (let number = 0; number < 100; number++) seen.add(digest(number));
    expect(seen.sizeBytes).toBeLessThanOrEqual(8 * 200);
    for (let number = 0; number < 30_000; number++) seen.add(digest(number));
    expect(seen.sizeBytes).toBe(8 * SeenPages.limit);
  });

  it.each([0, 1, 4, 5, 9_999, 10_000, 10_001, 15_000, 20_000, 23_456])(
    'are the last 10,000, also when they were saved and loaded: %d',
    (count) => {
      const seen = new SeenPages();
      for (let number = 0; number < count; number++) seen.add(digest(number));
      const loaded = new SeenPages();
      loaded.add(digest(1_000_000));
      loaded.load(seen.toBytes());
      expect(sameBytes(loaded.toBytes(), seen.toBytes())).toBe(true);
      expect(seen.toBytes().length).toBe(8 * Math.min(count, 10_000));
      for (const each of [seen, loaded]) {
        const first = Math.max(0, count - 10_000);
        for (let number = 0; number < count; number += 97)
          expect(each.has(digest(number))).toBe(number >= first);
        if (first > 0) expect(each.has(digest(first - 1))).toBe(false);
        if (count > 0) expect(each.has(digest(first))).toBe(true);
        if (count > 0) expect(each.has(digest(count - 1))).toBe(true);
        expect(each.has(digest(count))).toBe(false);
        expect(each.has(digest(1_000_000))).toBe(false);
      }
      // Both go on alike.
      for (let number = count; number < count + 50; number++) {
        seen.add(digest(number));
        loaded.add(digest(number));
      }
      expect(sameBytes(loaded.toBytes(), seen.toBytes())).toBe(true);
    },
  );

  it('are those that a list would know', () => {
    const digests = fc.record({ high: fc.nat(3), low: fc.nat(3) });
    fc.assert(
      fc.property(fc.array(digests, { maxLength: 40 }), digests, (list, asked) => {
        const seen = new SeenPages();
        for (const each of list) seen.add(each);
        const isThere = list.some(({ high, low }) => high === asked.high && low === asked.low);
        expect(seen.has(asked)).toBe(isThere);
      }),
    );
  });

  it('are never read from bytes that are not of them', () => {
    for (const length of [1, 7, 9, 8 * 3 + 4])
      expect(codeOf(() => new SeenPages().load(new Uint8Array(length)))).toBe('STATE_DAMAGED');
  });
});

describe('the digest of a page', () => {
  const of = (html: string, id = 'https://a.example/1', key = hashKey): string =>
    JSON.stringify(pageDigest(parseText(html, { id, hashKey: key })));

  it('is that of its address and its texts', () => {
    const one = of('<p>one<p>two');
    expect(of('<p>one<p>two')).toBe(one);
    expect(of('<p>one  <p> two<!-- x -->')).toBe(one);
    const others = [
      of('<p>one<p>two', 'https://a.example/2'),
      of('<p>one<p>two', ''),
      of('<p>two<p>one'),
      of('<p>one'),
      of('<p>one<p>two<p>two'),
      of('<p>one<div>two</div>'),
      of('<p>onetwo'),
      of(''),
      of('<p>one<p>two', undefined, [11, 13]),
    ];
    expect(new Set([one, ...others]).size).toBe(1 + others.length);
  });

  it('hardly ever is that of another', () => {
    const digests = new Set<string>();
    for (let number = 0; number < 5_000; number++)
      digests.add(of(`<p>${number % 50}`, `https://a.example/${number}`));
    for (let number = 0; number < 5_000; number++) digests.add(of(`<p>words ${number}`));
    expect(digests.size).toBe(10_000);
  });
});

interface Learner {
  readonly setting: SiteSetting;
  readonly create: () => Detector;
}

async function learnerOf(name: string): Promise<Learner> {
  const method = findMethod(name);
  if (method.kind !== 'stream') throw new Error('no stream method');
  const options = resolveOptions(method, {});
  const create = await method.load();
  return {
    setting: { method: name, options, forgetting: true, journal: true },
    create: () => create(options, { hashKey, forgetting: true }),
  };
}

function learn(site: Site, page: Page): StateGain {
  const lesson = site.detector.lesson(page);
  site.detector.observe(page, lesson);
  return site.gainOf(page, pageDigest(page), lesson);
}

/** Learns the pages; returns what a store has then, each journal entry on its own. */
function learnAll({ setting, create }: Learner, list: readonly Page[]): { site: Site; kept: Kept } {
  const site = new Site(setting, create());
  const kept: Kept = { snapshot: undefined, journals: [], facts };
  for (const page of list) keep(kept, learn(site, page), site);
  return { site, kept };
}

interface Kept {
  snapshot: Uint8Array | undefined;
  journals: Uint8Array[];
  facts: typeof facts;
}

function keep(kept: Kept, { snapshot, journal }: StateGain, site: Site): void {
  if (snapshot !== undefined) {
    kept.snapshot = snapshot;
    kept.journals = [];
  }
  if (journal.length > 0) kept.journals.push(journal);
  kept.facts = site.facts;
}

const joined = (parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts));

describe.each(['adaptive', 'incremental', 'none'])('the state of a site: %s', async (method) => {
  const learner = await learnerOf(method);
  const { setting, create } = learner;

  it('is the snapshot and the journals behind it, however they are cut', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.array(fc.nat(6), { maxLength: 12 }), (count, cuts) => {
        const { site, kept } = learnAll(learner, pages.slice(0, count));
        const rest = [...kept.journals];
        const journals: Uint8Array[] = [];
        for (const cut of cuts) journals.push(joined(rest.splice(0, cut)));
        journals.push(...rest);
        const loaded = new Site(setting, create(), { ...kept, journals });
        expect(sameBytes(loaded.snapshot(), site.snapshot())).toBe(true);
        expect(loaded.facts).toEqual(site.facts);
        // And it goes on in the same way, to the bit.
        for (const page of pages.slice(count, count + 5))
          expect(learn(loaded, page)).toEqual(learn(site, page));
        expect(sameBytes(loaded.snapshot(), site.snapshot())).toBe(true);
      }),
      { numRuns: 25, endOnFailure: true },
    );
  });

  it('comes back from a parking as it was, to the bit, and nobody who keeps a store notices', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (parks) => {
        const steady = new Site(setting, create());
        let parked = new Site(setting, create());
        for (const [i, park] of parks.entries()) {
          steady.pass = parked.pass = i % 3;
          expect(learn(parked, pages[i]!)).toEqual(learn(steady, pages[i]!));
          if (park) parked = Site.unpark(parked.park(), setting, create());
          expect([parked.facts, parked.pass]).toEqual([steady.facts, steady.pass]);
        }
        expect(sameBytes(parked.park(), steady.park())).toBe(true);
      }),
      { numRuns: 20, endOnFailure: true },
    );
  });

  it('knows its pages', () => {
    const { site, kept } = learnAll(learner, pages.slice(0, 20));
    for (const known of [
      site,
      new Site(setting, create(), kept),
      Site.unpark(site.park(), setting, create()),
    ]) {
      expect(pages.map((page) => known.pages.has(pageDigest(page)))).toEqual(pages.map((_, i) => i < 20));
      expect(known.facts).toMatchObject({ pageCount: 20, lastPage: 'https://a.example/19' });
    }
  });

  it('has what a method carries from batch to batch', () => {
    const { site, kept } = learnAll(learner, pages.slice(0, 3));
    const before = site.sizeBytes;
    site.carried = Uint8Array.of(1, 2, 3);
    expect(site.sizeBytes - before).toBe(3);
    const loaded = new Site(setting, create(), { ...kept, snapshot: site.snapshot(), journals: [] });
    expect(loaded.carried).toEqual(site.carried);
    expect(Site.unpark(site.park(), setting, create()).carried).toEqual(site.carried);
  });

  it('brings all of it with the next page when a page did not get to the store', () => {
    const { site, kept } = learnAll(learner, pages.slice(0, 5));
    learn(site, pages[5]!);
    site.rewrite();
    keep(kept, learn(Site.unpark(site.park(), setting, create()), pages[6]!), site);
    learn(site, pages[6]!);
    expect(kept.journals).toEqual([]);
    const loaded = new Site(setting, create(), kept);
    expect(sameBytes(loaded.snapshot(), site.snapshot())).toBe(true);
  });

  it('is never read from bytes that end too early, and says that the state is damaged', () => {
    const { site, kept } = learnAll(learner, pages.slice(0, 6));
    const snapshot = site.snapshot();
    const load = (state: Partial<Kept>) => codeOf(() => new Site(setting, create(), { ...kept, ...state }));
    for (let length = 0; length < snapshot.length; length++)
      expect(load({ snapshot: snapshot.subarray(0, length), journals: [] }), `${length}`).toBe(
        'STATE_DAMAGED',
      );
    const journal = joined(kept.journals);
    const ends = kept.journals.map((_, i) => joined(kept.journals.slice(0, i)).length);
    for (let length = 0; length < journal.length; length++) {
      const expected = ends.includes(length) ? undefined : 'STATE_DAMAGED';
      expect(load({ journals: [journal.subarray(0, length)] }), `${length}`).toBe(expected);
    }
  });

  it('with other bytes in it is an error of the state, or a state', () => {
    const { site, kept } = learnAll(learner, pages.slice(0, 12));
    const snapshot = site.snapshot();
    const journal = joined(kept.journals);
    const seen = new Set<string | undefined>();
    const attempt = (state: Partial<Kept>): void => {
      const code = codeOf(() => {
        const loaded = new Site(setting, create(), { ...kept, ...state });
        loaded.detector.judge(pages[0]!);
        learn(loaded, pages[20]!);
        loaded.snapshot();
      });
      seen.add(code);
      expect(code === undefined || code.startsWith('STATE_'), code).toBe(true);
    };
    const bytes = fc.record({ at: fc.nat(), xor: fc.integer({ min: 1, max: 255 }), isJournal: fc.boolean() });
    fc.assert(
      fc.property(bytes, ({ at, xor, isJournal }) => {
        const changed = (isJournal ? journal : snapshot).slice();
        if (changed.length === 0) return;
        changed[at % changed.length]! ^= xor;
        attempt(isJournal ? { journals: [changed] } : { snapshot: changed, journals: [] });
      }),
      { numRuns: 1_500 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (changed, isJournal) => {
        attempt(isJournal ? { journals: [changed] } : { snapshot: changed, journals: [] });
      }),
      { numRuns: 500 },
    );
    expect(seen.has('STATE_DAMAGED')).toBe(true);
  });
});

describe('a journal that has outgrown its snapshot', () => {
  const large = Array.from({ length: 60 }, (_, number) => pageOf(number, 900));

  it.each(['adaptive', 'incremental'])('is replaced by a new one, parked or not: %s', async (method) => {
    const learner = await learnerOf(method);
    const { setting, create } = learner;
    const site = new Site(setting, create());
    let parked = new Site(setting, create());
    let reopened = new Site(setting, create());
    const kept: Kept = { snapshot: undefined, journals: [], facts };
    const snapshots: number[] = [];
    for (const [i, page] of large.entries()) {
      const gain = learn(site, page);
      if (gain.snapshot !== undefined) {
        snapshots.push(i);
        expect(gain.journal.length).toBe(0);
      }
      expect(gain.snapshot === undefined || sameBytes(gain.snapshot, site.snapshot())).toBe(true);
      for (const other of [learn(parked, page), learn(reopened, page)]) {
        expect(sameBytes(other.journal, gain.journal)).toBe(true);
        expect(sameBytes(other.snapshot ?? new Uint8Array(), gain.snapshot ?? new Uint8Array())).toBe(true);
      }
      keep(kept, gain, site);
      if (i % 3 === 0) parked = Site.unpark(parked.park(), setting, create());
      if (i % 4 === 0) reopened = new Site(setting, create(), { ...kept, journals: [joined(kept.journals)] });
    }
    expect(snapshots[0]).toBe(0);
    expect(snapshots.length).toBeGreaterThan(1);
    // And not with every page.
    expect(snapshots.length).toBeLessThan(20);
  });
});

describe('how a state was learned', () => {
  const learnedBy: LearnedBy = { method: 'none', options: { pages: 5 }, forgetting: true };

  it('stands in its snapshot', () => {
    const site = new Site({ ...learnedBy, journal: true }, createNoneDetector());
    expect(readSetting(site.snapshot())).toEqual(learnedBy);
  });

  it.each([
    '',
    'x',
    'null',
    '[]',
    '7',
    '{}',
    '{"method":7,"options":{},"forgetting":true}',
    '{"method":"none","options":null,"forgetting":true}',
    '{"method":"none","options":[],"forgetting":true}',
    '{"method":"none","options":{}}',
  ])('is damaged where it says %j', (head) => {
    const text = new TextEncoder().encode(head);
    const snapshot = joined([Uint8Array.of(text.length, 0, 0, 0), text, new Uint8Array(8)]);
    expect(codeOf(() => readSetting(snapshot))).toBe('STATE_DAMAGED');
    const setting = { ...learnedBy, journal: false };
    const load = () => new Site(setting, createNoneDetector(), { snapshot, journals: [], facts });
    expect(codeOf(load)).toBe('STATE_DAMAGED');
  });

  it.each<[Partial<LearnedBy>, string]>([
    [{ method: 'adaptive' }, 'the state was saved by method none, not by adaptive (method)'],
    [{ forgetting: false }, 'the state was learned page by page, not from the whole input at once'],
    [{ options: { pages: 6 } }, 'the state was saved with pages 5, not with 6'],
    [{ options: {} as OptionValues }, 'the state was saved with pages 5, not with nothing'],
    [{ options: { pages: 5, more: true } }, 'the state was saved with more nothing, not with true'],
    [{ options: { pages: '5' } }, 'the state was saved with pages 5, not with "5"'],
  ])('must be how it is learned now: %j', async (other, message) => {
    const expected = { ...learnedBy, ...other };
    expect(() => checkSetting(learnedBy, learnedBy)).not.toThrow();
    expect(() => checkSetting(learnedBy, expected)).toThrow(message);
    const store = createMemoryStore();
    await checkStore(store, expected);
    const snapshot = new Site({ ...learnedBy, journal: true }, createNoneDetector()).snapshot();
    const sites = new Map([['a.example', { snapshot, journal: new Uint8Array(), facts }]]);
    await store.commit({ sites });
    await checkStore(store, learnedBy);
    await expect(checkStore(store, expected)).rejects.toThrow(message);
  });
});
