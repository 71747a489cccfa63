/**
 * What the extension keeps, in IndexedDB: of each site what was learned, and what the user has said. All of it is on
 * disk before an answer is given, since the background may be put to sleep between any two messages.
 *
 *     meta    'hashKey' → two numbers, drawn once
 *     memory  site → what was learned, compressed
 *     facts   site → from how many pages, how large, when it was used: so that nobody reads all memories to know
 *     site    site → whether it is learned or watched, its rules
 *
 * `pages` and `copies` are in `version-tables.ts`.
 */
import { gunzip, gzip, type SiteChange, type SiteFacts, type SiteState } from 'dehusk/dom-parts';
import type { Rule } from '../protocol.ts';
import { type Database, done, entries, isFull, type Tables, tableNames } from './database.ts';

/** Of what is in `memory`; what has another one was written by another version. */
const FORMAT = 1;
/** Of all sites together; those that were not visited for longest go first. */
const MOST_BYTES = 64 * 1024 * 1024;

interface Memory {
  /** Compressed, like the journals. */
  readonly snapshot: Uint8Array | undefined;
  readonly journals: readonly Uint8Array[];
}

export interface StoredFacts {
  readonly format: number;
  readonly facts: SiteFacts;
  readonly sizeBytes: number;
  readonly usedAt: number;
}

export interface SiteSetting {
  readonly isLearning: boolean;
  readonly rules: readonly Rule[];
  /** The user wants to know what has changed, on all pages of the site or on some. */
  readonly isWatched: boolean;
  readonly watchedPages: readonly string[];
  /** The name of a text: what happened to the site that the user should know. */
  readonly notice?: string | undefined;
}

export const noSetting: SiteSetting = { isLearning: false, rules: [], isWatched: false, watchedPages: [] };

