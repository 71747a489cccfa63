/** Archives with any damage: reading ends, nothing but items comes out, and no page whose digest could be checked is wrong. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allItemsOf } from '../../../../../test/contracts/input-contract.ts';
import {
  bytesOf,
  html,
  httpResponse,
  inChunks,
  warcRecord,
} from '../../../../../test/contracts/input-fixtures.ts';
import { openSource } from '../open-inputs.ts';

const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

const bodies = ['ants', 'bees', 'cats', 'dogs'].map((title) => bytesOf(html(title)));
const responses = [
  ...bodies.map((body) => httpResponse(body)),
  httpResponse(gzipSync(bodies[0]!), { 'Content-Encoding': 'gzip' }),
  httpResponse(bytesOf(`${bodies[1]!.length.toString(16)}\r\n`, bodies[1]!, '\r\n0\r\n\r\n'), {
    'Transfer-Encoding': 'chunked',
  }),
  httpResponse('x', { 'Content-Type': 'image/png' }),
  httpResponse(bodies[2]!, {}, '404 Not Found'),
];
const records = [
  ...responses.map((response, at) =>
    warcRecord(response, { 'WARC-Record-ID': `<urn:${at}>`, 'WARC-Block-Digest': digestOf(response) }),
  ),
  warcRecord(httpResponse(''), { 'WARC-Type': 'revisit', 'WARC-Refers-To': '<urn:0>' }),
];
const shapes = [
  bytesOf(...records),
  bytesOf(...records.map((record) => gzipSync(record))),
  gzipSync(bytesOf(...records)),
];

/** What befalls an archive, each at a share of its length. */
const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const damage = fc.oneof(
  fc.record({ kind: fc.constant('flip'), at: share, bit: fc.nat(7) }),
  fc.record({ kind: fc.constant('cut'), at: share }),
  fc.record({ kind: fc.constant('remove'), at: share, size: fc.nat(400) }),
  fc.record({ kind: fc.constant('repeat'), at: share, size: fc.nat(400) }),
  fc.record({ kind: fc.constant('zero'), at: share, size: fc.nat(60) }),
  fc.record({ kind: fc.constant('insert'), at: share, bytes: fc.uint8Array({ maxLength: 20 }) }),
);
type Damage = typeof damage extends fc.Arbitrary<infer Value> ? Value : never;

function damaged(bytes: Uint8Array, how: Damage): Uint8Array {
  const at = Math.floor(how.at * bytes.length);
  const [before, behind] = [bytes.subarray(0, at), bytes.subarray(at)];
  if ('bit' in how) {
    const flipped = Uint8Array.from(bytes);
    flipped[at]! ^= 1 << how.bit;
    return flipped;
  }
  if ('bytes' in how) return bytesOf(before, how.bytes, behind);
  if (!('size' in how)) return before;
  if (how.kind === 'remove') return bytesOf(before, behind.subarray(how.size));
  if (how.kind === 'repeat') return bytesOf(before, behind.subarray(0, how.size), behind);
  return bytesOf(before, new Uint8Array(Math.min(how.size, behind.length)), behind.subarray(how.size));
}

const known = new Set(bodies.map((body) => Buffer.from(body).toString('latin1')));
const numRuns = Number(process.env.DEHUSK_FUZZ_RUNS ?? 300);

it('whatever befalls an archive', { timeout: 3_600_000 }, async () => {
  const damages = fc.array(damage, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(
      fc.nat(shapes.length - 1),
      damages,
      fc.integer({ min: 1, max: 3000 }),
      async (at, all, size) => {
        const bytes = all.reduce(damaged, shapes[at]!);
        const items = await allItemsOf(
          openSource(['-'], { stdin: inChunks(bytes, size), inputFormat: 'warc' }),
        );
        const text = Buffer.from(bytes).toString('latin1');
        for (const item of items) {
          if (item.kind !== 'page') continue;
          const found = Buffer.from(item.page.bytes).toString('latin1');
          // Only where the name of the digest itself was hit, or the frame around it, is a page unchecked.
          const isUnchecked = at !== 0 || text.split('WARC-Block-Digest: sha256:').length <= responses.length;
          if (!isUnchecked && item.page.digest === undefined) expect(known).toContain(found);
        }
      },
    ),
    { numRuns },
  );
});
