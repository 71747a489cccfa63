/**
 * A log in PostgreSQL: one schema a log, one transaction a commit. By pg, which is loaded when it is named.
 *
 * A lease is a row with owner, epoch and when it ends by the clock of the server. (Advisory locks were tried: a worker
 * that is frozen keeps its lock for as long as its connection stays open.)
 */
import type { Pool, PoolClient } from 'pg';
import type { SiteFacts, SiteState } from '../engine/store.ts';
import { DehuskError } from '../errors.ts';
import { type LogAddress, loadClient } from './log-address.ts';
import type { LogCommit, LogOutput, PageLog } from './page-log.ts';

/** As long as one waits for a server that does not answer. */
const ANSWER_MS = 20_000;

/** A worker asks for several things at once: leases must not wait for pages. */
const CONNECTIONS = 4;

const tables = `
CREATE TABLE IF NOT EXISTS agreed (what text PRIMARY KEY, value text NOT NULL);
CREATE TABLE IF NOT EXISTS worker (name text PRIMARY KEY, expires timestamptz NOT NULL);
CREATE TABLE IF NOT EXISTS drain (one boolean PRIMARY KEY DEFAULT true CHECK (one), name text NOT NULL);
CREATE TABLE IF NOT EXISTS part (
  part integer PRIMARY KEY,
  epoch bigint NOT NULL DEFAULT 0,
  owner text,
  expires timestamptz NOT NULL DEFAULT '-infinity',
  held boolean NOT NULL DEFAULT false,
  position bigint NOT NULL DEFAULT 0,
  appended bigint NOT NULL DEFAULT 0,
  waiting bigint NOT NULL DEFAULT 0,
  outputs bigint NOT NULL DEFAULT 0,
  taken bigint NOT NULL DEFAULT 0,
  failures bigint NOT NULL DEFAULT 0,
  attempt_at bigint NOT NULL DEFAULT -1,
  attempts integer NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS page (
  part integer, number bigint, head text NOT NULL, body bytea NOT NULL, size bigint NOT NULL,
  since timestamptz NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY (part, number));
CREATE TABLE IF NOT EXISTS output (
  part integer, number bigint, kind text NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (part, number));
CREATE TABLE IF NOT EXISTS producer (
  part integer, name text, item bigint NOT NULL, digest bigint NOT NULL, PRIMARY KEY (part, name));
CREATE TABLE IF NOT EXISTS site (
  part integer, site text, facts text NOT NULL, snapshot bytea, PRIMARY KEY (part, site));
CREATE TABLE IF NOT EXISTS journal (
  part integer, site text, number integer, entries bytea NOT NULL, PRIMARY KEY (part, site, number));
-- Bodies are compressed or not as they come: trying costs more than it gives.
ALTER TABLE page ALTER COLUMN body SET STORAGE EXTERNAL;
`;

/** Throws LOG_CLIENT_MISSING, LOG_UNREACHABLE, LOG_LOGIN_REFUSED. */
export async function openPostgresLog({ url, prefix, name }: LogAddress): Promise<PageLog> {
  const { default: pg } = await loadClient('pg', () => import('pg'));
  const pool = new pg.Pool({
    connectionString: url.href,
    max: CONNECTIONS,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    options: `-c search_path=${prefix}`,
  });
  // Told by the queries that fail; without a listener the event would end the process.
  pool.on('error', () => undefined);
  try {
    await inTransaction(pool, async (client) => {
      // Two who begin at once would both make the schema.
      await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [prefix]);
      await client.query(`CREATE SCHEMA IF NOT EXISTS ${prefix}`);
      await client.query(tables);
    });
  } catch (error) {
    await pool.end();
    throw logError(name, error);
  }
  return new PostgresLog(pool, name);
}

async function inTransaction<Value>(pool: Pool, act: (client: PoolClient) => Promise<Value>): Promise<Value> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const hear = (error: Error): void => {
    broken = error;
  };
  client.on('error', hear);
  try {
    await client.query('BEGIN');
    const value = await act(client);
    await client.query('COMMIT');
    return value;
  } catch (error) {
    broken ??= error as Error;
    throw error;
  } finally {
    client.removeListener('error', hear);
    // A connection on which something failed is not used again: the server rolls back what was not committed.
    client.release(broken);
  }
}

