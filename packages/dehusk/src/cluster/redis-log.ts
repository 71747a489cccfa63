/** A log in Redis: streams read as logs, one script a commit (`redis-scripts.ts`). By ioredis, which is loaded when it is named. */
import type { Redis } from 'ioredis';
import type { SiteFacts, SiteState } from '../engine/store.ts';
import { DehuskError } from '../errors.ts';
import { type LogAddress, loadClient } from './log-address.ts';
import type { LogOutput, PageLog } from './page-log.ts';
import { scriptDigest, scripts } from './redis-scripts.ts';

type Argument = string | number | Uint8Array;

/** Streams can be trimmed to an id since then (`XTRIM MINID`). */
const OLDEST_VERSION = [6, 2] as const;

/** A server that says nothing for so long is taken for dead. */
const ANSWER_MS = 20_000;

const digests = new Map<string, string>(
  Object.values(scripts).map((script) => [script, scriptDigest(script)]),
);

/** Throws LOG_CLIENT_MISSING, LOG_UNREACHABLE, LOG_LOGIN_REFUSED, LOG_SERVER_OLD, LOG_EVICTS. */
export async function openRedisLog({ url, prefix, name }: LogAddress): Promise<PageLog> {
  const { Redis } = await loadClient('ioredis', () => import('ioredis'));
  let isOpen = false;
  const redis = new Redis(url.href, {
    lazyConnect: true,
    connectTimeout: ANSWER_MS,
    commandTimeout: ANSWER_MS,
    // What was under way when a connection is cut may have been done: whoever asked must find out, and nothing is sent twice.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => (isOpen ? Math.min(50 * times, 1000) : null),
    // A server that was made a replica: the next connection finds the new primary.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
  // Told by the commands that fail; without a listener the event would end the process.
  let lastError: unknown;
  redis.on('error', (error: unknown) => {
    lastError = error;
  });
  try {
    await redis.connect();
    await checkServer(redis, name);
  } catch (error) {
    redis.disconnect();
    throw logError(name, error, lastError);
  }
  isOpen = true;
  return new RedisLog(redis, prefix, name);
}

async function checkServer(redis: Redis, log: string): Promise<void> {
  const info = await redis.info();
  const [, version = '0'] = /^redis_version:(\S+)/m.exec(info) ?? [];
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_VERSION;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor))
    throw new DehuskError('LOG_SERVER_OLD', { log, found: version, oldest: OLDEST_VERSION.join('.') });
  const [, policy = 'noeviction'] = /^maxmemory_policy:(\S+)/m.exec(info) ?? [];
  if (policy !== 'noeviction') throw new DehuskError('LOG_EVICTS', { log, policy });
}

class RedisLog implements PageLog {
  readonly name: string;
  readonly #redis: Redis;
  readonly #prefix: string;

  constructor(redis: Redis, prefix: string, name: string) {
    this.#redis = redis;
    this.#prefix = `${prefix}:`;
    this.name = name;
  }

