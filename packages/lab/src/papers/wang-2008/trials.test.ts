import { parseText } from 'dehusk';
import { createShingleDetector, createStyleTreeDetector, type MeasuredBatchDetector } from 'dehusk/parts';
import { describe, expect, it } from 'vitest';
import type { CorpusSite } from '../../corpus/corpus.ts';
import { createSite } from '../../synthetic/synthetic-site.ts';
import { cheapest, compareAtRecall, compareAtTable, usualThresholds } from './comparison.ts';
import { type BatchMethod, methodNames, shingle, styleTree, trySite } from './trials.ts';

/** Every third page has the menu, so that what finds it can be told beforehand. */
function site(pages: number): CorpusSite {
  const menu =
    '<div class=menu><a href=/>Home</a> <a href=/news>News of today</a> <a href=/help>Help</a></div>';
  return {
    name: 'thirds',
    kind: 'test',
    language: 'en',
    zones: { contentSelectors: ['main'], templateSelectors: [], ignoreSelectors: [] },
    readLabels: new Map(),
    pages: () =>
      Array.from({ length: pages }, (_, i) => ({
        url: `https://thirds.example/${i}`,
        html: `${i % 3 === 0 ? menu : ''}<main>Story ${i} is told in the ${i * i} words of page ${i * 7}</main>`,
      })),
  };
}

const target = { gold: 'lenient', recall: 0.8, precision: 0.98 } as const;

describe('the search on a site whose menu is on every third page', () => {
  const trials = trySite(site(120))!;

  it('finds the shortest life that spans three pages', () => {
    // The first four of 40 menus go unseen (W11): 36 / 40. A first life of two pages would forget every menu.
    const choice = cheapest(trials.methods.incremental, target)!;
    expect([choice.trial.setting, choice.isReached]).toEqual(['Tb 3, N 1', true]);
    expect(choice.trial.rates.lenient).toMatchObject({ recall: 0.9, precision: 1 });
  });

  it('finds the smallest batch that mostly has two menus', () => {
    // Of three batches of five pages, two have two menus and one has one: 4 of 5. Batches of four have 2, 1, 1.
    const { trial } = cheapest(trials.methods.shingle, target)!;
    expect([trial.setting, trial.batchPages, trial.rates.lenient.recall]).toEqual(['5 pages, 0', 5, 0.8]);
    const four = trials.methods.shingle.find(({ setting }) => setting === '4 pages, 0')!;
    expect(four.rates.lenient.recall).toBe(0.5);
  });

  it('counts the sources of a batch', () => {
    const bytes = site(120)
      .pages()
      .reduce((sum, { html }) => sum + html.length, 0);
    const five = trials.methods.shingle.find(({ setting }) => setting === '5 pages, 0')!;
    expect(five.bytes).toBe(bytes / 24);
  });

  it('has one default of each method', () => {
    const defaults = methodNames.map((method) =>
      trials.methods[method].filter(({ isDefault }) => isDefault).map(({ setting }) => setting),
    );
    expect(defaults).toEqual([['Tb 24, N 8'], ['24 pages, 0.2'], ['24 pages, 0.5']]);
  });

  it('compares means over the sites that all methods reach', () => {
    const { reached, near, sites } = compareAtRecall([trials, trySite(site(6))!], target);
    expect(sites.map(({ choices }) => choices.incremental === undefined)).toEqual([false, true]);
    expect([reached.sites, near.sites]).toEqual([1, 1]);
    expect(reached.bytes.shingle).toBe(cheapest(trials.methods.shingle, target)!.trial.bytes);
  });

  it('searches nothing but sizes where thresholds are the usual ones', () => {
    const { sites } = compareAtRecall(usualThresholds([trials]), target);
    expect(sites[0]!.choices.incremental!.trial.setting).toBe('Tb 3, N 1');
    expect(sites[0]!.choices.shingle!.trial.setting).toBe('5 pages, 0.2');
  });

  it('gives every method the bytes of the table', () => {
    const [{ bytes, found }] = compareAtTable([trials], target) as [
      ReturnType<typeof compareAtTable>[number],
    ];
    expect(found.incremental?.rates.lenient.recall).toBe(0.9);
    for (const method of methodNames) expect(found[method]?.bytes ?? 0).toBeLessThanOrEqual(bytes);
  });
});

it('a site that is labelled in part cannot be tried, nor one that has no batch', () => {
  expect(trySite({ ...site(6), zones: undefined })).toBeUndefined();
  expect(trySite(site(1))).toBeUndefined();
});

const methods: Readonly<
  Record<string, readonly [BatchMethod, (threshold: number) => MeasuredBatchDetector]>
> = {
  shingle: [shingle, (templateShare) => createShingleDetector({ templateShare })],
  'style-tree': [styleTree, (threshold) => createStyleTreeDetector({ threshold })],
};

/** Batches are judged once, and thresholds applied to what the verdict rests on. */
describe.each(Object.entries(methods))('%s with a threshold', (_, [method, create]) => {
  const made = createSite({ seed: 5, pages: 30 });
  const pages = Array.from({ length: made.pages }, (_page, order) => {
    const { url, html } = made.page(order);
    return parseText(html, { url });
  });

  it.each([2, 5, 10, 30])('says in a batch of %i pages what it says itself', (batchPages) => {
    const batch = pages.slice(0, batchPages);
    const judged = method.create().judgeBatch(batch);
    for (const threshold of method.thresholds) {
      const isTemplate = method.isTemplate(threshold);
      for (const [i, own] of create(threshold).judgeBatch(batch).entries()) {
        const { segments } = batch[i]!;
        const derived = Array.from(segments, (node) => (isTemplate(judged[i]!, node) ? 1 : 0));
        expect(derived).toEqual(Array.from(segments, (node) => own.template[node]));
      }
    }
  });
});
