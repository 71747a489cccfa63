/**
 * States of sites that are only read: a folder of shards, each one file, made by a fold. Any number of processes on any
 * machine may read them at the same time; nothing is locked, and nothing is written.
 *
 *     states/shard-3-of-16.states     the sites whose hash falls into the third sixteenth, by hash and name
 *
 * In a shard the sites' snapshots come first, then lists of some hundred sites with their facts and locations; the tail
 * has the hash of the first site of each list. So finding a site takes two readings, whatever the size of the shard.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DehuskError, systemReason } from '../../errors.ts';
import type { HashKey } from '../../page/hash.ts';
import type { LearnedBy } from '../site.ts';
import { checkSetting } from '../site-state.ts';
import type { SiteFacts, SiteState, StoreReader } from '../store.ts';
import type { LessonSetting } from './lesson-file.ts';
import { type DamagedFile, PackedReader, PackedWriter, type PartLocation } from './packed-file.ts';
import { type HashRange, type Share, shardOf, shardRange, siteHash } from './site-order.ts';

/** Of the format, and of what is known of a site: 1 did not know where links lead. */
const FORMAT = 2;
/** Sites in a list. */
const LISTED_SITES = 200;
/** Lists that a reader remembers: some megabytes. */
const REMEMBERED_LISTS = 64;
/** Shards that are open at a time, unless more of them are being read. */
const OPEN_SHARDS = 64;

type SiteRow = readonly [site: string, facts: SiteFacts, ...snapshot: PartLocation];
type ListLocation = readonly [hash: number, ...location: PartLocation];

const damaged: DamagedFile = (file, reason) =>
  new DehuskError('STATE_DAMAGED', { reason: `${file}: ${reason}` });

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function shardFile(folder: string, { number, count }: Share): string {
  return path.join(folder, `shard-${number}-of-${count}.states`);
}

/** A site as it is kept. */
export interface FoldedSite {
  readonly hash: number;
  readonly site: string;
  readonly facts: SiteFacts;
  readonly snapshot: Uint8Array;
}

export class ShardWriter {
  readonly #packed: PackedWriter;
  readonly #lists: ListLocation[] = [];
  /** Of the list at hand. */
  #rows: SiteRow[] = [];
  /** Lists lie behind the snapshots: they are small, and one who looks for all sites reads them in a row. */
  readonly #listBytes: { readonly hash: number; readonly bytes: Uint8Array }[] = [];
  #sites = 0;
  #pages = 0;

  private constructor(packed: PackedWriter) {
    this.#packed = packed;
  }

  static async create(folder: string, share: Share, setting: LessonSetting): Promise<ShardWriter> {
    const header = { dehusk: 'states', format: FORMAT, setting, shard: share.number, shards: share.count };
    return new ShardWriter(await PackedWriter.create(shardFile(folder, share), header));
  }

