import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { LoadSite } from '../engine/run/work.ts';
import { DehuskError } from '../errors.ts';
import { encodePage, entryDigest } from './logged-page.ts';
import { createMemoryLog, type MemoryLog } from './memory-log.ts';
import type { LogStatus, PartitionStatus } from './page-log.ts';
import type { Clock } from './patience.ts';
import { balance, type PageWork, runWorker, type WorkerOptions } from './worker.ts';

function partition(number: number, lag: number, owner?: string): PartitionStatus {
  return {
    partition: number,
    appended: lag,
    position: 0,
    waitingBytes: 0,
    outputBytes: 0,
    taken: 0,
    failures: 0,
    owner,
    epoch: 0,
    oldestMs: undefined,
  };
}

function decide(partitions: readonly PartitionStatus[], workers: readonly string[], heldBy = 'me'): unknown {
  const status: LogStatus = { partitions, workers, drain: undefined };
  const held = new Map(partitions.filter(({ owner }) => owner === heldBy).map((one) => [one.partition, one]));
  const { claim, giveBack } = balance(status, { name: 'me', held, busyLag: 50 });
  return { claim: claim.map((one) => one.partition), giveBack: giveBack?.partition };
}

describe('who works on what', () => {
  it('the largest first, until the share is reached', () => {
    const free = [partition(0, 10), partition(1, 500), partition(2, 0), partition(3, 200)];
    expect(decide(free, ['me'])).toEqual({ claim: [1, 3, 0], giveBack: undefined });
    expect(decide(free, ['me', 'other'])).toEqual({ claim: [1], giveBack: undefined });
  });

  it('nothing stays behind, whatever somebody has already', () => {
    expect(decide([partition(0, 900, 'me'), partition(1, 5)], ['me', 'other'])).toMatchObject({ claim: [1] });
  });

  it('what another has is left alone, and what was had before a trouble is taken up again', () => {
    expect(decide([partition(0, 10, 'other'), partition(1, 10)], ['me', 'other'])).toMatchObject({
      claim: [1],
    });
    expect(decide([partition(0, 10, 'me')], ['me'], 'nobody')).toMatchObject({ claim: [0] });
  });

  it('who is busy with several gives the smaller one to somebody who has none', () => {
    const mine = [partition(0, 300, 'me'), partition(1, 100, 'me')];
    expect(decide(mine, ['me', 'idle'])).toEqual({ claim: [], giveBack: 1 });
    expect(decide(mine, ['me'])).toEqual({ claim: [], giveBack: undefined });
    expect(decide(mine.slice(1), ['me', 'idle'])).toEqual({ claim: [], giveBack: undefined });
    const soonDone = [partition(0, 20, 'me'), partition(1, 20, 'me')];
    expect(decide(soonDone, ['me', 'idle'])).toEqual({ claim: [], giveBack: undefined });
    expect(decide([...mine, partition(2, 50, 'other')], ['me', 'other'])).toMatchObject({
      giveBack: undefined,
    });
  });
});

/** A hundred times as fast as others. */
const fastClock: Clock = {
  now: () => 100 * performance.now(),
  sleep: (ms, signal) => sleep(ms / 100, undefined, { signal }).catch(() => undefined),
};

const PAGES = 4;

async function filledLog(path?: string): Promise<MemoryLog> {
  const log = createMemoryLog({ now: fastClock.now });
  await append(log, path);
  return log;
}

async function append(log: MemoryLog, path?: string): Promise<void> {
  const entries = Array.from({ length: PAGES }, (_, i) => {
    const bytes = new TextEncoder().encode(`<p>Page ${i}`);
    const entry = encodePage(
      'a.example',
      { url: `https://a.example/${i}`, bytes, provenance: { file: 'x' } },
      path,
    );
    return { ...entry, item: i + 1, digest: entryDigest(entry) };
  });
  await log.append(0, { producer: 'p', follows: 0, entries, limitBytes: 1e9 });
}

type PageOutcome = Awaited<ReturnType<PageWork['page']>>;

/** Says which page it was, and by which key. `hangs`: the address of a page that never ends. */
function fakeWork(key: number, hangs?: string): PageWork {
  const closing = new AbortController();
  return {
    inFlight: 2,
    page: ({ raw }) =>
      new Promise((resolve, reject) => {
        closing.signal.addEventListener('abort', () => reject(new Error('closed')));
        if (raw.url === hangs) return;
        const record = new TextEncoder().encode(`${raw.url} by ${key}`);
        resolve({ kind: 'page', rendered: { record } } as PageOutcome);
      }),
    forget: async () => undefined,
    close: async () => closing.abort(),
  };
}

const ignore = (): void => undefined;
const silent = { committed: ignore, looked: ignore, overtaken: ignore, trouble: ignore };

function work(log: MemoryLog, options: Partial<WorkerOptions> = {}): Promise<void> {
  return runWorker({
    log,
    name: 'me',
    clock: fastClock,
    readSetting: async () => ({ partitions: 1, siteBy: 'host', hashKey: [1, 1] }),
    openWork: async ({ hashKey }) => fakeWork(hashKey[0]),
    readReference: () => Promise.reject(new Error('no page lies elsewhere')),
    leaseMs: 5_000,
    batch: { ms: 1e9, bytes: 1e9, pages: 64 },
    lanes: 1,
    maxOutputBytes: 1e9,
    pageMs: 20_000,
    maxAttempts: 3,
    pollMs: 1_000,
    untilEmpty: true,
    signal: new AbortController().signal,
    report: silent,
    ...options,
  });
}

async function outputsOf(log: MemoryLog): Promise<readonly string[]> {
  const outputs = await log.outputs(0, 1, { entries: 100, bytes: 1e9 });
  return outputs.map(({ kind, bytes }) => `${kind} ${Buffer.from(bytes)}`);
}

