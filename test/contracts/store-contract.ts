/** What every store must hold, run for each of them. */
import { describe, expect, it } from 'vitest';
import {
  type Commit,
  type RunPosition,
  type SiteChange,
  type SiteFacts,
  type Store,
  startPosition,
} from '../../packages/dehusk/src/engine/store.ts';

const position = (itemCount: number): RunPosition => ({
  ...startPosition,
  commits: itemCount,
  itemCount,
  output: { bytes: itemCount * 100, digest: 'd' },
  end: { itemCount, settledCount: itemCount, lastItem: 'l' },
  tally: { pages: itemCount },
});
const facts = (pageCount: number): SiteFacts => ({
  pageCount,
  writtenCount: pageCount - 1,
  chars: 10,
  templateChars: 4,
  lastPage: 'https://a.example/é',
  digest: `${pageCount}`,
});
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const plain = (values: readonly Uint8Array[]): number[][] => values.map((value) => [...value]);

/** `from`: how many items the run had done before, for all it knows. */
function commitOf(
  run: string,
  [from, itemCount]: readonly [number, number],
  sites: Record<string, SiteChange>,
): Commit {
  const follows = from === 0 ? undefined : position(from);
  return { progress: { run, follows, position: position(itemCount) }, sites: new Map(Object.entries(sites)) };
}

async function listRuns(store: Store, prefix: string): Promise<string[]> {
  const runs: string[] = [];
  for await (const { run, position: found } of store.runs(prefix)) runs.push(`${run}: ${found.itemCount}`);
  return runs;
}

async function listSites(store: Store): Promise<unknown[]> {
  const sites: unknown[] = [];
  for await (const site of store.sites()) sites.push(site);
  return sites;
}

/** `reopen` closes the store and opens it again, where that means anything. */
export function describeStore(
  name: string,
  open: () => Store,
  reopen: (store: Store) => Promise<Store>,
): void {
  describe(`${name} as a store`, () => {
    it('knows nothing at first', async () => {
      await using store = open();
      expect(await store.loadSite('a.example')).toBeUndefined();
      expect(await store.loadPosition('run')).toBeUndefined();
      expect(await listSites(store)).toEqual([]);
    });

    it('appends journals, and drops them with the next snapshot', async () => {
      await using store = open();
      await store.commit(commitOf('run', [0, 1], { a: { journal: bytes(1), facts: facts(1) } }));
      await store.commit(commitOf('run', [1, 2], { a: { journal: bytes(2, 2), facts: facts(2) } }));
      const young = await store.loadSite('a');
      expect([young?.snapshot, plain(young!.journals), young?.facts]).toEqual([
        undefined,
        [[1], [2, 2]],
        facts(2),
      ]);
      await store.commit(
        commitOf('run', [2, 3], { a: { snapshot: bytes(9), journal: bytes(3), facts: facts(3) } }),
      );
      await store.commit(commitOf('run', [3, 4], { a: { journal: bytes(), facts: facts(4) } }));
      const old = await store.loadSite('a');
      expect([[...old!.snapshot!], plain(old!.journals), old?.facts.pageCount]).toEqual([[9], [[3]], 4]);
    });

    it('keeps sites and runs apart', async () => {
      await using store = open();
      await store.commit(
        commitOf('one', [0, 1], {
          b: { journal: bytes(1), facts: facts(1) },
          a: { journal: bytes(2), facts: facts(2) },
        }),
      );
      await store.commit(commitOf('two', [0, 7], {}));
      expect((await store.loadPosition('one'))?.itemCount).toBe(1);
      expect(await store.loadPosition('two')).toEqual(position(7));
      expect(await listSites(store)).toEqual([
        { site: 'a', facts: facts(2), sizeBytes: 1 },
        { site: 'b', facts: facts(1), sizeBytes: 1 },
      ]);
    });

    it('lists the runs whose names begin alike', async () => {
      await using store = open();
      for (const run of ['ab-2', 'ab-10', 'ab', 'b-1', 'AB-3', 'a%-1'])
        await store.commit(commitOf(run, [0, 1], {}));
      expect(await listRuns(store, 'ab-')).toEqual(['ab-10: 1', 'ab-2: 1']);
      expect(await listRuns(store, 'a%')).toEqual(['a%-1: 1']);
      expect(await listRuns(store, 'c')).toEqual([]);
    });

    it('refuses the commit of a run that was overtaken, and nothing of it is kept', async () => {
      await using store = open();
      const change = (pageCount: number) => ({ a: { journal: bytes(pageCount), facts: facts(pageCount) } });
      await store.commit(commitOf('run', [0, 1], change(1)));
      await store.commit(commitOf('run', [1, 2], change(2)));
      for (const from of [0, 1, 3])
        await expect(
          store.commit(commitOf('run', [from, 9], { ...change(9), b: change(9).a })),
        ).rejects.toThrow(expect.objectContaining({ code: 'STATE_OVERTAKEN' }));
      expect(await store.loadPosition('run')).toEqual(position(2));
      expect((await store.loadSite('a'))?.facts).toEqual(facts(2));
      expect(await store.loadSite('b')).toBeUndefined();
      await store.commit(commitOf('run', [2, 3], change(3)));
      expect((await store.loadSite('a'))?.facts).toEqual(facts(3));
      // Another run, and what has none, are not asked.
      await store.commit(commitOf('other', [0, 1], {}));
      await store.commit({ sites: new Map(Object.entries(change(4))) });
      expect(await store.loadPosition('run')).toEqual(position(3));
    });

    it('has all of it after it was closed and opened', async () => {
      const store = open();
      const change = { snapshot: bytes(...Array(300).keys()), journal: bytes(5), facts: facts(3) };
      await store.commit(commitOf('run', [0, 3], { 'a.example/π': change }));
      await using again = await reopen(store);
      expect(again.hashKey).toEqual(store.hashKey);
      const site = await again.loadSite('a.example/π');
      expect([[...site!.snapshot!], plain(site!.journals)]).toEqual([[...change.snapshot], [[5]]]);
      expect(await again.loadPosition('run')).toEqual(position(3));
    });
  });
}
