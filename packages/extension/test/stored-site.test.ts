/** What a site takes in the extension's database, however much is on its pages. */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { pageDigest } from '../../dehusk/src/engine/site.ts';
import { parseText } from '../../dehusk/src/page/parse.ts';
import { createRandom } from '../../lab/src/synthetic/random.ts';
import { createSite } from '../src/background/judging.ts';

const MOST_BYTES = 300 * 1024;
const hashKey = [1_234_567, 7_654_321] as const;

it('takes at most 300 KB, compressed, with more texts and pages than are remembered', async ({
  annotate,
}) => {
  const site = createSite(hashKey);
  const random = createRandom(17, 'texts');
  const word = (): string => random.between(1e8, 2e9).toString(36);
  let journals: Uint8Array[] = [];
  for (let i = 0; i < 30; i++) {
    const texts = Array.from({ length: 1_000 }, () => `<p>${word()} ${word()} ${word()}</p>`).join('');
    const page = parseText(`<title>${i}</title><nav>Menu</nav>${texts}`, {
      url: `https://large.example/${i}`,
      hashKey,
    });
    const lesson = site.detector.lesson(page);
    site.detector.observe(page, lesson);
    const { snapshot, journal } = site.gainOf(page, pageDigest(page), lesson);
    journals = snapshot === undefined ? [...journals, journal] : [];
  }
  const number = (): number => random.between(0, 2 ** 31);
  for (let i = 0; i < 10_000; i++) site.pages.add({ high: number(), low: number() });
  // What has not been folded yet is at most so long.
  const journal = journals
    .reduce((all, one) => Buffer.concat([all, one]), Buffer.alloc(0))
    .subarray(0, 150 * 1024);
  const sizes = [site.snapshot(), journal].map((bytes) => gzipSync(bytes).length);
  const sum = sizes[0]! + sizes[1]!;
  await annotate(`${sum} bytes`);
  expect(sum).toBeLessThanOrEqual(MOST_BYTES);
  // It is a site that would take more.
  expect(sum).toBeGreaterThan(MOST_BYTES / 2);
});
