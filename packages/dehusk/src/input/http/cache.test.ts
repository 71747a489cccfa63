import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CacheEntry, DiskCache, storageOf } from './cache.ts';
import { newCounters } from './options.ts';

let folder: string;

function openCache(options: { folder?: string; maxBytes?: number } = {}): DiskCache {
  return new DiskCache({ folder, maxBytes: 1_000_000, counters: newCounters(), ...options });
}

function entry(key: string, body = 'body'): CacheEntry {
  const bytes = new TextEncoder().encode(body);
  return { key, bytes, date: '2026-01-01T00:00:00.000Z', freshUntilMs: 5, etag: '"a"' };
}

describe('the cache on disk', () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dehusk-cache-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('gives back what was written, to another cache as well', async () => {
    await openCache().write(entry('http://a/', 'line\nline\n\0'));
    const { bytes, ...facts } = (await openCache().read('http://a/'))!;
    expect(new TextDecoder().decode(bytes)).toBe('line\nline\n\0');
    expect(facts).toEqual({
      key: 'http://a/',
      date: '2026-01-01T00:00:00.000Z',
      freshUntilMs: 5,
      etag: '"a"',
    });
    expect(await openCache().read('http://b/')).toBeUndefined();
  });

  it('takes a file that was changed or cut anywhere for no entry', async () => {
    const cache = openCache();
    await cache.write(entry('http://a/'));
    const [name] = await readdir(folder);
    const file = join(folder, name!);
    const whole = await readFile(file);
    for (let at = 0; at < whole.length; at++) {
      const flipped = Buffer.from(whole);
      flipped[at]! ^= 1 << (at % 8);
      await writeFile(file, flipped);
      expect(await cache.read('http://a/'), `flipped at ${at}`).toBeUndefined();
      await writeFile(file, whole.subarray(0, at));
      expect(await cache.read('http://a/'), `cut at ${at}`).toBeUndefined();
    }
    await writeFile(file, whole);
    expect(await cache.read('http://a/')).toBeDefined();
  });

  it('takes the entry of another address for none, wherever it lies', async () => {
    const cache = openCache();
    await cache.write(entry('http://a/'));
    const [first] = await readdir(folder);
    await cache.write(entry('http://b/'));
    const second = (await readdir(folder)).find((name) => name !== first);
    await writeFile(join(folder, second!), await readFile(join(folder, first!)));
    expect(await cache.read('http://b/')).toBeUndefined();
  });

  it('is shared: readers and writers of one entry never see half of it', async () => {
    const bodies = ['a', 'b', 'c'].map((letter) => letter.repeat(300_000));
    const caches = bodies.map(() => openCache({ maxBytes: 100_000_000 }));
    await caches[0]!.write(entry('http://a/', bodies[0]));
    const writers = caches.map(async (cache, n) => {
      for (let round = 0; round < 15; round++) await cache.write(entry('http://a/', bodies[n]));
    });
    const reader = (async () => {
      for (let round = 0; round < 60; round++) {
        const found = await caches[0]!.read('http://a/');
        expect(bodies.includes(new TextDecoder().decode(found?.bytes))).toBe(true);
      }
    })();
    await Promise.all([...writers, reader]);
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('lets the oldest entries go, and touches nothing that is not its own', async () => {
    const cache = openCache({ maxBytes: 3_500 });
    await writeFile(join(folder, 'notes.txt'), 'x'.repeat(10_000));
    for (const [order, name] of ['a', 'b', 'c', 'd', 'e'].entries()) {
      const before = new Set(await readdir(folder));
      // The first ones make room by themselves: an eighth of the limit is looked after at once.
      await cache.write(entry(name, name.repeat(800)));
      for (const file of await readdir(folder)) {
        if (!before.has(file)) await utimes(join(folder, file), order, order);
      }
    }
    await cache.close();
    const kept = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => cache.read(name)));
    expect(kept.map((found) => found !== undefined)).toEqual([false, false, true, true, true]);
    expect(await readdir(folder)).toContain('notes.txt');
  });

  it('clears away what a killed writer left, once that is old', async () => {
    const cache = openCache();
    await cache.write(entry('a'));
    const [name] = await readdir(folder);
    const leftover = join(folder, `${name}.01234567-89ab-4def-8123-456789abcdef.tmp`);
    await writeFile(leftover, 'half');
    await cache.close();
    expect(await readdir(folder)).toHaveLength(2);
    await utimes(leftover, 1, 1);
    await cache.write(entry('b'));
    await cache.close();
    expect((await readdir(folder)).filter((file) => file.endsWith('.tmp'))).toEqual([]);
  });

  it('says so where there can be no folder', async () => {
    await writeFile(join(folder, 'file'), '');
    const cache = openCache({ folder: join(folder, 'file', 'cache') });
    await expect(cache.write(entry('a'))).rejects.toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
    expect(await cache.read('a')).toBeUndefined();
  });

  it('counts an entry that cannot be written, and goes on', async () => {
    const counters = newCounters();
    const cache = new DiskCache({ folder, maxBytes: 1_000_000, counters });
    await cache.write(entry('a'));
    await rm(folder, { recursive: true });
    await cache.write(entry('b'));
    expect(counters.cacheFailures).toBe(1);
    await writeFile(folder, '');
  });
});

