/** What every log of pages must hold, run for each of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  Appended,
  Claim,
  JudgedSite,
  LogCommit,
  LogOutput,
  PageLog,
  PartitionStatus,
} from '../../packages/dehusk/src/cluster/page-log.ts';
import type { SiteChange, SiteFacts } from '../../packages/dehusk/src/engine/store.ts';

const LEASE_MS = 60_000;
const everything = { entries: 1000, bytes: 1_000_000 };

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Items of a producer, each with its number as its content. */
function appended(producer: string, follows: number, items: readonly number[], more: object = {}): Appended {
  const entries = items.map((item) => ({
    item,
    digest: item * 7,
    head: `{"é":${item}}`,
    body: bytesOf(`body ${item}`),
  }));
  return { producer, follows, entries, limitBytes: 1_000_000, ...more };
}

const facts = (pageCount: number): SiteFacts => ({
  pageCount,
  writtenCount: pageCount,
  chars: 10,
  templateChars: 4,
  lastPage: 'https://a.example/é',
  digest: `${pageCount}`,
});

/** All pages between two positions, done. */
function commitOf(follows: number, position: number, sites: Record<string, SiteChange> = {}): LogCommit {
  const outputs = Array.from({ length: position - follows }, (_, i): LogOutput => {
    const number = follows + i + 1;
    return { number, kind: number % 3 === 0 ? 'failure' : 'record', bytes: bytesOf(`out ${number}`) };
  });
  const sizeBytes = outputs.reduce((sum, { number }) => sum + `{"e":${number}}body ${number}`.length + 1, 0);
  const judged = Object.entries(sites).map(([site, change]): [string, JudgedSite] => {
    const pagesBefore = change.facts.pageCount - 1;
    return [site, { follows: pagesBefore === 0 ? undefined : facts(pagesBefore).digest, change }];
  });
  return { follows, position, sizeBytes, outputs, sites: new Map(judged) };
}

export interface LogUnderTest {
  readonly log: PageLog;
  /** Lets leases run out. */
  expire(log: PageLog): Promise<void>;
  /** A length of a lease that `expire` outlasts. */
  readonly shortLeaseMs: number;
}

