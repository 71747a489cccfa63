/**
 * Gzip as a row of members, each whole in itself: what was written before an interruption can be read, and more can
 * be appended later. All readers of gzip take such files; WARC asks for one member per record.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ByteTarget } from './byte-target.ts';

const compress = promisify(gzip);

/** Text of this size loses less than 1 % by being compressed apart. */
export const memberBytes: number = 1024 * 1024;

/** Ends a member when it has `minBytes`; 1 makes a member of every write. */
export function gzipTarget(target: ByteTarget, minBytes: number): ByteTarget {
  let gathered: Uint8Array[] = [];
  let size = 0;

  const endMember = async (): Promise<void> => {
    if (size === 0) return;
    const bytes = Buffer.concat(gathered);
    gathered = [];
    size = 0;
    await target.write(await compress(bytes));
  };

  return {
    write: async (bytes) => {
      gathered.push(bytes);
      size += bytes.length;
      if (size >= minBytes) await endMember();
    },
    sync: async () => {
      await endMember();
      return target.sync();
    },
    finish: async () => {
      await endMember();
      await target.finish();
    },
    stop: async () => {
      await endMember();
      return target.stop();
    },
  };
}