export class Sites {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Drawn by whoever asks first. */
  async hashKey(): Promise<readonly [number, number]> {
    const drawn = await this.#database.read<readonly [number, number]>('meta', 'hashKey');
    if (drawn !== undefined) return drawn;
    const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
    try {
      return await this.#database.change(['meta'], async ({ meta }) => {
        const found = await done<readonly [number, number] | undefined>(meta.get('hashKey'));
        if (found === undefined) meta.put([high, low], 'hashKey');
        return found ?? [high, low];
      });
    } catch (error) {
      // Where there is no room a page is judged all the same: nothing of it is kept that would need the key.
      if (isFull(error)) return [high, low];
      throw error;
    }
  }

  /** What cannot be read is forgotten, and the user hears of it. */
  async load(site: string): Promise<SiteState | undefined> {
    const { memory, stored } = await this.#database.look(['memory', 'facts'], async (tables) => {
      const [found, facts] = await Promise.all([
        done<Memory | undefined>(tables.memory.get(site)),
        done<StoredFacts | undefined>(tables.facts.get(site)),
      ]);
      return { memory: found, stored: facts };
    });
    if (memory === undefined || stored === undefined) return undefined;
    if (stored.format !== FORMAT) {
      await this.forgetMemory(site, 'noticeOlder');
      return undefined;
    }
    try {
      return {
        snapshot: memory.snapshot && (await gunzip(memory.snapshot)),
        journals: await Promise.all(memory.journals.map(gunzip)),
        facts: stored.facts,
      };
    } catch {
      // Not what was compressed.
      await this.forgetMemory(site, 'noticeDamaged');
      return undefined;
    }
  }

  /**
   * Refused where somebody else has learned since: `follows` is the digest that the change was made on. False where
   * there is no room.
   */
  async commit(site: string, follows: string | undefined, change: SiteChange): Promise<boolean> {
    const snapshot = change.snapshot && (await gzip(change.snapshot));
    const journal = change.journal.length === 0 ? undefined : await gzip(change.journal);
    try {
      await this.#database.change(['memory', 'facts'], async (tables) => {
        const stored = await done<StoredFacts | undefined>(tables.facts.get(site));
        if (stored?.facts.digest !== follows) throw new Error('somebody else has learned the site');
        const before = await done<Memory | undefined>(tables.memory.get(site));
        const kept = snapshot === undefined ? (before?.journals ?? []) : [];
        const journals = journal === undefined ? kept : [...kept, journal];
        put(tables, site, { snapshot: snapshot ?? before?.snapshot, journals }, change.facts);
        await makeRoom(tables, site);
      });
      return true;
    } catch (error) {
      if (isFull(error)) return false;
      throw error;
    }
  }

  /** Where nothing else was learned since. */
  async unlearnOnlyPage(site: string, digest: string): Promise<void> {
    await this.#database.change(['memory', 'facts'], async ({ memory, facts }) => {
      const stored = await done<StoredFacts | undefined>(facts.get(site));
      if (stored?.facts.digest !== digest || stored.facts.pageCount !== 1) return;
      memory.delete(site);
      facts.delete(site);
    });
  }

  async factsOf(site: string): Promise<StoredFacts | undefined> {
    return this.#database.read<StoredFacts>('facts', site);
  }

  async settingOf(site: string): Promise<SiteSetting> {
    return { ...noSetting, ...(await this.#database.read<SiteSetting>('site', site)) };
  }

  async changeSetting(site: string, change: (setting: SiteSetting) => SiteSetting): Promise<void> {
    await this.#database.change(['site'], async ({ site: table }) => {
      const found = await done<SiteSetting | undefined>(table.get(site));
      const now = change({ ...noSetting, ...found });
      const says = now.isLearning || now.isWatched || now.rules.length + now.watchedPages.length > 0;
      if (!says && now.notice === undefined) table.delete(site);
      else table.put(now, site);
    });
  }

  /** What was learned goes, what the user has said stays. */
  async forgetMemory(site: string, notice: string): Promise<void> {
    await this.#database.change(['memory', 'facts'], async ({ memory, facts }) => {
      memory.delete(site);
      facts.delete(site);
    });
    await this.changeSetting(site, (setting) => ({ ...setting, notice }));
  }

  async forget(site: string): Promise<void> {
    await this.#database.change(['memory', 'facts', 'site'], async (tables) => {
      for (const table of Object.values(tables)) table.delete(site);
    });
  }

  async forgetEverything(): Promise<void> {
    await this.#database.change(tableNames, async (tables) => {
      for (const table of Object.values(tables)) table.clear();
    });
  }

  /** All sites of which anything is kept, by name. */
  async list(): Promise<
    readonly {
      readonly site: string;
      readonly stored: StoredFacts | undefined;
      readonly setting: SiteSetting;
    }[]
  > {
    return this.#database.look(['facts', 'site'], async (tables) => {
      const [facts, settings] = await Promise.all([
        entries<StoredFacts>(tables.facts),
        entries<SiteSetting>(tables.site),
      ]);
      const names = [...new Set([...facts.keys(), ...settings.keys()])].sort();
      return names.map((site) => ({
        site,
        stored: facts.get(site),
        setting: { ...noSetting, ...settings.get(site) },
      }));
    });
  }

  /** In the place of what is there, as another browser has kept it. */
  async restore(
    site: string,
    kept: { readonly setting: SiteSetting; readonly state?: SiteState },
  ): Promise<void> {
    const { setting, state } = kept;
    await this.changeSetting(site, () => setting);
    if (state === undefined) return;
    const journals = await Promise.all(state.journals.map(gzip));
    const snapshot = state.snapshot && (await gzip(state.snapshot));
    await this.#database.change(['memory', 'facts'], async (tables) =>
      put(tables, site, { snapshot, journals }, state.facts),
    );
  }

  /** Texts are told apart by it: what was learned with one is nothing with another. */
  async restoreHashKey(hashKey: readonly [number, number]): Promise<void> {
    await this.#database.change(['meta'], async ({ meta }) => void meta.put(hashKey, 'hashKey'));
  }
}

type MemoryTables = Tables<'memory' | 'facts'>;

function put(tables: MemoryTables, site: string, memory: Memory, facts: SiteFacts): void {
  const sizeBytes = memory.journals.reduce((sum, { length }) => sum + length, memory.snapshot?.length ?? 0);
  tables.memory.put(memory, site);
  tables.facts.put({ format: FORMAT, facts, sizeBytes, usedAt: Date.now() } satisfies StoredFacts, site);
}

async function makeRoom({ memory, facts }: MemoryTables, current: string): Promise<void> {
  const all = [...(await entries<StoredFacts>(facts))].sort(([, a], [, b]) => a.usedAt - b.usedAt);
  let total = all.reduce((sum, [, { sizeBytes }]) => sum + sizeBytes, 0);
  for (const [site, { sizeBytes }] of all) {
    if (total <= MOST_BYTES) return;
    if (site === current) continue;
    memory.delete(site);
    facts.delete(site);
    total -= sizeBytes;
  }
}
