import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CleanerFunctions, CleanOptions, CleanResult, PageInput } from './cleaner.ts';
import * as inBrowser from './html-cleaner.ts';
import * as inNode from './node-cleaner.ts';
import { createMemoryParking, ParkedMap, type Parking } from './parking.ts';
import { createMemoryStore } from './store.ts';
import { openTemporaryParking } from './temporary-parking.ts';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-parking-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Temporary files of this process go to a folder of their own. */
const tmpBefore = process.env.TMPDIR;
beforeEach(() => {
  process.env.TMPDIR = folder;
});
afterEach(() => {
  if (tmpBefore === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = tmpBefore;
});

interface Counter {
  count: number;
  sizeBytes: number;
}

/** In memory or parked. */
async function counterOf(map: ParkedMap<Counter>, key: string): Promise<Counter | undefined> {
  return map.atHand(key) ?? map.unpark(key);
}

/** A map of counters, and what it did with its parking. */
function createCounters(limitBytes: number): {
  readonly map: ParkedMap<Counter>;
  readonly log: string[];
  add(key: string, sizeBytes?: number): Promise<number>;
} {
  const log: string[] = [];
  const parking = createMemoryParking();
  const map = new ParkedMap<Counter>({
    limitBytes,
    sizeOf: ({ sizeBytes }) => sizeBytes,
    toBytes: (counter) => new TextEncoder().encode(JSON.stringify(counter)),
    fromBytes: (bytes, key) => {
      log.push(`unpark ${key}`);
      return JSON.parse(new TextDecoder().decode(bytes)) as Counter;
    },
    openParking: async () => {
      log.push('open');
      return {
        put: (key, bytes) => {
          log.push(`park ${key}`);
          return parking.put(key, bytes);
        },
        get: (key) => parking.get(key),
        delete: (key) => {
          log.push(`delete ${key}`);
          return parking.delete(key);
        },
        [Symbol.asyncDispose]: async () => {
          log.push('close');
          await parking[Symbol.asyncDispose]();
        },
      };
    },
  });
  const add = async (key: string, sizeBytes = 10): Promise<number> => {
    let counter = await counterOf(map, key);
    if (counter === undefined) {
      counter = { count: 0, sizeBytes };
      map.set(key, counter);
    }
    counter.count++;
    counter.sizeBytes = sizeBytes;
    await map.settle(key);
    return counter.count;
  };
  return { map, log, add };
}

describe('a map that parks', () => {
  it('parks nothing that has room, and opens no parking for it', async () => {
    const { map, log, add } = createCounters(30);
    for (const key of ['a', 'b', 'c', 'a', 'b', 'c']) await add(key);
    expect(log).toEqual([]);
    expect(map.sizeBytes).toBe(30);
    await map[Symbol.asyncDispose]();
    expect(log).toEqual([]);
  });

  it('parks those first that were unused for longest, and opens the parking once', async () => {
    const { map, log, add } = createCounters(30);
    for (const key of ['a', 'b', 'c', 'a', 'd', 'e']) await add(key);
    expect(log).toEqual(['open', 'park b', 'park c']);
    expect(await add('b')).toBe(2);
    expect(log.slice(3)).toEqual(['unpark b', 'park a']);
    expect(map.sizeBytes).toBe(30);
    await map[Symbol.asyncDispose]();
    expect(log.slice(5)).toEqual(['close']);
    expect(map.sizeBytes).toBe(0);
  });

  it('gives what is in memory at once, and waits only for what has to be parked', async () => {
    const { map, log, add } = createCounters(20);
    for (const key of ['a', 'b', 'b', 'a']) await add(key);
    const counter = map.atHand('b')!;
    expect(counter.count).toBe(2);
    expect(map.settle('b')).toBeUndefined();
    counter.sizeBytes = 15;
    const parking = map.settle('b');
    expect(parking).toBeInstanceOf(Promise);
    await parking;
    expect(log).toEqual(['open', 'park a']);
    await map.delete('b');
    expect(map.atHand('b')).toBeUndefined();
    expect(map.atHand('a')).toBeUndefined();
    expect(await counterOf(map, 'a')).toEqual({ count: 2, sizeBytes: 10 });
  });

  it('counts bytes and not values: a large one makes several go, and stays itself', async () => {
    const { map, log, add } = createCounters(40);
    for (const key of ['a', 'b', 'c', 'd']) await add(key);
    await add('a', 35);
    expect(log).toEqual(['open', 'park b', 'park c', 'park d']);
    await add('a', 1000);
    expect([log.length, map.sizeBytes]).toEqual([4, 1000]);
    await add('b');
    expect(log.slice(4)).toEqual(['unpark b', 'park a']);
    await add('a', 20);
    // It has become smaller: both have room.
    expect(log.slice(6)).toEqual(['unpark a']);
    expect(map.sizeBytes).toBe(30);
  });

  it('forgets what is deleted, in memory and parked', async () => {
    const { map, log, add } = createCounters(20);
    for (const key of ['a', 'b', 'c']) await add(key);
    await map.delete('a');
    await map.delete('b');
    expect(log).toEqual(['open', 'park a', 'delete a', 'delete b']);
    expect([await counterOf(map, 'a'), await counterOf(map, 'b'), map.sizeBytes]).toEqual([
      undefined,
      undefined,
      10,
    ]);
    expect([await add('a'), await add('b')]).toEqual([1, 1]);
  });

  it('does not bring back what was parked before it was deleted', async () => {
    const { map, add } = createCounters(1);
    await add('a');
    await add('b');
    await add('a');
    await map.delete('a');
    expect(await counterOf(map, 'a')).toBeUndefined();
  });

  it('is a map, whatever its limit', async () => {
    const steps = fc.array(
      fc.record({
        key: fc.constantFrom('a', 'b', 'c', 'd', 'e', '', '__proto__'),
        sizeBytes: fc.nat(50),
        isDelete: fc.integer({ min: 0, max: 7 }).map((number) => number === 0),
      }),
      { maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(120), async (list, limitBytes) => {
        const { map, add } = createCounters(limitBytes);
        const plain = new Map<string, number>();
        for (const { key, sizeBytes, isDelete } of list) {
          if (isDelete) {
            await map.delete(key);
            plain.delete(key);
            continue;
          }
          plain.set(key, (plain.get(key) ?? 0) + 1);
          expect(await add(key, sizeBytes)).toBe(plain.get(key));
          expect(map.sizeBytes).toBeLessThanOrEqual(Math.max(limitBytes, sizeBytes));
        }
        for (const [key, count] of plain) expect((await counterOf(map, key))?.count).toBe(count);
      }),
    );
  });
});

describe.each<[string, () => Promise<Parking>]>([
  ['in memory', async () => createMemoryParking()],
  ['in a temporary file', openTemporaryParking],
])('a parking %s', (_, open) => {
  it('gives back what was put there last', async () => {
    await using parking = await open();
    expect(await parking.get('a')).toBeUndefined();
    await parking.put('a', Uint8Array.of(1, 2));
    await parking.put('a', Uint8Array.of(3));
    await parking.put('\u03c0 \u{1f41c}', new Uint8Array());
    // A window on larger bytes.
    await parking.put('b', Uint8Array.of(9, 8, 7, 6).subarray(1, 3));
    expect(await parking.get('a')).toEqual(Uint8Array.of(3));
    expect(await parking.get('b')).toEqual(Uint8Array.of(8, 7));
    expect(await parking.get('\u03c0 \u{1f41c}')).toEqual(new Uint8Array());
    await parking.delete('a');
    await parking.delete('never');
    expect(await parking.get('a')).toBeUndefined();
  });
});

describe('a temporary parking', () => {
  it('leaves no file, not even while it is used', async () => {
    const parking = await openTemporaryParking();
    const bytesOf = (number: number): Uint8Array => new Uint8Array(200_000).fill(number);
    // More than SQLite keeps in memory.
    for (let number = 0; number < 150; number++) await parking.put(`site ${number}`, bytesOf(number));
    expect(readdirSync(folder)).toEqual([]);
    for (let number = 0; number < 150; number++)
      expect(Buffer.compare((await parking.get(`site ${number}`))!, bytesOf(number))).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
    await parking[Symbol.asyncDispose]();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is an error of the state where it cannot be made', async () => {
    process.env.TMPDIR = join(folder, 'missing');
    await expect(openTemporaryParking()).rejects.toMatchObject({ code: 'STATE_UNWRITABLE' });
  });
});

const methods = ['adaptive', 'incremental'];

/** Sites with menus, with texts that come again and a redesign, in an order in which they mix. */
const crawl: readonly PageInput[] = Array.from({ length: 16 }, (_, number) => number).flatMap((number) =>
  Array.from({ length: 5 }, (_, site) => {
    const design = number < 8 + site ? 'old' : 'new';
    const items = Array.from({ length: 8 }, (_, i) => {
      const mark = i === number % 8 ? ' class=active' : '';
      return `<li${mark}><a href="/${design}/${i}">${design} item ${i} of ${site}</a>`;
    });
    const texts = Array.from({ length: (number * 7 + site) % 12 }, (_, i) =>
      i % 5 === 0 ? `<p>Shared words ${(number + i) % 4}` : `<p>Words ${i} of page ${number} and no other`,
    );
    const html = `<ul id=${design}>${items.join('')}</ul><div>${texts.join('')}</div><p>\u00a9 ${design}`;
    // Some come twice.
    return { url: `https://s${site}.example/${number % 11 === 10 ? 9 : number}`, html };
  }),
);

interface Outcome {
  readonly pages: readonly string[];
  readonly states: readonly unknown[];
}

/** All that is said of the pages, and all that a state has then. */
async function outcomeOf(
  { clean }: Pick<CleanerFunctions, 'clean'>,
  options: CleanOptions,
  hasState: boolean,
): Promise<Outcome> {
  const state = createMemoryStore([5, 6]);
  const pages: string[] = [];
  const said = (result: CleanResult): string => {
    if (result.error !== undefined) throw result.error;
    const { id, site, text, guarded, verdict } = result;
    const { template, score, seen, of, version } = verdict;
    // As text: comparing columns with `expect` would take most of the time.
    return [id, site, text, guarded, template, score, seen, of, version].join(' ');
  };
  const key = hasState ? { state, commitEvery: 7 } : { hashKey: state.hashKey };
  for await (const result of clean(crawl, { ...options, ...key })) pages.push(said(result));
  const states: unknown[] = [];
  for await (const { site } of state.sites()) states.push({ site, ...(await state.loadSite(site)) });
  return { pages, states };
}

describe.each(methods)('sites that are parked: %s', (method) => {
  describe.each([
    ['on disk', inNode],
    ['in memory', inBrowser],
  ])('%s', (_, functions) => {
    it.each([
      [false, false],
      [false, true],
      [true, false],
      [true, true],
    ])('get the same verdicts to the bit; two passes %s, with a state %s', async (twoPass, hasState) => {
      const options = { method, twoPass };
      const expected = await outcomeOf(functions, { ...options, memoryBytes: 2 ** 40 }, hasState);
      expect(expected.pages.length).toBe(crawl.length);
      expect(expected.states.length).toBe(hasState ? 5 : 0);
      for (const memoryBytes of [1, 40_000]) {
        const parked = await outcomeOf(functions, { ...options, memoryBytes }, hasState);
        expect(parked).toEqual(expected);
      }
      expect(readdirSync(folder)).toEqual([]);
    });
  });

  it('take no more memory than they may, besides the one in use', async () => {
    const cleaner = inNode.createCleaner({ method, memoryBytes: 1 });
    const largest = async (): Promise<number> => {
      let bytes = 0;
      const only = inNode.createCleaner({ method });
      for (const page of crawl.filter((_, i) => i % 5 === 4)) {
        await only.add(page);
        bytes = Math.max(bytes, only.sizeBytes);
      }
      return bytes;
    };
    const oneSite = await largest();
    for (const page of crawl) {
      await cleaner.add(page);
      expect(cleaner.sizeBytes).toBeLessThanOrEqual(2 * oneSite);
    }
    await cleaner[Symbol.asyncDispose]();
    expect(cleaner.sizeBytes).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('batches of sites that are parked', () => {
  it.each(['shingle', 'index-time'])('know which pages were seen: %s', async (method) => {
    const options = { method, batchPages: 20 };
    const expected = await outcomeOf(inNode, options, true);
    expect(await outcomeOf(inNode, { ...options, memoryBytes: 1 }, true)).toEqual(expected);
  });
});
