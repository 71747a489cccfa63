/**
 * The gate on generated sites: F1 of every method and gold, macro over the sites of `floorSeeds`, which nothing was
 * tuned on. A floor may rise; it falls only with a reason, which `synthetic-floors.json` keeps beside it.
 *
 *     WRITE_FLOORS=1 npx vitest run packages/lab/test/floors.test.ts                              pins what is new, and raises
 *     WRITE_FLOORS=1 LOWER_FLOORS='why' npx vitest run packages/lab/test/floors.test.ts           lets floors fall too
 */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { toCorpusSite } from '../src/corpus/corpus.ts';
import { methods } from '../src/methods/detect.ts';
import { builtInPeers } from '../src/peers/peers.ts';
import { holdFloors, openGate, reachedBy, readFloors } from '../src/results/floors.ts';
import { createResults } from '../src/results/results.ts';
import { evaluate, noRunFile } from '../src/run/evaluate.ts';
import { floorSeeds } from '../src/synthetic/random.ts';
import { createSite } from '../src/synthetic/synthetic-site.ts';

const file = fileURLToPath(new URL('./synthetic-floors.json', import.meta.url));
const sites = floorSeeds
  .slice(0, 4)
  .map((seed) => toCorpusSite(createSite({ seed, pages: 24, pageBytes: { min: 6_000, max: 14_000 } })));
const evaluated = await evaluate({ sites, methods: [...methods, ...builtInPeers], output: noRunFile() });
const results = createResults(evaluated);

describe('on generated sites', () => {
  it('every method holds its floors', () => {
    const { WRITE_FLOORS: write, LOWER_FLOORS: reason } = process.env;
    const { missed } = openGate({ file, write: write !== undefined, reason })(results);
    expect(missed.map(({ message }) => message)).toEqual([]);
  });

  it('every method has floors, and no floor is without a method', () => {
    const floors = readFloors(file);
    const { checked, unpinned } = holdFloors(floors, reachedBy(results));
    expect([checked, unpinned]).toEqual([floors.length, []]);
  });

  it('none keeps everything: recall 1 and leak 1, on every site and gold', () => {
    const none = results.methods.find(({ method }) => method === 'none')!;
    for (const { golds } of none.sites)
      for (const { figures } of Object.values(golds))
        expect(figures).toMatchObject({
          ...{ recall: 1, leak: 1, templateF1: 0 },
          ...{ blockRecall: 0, blockRecallAt98: 0, chenScore: 0, elementF1: 0 },
        });
  });

  it('the optimal mapping is optimal', () => {
    const exact = results.methods.find(({ method }) => method === 'mapping-vote:top-down-exact')!;
    expect(exact.mapping).toEqual({ precision: 1, recall: 1, f1: 1 });
  });

  it('no method empties a page', () => {
    for (const { method, all } of results.methods) expect(all.read.emptyPages, method).toBe(0);
  });
});
