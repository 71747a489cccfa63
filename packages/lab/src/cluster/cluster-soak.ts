/**
 * Real workers on a real Redis, disturbed in every way: killed, frozen beyond their leases, cut off around a commit; the
 * server killed and started again as it was a moment before, or failed over to a replica that lacks the end. What comes
 * out must be what one `clean --stream --state` writes: nothing lost, doubled, out of order or different.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commitScriptDigest, openLog, type PageLog } from 'dehusk/parts';
import { dehuskCommand } from '../programs.ts';
import type { Random } from '../soak/mutate-page.ts';
import { createCrawl } from '../synthetic/synthetic-crawl.ts';
import { type CuttingProxy, cutMoments, startProxy } from './cutting-proxy.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

const WORKERS = 3;
const LEASE_S = 1;
/** Between two disturbances, at the most. */
const PATIENCE_MS = 3000;
/** Between two looks at a server. Each costs as much as some pages. */
const POLL_MS = 100;
/** Here workers are killed for no fault of a page. */
const MAX_ATTEMPTS = 1000;

export interface Disturbances {
  /** Workers killed or frozen. */
  kills: number;
  freezes: number;
  drainKills: number;
  cuts: number;
  rollBacks: number;
  failOvers: number;
}

export const undisturbed: Disturbances = {
  kills: 0,
  freezes: 0,
  drainKills: 0,
  cuts: 0,
  rollBacks: 0,
  failOvers: 0,
};

export interface Damage {
  lost: number;
  doubled: number;
  outOfOrder: number;
  different: number;
}

/** Several sites, interleaved. */
export function writeCrawl(folder: string, pages: number): void {
  mkdirSync(folder, { recursive: true });
  const crawl = createCrawl({
    seed: 21,
    sites: 12,
    pagesPerSite: pages / 12,
    pageBytes: { min: 2_000, max: 8_000 },
  });
  const lines = [...crawl.crawl()].map(({ make }) => {
    const { url, html } = make();
    return `${JSON.stringify({ url, html })}\n`;
  });
  writeFileSync(join(folder, 'crawl.jsonl'), lines.join(''));
}

/** The command to its end; its exit code. */
export async function runCommand(folder: string, args: readonly string[]): Promise<number> {
  const child = start(folder, args);
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? -1;
}

function start(folder: string, args: readonly string[], stderr: 'ignore' | 'pipe' = 'ignore'): ChildProcess {
  return spawn(process.execPath, [dehuskCommand, ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', stderr],
  });
}

export interface RoundOptions {
  /** Has `crawl.jsonl`, and what an undisturbed run made of it, `plain.jsonl`. */
  readonly folder: string;
  readonly name: string;
  readonly random: Random;
  /** Of each kind, how many at the most. */
  readonly wanted: Disturbances;
  /** Between two of them, on average. */
  readonly everyMs: number;
}

/** One crawl from its first page to its last record. */
export async function disturbedRound(options: RoundOptions): Promise<{ done: Disturbances; damage: Damage }> {
  const round = new Round(options);
  await round.open();
  try {
    return await round.run();
  } finally {
    await round.close();
  }
}

class Round {
  readonly #options: RoundOptions;
  readonly done: Disturbances = { ...undisturbed };
  readonly #workers: ChildProcess[] = [];
  readonly #frozen = new Set<Promise<void>>();
  #server!: RedisServer;
  #replica: RedisServer | undefined;
  #proxy!: CuttingProxy;
  #log!: PageLog;
  #drain: ChildProcess | undefined;
  #isEnding = false;
  #fault: Error | undefined;

  constructor(options: RoundOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const { folder, wanted } = this.#options;
    this.#server = await startRedis(folder);
    if (wanted.failOvers > 0) this.#replica = await this.#startReplica();
    const digest = commitScriptDigest();
    this.#proxy = await startProxy(this.#server.port, (bytes) => bytes.includes(digest));
    this.#log = await openLog(this.#address);
  }

  /** It has what the primary has: one that never had anything takes nobody's place. */
  async #startReplica(): Promise<RedisServer> {
    const of = ['--replicaof', `127.0.0.1 ${this.#server.port}`];
    await command(this.#server, 'CONFIG', 'SET', 'repl-diskless-sync-delay', '0');
    const replica = await startRedis(this.#options.folder, of);
    while (!String(await command(replica, 'INFO', 'replication')).includes('master_link_status:up'))
      await sleep(POLL_MS);
    return replica;
  }

  get #address(): string {
    return `redis://127.0.0.1:${this.#proxy.port}/0`;
  }

