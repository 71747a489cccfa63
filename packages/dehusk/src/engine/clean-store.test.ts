import { describe, expect, it } from 'vitest';
import { createAdaptiveDetector } from '../detect/adaptive/adaptive.ts';
import type { Detector } from '../detect/detector.ts';
import { createIncrementalDetector } from '../detect/incremental/incremental.ts';
import type { RawPage } from '../page/raw-page.ts';
import type { HashKey } from '../page/text-hash.ts';
import { type CleanOptions, clean } from './clean.ts';
import { createMemoryStore } from './store/memory.ts';
import type { Store } from './store/store.ts';

const encoder = new TextEncoder();
const pages = (from: number, to: number): RawPage[] =>
  Array.from({ length: to - from }, (_, i) => ({
    url: `https://a.example/${from + i}`,
    bytes: encoder.encode(`<div>Home News Sport</div><p>Body ${from + i}</p>`),
    provenance: { file: 'made up' },
  }));

/** Whether each page lost its menu. */
async function lost(input: readonly RawPage[], options: CleanOptions): Promise<boolean[]> {
  const results: boolean[] = [];
  for await (const result of clean(input, options)) {
    if (result.kind === 'page') results.push(result.verdict.template[result.page.segments[0]!] === 1);
  }
  return results;
}

interface Method {
  readonly method: string;
  readonly create: (given: { readonly hashKey?: HashKey }) => Detector;
  /** The first page that is judged by what came before. */
  readonly enough: number;
  /** Options that another run does not have, and how that is told. */
  readonly other: Readonly<Record<string, number>>;
  readonly told: string;
}

const methods: readonly Method[] = [
  {
    method: 'adaptive',
    create: createAdaptiveDetector,
    enough: 1,
    other: { memoryPages: 20 },
    told: 'saved with memoryPages 40, not with 20',
  },
  {
    method: 'incremental',
    create: createIncrementalDetector,
    enough: 4,
    other: { templatePages: 3 },
    told: 'saved with templatePages 5, not with 3',
  },
];

describe.each(methods)('clean with a detector of the method $method', ({ create, enough, other, told }) => {
  const keyedBy = (store: Store): CleanOptions => ({
    store,
    createDetector: () => create({ hashKey: store.hashKey }),
  });

  it('judges by what came before, or in two passes by everything', async () => {
    const createDetector = (): Detector => create({});
    expect(await lost(pages(0, 7), { createDetector })).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((number) => number >= enough),
    );
    expect(await lost(pages(0, 7), { createDetector, twoPass: true })).toEqual(Array(7).fill(true));
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
    const options = { store, createDetector: () => create({ hashKey: store.hashKey, ...other }) };
    await expect(lost(pages(5, 6), options)).rejects.toThrow(told);
  });
});