  async agree(what: string, value: string): Promise<string> {
    return this.#tried(async () => {
      await this.#redis.hsetnx(this.#key('agreed'), what, value);
      return (await this.#redis.hget(this.#key('agreed'), what))!;
    });
  }

  async agreed(what: string): Promise<string | undefined> {
    return this.#tried(async () => (await this.#redis.hget(this.#key('agreed'), what)) ?? undefined);
  }

  async append(...[partition, appended]: Parameters<PageLog['append']>): ReturnType<PageLog['append']> {
    const { producer, follows, entries, limitBytes } = appended;
    const keys = [this.#key(partition), ...this.#keysOf(partition, 'pages', 'bodies', 'producers')];
    const given = entries.flatMap(({ item, digest, head, body }): Argument[] => [item, digest, head, body]);
    const kind = await this.#run(
      'append',
      [...keys, this.#key('partitions')],
      [partition, producer, follows, limitBytes, ...given],
    );
    return { kind: text(kind) as 'appended' | 'full' | 'behind' };
  }

  async produced(producer: string): ReturnType<PageLog['produced']> {
    return this.#tried(async () => {
      const partitions = await this.#redis.smembers(this.#key('partitions'));
      const pipeline = this.#redis.pipeline();
      for (const partition of partitions) pipeline.hget(this.#key(`${partition}:producers`), producer);
      const found = (await pipeline.exec()) ?? [];
      return new Map(
        found.flatMap(([error, value], i) => {
          if (error) throw error;
          if (value === null) return [];
          const [item = 0, digest = 0] = String(value).split(' ').map(Number);
          return [[Number(partitions[i]), { item, digest }] as const];
        }),
      );
    });
  }

  async claim(...[partition, owner, leaseMs]: Parameters<PageLog['claim']>): ReturnType<PageLog['claim']> {
    const found = await this.#run('claim', [this.#key(partition)], [owner, leaseMs]);
    if (found === null) return undefined;
    const [epoch, position, inherited] = found as [number, number, number];
    return { partition, owner, epoch, position, isInherited: inherited === 1 };
  }

  async renew(...[worker, claims, leaseMs]: Parameters<PageLog['renew']>): ReturnType<PageLog['renew']> {
    const keys = [this.#key('workers'), ...claims.map(({ partition }) => this.#key(partition))];
    const held = await this.#run('renew', keys, [worker, leaseMs, ...claims.map(({ epoch }) => epoch)]);
    return (held as readonly number[]).map((one) => one === 1);
  }

  async attempt(...[claim, position]: Parameters<PageLog['attempt']>): ReturnType<PageLog['attempt']> {
    const { partition, owner, epoch } = claim;
    const count = await this.#run('attempt', [this.#key(partition)], [owner, epoch, position]);
    return (count as number | null) ?? undefined;
  }

  async release({ partition, owner, epoch }: Parameters<PageLog['release']>[0]): Promise<void> {
    await this.#run('release', [this.#key(partition)], [owner, epoch]);
  }

  async read(...[partition, after, limits]: Parameters<PageLog['read']>): ReturnType<PageLog['read']> {
    const keys = this.#keysOf(partition, 'pages', 'bodies');
    const read = await this.#run('read', keys, [after, limits.entries, limits.bytes]);
    return threes(read as readonly Buffer[]).map(([number, head, body]) => ({
      number: Number(text(number)),
      head: text(head),
      body,
    }));
  }

  async loadSite(...[partition, site]: Parameters<PageLog['loadSite']>): Promise<SiteState | undefined> {
    const fields = await this.#tried(() => this.#redis.hgetallBuffer(this.#key(`${partition}:site:${site}`)));
    if (fields.facts === undefined) return undefined;
    const count = Number(text(fields.journals ?? Buffer.from('0')));
    return {
      snapshot: fields.snapshot,
      journals: Array.from({ length: count }, (_, i) => fields[`j${i + 1}`]!),
      facts: JSON.parse(text(fields.facts)) as SiteFacts,
    };
  }

  async commit(...[claim, commit]: Parameters<PageLog['commit']>): Promise<boolean> {
    const { partition, owner, epoch } = claim;
    const { follows, position, sizeBytes, outputs, sites } = commit;
    const keys = [
      this.#key(partition),
      ...this.#keysOf(partition, 'pages', 'bodies', 'outputs'),
      ...[...sites.keys()].map((site) => this.#key(`${partition}:site:${site}`)),
    ];
    const done = await this.#run('commit', keys, [
      ...[owner, epoch, follows, position, sizeBytes, outputs.length],
      ...outputs.flatMap(({ number, kind, bytes }): Argument[] => [number, kind, bytes]),
      ...[...sites.values()].flatMap(({ follows: before, change }): Argument[] => [
        before === undefined ? '' : `"digest":${JSON.stringify(before)}`,
        change?.snapshot ?? '',
        change?.journal ?? '',
        change === undefined ? '' : JSON.stringify(change.facts),
      ]),
    ]);
    return done === 1;
  }

  async outputs(
    ...[partition, from, limits]: Parameters<PageLog['outputs']>
  ): ReturnType<PageLog['outputs']> {
    const keys = this.#keysOf(partition, 'outputs');
    const read = await this.#run('outputs', keys, [`${from}-0`, limits.entries, limits.bytes]);
    return threes(read as readonly Buffer[]).map(([number, kind, bytes]) => ({
      number: Number(text(number)),
      kind: text(kind) as LogOutput['kind'],
      bytes,
    }));
  }

  async beginDrain(drain: string): Promise<string> {
    return text(await this.#run('beginDrain', [this.#key('drain')], [drain]));
  }

  async take(...[drain, taken, isDone]: Parameters<PageLog['take']>): Promise<void> {
    const keys = [...taken.keys()].flatMap((number) => [
      this.#key(number),
      ...this.#keysOf(number, 'outputs'),
    ]);
    await this.#run('take', [this.#key('drain'), ...keys], [drain, isDone ? 1 : 0, ...taken.values()]);
  }

  async status(): ReturnType<PageLog['status']> {
    const keys = [this.#key('partitions'), this.#key('workers'), this.#key('drain')];
    const [rows, workers, drain] = (await this.#run('status', keys, [this.#prefix])) as readonly [
      readonly (readonly Buffer[])[],
      readonly Buffer[],
      Buffer,
    ];
    const partitions = rows.map((row) => {
      const [appended, position, waitingBytes, outputBytes, taken, failures, epoch] = row
        .slice(0, 7)
        .map((field) => Number(text(field))) as [number, number, number, number, number, number, number];
      const [owner, oldest, partition] = row.slice(7).map(text) as [string, string, string];
      return {
        partition: Number(partition),
        ...{ appended, position, waitingBytes, outputBytes, taken, failures, epoch },
        owner: owner === '' ? undefined : owner,
        oldestMs: oldest === '' ? undefined : Number(oldest),
      };
    });
    return {
      partitions: partitions.sort((one, other) => one.partition - other.partition),
      workers: workers.map(text),
      drain: text(drain) === '' ? undefined : text(drain),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#redis.disconnect();
  }

  #key(name: string | number): string {
    return `${this.#prefix}${name}`;
  }

  #keysOf(partition: number, ...names: readonly string[]): readonly string[] {
    return names.map((name) => this.#key(`${partition}:${name}`));
  }

  async #run(
    name: keyof typeof scripts,
    keys: readonly string[],
    given: readonly Argument[],
  ): Promise<unknown> {
    const script = scripts[name];
    const args = [keys.length, ...keys, ...given.map(toArgument)];
    return this.#tried(async () => {
      try {
        return await this.#redis.callBuffer('EVALSHA', [digests.get(script)!, ...args]);
      } catch (error) {
        // A server that was started since, or took over from another, has not met the script yet.
        if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;
        return this.#redis.callBuffer('EVAL', [script, ...args]);
      }
    });
  }

  async #tried<Value>(act: () => Promise<Value>): Promise<Value> {
    try {
      return await act();
    } catch (error) {
      throw logError(this.name, error);
    }
  }
}

