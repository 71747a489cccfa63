import { describe, expect, it } from 'vitest';
import { findMethod } from '../detect/registry.ts';
import { readPage } from '../page/parse.ts';
import { createEngine, type EngineSetting, type PageTask } from './engine.ts';
import { createMemoryParking } from './parking.ts';
import { siteStates } from './site-state.ts';

const setting: EngineSetting = {
  method: findMethod('adaptive'),
  options: {},
  hashKey: [1, 2],
  forgetting: true,
  toPage: readPage,
  memoryBytes: 1e9,
};

function task(site: string, text: string): PageTask {
  const bytes = new TextEncoder().encode(`<title>${text}</title><p>${text}</p>`);
  return {
    site,
    source: { url: `https://${site}/${text}`, bytes, provenance: { file: 'a' } },
    mode: 'observe',
  };
}

/** Steps that are yet to be waited for. */
function isWaited(step: unknown): boolean {
  return step instanceof Promise;
}

describe('a step', () => {
  it('is done at once while nobody has to be waited for, and else in its turn', async () => {
    const loads: string[] = [];
    const loadSite = async (site: string): Promise<undefined> => {
      loads.push(site);
    };
    const states = { states: siteStates, openParking: async () => createMemoryParking() };
    await using engine = await createEngine({ ...setting, keeping: states, loadSite });
    const first = engine.step(task('a.example', 'ants'));
    const second = engine.step(task('a.example', 'bees'));
    expect([first, second].map(isWaited)).toEqual([true, true]);
    const [ants, bees] = await Promise.all([first, second]);
    expect([ants.isNewSite, bees.isNewSite, bees.judged?.pageCount]).toEqual([true, false, 2]);
    const third = engine.step(task('a.example', 'wasps'));
    expect(isWaited(third)).toBe(false);
    expect((await third).judged?.pageCount).toBe(3);
    expect(loads).toEqual(['a.example']);
  });

  it('fails alone, at once or in its turn', async () => {
    await using engine = await createEngine({ ...setting, limits: { maxBytes: 60 } });
    const large = task('a.example', 'x'.repeat(60));
    expect(() => engine.step(large)).toThrow('over the limit of 60 bytes');
    expect((await engine.step(task('a.example', 'ants'))).isNewSite).toBe(true);
  });

  it('waits for what has to be parked', async () => {
    const states = { states: siteStates, openParking: async () => createMemoryParking() };
    await using engine = await createEngine({ ...setting, memoryBytes: 1, keeping: states });
    await engine.step(task('a.example', 'ants'));
    expect(isWaited(engine.step(task('a.example', 'bees')))).toBe(false);
    await engine.step(task('b.example', 'ants'));
    expect(isWaited(engine.step(task('a.example', 'bees')))).toBe(true);
    const again = await engine.step(task('a.example', 'wasps'));
    expect([again.isNewSite, again.judged?.pageCount]).toEqual([false, 3]);
  });
});
