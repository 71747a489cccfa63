import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Detector } from '../detect/detector.ts';
import { type OptionValues, resolveOptions } from '../detect/method.ts';
import { createNoneDetector } from '../detect/none/none.ts';
import { findMethod } from '../detect/registry.ts';
import { jsonSection, writeSections } from '../detect/sections.ts';
import { DehuskError } from '../errors.ts';
import type { HashKey } from '../page/hash.ts';
import type { Page } from '../page/page.ts';
import { parseText } from '../page/parse.ts';
import {
  noFacts as facts,
  type LearnedBy,
  pageDigest,
  Site,
  type SiteSetting,
  type StateGain,
} from './site.ts';
import { checkSetting, checkStore, intactPart, readSnapshotHead, siteStates } from './site-state.ts';
import { createMemoryStore, type SiteFacts } from './store.ts';

const hashKey: HashKey = [11, 12];

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

interface Learner {
  readonly setting: SiteSetting;
  readonly create: () => Detector;
}

async function learnerOf(name: string): Promise<Learner> {
  const method = findMethod(name);
  if (method.kind !== 'stream') throw new Error('no stream method');
  const options = resolveOptions(method, {});
  const create = await method.loadDetector();
  return {
    setting: { method: name, options, forgetting: true, hashKey, journal: true, states: siteStates },
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
  facts: SiteFacts;
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
    const again = Site.unpark(site.park(), setting, create());
    keep(kept, learn(again, pages[6]!), again);
    learn(site, pages[6]!);
    expect(kept.journals).toEqual([]);
    expect(again.owed()).toEqual({ journal: new Uint8Array() });
    const loaded = new Site(setting, create(), kept);
    expect(sameBytes(loaded.snapshot(), site.snapshot())).toBe(true);
  });

  it('owes a store what did not get there, also when nothing more is learned', () => {
    const { site, kept } = learnAll(learner, pages.slice(0, 5));
    expect(site.owed()).toEqual({ journal: new Uint8Array() });
    learn(site, pages[5]!);
    site.rewrite();
    keep(kept, Site.unpark(site.park(), setting, create()).owed(), site);
    expect(sameBytes(new Site(setting, create(), kept).snapshot(), site.snapshot())).toBe(true);
    const empty = new Site(setting, create());
    expect(empty.owed()).toEqual({ journal: new Uint8Array() });
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
    for (let length = 0; length < journal.length; length++)
      expect(load({ journals: [journal.subarray(0, length)] }), `${length}`).toBe('STATE_DAMAGED');
  });

  it('is not read with a page missing, doubled, swapped or of another site or time', () => {
    const { kept } = learnAll(learner, pages.slice(0, 12));
    const earlier = learnAll(learner, pages.slice(0, 8)).kept;
    const other = learnAll(learner, [...pages.slice(20, 31), pages[11]!]).kept;
    const of = (order: readonly number[]): readonly Uint8Array[] => order.map((i) => kept.journals[i]!);
    const all = kept.journals.map((_, i) => i);
    const orders = [
      all.slice(1),
      all.slice(0, -1),
      all.filter((i) => i !== 5),
      [...all, 3],
      [...all, all.length - 1],
      [0, 0, ...all.slice(1)],
      [1, 0, ...all.slice(2)],
      [...all].reverse(),
    ];
    const load = (state: Partial<Kept>): string | undefined =>
      codeOf(() => new Site(setting, create(), { ...kept, ...state }));
    expect(load({})).toBeUndefined();
    for (const order of orders)
      expect(load({ journals: [...of(order)] }), order.join()).toBe('STATE_DAMAGED');
    const swapped = [...kept.journals.slice(0, -1), other.journals.at(-1)!];
    expect(load({ journals: swapped })).toBe('STATE_DAMAGED');
    expect(load({ snapshot: other.snapshot })).toBe('STATE_DAMAGED');
    expect(load({ snapshot: undefined })).toBe('STATE_DAMAGED');
    expect(load({ facts: earlier.facts })).toBe('STATE_DAMAGED');
    expect(load({ facts: { ...kept.facts, pageCount: 11 } })).toBe('STATE_DAMAGED');
    // All of it of an earlier time is a state.
    expect(load({ journals: earlier.journals, facts: earlier.facts })).toBeUndefined();
  });

  it('keeps the pages before the first that is damaged, if it is asked to', () => {
    const { kept } = learnAll(learner, pages.slice(0, 12));
    for (let broken = 0; broken < kept.journals.length; broken++) {
      const journals = [...kept.journals];
      journals[broken] = journals[broken]!.slice();
      journals[broken]![14]! ^= 1;
      const whole = intactPart({ ...kept, journals: [joined(journals)] }, hashKey);
      const { site } = learnAll(learner, pages.slice(0, broken + 1));
      expect(sameBytes(new Site(setting, create(), whole).snapshot(), site.snapshot())).toBe(true);
      expect(whole.facts).toEqual({ ...site.facts, lastPage: '' });
      expect(whole.isCut).toBe(true);
    }
    expect(intactPart(kept, hashKey).facts).toEqual(kept.facts);
    expect(codeOf(() => intactPart({ ...kept, snapshot: undefined }, hashKey))).toBe('STATE_DAMAGED');
    const snapshot = kept.snapshot!.subarray(1);
    expect(codeOf(() => intactPart({ ...kept, snapshot }, hashKey))).toBe('STATE_DAMAGED');
  });

  it('has a digest that does not depend on how its pages were kept', () => {
    const { site, kept } = learnAll(learner, pages.slice(0, 20));
    const { digest } = site.facts;
    expect(digest).toMatch(/^[0-9a-f]{16}$/);
    let parked = new Site(setting, create());
    for (const page of pages.slice(0, 20)) {
      learn(parked, page);
      parked.rewrite();
      parked = Site.unpark(parked.park(), setting, create());
    }
    expect(parked.facts.digest).toBe(digest);
    expect(new Site(setting, create(), kept).facts.digest).toBe(digest);
    expect(learnAll(learner, pages.slice(0, 19)).site.facts.digest).not.toBe(digest);
    expect(learnAll(learner, [...pages.slice(1, 20), pages[0]!]).site.facts.digest).not.toBe(digest);
  });

  it('with other bytes in it is damaged', () => {
    const { site, kept } = learnAll(learner, pages.slice(0, 12));
    const snapshot = site.snapshot();
    const journal = joined(kept.journals);
    const attempt = (state: Partial<Kept>): void => {
      expect(codeOf(() => new Site(setting, create(), { ...kept, ...state }))).toMatch(
        /^STATE_(?:DAMAGED|OLDER)$/,
      );
    };
    const bytes = fc.record({ at: fc.nat(), xor: fc.integer({ min: 1, max: 255 }), isJournal: fc.boolean() });
    fc.assert(
      fc.property(bytes, ({ at, xor, isJournal }) => {
        const changed = (isJournal ? journal : snapshot).slice();
        changed[at % changed.length]! ^= xor;
        attempt(isJournal ? { journals: [changed] } : { snapshot: changed, journals: [] });
      }),
      { numRuns: 1_000 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (changed, isJournal) => {
        attempt(isJournal ? { journals: [changed] } : { snapshot: changed, journals: [] });
      }),
      { numRuns: 300 },
    );
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
    const site = new Site({ ...learnedBy, hashKey, journal: true, states: siteStates }, createNoneDetector());
    const learned = { hashKey, pageCount: 0, digest: '0000000000000000' };
    expect(readSnapshotHead(site.snapshot())).toEqual({ ...learnedBy, ...learned });
  });

  it.each([null, [], 7, {}, { method: 7 }, { method: 'none', options: [], forgetting: true }])(
    'is damaged where it says %j',
    (head) => {
      const snapshot = writeSections([jsonSection('site', 3, head)]);
      expect(codeOf(() => readSnapshotHead(snapshot))).toBe('STATE_DAMAGED');
      const setting = { ...learnedBy, hashKey, journal: false, states: siteStates };
      const load = () => new Site(setting, createNoneDetector(), { snapshot, journals: [], facts });
      expect(codeOf(load)).toBe('STATE_DAMAGED');
    },
  );

  it('is not that of another key', () => {
    const snapshot = new Site(
      { ...learnedBy, hashKey, journal: true, states: siteStates },
      createNoneDetector(),
    ).snapshot();
    const other = { ...learnedBy, hashKey: [11, 13] as const, journal: true, states: siteStates };
    const load = () => new Site(other, createNoneDetector(), { snapshot, journals: [], facts });
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
    const snapshot = new Site(
      { ...learnedBy, hashKey, journal: true, states: siteStates },
      createNoneDetector(),
    ).snapshot();
    const sites = new Map([['a.example', { snapshot, journal: new Uint8Array(), facts }]]);
    await store.commit({ sites });
    await checkStore(store, learnedBy);
    await expect(checkStore(store, expected)).rejects.toThrow(message);
  });
});