describe('a page that never ends', () => {
  it('is given up after a while, and set aside when it was begun three times by itself', async () => {
    const log = await filledLog();
    const troubles: string[] = [];
    await work(log, {
      openWork: async () => fakeWork(1, 'https://a.example/2'),
      report: { ...silent, trouble: ({ message }) => troubles.push(message) },
    });
    const outputs = await outputsOf(log);
    expect(outputs.map((text) => text.split(' ')[0])).toEqual(['record', 'record', 'failure', 'record']);
    expect(outputs[2]).toMatch(/"code":"PAGE_KILLS_WORKER".*"attempts":3/);
    // Once among others, then three times alone.
    expect(troubles).toEqual(Array.from({ length: 4 }, () => 'a page has taken more than 20 s'));
  });
});

describe('pages that lie in an archive', () => {
  const failing = (code: 'LOG_ARCHIVE_MISSING' | 'LOG_PAGE_CHANGED'): Partial<WorkerOptions> => ({
    readReference: ({ path }) => Promise.reject(new DehuskError(code, { file: path })),
  });

  it('end a worker that does not have it, and wait for one that has', async () => {
    const log = await filledLog('/far/x.warc');
    await expect(work(log, failing('LOG_ARCHIVE_MISSING'))).rejects.toMatchObject({
      code: 'LOG_ARCHIVE_MISSING',
    });
    expect(await outputsOf(log)).toEqual([]);
    await work(log, { name: 'other', readReference: async () => new Uint8Array([60]) });
    expect(await outputsOf(log)).toHaveLength(PAGES);
  });

  it('fail where they are not what they were', async () => {
    const log = await filledLog('/far/x.warc');
    await work(log, failing('LOG_PAGE_CHANGED'));
    expect((await outputsOf(log)).filter((text) => /^failure .*LOG_PAGE_CHANGED/.test(text))).toHaveLength(
      PAGES,
    );
  });
});

/** Counts the pages of a site, and says of each how many it knew before. `repeats`: those that teach nothing. */
async function countingWork(loadSite: LoadSite, repeats: readonly string[]): Promise<PageWork> {
  const known = new Map<string, number>();
  return {
    inFlight: 1,
    page: async ({ site, raw }) => {
      const before = known.get(site) ?? (await loadSite(site))?.facts.pageCount ?? 0;
      const isRepeated = repeats.includes(raw.url!);
      const pageCount = isRepeated ? before : before + 1;
      known.set(site, pageCount);
      const change = { journal: new Uint8Array([1]), facts: { pageCount, digest: `${pageCount}` } };
      const record = new TextEncoder().encode(`after ${before}`);
      return { kind: 'page', rendered: { record }, ...(!isRepeated && { change }) } as PageOutcome;
    },
    forget: async (site) => {
      known.delete(site);
    },
    close: async () => undefined,
  };
}

describe('a log that is another one for a moment, while a site is loaded', () => {
  it.each([
    ['learned', []],
    ['judged', ['https://a.example/2']],
  ])('gets nothing that was %s by what it does not know', async (_, repeats) => {
    const log = await filledLog();
    const stop = new AbortController();
    const one = {
      batch: { ms: 1e9, bytes: 1e9, pages: 1 },
      openWork: (_setting: unknown, load: LoadSite) => countingWork(load, repeats),
    };
    let commits = 0;
    const stopHalfway = (): void => {
      if (++commits === 2) stop.abort();
    };
    await work(log, { ...one, signal: stop.signal, report: { ...silent, committed: stopHalfway } });
    expect(await outputsOf(log)).toEqual(['record after 0', 'record after 1']);
    let loads = 0;
    let overtaken = 0;
    await work(
      { ...log, loadSite: async (...given) => (++loads === 1 ? undefined : log.loadSite(...given)) },
      { ...one, name: 'other', report: { ...silent, overtaken: () => overtaken++ } },
    );
    const last = repeats.length === 0 ? 3 : 2;
    expect((await outputsOf(log)).slice(2)).toEqual(['record after 2', `record after ${last}`]);
    expect({ loads, overtaken }).toEqual({ loads: 2, overtaken: 1 });
    expect((await log.loadSite(0, 'a.example'))!.facts.pageCount).toBe(PAGES - repeats.length);
  });
});

describe('a log that has lost everything under its workers', () => {
  it('is judged by the key that it was begun with anew', async () => {
    const log = createMemoryLog({ now: fastClock.now });
    const empty = log.save();
    await append(log);
    const stop = new AbortController();
    let key: number | undefined = 1;
    const working = work(log, {
      untilEmpty: false,
      signal: stop.signal,
      readSetting: async () => {
        if (key === undefined) throw new DehuskError('LOG_EMPTY', { log: 'memory' });
        return { partitions: 1, siteBy: 'host', hashKey: [key, key] };
      },
    });
    await expect.poll(() => outputsOf(log)).toHaveLength(PAGES);
    log.fallBack(empty);
    key = undefined;
    await append(log);
    await sleep(50);
    key = 2;
    await expect.poll(() => outputsOf(log)).toHaveLength(PAGES);
    stop.abort();
    await working;
    expect(new Set((await outputsOf(log)).map((text) => text.replace(/.* by/, 'by')))).toEqual(
      new Set(['by 2']),
    );
  });

  it('is told of where it was never there', async () => {
    const log = await filledLog();
    const readSetting = (): Promise<never> => Promise.reject(new DehuskError('LOG_EMPTY', { log: 'memory' }));
    await expect(work(log, { readSetting })).rejects.toMatchObject({ code: 'LOG_EMPTY' });
  });
});