  /** They must come by hash and name. */
  async add({ site, facts, snapshot }: FoldedSite): Promise<void> {
    this.#rows.push([site, facts, ...(await this.#packed.append(snapshot))]);
    this.#sites++;
    this.#pages += facts.pageCount;
    if (this.#rows.length === LISTED_SITES) this.#endList();
  }

  async finish(): Promise<{ readonly sites: number; readonly pages: number }> {
    this.#endList();
    for (const { hash, bytes } of this.#listBytes)
      this.#lists.push([hash, ...(await this.#packed.append(bytes))]);
    const counts = { sites: this.#sites, pages: this.#pages };
    await this.#packed.finish({ ...counts, lists: this.#lists });
    return counts;
  }

  drop(): Promise<void> {
    return this.#packed.drop();
  }

  #endList(): void {
    if (this.#rows.length === 0) return;
    const bytes = encoder.encode(JSON.stringify(this.#rows));
    this.#listBytes.push({ hash: siteHash(this.#rows[0]![0]), bytes });
    this.#rows = [];
  }
}

/** One shard, to be read. */
class Shard implements AsyncDisposable {
  readonly #packed: PackedReader;
  readonly #lists: readonly ListLocation[];

  constructor(packed: PackedReader) {
    this.#packed = packed;
    this.#lists = packed.tail.lists as readonly ListLocation[];
  }

  static async open(file: string): Promise<Shard> {
    const packed = await PackedReader.open(file, damaged);
    const { dehusk, format } = packed.header;
    if (dehusk === 'states' && format === FORMAT) return new Shard(packed);
    await packed[Symbol.asyncDispose]();
    if (dehusk !== 'states') throw packed.damage('it has something else in it');
    throw Number(format) > FORMAT
      ? new DehuskError('STATE_NEWER', { found: Number(format), known: FORMAT })
      : new DehuskError('STATE_OLDER', { file });
  }

  get setting(): LessonSetting {
    return this.#packed.header.setting as LessonSetting;
  }

  get listCount(): number {
    return this.#lists.length;
  }

  /** The number of the first list that may have sites of a hash. */
  listFor(hash: number): number {
    let [low, high] = [0, this.#lists.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#lists[middle]![0] >= hash) high = middle;
      else low = middle + 1;
    }
    return Math.max(0, low - 1);
  }

  hashOfList(number: number): number {
    return this.#lists[number]![0];
  }

  async list(number: number): Promise<readonly SiteRow[]> {
    const [, ...location] = this.#lists[number]!;
    return JSON.parse(decoder.decode(await this.#packed.read(location))) as readonly SiteRow[];
  }

  read(location: PartLocation): Promise<Uint8Array> {
    return this.#packed.read(location);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#packed[Symbol.asyncDispose]();
  }
}

/** A folder of states as a store that is only read. */
export interface FoldedStates extends StoreReader {
  readonly setting: LessonSetting;
  readonly folder: string;
  /** Throws for states that were learned in another way. */
  check(expected: Omit<LearnedBy, 'forgetting'> & { readonly siteBy: string | undefined }): void;
  /** The sites of a range, by hash and name. */
  sitesIn(range: HashRange): AsyncGenerator<FoldedSite>;
}

/** Throws STATE_FOREIGN, STATE_SHARD_MISSING and STATE_DAMAGED. */
export async function openFoldedStates(folder: string): Promise<FoldedStates> {
  const count = await countShards(folder);
  const first = await Shard.open(shardFile(folder, { number: 1, count }));
  return new ShardFolder(folder, count, first);
}

/** How many shards the states of a folder have; all of them are there. */
async function countShards(folder: string): Promise<number> {
  const shares = await sharesIn(folder);
  const counts = [...new Set(shares.map(({ count }) => count))];
  if (counts.length === 0)
    throw new DehuskError('STATE_FOREIGN', {
      file: folder,
      reason: 'it is a folder without states of a fold',
    });
  if (counts.length > 1)
    throw new DehuskError('STATE_SHARDS_MIXED', {
      folder,
      counts: counts.sort((a, b) => a - b).join(' and '),
    });
  const numbers = new Set(shares.map(({ number }) => number));
  for (let number = 1; number <= counts[0]!; number++)
    if (!numbers.has(number))
      throw new DehuskError('STATE_SHARD_MISSING', { folder, number, count: counts[0]! });
  return counts[0]!;
}

/** The shards that lie in a folder; none where there is no folder. */
export async function sharesIn(folder: string): Promise<readonly Share[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new DehuskError('STATE_UNWRITABLE', { file: folder, reason: systemReason(error) });
  });
  return names.flatMap((name) => {
    const [, number, count] = /^shard-(\d+)-of-(\d+)\.states$/.exec(name) ?? [];
    return number === undefined ? [] : [{ number: Number(number), count: Number(count) }];
  });
}

/** A shard, and how many are reading it at the moment. */
interface OpenShard {
  readonly opened: Promise<Shard>;
  readers: number;
}

class ShardFolder implements FoldedStates {
  readonly folder: string;
  readonly setting: LessonSetting;
  readonly #count: number;
  /** The longest unused first. */
  readonly #open = new Map<number, OpenShard>();
  readonly #lists = new Map<string, Promise<readonly SiteRow[]>>();

  constructor(folder: string, count: number, first: Shard) {
    this.folder = folder;
    this.#count = count;
    this.setting = first.setting;
    this.#open.set(1, { opened: Promise.resolve(first), readers: 0 });
  }

  get hashKey(): HashKey {
    return this.setting.hashKey;
  }

  check({ method, options, siteBy = 'host' }: Parameters<FoldedStates['check']>[0]): void {
    checkSetting({ ...this.setting, forgetting: false }, { method, options, forgetting: false });
    if (this.setting.siteBy !== siteBy)
      throw new DehuskError('STATE_OTHER_SITES', { found: this.setting.siteBy, expected: siteBy });
  }

  async loadSite(site: string): Promise<SiteState | undefined> {
    const number = shardOf(site, this.#count);
    using held = await this.#hold(number);
    const { shard } = held;
    const hash = siteHash(site);
    for (let list = shard.listFor(hash); list < shard.listCount; list++) {
      if (shard.hashOfList(list) > hash) return undefined;
      const row = (await this.#list(shard, number, list)).find(([name]) => name === site);
      if (row === undefined) continue;
      const [, facts, ...location] = row;
      return { facts, snapshot: await shard.read(location), journals: [] };
    }
    return undefined;
  }

  async *sites(): AsyncGenerator<{
    readonly site: string;
    readonly facts: SiteFacts;
    readonly sizeBytes: number;
  }> {
    const rows: { readonly site: string; readonly facts: SiteFacts; readonly sizeBytes: number }[] = [];
    for (let number = 1; number <= this.#count; number++) {
      using held = await this.#hold(number);
      const { shard } = held;
      for (let list = 0; list < shard.listCount; list++)
        for (const [site, facts, , sizeBytes] of await shard.list(list))
          rows.push({ site, facts, sizeBytes });
    }
    yield* rows.sort((one, other) => (one.site < other.site ? -1 : 1));
  }

  async *sitesIn({ first, end }: HashRange): AsyncGenerator<FoldedSite> {
    for (let number = 1; number <= this.#count; number++) {
      const range = shardRange({ number, count: this.#count });
      if (range.end <= first || range.first >= end) continue;
      using held = await this.#hold(number);
      const { shard } = held;
      for (let list = shard.listFor(first); list < shard.listCount && shard.hashOfList(list) < end; list++)
        for (const [site, facts, ...location] of await shard.list(list)) {
          const hash = siteHash(site);
          if (hash >= first && hash < end) yield { hash, site, facts, snapshot: await shard.read(location) };
        }
    }
  }

  /** It has no runs: a part that was stopped is simply done again. */
  async loadPosition(): Promise<undefined> {
    return undefined;
  }

  async *runs(): AsyncGenerator<never> {}

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { opened } of this.#open.values()) await (await opened)[Symbol.asyncDispose]();
    this.#open.clear();
  }

  /** It stays open until it is let go: others may ask for more shards meanwhile than are kept open. */
  async #hold(number: number): Promise<Disposable & { readonly shard: Shard }> {
    const open = this.#open.get(number) ?? { opened: this.#openShard(number), readers: 0 };
    this.#open.delete(number);
    this.#open.set(number, open);
    open.readers++;
    const letGo = (): void => {
      open.readers--;
      this.#closeUnused();
    };
    try {
      return { shard: await open.opened, [Symbol.dispose]: letGo };
    } catch (error) {
      // What failed is tried again.
      if (this.#open.get(number) === open) this.#open.delete(number);
      throw error;
    }
  }

  #closeUnused(): void {
    for (const [number, { opened, readers }] of this.#open) {
      if (this.#open.size <= OPEN_SHARDS) return;
      if (readers > 0) continue;
      this.#open.delete(number);
      // All was read that anybody wanted of it.
      opened.then((shard) => shard[Symbol.asyncDispose]()).catch(() => undefined);
    }
  }

  async #openShard(number: number): Promise<Shard> {
    const file = shardFile(this.folder, { number, count: this.#count });
    const shard = await Shard.open(file);
    if (JSON.stringify(shard.setting) === JSON.stringify(this.setting)) return shard;
    await shard[Symbol.asyncDispose]();
    throw damaged(file, 'it is not of the same fold as the other shards');
  }

  /** What is asked for is the last to be forgotten. */
  #list(shard: Shard, number: number, list: number): Promise<readonly SiteRow[]> {
    const key = `${number} ${list}`;
    const rows = this.#lists.get(key) ?? shard.list(list);
    this.#lists.delete(key);
    this.#lists.set(key, rows);
    if (this.#lists.size > REMEMBERED_LISTS) this.#lists.delete(this.#lists.keys().next().value!);
    // What failed is tried again.
    rows.catch(() => this.#lists.delete(key));
    return rows;
  }
}
