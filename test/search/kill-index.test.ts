import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { openIndex } from '../../packages/dehusk/src/search/index-reader.ts';
import { digestIndex, killedIndex, writeIndexCrawl } from '../../packages/lab/src/soak/kill-index.ts';
import { createWorkplace } from '../cli/run-dehusk.ts';

const work = createWorkplace();
const { folder } = work;
/** `dehusk-lab soak kill-index` kills far more often, and on 20,000 pages. */
const KILLS = 3;

beforeAll(() => {
  work.write('first.jsonl', '{"url":"https://first.example/1","html":"<p>first page"}\n');
  writeIndexCrawl(folder, { sites: 3, pagesPerSite: 14, pageBytes: { min: 1_000, max: 3_000 } });
});

it.concurrent.each([
  ['index-time', ['--method', 'index-time']],
  ['adaptive', []],
  ['incremental', ['--method', 'incremental', '--keep-template']],
])(
  'an index whose making was killed is that of an undisturbed run: %s',
  async (name, flags) => {
    const runs = { folder, flags: ['--batch-pages', '14', ...flags], runMs: 400 };
    const makeIndex = async (input: string, output: string): Promise<void> => {
      const { exitCode } = await work.run(['index', input, '-o', output, '--quiet', ...runs.flags]);
      expect(exitCode).toBe(0);
    };
    await makeIndex('crawl.jsonl', `${name}.index`);
    using index = openIndex(join(folder, `${name}.index`));
    expect(index.totals.pages).toBe(42);
    expect(index.totals.templateWords).toBeGreaterThan(300);
    expect(index.search('again', { limit: 1 }).total).toBeGreaterThan(2);
    // Some begin with nothing, and some as copies of one: these have its key, so what was learned can be compared too.
    const begun = `${name} begun.index`;
    await makeIndex('first.jsonl', begun);
    const copy = (file: string): void => copyFileSync(join(folder, begun), join(folder, file));
    copy(`${name} grown.index`);
    await makeIndex('crawl.jsonl', `${name} grown.index`);
    const digest = (file: string, states: boolean): string => digestIndex(join(folder, file), { states });
    const expected = [digest(`${name}.index`, false), digest(`${name} grown.index`, true)] as const;
    for (let seed = 1, kills = 0; kills < KILLS; seed++) {
      const file = `${name} ${seed}.index`;
      const isGrown = seed % 2 === 0;
      if (isGrown) copy(file);
      kills += await killedIndex(runs, file, { kills: Math.min(KILLS - kills, 2), seed });
      expect(digest(file, isGrown), `seed ${seed}`).toBe(expected[isGrown ? 1 : 0]);
    }
  },
  600_000,
);
