import { describe, expect, it } from 'vitest';
import { createIncrementalDetector } from '../detect/incremental/incremental.ts';
import type { RawPage } from '../page/raw-page.ts';
import { createMemoryStore } from '../store/memory.ts';
import type { Store } from '../store/store.ts';
import { type CleanOptions, clean } from './clean.ts';

const encoder = new TextEncoder();
const pages = (from: number, to: number): RawPage[] =>
  Array.from({ length: to - from }, (_, i) => ({
    url: `https://a.example/${from + i}`,
    bytes: encoder.encode(`<div>Home News Sport</div><p>Body ${from + i}</p>`),
    provenance: { file: 'made up' },
  }));

/** Whether each page lost its menu. */
async function lost(input: readonly RawPage[], options: Partial<CleanOptions>): Promise<boolean[]> {
  const results: boolean[] = [];
  for await (const result of clean(input, { createDetector, ...options })) {
    if (result.kind === 'page') results.push(result.verdict.template[result.page.segments[0]!] === 1);
  }
  return results;
}

const createDetector = (): ReturnType<typeof createIncrementalDetector> => createIncrementalDetector();
const keyedBy = (store: Store): Partial<CleanOptions> => ({
  store,
  createDetector: () => createIncrementalDetector({ hashKey: store.hashKey }),
});

describe('clean', () => {
  it('judges by what came before, or in two passes by everything', async () => {
    expect(await lost(pages(0, 7), {})).toEqual([false, false, false, false, true, true, true]);
    expect(await lost(pages(0, 7), { twoPass: true })).toEqual(Array(7).fill(true));
  });

  it('starts with what a store knows', async () => {
    const store = createMemoryStore();
    await lost(pages(0, 5), keyedBy(store));
    expect(await lost(pages(5, 7), keyedBy(store))).toEqual([true, true]);
    const site = await store.loadSite('a.example');
    expect(site?.facts).toMatchObject({ pageCount: 7, lastPage: 'https://a.example/6' });
  });

  it('keeps in the store what was learned, page by page, and the whole now and then', async () => {
    const store = createMemoryStore();
    await lost(pages(0, 250), keyedBy(store));
    const { snapshot, journals } = (await store.loadSite('a.example'))!;
    expect(snapshot?.length).toBeGreaterThan(100);
    expect(journals.length).toBe(3);
  });

  it('does not blame a page for a state that cannot be read', async () => {
    const store = createMemoryStore();
    await lost(pages(0, 5), keyedBy(store));
    const options = {
      store,
      createDetector: () => createIncrementalDetector({ hashKey: store.hashKey, templatePages: 3 }),
    };
    await expect(lost(pages(5, 6), options)).rejects.toThrow('saved with templatePages 5, not with 3');
  });
});
