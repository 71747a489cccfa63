import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader } from './byte-reader.ts';
import { looksZstd } from './input.ts';
import { inflateZstd } from './zstd.ts';

async function inflate(bytes: Uint8Array, chunkBytes = bytes.length): Promise<Buffer> {
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  };
  const parts: Uint8Array[] = [];
  for await (const part of inflateZstd(new ByteReader(chunks()))) parts.push(part);
  return Buffer.concat(parts);
}

/** A text of 600 lines that goes on with the number of each; made by `zstd -19 --check`. */
const text = Array.from({ length: 600 }, (_, i) => `line ${i} of ants and nests ${(i * 7919) % 997}\n`).join(
  '',
);
const packed = Buffer.from(
  [
    'KLUv/WQCRwU3ADq0LBQVgCmFHMiMdWJMJqSQ0m5ZkT4V6JL2QwE8AToBDjLhr+RubCpLTbW9ouvYB64iVLkIDY7HsI54J1SRcJhG',
    'ZSI2Mz5eCK/QH4I9g2SOaBibUF5pMtiTXGN8qCjSQE6+YPGGM4uPTHXn8JjkXLfN2qkwuS52VhBHIxTFopIjZJbqO60iPUyQyDxw',
    'dgj2hOEl6G+IRpDEYNFCN4V5Iejk5TQbE1QZaWMSstCc9aPV4Q+/5ZYNLSHUuSI6SpyF6iJ4jp+1vMOKBE1HJmKm7JnX/GHaT/JF',
    'I5vQawjGnIzGpMrSIJ18Fp8z8hHWDXpUztnCUijU19t54lwosigdEaKcd1GRNCEs886ePeeFf6VBiWG02RReoIL36TZmqlxamQQt',
    'DDGbj6IOk37J7U0tC/VXSEeKC0PNIigcV9R+pxWZppcJmUl7cQEIAwQJEAwoGAgoCDBAkKAgwIDAgUEYDCgoYCChEiRtsCRCRxjG',
    'WbhHQcIhkOH/5H7YfEYeVK8r7hjfwH1C/YpwmbjJ2uEdT4g4wtSSCVumO57Hy/ODHx8J8lA0EzaZmXWCjNHJccSmoZpJw1xykREL',
    'OSPhIzLhSoSHTE7RJh5JqSC73sdcCZxSKA2LdiaiwbJ6V4eoDRM6mcdlh4wnyEvsb4RGTBAjRAttCs9ClDx3mo8YSqiQ0jJMgjNC',
    'BmfUR3Q4sOHf5N42+8iE6njFQsdN4BZCTYswT1xlrb2jh4gkTEWZUJipGU/BS/uD1AcHOVQ0YZuEzxqEjMCTITQWJlQhpCFMk98j',
    'fjnzfeQP9xIel5zn9mB9qPC4bnW2A8cVireoPxEWluY7h4o8YYJD5qPZ4/FMeRn9nTXmQRwRbbhpghdmyEucFjVGHCpSaWWTkI9Q',
    'hDPhRxIadbVWUzcL/fgQ08GIiRAqMW0jJBEaYXizqEexcIjfZ/SmaMgRBqocKxgxUoGjS7GKwE18Xz1xZwyRhTDddGIhcxpv3rXw',
    'wxrXgqxXI9FEnFWBDI1JRcSkUMltUCUPG3H4ZoJ4JDDcEMIjRM8wWohREBVC2Pob8xc4fykXRc+JeGD5cfcI0RUm3J27sr3x+LuY',
    'fi0RZhAdRPNocsyCRX5sehoxs1CZtx2RxHCEEzib8WgiHEbhF/YWa6QjMqpyK0RiFAZOglAyiiAx8Yp17U4bIl2Y9p2oyCzHa+BV',
    '+qETjwhySDRhTaKzxsiImwyJWDBUEaQhRnLGiCnO0B5hw+XCg+zJa5QRSQWG65uYF4EzCWVWdJ2IjeXubhKiMUxYkLlGtmI8Ei+i',
    'XzlCDaImmq5JMgsi+RBOh4mYEAEA1vkf7It4zl1evw8Rn/NR7dJ0y8I73jPtM8byELOtgyQ8InRsZnlk08G9P+0908xFRqYOrZgQ',
    '48y3iVIjRRhLXLpa5o6cIiKXCjshQaaMeBK7pH4Qxeu7bTXttMtaGaM02RCxzkONNlSSh0Uc3UzMI3G6IXdEewa1CKOYKURYp2Km',
    'v2FL4RTlJYKyknTHECLOJTA6n2TP4ll3Wf1uEfs5qTZqWpiFzXiFaSli5IeobTVJ6CKUbCZ6pBAOmvuhvUNogkaCp4ZaERZj+Lcg',
    'pQIVITRM/LP64c4VIvelbyc+mb94l10PP5xxhyB7qnFoYs1qj+Ga9CLmP2Rpgyn5hBHPbGbCI6Nwx3dM9Jxqs9F8CiPWhTFLCByZ',
    'UiQUFU2EeKXUnSxE8ksQ6byU3TCezi4Nv42IKogBhK6oIzCR5+9/BgP/SrsBE5CAwV7gzz8GBBnxYGx+xcpVIh3RlHh1OLsCsYvY',
    'V0Su6wj8AtkhRiQWzPfMIv4ym351VFbynpwi2NHI70fwGcc4l/myzCbX2CLOa2KL1ocFkZeRU8aUJh3RXCvSijiNQ4/ZVkQuRLxi',
    'y4o9jGVmN7dZWcbZ2QvjipwTHVFOK3LJkcGJ393lbBbjXC5eEXe3lSsiOaJcW9T0+I4zO7vL2CzmDkWIc2yZycw2brMpz5xOvMzP',
    'ZTYZ87zzjjGRpbELsVdEXaUc9bh/Z5llzDb3cSkhzmtii3FmY3cZGTImZrxizRWRHNHNGPeYtILYidgrSlbsKHmWd7PMYmab7r0w',
    'RmQ2vGLlFJFOqkQb/t0sxzkmQM4ujph3jFhmLsvbbKaC44wnvxG5ArGLcHfCHCYdoVwr4opgiSeKtctsLuZczM87Z4whjie/ELmC',
    'uKvh4Y87paJy//V7v59/v/9PqYYI8RP2w2AwEPLX6rX1Xq+/jFnKZjm5XC7Hy+OF7eXkcvuiA2I+W/UIGCQSiYLB9Wyv660ZHnK1',
    'Wi1R7uF4PJ5cbi+LnYAdBMzv936/9ocFm4WTsH87zECTuEUlAaf9YLcDXHQF8rqQQg==',
  ].join(''),
  'base64',
);

