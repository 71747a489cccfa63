/** What a state file holds, with every checksum looked at: what a store that writes it and one that only reads it share. */
import { crc32 } from '@exodus/bytes/crc.js';
import type Database from 'libsql';
import { DehuskError } from '../../../errors.ts';
import type { HashKey } from '../../../page/text-hash.ts';
import { translateErrors } from '../../sqlite/translate-errors.ts';
import type { RunPosition, SiteFacts, SiteState } from '../store.ts';
import { stateFile } from './state-file.ts';

interface TextRow {
  readonly text: string;
  readonly crc: number;
}

interface BlobRow {
  /** libsql's `all` gives blobs as buffers, its `get` as byte arrays. */
  readonly blob: ArrayBuffer;
  readonly crc: number;
}

interface SiteRow {
  readonly site: string;
  readonly facts: string;
  readonly crc: number;
  readonly size: number;
}

const encoder = new TextEncoder();

/** Of a value under its name, so that a value in another's place is noticed too. */
export function checksum(name: string, value: string | Uint8Array): number {
  const sum = crc32(typeof value === 'string' ? encoder.encode(value) : value);
  return (sum ^ Math.imul(crc32(encoder.encode(name)), 0x9e3779b1)) >>> 0;
}

export class StateReader {
  protected readonly database: Database.Database;
  readonly #file: string;

  constructor(file: string, database: Database.Database) {
    this.#file = file;
    this.database = database;
  }

  async loadSite(site: string): Promise<SiteState | undefined> {
    return this.#atOnce(() => {
      const facts = this.#text(site, 'SELECT facts AS text, crc FROM site WHERE site = ?');
      if (facts === undefined) return undefined;
      return {
        snapshot: this.#blobs(site, 'SELECT state AS blob, crc FROM snapshot WHERE site = ?')[0],
        journals: this.#blobs(site, 'SELECT entry AS blob, crc FROM journal WHERE site = ? ORDER BY number'),
        facts: JSON.parse(facts) as SiteFacts,
      };
    });
  }

  async *sites(): AsyncGenerator<{ site: string; facts: SiteFacts; sizeBytes: number }> {
    const rows = this.translated(
      () =>
        this.database
          .prepare(
            `SELECT site, facts, crc,
               coalesce((SELECT length(state) FROM snapshot WHERE snapshot.site = site.site), 0) +
               coalesce((SELECT sum(length(entry)) FROM journal WHERE journal.site = site.site), 0) AS size
             FROM site ORDER BY site`,
          )
          .all() as SiteRow[],
    );
    for (const { site, facts, crc, size } of rows) {
      this.#check(crc === checksum(site, facts), site);
      yield { site, facts: JSON.parse(facts) as SiteFacts, sizeBytes: size };
    }
  }

  async loadPosition(run: string): Promise<RunPosition | undefined> {
    return this.translated(() => {
      const position = this.#text(run, 'SELECT position AS text, crc FROM run WHERE run = ?');
      return position === undefined ? undefined : (JSON.parse(position) as RunPosition);
    });
  }

  /** Undefined for a file that was made just now. */
  protected readHashKey(): HashKey | undefined {
    return this.translated(() => {
      const facts = this.#text(1, 'SELECT facts AS text, crc FROM store WHERE id = ?');
      return facts === undefined ? undefined : (JSON.parse(facts) as { hashKey: HashKey }).hashKey;
    });
  }

  protected translated<Result>(action: () => Result): Result {
    return translateErrors(this.#file, stateFile.faults, action);
  }

  /** The one text of this name. */
  #text(name: string | number, sql: string): string | undefined {
    const row = this.database.prepare(sql).get(name) as TextRow | undefined;
    if (row !== undefined) this.#check(row.crc === checksum(String(name), row.text), name);
    return row?.text;
  }

  #blobs(name: string, sql: string): Uint8Array[] {
    const rows = this.database.prepare(sql).all(name) as BlobRow[];
    return rows.map(({ blob, crc }) => {
      const bytes = new Uint8Array(blob);
      this.#check(crc === checksum(name, bytes), name);
      return bytes;
    });
  }

  #check(isRight: boolean, name: string | number): void {
    if (isRight) return;
    throw new DehuskError('STATE_DAMAGED', { reason: `${this.#file}: a checksum of ${name} is wrong` });
  }

  /** All of it as it was at one moment: between two readings a run may have begun and ended. */
  #atOnce<Result>(action: () => Result): Result {
    return this.translated(() => {
      this.database.exec('BEGIN');
      try {
        return action();
      } finally {
        this.database.exec('COMMIT');
      }
    });
  }
}