function toArgument(value: Argument): string | number | Buffer {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.length) : value;
}

function text(value: unknown): string {
  return (value as Buffer).toString('utf8');
}

function threes(flat: readonly Buffer[]): readonly (readonly [Buffer, Buffer, Buffer])[] {
  return Array.from({ length: flat.length / 3 }, (_, i) => [
    flat[3 * i]!,
    flat[3 * i + 1]!,
    flat[3 * i + 2]!,
  ]);
}

/** What Redis answers when it cannot take more, or may not write: it will pass, or somebody must make room. */
const noRoom = /^(OOM|MISCONF|NOREPLICAS)\b/;
const noLogin = /^(NOAUTH|WRONGPASS|NOPERM)\b|invalid password|without any password/i;

/** `earlier`: what was said of the connection, where that tells more. */
function logError(log: string, error: unknown, earlier?: unknown): Error {
  if (error instanceof DehuskError) return error;
  const said = [error, earlier].map((one) => (one instanceof Error ? one.message : ''));
  const refused = said.find((reason) => noLogin.test(reason));
  if (refused !== undefined)
    return new DehuskError('LOG_LOGIN_REFUSED', { log, reason: refused }, { cause: error });
  const { message: reason } = error as Error;
  if (noRoom.test(reason)) return new DehuskError('LOG_FULL', { log, reason }, { cause: error });
  // An answer of the server that nobody expects is a fault of ours.
  const isOdd = /^(ERR|WRONGTYPE)\b/.test(reason) && !/unknown command/.test(reason);
  if (isOdd) return error as Error;
  const why = said[1] === undefined || said[1] === '' ? reason : said[1];
  return new DehuskError('LOG_UNREACHABLE', { log, reason: why }, { cause: error });
}
