import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openIndex } from '../../packages/dehusk/src/search/index-reader.ts';
import {
  attemptIndex,
  digestIndex,
  killedIndex,
  writeIndexCrawl,
} from '../../packages/lab/src/soak/kill-index.ts';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-kill-index-'));
const KILLS = 8;

beforeAll(() => {
  writeIndexCrawl(folder, { sites: 3, pagesPerSite: 40, pageBytes: { min: 2_000, max: 5_000 } });
});
afterAll(() => rmSync(folder, { recursive: true }));

it.concurrent.each([
  ['index-time', []],
  ['adaptive', ['--method', 'adaptive']],
  ['incremental', ['--method', 'incremental', '--keep-template']],
])(
  'an index whose making was killed is that of an undisturbed run: %s',
  async (name, flags) => {
    const runs = { folder, flags: ['--batch-pages', '12', ...flags], runMs: 900 };
    expect(await attemptIndex(runs, `${name}.index`)).toBe(true);
    using index = openIndex(join(folder, `${name}.index`));
    expect(index.totals.pages).toBe(120);
    expect(index.totals.templateWords).toBeGreaterThan(1000);
    expect(index.search('again', { limit: 1 }).total).toBeGreaterThan(5);
    const digest = (file: string): string =>
      digestIndex(join(folder, file), { states: name === 'index-time' });
    const expected = digest(`${name}.index`);
    for (let seed = 1, kills = 0; kills < KILLS; seed++) {
      kills += await killedIndex(runs, `${name} ${seed}.index`, { kills: KILLS - kills, seed });
      expect(digest(`${name} ${seed}.index`), `seed ${seed}`).toBe(expected);
    }
  },
  600_000,
);