/** A frame whose blocks are as they are: what every decoder reads, and every encoder may write. */
function frame(blocks: readonly Uint8Array[], window = 0x50): Uint8Array {
  const parts = blocks.flatMap((block, i) => {
    const word = (block.length << 3) | (i === blocks.length - 1 ? 1 : 0);
    return [Uint8Array.of(word & 255, (word >> 8) & 255, word >> 16), block];
  });
  return Buffer.concat([Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, window), ...parts]);
}

const skipped = Uint8Array.of(0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3);
const hasZstd = spawnSync('zstd', ['--version']).status === 0;

describe('Zstandard', () => {
  it('is undone wherever its bytes are cut, frame after frame', async () => {
    for (const chunkBytes of [1, 7, 1000])
      expect((await inflate(Buffer.concat([packed, skipped, packed]), chunkBytes)).toString()).toBe(
        text + text,
      );
    expect(looksZstd(packed) && looksZstd(skipped)).toBe(true);
  });

  it('is known by its checksum and its end: no damage goes unseen', async () => {
    for (let at = 4; at < packed.length; at += 13) {
      const damaged = Buffer.from(packed);
      damaged[at]! ^= 1 << (at % 8);
      const result = await inflate(damaged).catch((error: unknown) => error);
      // What a bit of the header may change without harm is how much memory to hold.
      if (result instanceof Buffer) expect(result.toString()).toBe(text);
      else expect(result).toMatchObject({ code: expect.stringMatching(/^INPUT_(CUT|DAMAGED)$/) });
      await expect(inflate(packed.subarray(0, at))).rejects.toMatchObject({ code: 'INPUT_CUT' });
    }
    await expect(inflate(new Uint8Array(), 1)).rejects.toMatchObject({ code: 'INPUT_CUT' });
    await expect(inflate(Buffer.from('no frame'))).rejects.toMatchObject({ code: 'INPUT_DAMAGED' });
  });

  it('has any blocks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 5 }),
        async (blocks) => {
          expect((await inflate(frame(blocks), 3)).equals(Buffer.concat(blocks))).toBe(true);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('is refused where it asks for more memory than it may have', async () => {
    await expect(inflate(frame([Uint8Array.of(1)], 0xff))).rejects.toThrow('window is larger than 128 MB');
  });

  it.runIf(hasZstd)('is undone as zstd makes it, at any level', async () => {
    for (const level of ['-1', '-9', '-19', '--fast=5', '--long=24', '--no-check']) {
      const { stdout } = spawnSync('zstd', [level, '-c'], { input: text.repeat(40), maxBuffer: 2 ** 26 });
      expect((await inflate(stdout, 5000)).toString()).toBe(text.repeat(40));
    }
  });
});
