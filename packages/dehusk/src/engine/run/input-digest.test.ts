import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { startPosition } from '../store.ts';
import { compareInput, InputDigest } from './input-digest.ts';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-digest-'));
afterAll(() => rmSync(folder, { recursive: true }));
const { signal } = new AbortController();

const contents = fc.array(fc.uint8Array({ maxLength: 12 }), { maxLength: 4 });
type Contents = readonly Uint8Array[];

function write(files: Contents): { readonly file: string }[] {
  return files.map((bytes, i) => {
    const file = join(folder, String(i));
    writeFileSync(file, bytes);
    return { file };
  });
}

/** What a reading hears that stops in file `last` after `bytes`, chunk by chunk. */
function digestOf(files: Contents, last: number, bytes: number, chunk: number): InputDigest {
  const digest = new InputDigest();
  for (const [i, file] of files.slice(0, last + 1).entries()) {
    digest.beginFile();
    const read = i === last ? file.subarray(0, bytes) : file;
    for (let at = 0; at < read.length; at += chunk) digest.addBytes(read.subarray(at, at + chunk));
  }
  return digest;
}

describe('the digest of an input', () => {
  it('is that of nothing at the start', () => {
    expect(new InputDigest().mark).toEqual(startPosition.input);
  });

  it('tells what was read, what has grown, and what is another input', async () => {
    const places = fc.array(fc.tuple(fc.nat(3), fc.nat(12)), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        contents,
        contents,
        places,
        fc.integer({ min: 1, max: 5 }),
        async (was, is, at, chunk) => {
          const read = at.filter(([last, bytes]) => bytes <= (was[last]?.length ?? -1));
          const marks = read.map(([last, bytes]) => digestOf(was, last, bytes, chunk).mark);
          // Said once more, byte by byte.
          const isAsRead = ([last, bytes]: readonly [number, number]): string => {
            // An empty file and none are alike.
            if (is.length === 0) return last === 0 && bytes === 0 ? 'same' : 'other';
            const begins = was
              .slice(0, last)
              .every((file, i) => Buffer.compare(file, is[i] ?? Buffer.of(1)) === 0);
            const now = is[last];
            const isSame =
              begins &&
              now !== undefined &&
              Buffer.compare(was[last]!.subarray(0, bytes), now.subarray(0, bytes)) === 0;
            if (!isSame) return 'other';
            return now.length === bytes && is.length === last + 1 ? 'same' : 'grown';
          };
          expect(await compareInput(write(is), marks, signal)).toEqual(read.map(isAsRead));
        },
      ),
      { examples: [[[], [], [], 1]] },
    );
  });

  it('takes what cannot be read for empty, as a run does', async () => {
    const [first] = write([Uint8Array.of(1, 2)]);
    const digest = new InputDigest();
    digest.beginFile();
    digest.addBytes(Uint8Array.of(1, 2));
    digest.beginFile();
    const files = [first!, { file: join(folder, 'missing') }];
    expect(await compareInput(files, [digest.mark], signal)).toEqual(['same']);
    expect(await compareInput([], [startPosition.input], signal)).toEqual(['same']);
    expect(await compareInput([], [digest.mark], signal)).toEqual(['other']);
  });

  it('can be stopped', async () => {
    const large = join(folder, 'large');
    writeFileSync(large, new Uint8Array(200 * 2 ** 20));
    const stopped = AbortSignal.abort(new Error('stop'));
    const mark = { ...startPosition.input, bytes: 2 ** 40 };
    await expect(compareInput([{ file: large }], [mark], stopped)).rejects.toThrow('stop');
    rmSync(large);
  });
});