  async run(): Promise<{ done: Disturbances; damage: Damage }> {
    const { folder, random, everyMs } = this.#options;
    await this.#enqueue();
    for (let i = 0; i < WORKERS; i++) this.#startWorker(i);
    this.#startDrain();
    while (this.#isLeft() && (await this.#lag()) !== 0) {
      await this.#disturb();
      await this.#progress();
      await sleep(everyMs * random());
    }
    this.done.cuts = this.#proxy.cuts;
    await Promise.all(this.#frozen);
    // A server that has fallen back may lack pages: whoever appended them appends them again.
    await this.#enqueue();
    while ((await this.#lag()) !== 0) await sleep(POLL_MS);
    this.#isEnding = true;
    for (const worker of this.#workers) worker.kill('SIGTERM');
    await Promise.all(this.#workers.map(ended));
    this.#drain?.kill('SIGTERM');
    if (this.#drain) await ended(this.#drain);
    const code = await runCommand(folder, this.#drainWords('--until-done'));
    if (code !== 0) throw new Error(`drain ended with ${code}`);
    const damage = damageOf(read(folder, 'plain.jsonl'), read(folder, this.#output));
    return { done: this.done, damage };
  }

  async close(): Promise<void> {
    this.#isEnding = true;
    for (const child of [...this.#workers, this.#drain]) child?.kill('SIGKILL');
    await this.#log[Symbol.asyncDispose]();
    await this.#proxy.close();
    await this.#server.stop();
    await this.#replica?.stop();
  }

  #isLeft(): boolean {
    const { wanted } = this.#options;
    const { done } = this;
    return (Object.keys(wanted) as (keyof Disturbances)[]).some((kind) => done[kind] < wanted[kind]);
  }

  /** One that is still wanted. */
  async #disturb(): Promise<void> {
    const { wanted, random } = this.#options;
    this.done.cuts = this.#proxy.cuts;
    const kinds = (Object.keys(wanted) as (keyof Disturbances)[]).filter(
      (kind) => this.done[kind] < wanted[kind],
    );
    // By how many are left.
    const left = kinds.flatMap((kind) => Array.from({ length: wanted[kind] - this.done[kind] }, () => kind));
    const kind = left[Math.floor(random() * left.length)];
    if (kind === 'kills') this.#kill();
    else if (kind === 'freezes') this.#freeze();
    else if (kind === 'drainKills') this.#killDrain();
    else if (kind === 'cuts') this.#proxy.cutNext(cutMoments[Math.floor(random() * cutMoments.length)]!);
    else if (kind === 'rollBacks') await this.#rollBack();
    else if (kind === 'failOvers') await this.#failOver();
  }

  #startWorker(number: number): void {
    const flags = ['--lease', String(LEASE_S), '--max-attempts', String(MAX_ATTEMPTS)];
    const worker = start(this.#options.folder, ['worker', '--log', this.#address, ...flags], 'pipe');
    this.#workers[number] = worker;
    this.#goOn(worker, () => this.#startWorker(number));
  }

  /** Starts it again when it was killed, or found no server. Whoever ends by itself otherwise must not. */
  #goOn(child: ChildProcess, again: () => void): void {
    let said = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    child.once('close', (code) => {
      if (this.#isEnding) return;
      if (code === null || said.includes('cannot reach the log')) again();
      else this.#fault ??= new Error(`a process ended with ${code}: ${said}`);
    });
  }

  #kill(): void {
    this.#anyWorker().kill('SIGKILL');
    this.done.kills++;
  }

  /** For longer than its lease. */
  #freeze(): void {
    const worker = this.#anyWorker();
    worker.kill('SIGSTOP');
    this.done.freezes++;
    const thawed = sleep(1000 * LEASE_S * (1.5 + this.#options.random())).then(() => {
      worker.kill('SIGCONT');
      this.#frozen.delete(thawed);
    });
    this.#frozen.add(thawed);
  }

  #anyWorker(): ChildProcess {
    return this.#workers[Math.floor(this.#options.random() * WORKERS)]!;
  }

  get #output(): string {
    return `${this.#options.name}.jsonl`;
  }

  #drainWords(...flags: readonly string[]): readonly string[] {
    return ['drain', '--log', this.#address, '-o', this.#output, '--fail-on', 'never', ...flags];
  }

  #startDrain(): void {
    const drain = start(this.#options.folder, this.#drainWords('--follow'), 'pipe');
    this.#drain = drain;
    this.#goOn(drain, () => this.#startDrain());
  }

  #killDrain(): void {
    this.#drain?.kill('SIGKILL');
    this.done.drainKills++;
  }

  /** The server as it was a moment before, and clients that know of what came after. */
  async #rollBack(): Promise<void> {
    const { folder, random } = this.#options;
    const { port } = this.#server;
    const place = join(folder, `redis-${port}`);
    // A replica that has just come may be getting its copy.
    for (let isSaved = false; !isSaved; ) {
      isSaved = await command(this.#server, 'SAVE').then(
        () => true,
        () => sleep(POLL_MS, false),
      );
    }
    copyFileSync(join(place, 'dump.rdb'), join(place, 'before.rdb'));
    await sleep(200 + 600 * random());
    await this.#server.stop();
    copyFileSync(join(place, 'before.rdb'), join(place, 'dump.rdb'));
    this.#server = await startRedis(folder, [], port);
    this.done.rollBacks++;
    await this.#enqueue();
  }

  /** The primary dies, and its replica takes its place with what has come to it. */
  async #failOver(): Promise<void> {
    await this.#server.stop();
    this.#server = this.#replica!;
    this.#replica = undefined;
    await command(this.#server, 'REPLICAOF', 'NO', 'ONE');
    this.#proxy.leadTo(this.#server.port);
    this.done.failOvers++;
    await this.#enqueue();
  }

  async #enqueue(): Promise<void> {
    const code = await runCommand(this.#options.folder, ['enqueue', 'crawl.jsonl', '--log', this.#address]);
    if (code !== 0) throw new Error(`enqueue ended with ${code}`);
  }

  /** Something was done since the last time: what only starts is not worth killing. Not for long, where all are frozen. */
  async #progress(): Promise<void> {
    const before = await this.#done();
    for (let waitedMs = 0; waitedMs < PATIENCE_MS && (await this.#done()) === before; waitedMs += POLL_MS)
      await sleep(POLL_MS);
  }

  /** Pages that are done; -1 where nobody can tell. */
  #done(): Promise<number> {
    return this.#count(({ position }) => position);
  }

  /** Pages that wait; -1 where nobody can tell. */
  #lag(): Promise<number> {
    return this.#count(({ appended, position }) => appended - position);
  }

  async #count(
    pagesOf: (partition: { readonly appended: number; readonly position: number }) => number,
  ): Promise<number> {
    if (this.#fault !== undefined) throw this.#fault;
    try {
      return (await this.#log.status()).partitions.reduce((sum, one) => sum + pagesOf(one), 0);
    } catch {
      return -1;
    }
  }
}

async function command(
  { url }: RedisServer,
  ...[name, ...words]: readonly [string, ...string[]]
): Promise<unknown> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url);
  try {
    return await redis.call(name, ...words);
  } finally {
    redis.disconnect();
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

function read(folder: string, file: string): readonly string[] {
  return readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

interface Placed {
  readonly site: string;
  readonly metadata: { readonly line: number };
}

/** What is wrong with records, which have the line of the input that their page stood in. */
function damageOf(expected: readonly string[], found: readonly string[]): Damage {
  const lineOf = (record: string): number => (JSON.parse(record) as Placed).metadata.line;
  const wanted = new Map(expected.map((record) => [lineOf(record), record]));
  const seen = new Set<number>();
  const lastOf = new Map<string, number>();
  const damage: Damage = { lost: 0, doubled: 0, outOfOrder: 0, different: 0 };
  for (const record of found) {
    const { site, metadata } = JSON.parse(record) as Placed;
    if (seen.has(metadata.line)) damage.doubled++;
    seen.add(metadata.line);
    if (wanted.get(metadata.line) !== record) damage.different++;
    if ((lastOf.get(site) ?? 0) >= metadata.line) damage.outOfOrder++;
    lastOf.set(site, metadata.line);
  }
  for (const line of wanted.keys()) if (!seen.has(line)) damage.lost++;
  return damage;
}
