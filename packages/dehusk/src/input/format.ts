import type { InputFormat } from './input.ts';

/** Enough bytes to tell every format apart, with a byte order mark and some white space in front. */
export const headBytes: number = 64;

const formatByExtension: Readonly<Record<string, InputFormat>> = {
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  warc: 'warc',
};

/** The format a file's name promises, `.gz` aside; undefined for names that promise nothing. */
export function formatOfName(name: string): InputFormat | undefined {
  const extension = /\.([a-z]+)(?:\.gz)?$/i.exec(name)?.[1];
  return extension === undefined ? undefined : formatByExtension[extension.toLowerCase()];
}

export function namesGzip(name: string): boolean {
  return /\.gz$/i.test(name);
}

export function looksGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** The format of content that no longer is gzip; what is neither WARC nor a JSON object is taken for HTML. */
export function formatOfContent(head: Uint8Array): InputFormat {
  const text = headText(head);
  if (text.startsWith('WARC/')) return 'warc';
  return text.startsWith('{') ? 'jsonl' : 'html';
}

/** Whether bytes that should be compressed are in fact readable markup. */
export function looksMarkup(head: Uint8Array): boolean {
  return /^<[!?/a-z]/i.test(headText(head));
}

function headText(head: Uint8Array): string {
  return new TextDecoder().decode(head.subarray(0, headBytes)).trimStart();
}