const now = Date.UTC(2026, 0, 1, 12, 0, 0);
const hourAhead = 'Thu, 01 Jan 2026 13:00:00 GMT';

function freshSeconds(fields: Record<string, string>): number {
  return (storageOf(new Map(Object.entries(fields)), now).freshUntilMs - now) / 1000;
}

describe('how long an answer is fresh', () => {
  it.each<[Record<string, string>, number]>([
    [{}, 0],
    [{ 'cache-control': 'max-age=60' }, 60],
    [{ 'cache-control': 'public, MAX-AGE=60' }, 60],
    [{ 'cache-control': 'max-age="60"' }, 60],
    [{ 'cache-control': 'max-age=60, max-age=10' }, 60],
    [{ 'cache-control': 'max-age=60', age: '20' }, 40],
    [{ 'cache-control': 'max-age=60', age: '80' }, 0],
    [{ 'cache-control': 'max-age=soon' }, 0],
    [{ 'cache-control': 'max-age=-1' }, 0],
    [{ 'cache-control': 'max-age' }, 0],
    [{ 'cache-control': 's-maxage=60' }, 0],
    [{ 'cache-control': 'max-age=60, no-cache' }, 0],
    [{ 'cache-control': 'max-age=99999999999' }, 365 * 24 * 3_600],
    [{ expires: hourAhead }, 3_600],
    [{ expires: hourAhead, date: 'Thu, 01 Jan 2026 12:59:00 GMT' }, 60],
    [{ expires: hourAhead, 'cache-control': 'max-age=60' }, 60],
    [{ expires: hourAhead, 'cache-control': 'max-age=0' }, 0],
    [{ expires: '0' }, 0],
    [{ expires: 'Thu, 01 Jan 1970 00:00:00 GMT' }, 0],
    [{ 'last-modified': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 0],
  ])('%j: %d s', (fields, seconds) => {
    expect(freshSeconds(fields)).toBe(seconds);
  });
});

describe('whether an answer may be kept', () => {
  it.each<[Record<string, string>, boolean]>([
    [{}, true],
    [{ 'cache-control': 'no-store' }, false],
    [{ 'cache-control': 'max-age=60 , No-Store' }, false],
    [{ 'cache-control': 'private' }, true],
    [{ 'cache-control': 'no-cache' }, true],
    [{ vary: '*' }, false],
    [{ vary: 'accept-encoding, *' }, false],
    [{ vary: 'accept-encoding' }, true],
  ])('%j: %s', (fields, expected) => {
    expect(storageOf(new Map(Object.entries(fields)), now).mayStore).toBe(expected);
  });
});
