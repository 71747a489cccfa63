/** Bodies that are small on the wire and enormous behind their encodings. */
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

const mebibyte = 1024 * 1024;

/** A gzip stream may have any number of members, so 64 of one make 64 times its size. */
function gzipOf(mebibytes: number): Buffer {
  const member = gzipSync(Buffer.alloc(16 * mebibyte));
  return Buffer.concat(Array.from({ length: mebibytes / 16 }, () => member));
}

/** Blocks that end on a byte can be repeated; the checksum behind them would be wrong, if anybody came that far. */
function rawDeflateOf(mebibytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(16 * mebibyte), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat(Array.from({ length: mebibytes / 16 }, () => block));
}

function zlibOf(mebibytes: number): Buffer {
  return Buffer.concat([deflateSync('').subarray(0, 2), rawDeflateOf(mebibytes)]);
}

function brotli(bytes: Uint8Array): Buffer {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return brotliCompressSync(bytes, { params });
}

export interface Bomb {
  readonly encoding: string;
  readonly mebibytes: number;
  readonly leastRatio: number;
  make(): Uint8Array;
}

export const bombs: readonly Bomb[] = [
  { encoding: 'gzip', mebibytes: 512, leastRatio: 1_000, make: () => gzipOf(512) },
  { encoding: 'deflate', mebibytes: 512, leastRatio: 1_000, make: () => zlibOf(512) },
  { encoding: 'deflate', mebibytes: 512, leastRatio: 1_000, make: () => rawDeflateOf(512) },
  { encoding: 'br', mebibytes: 128, leastRatio: 1_000_000, make: () => brotli(Buffer.alloc(128 * mebibyte)) },
  { encoding: 'gzip, gzip', mebibytes: 8_192, leastRatio: 500_000, make: () => gzipSync(gzipOf(8_192)) },
  { encoding: 'deflate, gzip', mebibytes: 8_192, leastRatio: 500_000, make: () => gzipSync(zlibOf(8_192)) },
  {
    encoding: 'deflate, deflate',
    mebibytes: 8_192,
    leastRatio: 500_000,
    make: () => deflateSync(zlibOf(8_192)),
  },
  {
    encoding: 'gzip, br',
    mebibytes: 8_192,
    leastRatio: 1_000_000,
    make: () => brotli(gzipOf(8_192)),
  },
  {
    encoding: 'gzip, gzip, gzip',
    mebibytes: 8_192,
    leastRatio: 1_000_000,
    make: () => gzipSync(gzipSync(gzipOf(8_192))),
  },
];
