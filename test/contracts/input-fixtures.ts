/** Small archives, written by hand so that every byte of them is known. */
import { gzipSync } from 'node:zlib';
import type { InputItem } from '../../packages/dehusk/src/input/input.ts';

const encoder = new TextEncoder();

export function bytesOf(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part)));
}

export async function* inChunks(bytes: Uint8Array, chunkBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

export function html(title: string): string {
  return `<!doctype html><title>${title}</title><nav><a href="/">Home</a></nav><p>About ${title}.</p>`;
}

type Headers = Readonly<Record<string, string>>;

/** A WARC record around a block; `headers` may replace any of its header fields. */
export function warcRecord(block: string | Uint8Array, headers: Headers = {}): Uint8Array {
  const fields: Headers = {
    'WARC-Type': 'response',
    'WARC-Target-URI': 'https://site.example/',
    'WARC-Date': '2026-02-03T04:05:06Z',
    'Content-Type': 'application/http; msgtype=response',
    'Content-Length': String(bytesOf(block).length),
    ...headers,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return bytesOf('WARC/1.1\r\n', ...lines, '\r\n', block, '\r\n\r\n');
}

export function httpResponse(
  body: string | Uint8Array,
  headers: Headers = {},
  status = '200 OK',
): Uint8Array {
  const fields: Headers = { 'Content-Type': 'text/html; charset=utf-8', ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return bytesOf(`HTTP/1.1 ${status}\r\n`, ...lines, '\r\n', body);
}

/** A response record with a page about `title`. */
export function pageRecord(title: string, headers: Headers = {}): Uint8Array {
  const uri = `https://site.example/${title}`;
  return warcRecord(httpResponse(html(title)), { 'WARC-Target-URI': uri, ...headers });
}

export interface Archive {
  readonly bytes: Uint8Array;
  /** Offsets at which the records, or their gzip members, begin, and the end. */
  readonly starts: readonly number[];
}

export function joined(parts: readonly Uint8Array[]): Archive {
  const starts = [0];
  for (const part of parts) starts.push(starts.at(-1)! + part.length);
  return { bytes: bytesOf(...parts), starts };
}

export const titles = ['ants', 'bees', 'wasps'] as const;
const records: readonly Uint8Array[] = [
  warcRecord('software: test\r\n', { 'WARC-Type': 'warcinfo', 'Content-Type': 'application/warc-fields' }),
  ...titles.map((title) => pageRecord(title)),
];

/** A warcinfo and three pages, in the three shapes in which archives come. */
export const plain: Archive = joined(records);
export const perRecord: Archive = joined(records.map((record) => gzipSync(record)));
export const oneStream: Archive = { bytes: gzipSync(plain.bytes), starts: [0] };

/** Items as short texts: a page by its title, a failure by its code. */
export function brief(items: readonly InputItem[]): string[] {
  return items.map((item) => {
    if (item.kind === 'failure') return item.error.code;
    const text = new TextDecoder().decode(item.page.bytes);
    return /<title>(.*?)<\/title>/.exec(text)?.[1] ?? text;
  });
}
