/** What a server answered to one request. */
import type { IncomingHttpHeaders } from 'node:http';

export interface Answer {
  readonly url: URL;
  readonly status: number;
  /** By lower-case name. */
  readonly fields: ReadonlyMap<string, string>;
  /** The body with its encodings undone; absent where the request did not wish for it. */
  readonly bytes?: Uint8Array;
}

/** A field that came twice is one list; of those that are no lists, the first counts. */
export function fieldsOf(headers: IncomingHttpHeaders): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    const values = Array.isArray(value) ? value : [value];
    fields.set(name, listFields.has(name) ? values.join(', ') : values[0]!);
  }
  return fields;
}

const listFields: ReadonlySet<string> = new Set([
  'cache-control',
  'content-encoding',
  'transfer-encoding',
  'vary',
]);

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
