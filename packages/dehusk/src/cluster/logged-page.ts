/**
 * A page as an entry of a log: all that is known of it as JSON, and its bytes behind that, or the place where workers can
 * read them. And what comes out of a page, as a failure of which a record tells.
 */
import { crc32 } from 'node:zlib';
import type { PageFailure } from '../engine/engine.ts';
import { type FailureOutcome, fromOutcome } from '../engine/run/work.ts';
import { DehuskError } from '../errors.ts';
import type { RawPage } from '../page/raw-page.ts';
import type { LogEntry, LogOutput } from './page-log.ts';

/** Where the bytes of a page lie. */
export interface PageReference {
  /** As workers find it. */
  readonly path: string;
  /** Of the record of an archive; a page file has none. */
  readonly offset?: number;
  /** What they must be. */
  readonly sizeBytes: number;
  readonly crc: number;
}

interface Head {
  readonly site: string;
  readonly page: Omit<RawPage, 'bytes'>;
  readonly reference?: PageReference;
}

/** A page of a log, whose bytes may yet have to be read. */
export interface LoggedPage extends Head {
  readonly body: Uint8Array;
}

/** `path`: the file of the page as workers find it, where its bytes stay there. */
export function encodePage(site: string, { bytes, ...page }: RawPage, path?: string): LogEntry {
  if (path === undefined) return { head: JSON.stringify({ site, page } satisfies Head), body: bytes };
  const { offset } = page.provenance;
  const place = { path, ...(offset !== undefined && { offset }) };
  const reference: PageReference = { ...place, sizeBytes: bytes.length, crc: crc32(bytes) };
  return { head: JSON.stringify({ site, page, reference } satisfies Head), body: new Uint8Array() };
}

export function decodePage({ head, body }: LogEntry): LoggedPage {
  return { ...(JSON.parse(head) as Head), body };
}

/** Tells an entry from others: whoever appends the same input again notices that it has changed. */
export function entryDigest({ head, body }: LogEntry): number {
  return crc32(body, crc32(head));
}

/** Throws LOG_PAGE_CHANGED for bytes that are not those that were referred to. */
export function checkReference({ path, sizeBytes, crc }: PageReference, bytes: Uint8Array): Uint8Array {
  if (bytes.length === sizeBytes && crc32(bytes) === crc) return bytes;
  throw new DehuskError('LOG_PAGE_CHANGED', { file: path });
}

export function encodeFailure({ change, ...told }: FailureOutcome): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(told));
}

export function decodeFailure({ bytes }: LogOutput): PageFailure {
  return fromOutcome(JSON.parse(new TextDecoder().decode(bytes)) as FailureOutcome);
}
