/** A store that lasts as long as the process: for the library in a browser, and for runs without `--state`. */
import type { HashKey } from '../../page/text-hash.ts';
import type { Commit, RunPosition, SiteState, Store } from './store.ts';

export function createMemoryStore(hashKey: HashKey = drawHashKey()): Store {
  const sites = new Map<string, SiteState>();
  const positions = new Map<string, RunPosition>();

  return {
    hashKey,
    loadSite: async (site) => sites.get(site),
    loadPosition: async (run) => positions.get(run),
    async *sites() {
      for (const site of [...sites.keys()].sort()) {
        const { snapshot, journals, facts } = sites.get(site)!;
        const sizeBytes = journals.reduce((sum, { length }) => sum + length, snapshot?.length ?? 0);
        yield { site, facts, sizeBytes };
      }
    },
    commit: async ({ run, position, sites: changes }: Commit) => {
      for (const [site, { snapshot, journal, facts }] of changes) {
        const before = sites.get(site);
        const kept = snapshot === undefined ? (before?.journals ?? []) : [];
        const journals = journal.length === 0 ? kept : [...kept, journal];
        sites.set(site, { snapshot: snapshot ?? before?.snapshot, journals, facts });
      }
      positions.set(run, position);
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** 64 random bits, so that nobody can craft pages whose segments collide in this store. */
export function drawHashKey(): HashKey {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return [high, low];
}
