/**
 * A log in memory, with a clock that is handed in: for tests, which can also let it fall back to an earlier moment as a
 * server does that takes over from one that failed.
 */
import { changedState, type SiteState } from '../engine/store.ts';
import {
  entryBytes,
  type JudgedSite,
  type LoggedEntry,
  type LogOutput,
  type PageLog,
  type Produced,
} from './page-log.ts';

interface Partition {
  epoch: number;
  owner: string | undefined;
  expiresMs: number;
  isHeld: boolean;
  position: number;
  appended: number;
  waitingBytes: number;
  outputBytes: number;
  taken: number;
  failures: number;
  attempt: { position: number; count: number };
  readonly pages: Map<number, LoggedEntry & { readonly sinceMs: number }>;
  readonly outputs: Map<number, LogOutput>;
  readonly sites: Map<string, SiteState>;
  readonly producers: Map<string, Produced>;
}

interface Contents {
  readonly agreed: Map<string, string>;
  readonly partitions: Map<number, Partition>;
  readonly workers: Map<string, number>;
  drain: string | undefined;
}

export interface MemoryLog extends PageLog {
  /** What it holds now. */
  save(): Contents;
  /** It holds this again, and nothing that came later. */
  fallBack(to: Contents): void;
}

export interface MemoryLogOptions {
  /** Milliseconds of the server. */
  readonly now: () => number;
  /** What a commit is compared with; `epoch` alone is too weak, and is here to show that the tests notice it. */
  readonly fence?: 'whole' | 'epoch';
}