/** Numbers of bigint columns come as text. */
type Row = Readonly<Record<string, string | number | boolean | Buffer | null>>;

class PostgresLog implements PageLog {
  readonly name: string;
  readonly #pool: Pool;

  constructor(pool: Pool, name: string) {
    this.#pool = pool;
    this.name = name;
  }

  async agree(what: string, value: string): Promise<string> {
    await this.#query('INSERT INTO agreed VALUES ($1, $2) ON CONFLICT DO NOTHING', [what, value]);
    return (await this.agreed(what))!;
  }

  async agreed(what: string): Promise<string | undefined> {
    const [row] = await this.#query('SELECT value FROM agreed WHERE what = $1', [what]);
    return row && String(row.value);
  }

  append(...[partition, appended]: Parameters<PageLog['append']>): ReturnType<PageLog['append']> {
    const { producer, follows, entries, limitBytes } = appended;
    return this.#transaction(async (client) => {
      await client.query('INSERT INTO part (part) VALUES ($1) ON CONFLICT DO NOTHING', [partition]);
      const part = await lockPart(client, partition);
      const before = await client.query('SELECT item FROM producer WHERE part = $1 AND name = $2', [
        partition,
        producer,
      ]);
      const last = Number(before.rows[0]?.item ?? 0);
      if (last < follows) return { kind: 'behind' };
      const fresh = entries.filter(({ item }) => item > last);
      if (fresh.length === 0) return { kind: 'appended' };
      const sizes = fresh.map(({ head, body }) => Buffer.byteLength(head) + body.length);
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      const waiting = Number(part.waiting);
      if (waiting > 0 && waiting + bytes > limitBytes) return { kind: 'full' };
      const first = Number(part.appended) + 1;
      await client.query(
        `INSERT INTO page (part, number, head, body, size)
         SELECT $1, $2::bigint + i - 1, head, body, size
         FROM unnest($3::text[], $4::bytea[], $5::bigint[]) WITH ORDINALITY AS t(head, body, size, i)`,
        [partition, first, fresh.map(({ head }) => head), fresh.map(({ body }) => toBuffer(body)), sizes],
      );
      await client.query('UPDATE part SET appended = appended + $2, waiting = waiting + $3 WHERE part = $1', [
        ...[partition, fresh.length, bytes],
      ]);
      const { item, digest } = fresh.at(-1)!;
      await client.query(
        `INSERT INTO producer VALUES ($1, $2, $3, $4)
         ON CONFLICT (part, name) DO UPDATE SET item = excluded.item, digest = excluded.digest`,
        [partition, producer, item, digest],
      );
      return { kind: 'appended' };
    });
  }

  async produced(producer: string): ReturnType<PageLog['produced']> {
    const rows = await this.#query('SELECT part, item, digest FROM producer WHERE name = $1', [producer]);
    return new Map(
      rows.map(({ part, item, digest }) => [Number(part), { item: Number(item), digest: Number(digest) }]),
    );
  }

  async claim(...[partition, owner, leaseMs]: Parameters<PageLog['claim']>): ReturnType<PageLog['claim']> {
    return this.#transaction(async (client) => {
      await client.query('INSERT INTO part (part) VALUES ($1) ON CONFLICT DO NOTHING', [partition]);
      const part = await lockPart(client, partition);
      const isInherited = part.held === true;
      if (isInherited && part.owner !== owner && part.lasts === true) return undefined;
      const { rows } = await client.query(
        `UPDATE part SET epoch = epoch + 1, owner = $2, held = true, expires = ${leaseEnd('$3')}
         WHERE part = $1 RETURNING epoch, position`,
        [partition, owner, leaseMs],
      );
      const { epoch, position } = rows[0]!;
      return { partition, owner, epoch: Number(epoch), position: Number(position), isInherited };
    });
  }

  async renew(...[worker, claims, leaseMs]: Parameters<PageLog['renew']>): ReturnType<PageLog['renew']> {
    return this.#transaction(async (client) => {
      await client.query(
        `INSERT INTO worker VALUES ($1, ${leaseEnd('$2')}) ON CONFLICT (name) DO UPDATE SET expires = excluded.expires`,
        [worker, leaseMs],
      );
      await client.query('DELETE FROM worker WHERE expires < clock_timestamp()');
      // In one order, so that two never wait for each other.
      const { rows } = await client.query(
        `UPDATE part SET expires = ${leaseEnd('$4')} FROM (
           SELECT part.part FROM part JOIN unnest($2::integer[], $3::bigint[]) AS claim(part, epoch)
             ON part.part = claim.part AND part.epoch = claim.epoch
           WHERE held AND owner = $1 ORDER BY part.part FOR UPDATE OF part) AS own
         WHERE part.part = own.part RETURNING part.part`,
        [worker, claims.map(({ partition }) => partition), claims.map(({ epoch }) => epoch), leaseMs],
      );
      const held = new Set(rows.map(({ part }) => Number(part)));
      return claims.map(({ partition }) => held.has(partition));
    });
  }

  async attempt(...[claim, position]: Parameters<PageLog['attempt']>): ReturnType<PageLog['attempt']> {
    const { partition, owner, epoch } = claim;
    const [row] = await this.#query(
      `UPDATE part SET attempts = CASE WHEN attempt_at = $4 THEN attempts + 1 ELSE 1 END, attempt_at = $4
       WHERE part = $1 AND held AND owner = $2 AND epoch = $3 AND position = $4 RETURNING attempts`,
      [partition, owner, epoch, position],
    );
    return row && Number(row.attempts);
  }

  async release({ partition, owner, epoch }: Parameters<PageLog['release']>[0]): Promise<void> {
    await this.#query('UPDATE part SET held = false WHERE part = $1 AND held AND owner = $2 AND epoch = $3', [
      ...[partition, owner, epoch],
    ]);
  }

  async read(...[partition, after, limits]: Parameters<PageLog['read']>): ReturnType<PageLog['read']> {
    const rows = await this.#query(
      `SELECT number, head, body FROM page JOIN (
         SELECT number AS fits, sum(size) OVER (ORDER BY number) AS bytes, row_number() OVER (ORDER BY number) AS nth
         FROM (SELECT number, size FROM page WHERE part = $1 AND number > $2 ORDER BY number LIMIT $3) AS next
       ) AS counted ON number = fits WHERE part = $1 AND (nth = 1 OR bytes <= $4) ORDER BY number`,
      [partition, after, limits.entries, limits.bytes],
    );
    return rows.map(({ number, head, body }) => ({
      number: Number(number),
      head: String(head),
      body: body as Buffer,
    }));
  }

  async loadSite(...[partition, site]: Parameters<PageLog['loadSite']>): Promise<SiteState | undefined> {
    return this.#transaction(async (client) => {
      // Both at one moment.
      await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      const found = await client.query('SELECT facts, snapshot FROM site WHERE part = $1 AND site = $2', [
        partition,
        toText(site),
      ]);
      if (found.rows.length === 0) return undefined;
      const { facts, snapshot } = found.rows[0]!;
      const { rows } = await client.query(
        'SELECT entries FROM journal WHERE part = $1 AND site = $2 ORDER BY number',
        [partition, toText(site)],
      );
      return {
        snapshot: (snapshot as Buffer | null) ?? undefined,
        journals: rows.map(({ entries }) => entries as Buffer),
        facts: JSON.parse(String(facts)) as SiteFacts,
      };
    });
  }

  async commit(...[claim, commit]: Parameters<PageLog['commit']>): Promise<boolean> {
    const { partition, owner, epoch } = claim;
    const { follows, position, sizeBytes, outputs, sites } = commit;
    return this.#transaction(async (client) => {
      const part = await lockPart(client, partition);
      const owns = part.held === true && part.owner === owner && Number(part.epoch) === epoch;
      if (!owns || Number(part.position) !== follows) return false;
      if (!(await areFollowed(client, partition, sites))) return false;
      const failures = outputs.filter(({ kind }) => kind === 'failure').length;
      const bytes = outputs.reduce((sum, one) => sum + one.bytes.length, 0);
      await client.query(
        `UPDATE part SET position = $2, waiting = waiting - $3, outputs = outputs + $4, failures = failures + $5
         WHERE part = $1`,
        [partition, position, sizeBytes, bytes, failures],
      );
      await client.query('DELETE FROM page WHERE part = $1 AND number <= $2', [partition, position]);
      await client.query(
        `INSERT INTO output SELECT $1, number, kind, bytes
         FROM unnest($2::bigint[], $3::text[], $4::bytea[]) AS t(number, kind, bytes)`,
        [
          partition,
          outputs.map(({ number }) => number),
          outputs.map(({ kind }) => kind),
          outputs.map((one) => toBuffer(one.bytes)),
        ],
      );
      await writeSites(client, partition, sites);
      return true;
    });
  }

  async outputs(
    ...[partition, from, limits]: Parameters<PageLog['outputs']>
  ): ReturnType<PageLog['outputs']> {
    const rows = await this.#query(
      `SELECT number, kind, bytes FROM output JOIN (
         SELECT number AS fits, sum(size) OVER (ORDER BY number) AS total, row_number() OVER (ORDER BY number) AS nth
         FROM (SELECT number, length(bytes) AS size FROM output WHERE part = $1 AND number >= $2 ORDER BY number LIMIT $3) AS next
       ) AS counted ON number = fits WHERE part = $1 AND (nth = 1 OR total <= $4) ORDER BY number`,
      [partition, from, limits.entries, limits.bytes],
    );
    return rows.map(({ number, kind, bytes }) => ({
      number: Number(number),
      kind: String(kind) as LogOutput['kind'],
      bytes: bytes as Buffer,
    }));
  }

  async beginDrain(drain: string): Promise<string> {
    await this.#query('INSERT INTO drain (name) VALUES ($1) ON CONFLICT DO NOTHING', [drain]);
    const [row] = await this.#query('SELECT name FROM drain', []);
    return String(row!.name);
  }

  async take(...[drain, taken, isDone]: Parameters<PageLog['take']>): Promise<void> {
    await this.#transaction(async (client) => {
      const holder = await client.query('SELECT 1 FROM drain WHERE name = $1 FOR UPDATE', [drain]);
      if (holder.rows.length === 0) return;
      for (const [partition, number] of [...taken].sort(([one], [other]) => one - other)) {
        // Where the log has fallen back, what was taken is yet to be made again.
        const { rows } = await client.query(
          'UPDATE part SET taken = greatest(taken, least($2, position)) WHERE part = $1 RETURNING taken',
          [partition, number],
        );
        if (rows.length === 0) continue;
        await client.query(
          `WITH gone AS (DELETE FROM output WHERE part = $1 AND number < $2 RETURNING length(bytes) AS size)
           UPDATE part SET outputs = outputs - (SELECT coalesce(sum(size), 0) FROM gone) WHERE part = $1`,
          [partition, rows[0]!.taken],
        );
      }
      if (isDone) await client.query('DELETE FROM drain');
    });
  }

  async status(): ReturnType<PageLog['status']> {
    const rows = await this.#query(
      `SELECT part, appended, position, waiting, outputs, taken, failures, epoch,
         CASE WHEN held AND expires > clock_timestamp() THEN owner END AS owner,
         (SELECT extract(epoch FROM clock_timestamp() - since) * 1000 FROM page
          WHERE page.part = part.part ORDER BY number LIMIT 1) AS oldest
       FROM part WHERE appended > 0 ORDER BY part`,
      [],
    );
    const workers = await this.#query('SELECT name FROM worker WHERE expires > clock_timestamp()', []);
    const [drain] = await this.#query('SELECT name FROM drain', []);
    return {
      partitions: rows.map((row) => ({
        partition: Number(row.part),
        appended: Number(row.appended),
        position: Number(row.position),
        waitingBytes: Number(row.waiting),
        outputBytes: Number(row.outputs),
        taken: Number(row.taken),
        failures: Number(row.failures),
        owner: row.owner === null ? undefined : String(row.owner),
        epoch: Number(row.epoch),
        oldestMs: row.oldest === null ? undefined : Math.round(Number(row.oldest)),
      })),
      workers: workers.map(({ name }) => String(name)),
      drain: drain && String(drain.name),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.end().catch(() => undefined);
  }

  async #query(sql: string, values: unknown[]): Promise<readonly Row[]> {
    try {
      return (await this.#pool.query(sql, values)).rows as readonly Row[];
    } catch (error) {
      throw logError(this.name, error);
    }
  }

  async #transaction<Value>(act: (client: PoolClient) => Promise<Value>): Promise<Value> {
    try {
      return await inTransaction(this.#pool, act);
    } catch (error) {
      throw logError(this.name, error);
    }
  }
}

