/** Bytes that tell whether a record begins here: `WARC/`. */
export const versionBytes: number = 5;

const version = new TextEncoder().encode('WARC/');

/** Whether the bytes begin with a record, or, where there are fewer, could be the beginning of one. */
export function startsRecord(bytes: Uint8Array): boolean {
  return version.subarray(0, bytes.length).every((byte, at) => bytes[at] === byte);
}