export function createMemoryLog({ now, fence = 'whole' }: MemoryLogOptions): MemoryLog {
  let held: Contents = { agreed: new Map(), partitions: new Map(), workers: new Map(), drain: undefined };
  const at = (number: number): Partition => {
    const found = held.partitions.get(number) ?? emptyPartition();
    held.partitions.set(number, found);
    return found;
  };
  const owns = ({ owner, epoch }: { owner: string; epoch: number }, found: Partition): boolean =>
    found.isHeld && found.owner === owner && found.epoch === epoch;
  return {
    name: 'memory',
    save: () => structuredClone(held),
    fallBack: (to) => {
      held = structuredClone(to);
    },
    agree: async (what, value) => {
      if (!held.agreed.has(what)) held.agreed.set(what, value);
      return held.agreed.get(what)!;
    },
    agreed: async (what) => held.agreed.get(what),

    append: async (partition, { producer, follows, entries, limitBytes }) => {
      const found = at(partition);
      const last = found.producers.get(producer)?.item ?? 0;
      if (last < follows) return { kind: 'behind' };
      const fresh = entries.filter(({ item }) => item > last);
      if (fresh.length === 0) return { kind: 'appended' };
      const bytes = fresh.reduce((sum, entry) => sum + entryBytes(entry), 0);
      if (found.waitingBytes > 0 && found.waitingBytes + bytes > limitBytes) return { kind: 'full' };
      for (const { head, body } of fresh) {
        const number = ++found.appended;
        found.pages.set(number, { number, head, body, sinceMs: now() });
      }
      found.waitingBytes += bytes;
      const { item, digest } = fresh.at(-1)!;
      found.producers.set(producer, { item, digest });
      return { kind: 'appended' };
    },
    produced: async (producer) =>
      new Map(
        [...held.partitions].flatMap(([number, { producers }]) => {
          const last = producers.get(producer);
          return last === undefined ? [] : [[number, last] as const];
        }),
      ),

    claim: async (partition, owner, leaseMs) => {
      const found = at(partition);
      if (found.isHeld && found.owner !== owner && found.expiresMs > now()) return undefined;
      const isInherited = found.isHeld;
      found.epoch++;
      found.owner = owner;
      found.isHeld = true;
      found.expiresMs = now() + leaseMs;
      return { partition, owner, epoch: found.epoch, position: found.position, isInherited };
    },
    renew: async (worker, claims, leaseMs) => {
      held.workers.set(worker, now() + leaseMs);
      return claims.map((claim) => {
        const found = at(claim.partition);
        if (!owns(claim, found)) return false;
        found.expiresMs = now() + leaseMs;
        return true;
      });
    },
    attempt: async (claim, position) => {
      const found = at(claim.partition);
      if (!owns(claim, found) || found.position !== position) return undefined;
      const count = found.attempt.position === position ? found.attempt.count + 1 : 1;
      found.attempt = { position, count };
      return count;
    },
    release: async (claim) => {
      const found = at(claim.partition);
      if (owns(claim, found)) found.isHeld = false;
    },
    read: async (partition, after, limits) => {
      const { pages, appended } = at(partition);
      const read: LoggedEntry[] = [];
      let bytes = 0;
      for (let number = after + 1; number <= appended && read.length < limits.entries; number++) {
        const page = pages.get(number);
        if (page === undefined) break;
        bytes += entryBytes(page);
        if (read.length > 0 && bytes > limits.bytes) break;
        read.push({ number, head: page.head, body: page.body });
      }
      return read;
    },
    loadSite: async (partition, site) => at(partition).sites.get(site),
    commit: async (claim, { follows, position, sizeBytes, outputs, sites }) => {
      const found = at(claim.partition);
      if (!owns(claim, found)) return false;
      const isFollowed = ([site, judged]: readonly [string, JudgedSite]): boolean =>
        found.sites.get(site)?.facts.digest === judged.follows;
      if (fence === 'whole' && (found.position !== follows || ![...sites].every(isFollowed))) return false;
      for (let number = found.position + 1; number <= position; number++) found.pages.delete(number);
      found.position = position;
      found.waitingBytes -= sizeBytes;
      for (const output of outputs) {
        found.outputs.set(output.number, output);
        found.outputBytes += output.bytes.length;
        if (output.kind === 'failure') found.failures++;
      }
      for (const [site, { change }] of sites)
        if (change !== undefined) found.sites.set(site, changedState(found.sites.get(site), change));
      return true;
    },

    outputs: async (partition, from, limits) => {
      const { outputs, position } = at(partition);
      const read: LogOutput[] = [];
      let bytes = 0;
      for (let number = from; number <= position && read.length < limits.entries; number++) {
        const output = outputs.get(number);
        if (output === undefined) continue;
        bytes += output.bytes.length;
        if (read.length > 0 && bytes > limits.bytes) break;
        read.push(output);
      }
      return read;
    },
    beginDrain: async (drain) => {
      held.drain ??= drain;
      return held.drain;
    },
    take: async (drain, taken, isDone) => {
      if (held.drain !== drain) return;
      for (const [partition, number] of taken) {
        const found = at(partition);
        // Where the log has fallen back, what was taken is yet to be made again.
        found.taken = Math.max(found.taken, Math.min(number, found.position));
        for (const [made, { bytes }] of found.outputs) {
          if (made >= found.taken) continue;
          found.outputs.delete(made);
          found.outputBytes -= bytes.length;
        }
      }
      if (isDone) held.drain = undefined;
    },

    status: async () => ({
      partitions: [...held.partitions].filter(hasPages).map(([partition, found]) => ({
        partition,
        appended: found.appended,
        position: found.position,
        waitingBytes: found.waitingBytes,
        outputBytes: found.outputBytes,
        taken: found.taken,
        failures: found.failures,
        owner: found.isHeld && found.expiresMs > now() ? found.owner : undefined,
        epoch: found.epoch,
        oldestMs: ageOf(found, now()),
      })),
      workers: [...held.workers].filter(([, untilMs]) => untilMs > now()).map(([name]) => name),
      drain: held.drain,
    }),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

function hasPages([, { appended }]: readonly [number, Partition]): boolean {
  return appended > 0;
}

function ageOf({ pages, position }: Partition, nowMs: number): number | undefined {
  const oldest = pages.get(position + 1);
  return oldest && nowMs - oldest.sinceMs;
}

function emptyPartition(): Partition {
  return {
    epoch: 0,
    owner: undefined,
    expiresMs: 0,
    isHeld: false,
    position: 0,
    appended: 0,
    waitingBytes: 0,
    outputBytes: 0,
    taken: 0,
    failures: 0,
    attempt: { position: -1, count: 0 },
    pages: new Map(),
    outputs: new Map(),
    sites: new Map(),
    producers: new Map(),
  };
}