/** Whoever changes a partition waits here for whoever does already. */
async function lockPart(client: PoolClient, partition: number): Promise<Row> {
  const { rows } = await client.query(
    'SELECT *, expires > clock_timestamp() AS lasts FROM part WHERE part = $1 FOR UPDATE',
    [partition],
  );
  return (rows[0] ?? {}) as Row;
}

/** Whether what the log knows of the sites is what they were judged by. */
async function areFollowed(
  client: PoolClient,
  partition: number,
  sites: LogCommit['sites'],
): Promise<boolean> {
  const { rows } = await client.query('SELECT site, facts FROM site WHERE part = $1 AND site = ANY($2)', [
    partition,
    [...sites.keys()].map(toText),
  ]);
  const digestOf = ({ site, facts }: Row): [string, string] => [
    String(site),
    (JSON.parse(String(facts)) as SiteFacts).digest,
  ];
  const digests = new Map(rows.map(digestOf));
  return [...sites].every(([site, { follows }]) => digests.get(toText(site)) === follows);
}

async function writeSites(client: PoolClient, partition: number, sites: LogCommit['sites']): Promise<void> {
  for (const [name, { change }] of sites) {
    if (change === undefined) continue;
    const { snapshot, journal, facts } = change;
    const site = toText(name);
    await client.query(
      `INSERT INTO site VALUES ($1, $2, $3, $4) ON CONFLICT (part, site)
       DO UPDATE SET facts = excluded.facts, snapshot = coalesce(excluded.snapshot, site.snapshot)`,
      [partition, site, JSON.stringify(facts), snapshot === undefined ? null : toBuffer(snapshot)],
    );
    if (snapshot !== undefined)
      await client.query('DELETE FROM journal WHERE part = $1 AND site = $2', [partition, site]);
    if (journal.length > 0)
      await client.query(
        `INSERT INTO journal SELECT $1::integer, $2::text, coalesce(max(number), 0) + 1, $3::bytea
         FROM journal WHERE part = $1 AND site = $2`,
        [partition, site, toBuffer(journal)],
      );
  }
}

function leaseEnd(ms: string): string {
  return `clock_timestamp() + ${ms} * interval '1 millisecond'`;
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** PostgreSQL keeps no zero in a text. */
function toText(site: string): string {
  return site.replaceAll('\0', '\ufffd');
}

/** Classes of SQLSTATE: no room, or none for more connections; of a wrong login; of faults of ours. */
const noRoom = /^53/;
const noLogin = /^(28|42501)/;
const ours = /^(22|23|42|0A)/;

function logError(log: string, error: unknown): Error {
  if (error instanceof DehuskError) return error;
  const { code = '', message } = error as Error & { code?: string };
  // Of several addresses of a host, each has its own error.
  const causes = error instanceof AggregateError ? error.errors.map(String).join(', ') : '';
  const facts = { log, reason: message || causes || code };
  if (noLogin.test(code) || /password|SASL/i.test(message))
    return new DehuskError('LOG_LOGIN_REFUSED', facts, { cause: error });
  if (noRoom.test(code)) return new DehuskError('LOG_FULL', facts, { cause: error });
  if (ours.test(code)) return error as Error;
  return new DehuskError('LOG_UNREACHABLE', facts, { cause: error });
}
