import { type ByteSource, concatBytes } from './byte-reader.ts';

/** A line with its newline; `ended` is false where the source ends without one. */
export interface Line {
  readonly bytes: Uint8Array;
  readonly ended: boolean;
}

const newline = 0x0a;

/**
 * The next line, or undefined at the end of the source. A line over `limitBytes` is given up as soon as that is
 * known: the answer is `'too-long'` and `skipLine` leads past it.
 */
export async function readLine(
  source: ByteSource,
  limitBytes: number,
): Promise<Line | 'too-long' | undefined> {
  const parts: Uint8Array[] = [];
  let sizeBytes = 0;
  for (;;) {
    const bytes = await source.peek();
    if (bytes.length === 0) return sizeBytes === 0 ? undefined : { bytes: concatBytes(parts), ended: false };
    const at = bytes.indexOf(newline);
    const part = at < 0 ? bytes : bytes.subarray(0, at + 1);
    sizeBytes += part.length;
    if (sizeBytes > limitBytes) return 'too-long';
    parts.push(part);
    source.skip(part.length);
    if (at >= 0) return { bytes: concatBytes(parts), ended: true };
  }
}

/** Goes past the next newline, holding nothing. */
export async function skipLine(source: ByteSource): Promise<void> {
  for (;;) {
    const bytes = await source.peek();
    if (bytes.length === 0) return;
    const at = bytes.indexOf(newline);
    source.skip(at < 0 ? bytes.length : at + 1);
    if (at >= 0) return;
  }
}