/** `open` gives a log of this name, empty when the name is new. */
export function describePageLog(name: string, open: (log: string) => Promise<LogUnderTest>): void {
  describe(`${name} as a log of pages`, () => {
    let used = 0;
    const opened: PageLog[] = [];
    const openNew = async (): Promise<LogUnderTest> => {
      const made = await open(`log_${++used}`);
      opened.push(made.log);
      return made;
    };
    let log: PageLog;
    beforeAll(async () => {
      ({ log } = await openNew());
    });
    afterAll(async () => {
      for (const one of opened) await one[Symbol.asyncDispose]();
    });

    const statusOf = async (one: PageLog, partition: number): Promise<PartitionStatus> =>
      (await one.status()).partitions.find((found) => found.partition === partition)!;
    const claimed = async (one: PageLog, partition: number, owner: string): Promise<Claim> => {
      const claim = await one.claim(partition, owner, LEASE_MS);
      expect(claim).toBeDefined();
      return claim!;
    };

    it('knows nothing at first', async () => {
      expect(await log.status()).toEqual({ partitions: [], workers: [], drain: undefined });
      expect(await log.agreed('partitions')).toBeUndefined();
      expect(await log.read(0, 0, everything)).toEqual([]);
      expect(await log.outputs(0, 1, everything)).toEqual([]);
      expect(await log.loadSite(0, 'a.example')).toBeUndefined();
      expect(await log.produced('p')).toEqual(new Map());
    });

    it('agrees with whoever came first', async () => {
      expect(await log.agree('partitions', '8')).toBe('8');
      expect(await log.agree('partitions', '9')).toBe('8');
      expect(await log.agreed('partitions')).toBe('8');
    });

    it('keeps pages in order, with their content', async () => {
      const { log: fresh } = await openNew();
      expect(await fresh.append(3, appended('p', 0, [1, 4]))).toEqual({ kind: 'appended' });
      expect(await fresh.append(3, appended('p', 4, [6]))).toEqual({ kind: 'appended' });
      expect(await fresh.append(5, appended('p', 0, [2]))).toEqual({ kind: 'appended' });
      const read = await fresh.read(3, 0, everything);
      expect(read.map(({ number, head, body }) => [number, head, textOf(body)])).toEqual([
        [1, '{"é":1}', 'body 1'],
        [2, '{"é":4}', 'body 4'],
        [3, '{"é":6}', 'body 6'],
      ]);
      expect((await fresh.read(3, 1, everything)).map(({ number }) => number)).toEqual([2, 3]);
      expect(await fresh.read(3, 0, { entries: 2, bytes: 1_000_000 })).toHaveLength(2);
      expect(await fresh.read(3, 0, { entries: 9, bytes: 20 })).toHaveLength(1);
      expect(await fresh.read(3, 0, { entries: 9, bytes: 1 })).toHaveLength(1);
      const { oldestMs, ...status } = await statusOf(fresh, 3);
      expect(oldestMs).toBeGreaterThanOrEqual(0);
      expect(status).toEqual({
        partition: 3,
        appended: 3,
        position: 0,
        waitingBytes: 3 * 14,
        outputBytes: 0,
        taken: 0,
        failures: 0,
        owner: undefined,
        epoch: 0,
      });
      expect(await fresh.produced('p')).toEqual(
        new Map([
          [3, { item: 6, digest: 42 }],
          [5, { item: 2, digest: 14 }],
        ]),
      );
    });

    it('takes what comes again once, also half of it', async () => {
      const { log: fresh } = await openNew();
      await fresh.append(0, appended('p', 0, [1, 2, 3]));
      expect(await fresh.append(0, appended('p', 0, [1, 2, 3]))).toEqual({ kind: 'appended' });
      expect(await fresh.append(0, appended('p', 2, [3, 4]))).toEqual({ kind: 'appended' });
      expect(await fresh.append(0, appended('other', 0, [1]))).toEqual({ kind: 'appended' });
      const heads = (await fresh.read(0, 0, everything)).map(({ head }) => head);
      expect(heads).toEqual(['{"é":1}', '{"é":2}', '{"é":3}', '{"é":4}', '{"é":1}']);
    });

    it('says that it lacks what came before', async () => {
      const { log: fresh } = await openNew();
      await fresh.append(0, appended('p', 0, [1]));
      expect(await fresh.append(0, appended('p', 5, [6]))).toEqual({ kind: 'behind' });
      expect(await fresh.read(0, 0, everything)).toHaveLength(1);
    });

    it('takes no more than may wait, but always one', async () => {
      const { log: fresh } = await openNew();
      expect(await fresh.append(0, appended('p', 0, [1], { limitBytes: 5 }))).toEqual({ kind: 'appended' });
      expect(await fresh.append(0, appended('p', 1, [2], { limitBytes: 5 }))).toEqual({ kind: 'full' });
      expect(await fresh.append(0, appended('p', 1, [2], { limitBytes: 28 }))).toEqual({ kind: 'appended' });
      expect(await fresh.append(0, appended('p', 2, [3], { limitBytes: 28 }))).toEqual({ kind: 'full' });
      const claim = await claimed(fresh, 0, 'w');
      expect(await fresh.commit(claim, commitOf(0, 2))).toBe(true);
      expect((await statusOf(fresh, 0)).waitingBytes).toBe(0);
      expect(await fresh.append(0, appended('p', 2, [3], { limitBytes: 28 }))).toEqual({ kind: 'appended' });
      expect((await fresh.read(0, 2, everything)).map(({ number }) => number)).toEqual([3]);
    });

    it('has one owner a partition, until its lease runs out', async () => {
      const { log: fresh, expire, shortLeaseMs } = await openNew();
      await fresh.append(0, appended('p', 0, [1]));
      const first = await fresh.claim(0, 'one', shortLeaseMs);
      expect(first).toEqual({ partition: 0, owner: 'one', epoch: 1, position: 0, isInherited: false });
      expect((await statusOf(fresh, 0)).owner).toBe('one');
      const kept = await claimed(fresh, 1, 'one');
      expect(await fresh.claim(1, 'two', LEASE_MS)).toBeUndefined();
      await expire(fresh);
      expect((await statusOf(fresh, 0)).owner).toBeUndefined();
      const second = await fresh.claim(0, 'two', LEASE_MS);
      expect(second).toEqual({ partition: 0, owner: 'two', epoch: 2, position: 0, isInherited: true });
      expect(await fresh.renew('one', [first!, kept], LEASE_MS)).toEqual([false, true]);
      expect((await fresh.status()).workers).toEqual(['one']);
      expect(await fresh.commit(first!, commitOf(0, 1))).toBe(false);
      expect(await fresh.commit(second!, commitOf(0, 1))).toBe(true);
      expect(await fresh.commit(second!, commitOf(0, 1))).toBe(false);
    });

    it('gives back what is released, and only to whoever has it', async () => {
      const { log: fresh } = await openNew();
      const first = await claimed(fresh, 0, 'one');
      await fresh.release(first);
      expect(await fresh.renew('one', [first], LEASE_MS)).toEqual([false]);
      expect(await fresh.commit(first, commitOf(0, 1))).toBe(false);
      const second = await claimed(fresh, 0, 'two');
      expect(second).toMatchObject({ epoch: 2, isInherited: false });
      await fresh.release(first);
      expect(await fresh.renew('two', [second], LEASE_MS)).toEqual([true]);
      // Who has it may claim it again, as after a connection that was cut.
      expect(await claimed(fresh, 0, 'two')).toMatchObject({ epoch: 3, isInherited: true });
      expect(await fresh.renew('two', [second], LEASE_MS)).toEqual([false]);
    });

    it('refuses a commit that does not follow the position', async () => {
      const { log: fresh } = await openNew();
      await fresh.append(0, appended('p', 0, [1, 2, 3]));
      const claim = await claimed(fresh, 0, 'one');
      const site = { snapshot: bytesOf('s'), journal: new Uint8Array(), facts: facts(1) };
      expect(await fresh.commit(claim, commitOf(1, 2, { 'a.example': site }))).toBe(false);
      expect(await fresh.loadSite(0, 'a.example')).toBeUndefined();
      expect(await fresh.outputs(0, 1, everything)).toEqual([]);
      expect((await statusOf(fresh, 0)).position).toBe(0);
      expect(await fresh.commit(claim, commitOf(0, 1))).toBe(true);
      expect(await claimed(fresh, 0, 'one')).toMatchObject({ position: 1 });
    });

    it('commits outputs, sites and position together', async () => {
      const { log: fresh } = await openNew();
      await fresh.append(2, appended('p', 0, [1, 2, 3, 4]));
      const claim = await claimed(fresh, 2, 'one');
      const whole = Uint8Array.from({ length: 256 }, (_, i) => i);
      await fresh.commit(
        claim,
        commitOf(0, 1, { 'é "x"': { snapshot: whole, journal: new Uint8Array(), facts: facts(1) } }),
      );
      await fresh.commit(claim, commitOf(1, 2, { 'é "x"': { journal: bytesOf('j1'), facts: facts(2) } }));
      await fresh.commit(
        claim,
        commitOf(2, 3, {
          'é "x"': { journal: bytesOf('j2'), facts: facts(3) },
          other: { snapshot: bytesOf('o'), journal: new Uint8Array(), facts: facts(1) },
        }),
      );
      const found = (await fresh.loadSite(2, 'é "x"'))!;
      expect([...found.snapshot!]).toEqual([...whole]);
      expect(found.journals.map(textOf)).toEqual(['j1', 'j2']);
      expect(found.facts).toEqual(facts(3));
      expect(await fresh.loadSite(1, 'é "x"')).toBeUndefined();
      const again = { snapshot: bytesOf('new'), journal: bytesOf('j3'), facts: facts(4) };
      await fresh.commit(claim, commitOf(3, 4, { 'é "x"': again }));
      const replaced = (await fresh.loadSite(2, 'é "x"'))!;
      expect(textOf(replaced.snapshot!)).toBe('new');
      expect(replaced.journals.map(textOf)).toEqual(['j3']);
      const outputs = await fresh.outputs(2, 1, everything);
      expect(outputs.map(({ number, kind, bytes }) => [number, kind, textOf(bytes)])).toEqual([
        [1, 'record', 'out 1'],
        [2, 'record', 'out 2'],
        [3, 'failure', 'out 3'],
        [4, 'record', 'out 4'],
      ]);
      expect(await statusOf(fresh, 2)).toMatchObject({
        ...{ appended: 4, position: 4, waitingBytes: 0, outputBytes: 20, failures: 1, oldestMs: undefined },
      });
      expect(await fresh.read(2, 4, everything)).toEqual([]);
    });

    it('refuses what was judged by something else than it knows of a site', async () => {
      const { log: fresh } = await openNew();
      await fresh.append(0, appended('p', 0, [1, 2, 3, 4]));
      const claim = await claimed(fresh, 0, 'one');
      const change = (pageCount: number, journal: string): SiteChange => ({
        journal: bytesOf(journal),
        // Half a character, and what looks like a digest: a title may have both.
        facts: { ...facts(pageCount), lastPage: '\ud800 "digest":"7"' },
      });
      const commit = (follows: number, sites: Record<string, JudgedSite>): Promise<boolean> =>
        fresh.commit(claim, { ...commitOf(follows, follows + 1), sites: new Map(Object.entries(sites)) });
      expect(await commit(0, { a: { follows: '7', change: change(1, 'x') } }), 'of none').toBe(false);
      expect(await commit(0, { a: { follows: '7', change: undefined } }), 'of none').toBe(false);
      expect(await commit(0, { a: { follows: undefined, change: change(1, 'j1') } })).toBe(true);
      for (const follows of [undefined, '7', '', '11'])
        for (const changed of [undefined, change(2, 'x')]) {
          const sites = {
            b: { follows: undefined, change: change(1, 'x') },
            a: { follows, change: changed },
          };
          expect(await commit(1, sites), `${follows} for 1`).toBe(false);
        }
      // Nothing was learned, so the next follows the same.
      expect(await commit(1, { a: { follows: '1', change: undefined } })).toBe(true);
      expect(await commit(2, { a: { follows: '1', change: change(2, 'j2') } })).toBe(true);
      const found = (await fresh.loadSite(0, 'a'))!;
      expect([found.journals.map(textOf), found.facts]).toEqual([['j1', 'j2'], change(2, '').facts]);
      expect(await fresh.loadSite(0, 'b')).toBeUndefined();
      expect((await fresh.outputs(0, 1, everything)).map(({ number }) => number)).toEqual([1, 2, 3]);
    });

    it('counts how often a page was begun', async () => {
      const { log: fresh, expire, shortLeaseMs } = await openNew();
      await fresh.append(0, appended('p', 0, [1, 2]));
      const first = (await fresh.claim(0, 'one', shortLeaseMs))!;
      expect(await fresh.attempt(first, 0)).toBe(1);
      await expire(fresh);
      const second = await claimed(fresh, 0, 'two');
      expect(await fresh.attempt(first, 0)).toBeUndefined();
      expect(await fresh.attempt(second, 0)).toBe(2);
      expect(await fresh.attempt(second, 1)).toBeUndefined();
      await fresh.commit(second, commitOf(0, 1));
      expect(await fresh.attempt(second, 1)).toBe(1);
    });

    it('gives what came out, and drops what was taken but for the last', async () => {
      const { log: fresh } = await openNew();
      await fresh.append(0, appended('p', 0, [1, 2, 3, 4, 5]));
      const claim = await claimed(fresh, 0, 'one');
      await fresh.commit(claim, commitOf(0, 5));
      const numbers = async (from: number, entries = 100, bytes = 1_000_000): Promise<number[]> =>
        (await fresh.outputs(0, from, { entries, bytes })).map(({ number }) => number);
      expect(await numbers(2)).toEqual([2, 3, 4, 5]);
      expect(await numbers(1, 2)).toEqual([1, 2]);
      expect(await numbers(1, 9, 11)).toEqual([1, 2]);
      expect(await numbers(1, 9, 1)).toEqual([1]);
      expect(await fresh.beginDrain('a')).toBe('a');
      expect(await fresh.beginDrain('b')).toBe('a');
      await fresh.take('b', new Map([[0, 5]]), true);
      expect(await numbers(1)).toEqual([1, 2, 3, 4, 5]);
      await fresh.take('a', new Map([[0, 3]]), false);
      expect(await numbers(1)).toEqual([3, 4, 5]);
      expect(await statusOf(fresh, 0)).toMatchObject({ taken: 3, outputBytes: 15 });
      await fresh.take('a', new Map([[0, 3]]), false);
      expect(await statusOf(fresh, 0)).toMatchObject({ taken: 3, outputBytes: 15 });
      // No further than what is done: a log that has fallen back makes the rest again.
      await fresh.take('a', new Map([[0, 9]]), true);
      expect(await statusOf(fresh, 0)).toMatchObject({ taken: 5, outputBytes: 5 });
      expect((await fresh.status()).drain).toBeUndefined();
      expect(await fresh.beginDrain('b')).toBe('b');
    });

    it('keeps many pages, and large ones', async () => {
      const { log: fresh } = await openNew();
      const body = new Uint8Array(300_000).fill(255);
      const entries = Array.from({ length: 60 }, (_, i) => ({ item: i + 1, digest: 0, head: '{}', body }));
      const limitBytes = 1_000_000_000;
      await fresh.append(0, { producer: 'p', follows: 0, entries, limitBytes });
      const read = await fresh.read(0, 0, { entries: 1000, bytes: 3_000_000 });
      expect(read).toHaveLength(9);
      expect(Buffer.compare(read[8]!.body, body)).toBe(0);
      expect((await fresh.read(0, 40, { entries: 1000, bytes: 1e9 })).at(-1)!.number).toBe(60);
    });
  });
}
