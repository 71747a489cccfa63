import { type Page, parseText, type Verdict } from 'dehusk';
import { adaptiveWeights, createAdaptiveDetector, termNames } from 'dehusk/parts';
import { beforeAll, describe, expect, it } from 'vitest';
import { syntheticCorpus } from '../corpus/corpus.ts';
import type { Table } from '../report/table.ts';
import { fitReport } from './fit.ts';
import { labelSite } from './labelled-site.ts';
import { scoreSite } from './scores.ts';
import { textTable } from './tables.ts';

const corpus = syntheticCorpus(3).map((site) => ({ ...site, pages: () => site.pages().slice(0, 8) }));

describe('what is fitted to', () => {
  const used = { bias: adaptiveWeights.bias, weights: termNames.map((name) => adaptiveWeights[name]) };
  const site = corpus[0]!;
  const pages = site.pages().map(({ url, html }) => parseText(html, { url, id: url }));
  const scores = scoreSite(labelSite(site), used);

  const expectSame = (verdicts: readonly Verdict[], found: Float32Array): void => {
    const said = verdicts.flatMap(({ score }, i) => Array.from(pages[i]!.segments, (node) => score[node]!));
    expect(said.length).toBe(found.length);
    for (const [i, score] of said.entries()) expect(found[i]).toBeCloseTo(score, 5);
  };

  it('is what the method sees of a page when it comes', () => {
    const detector = createAdaptiveDetector();
    const observe = (page: Page): Verdict => detector.observe(page);
    expectSame(pages.map(observe), scores.stream);
  });

  it('is what the method sees when it has learned all pages', () => {
    const detector = createAdaptiveDetector({ forgetting: false });
    for (const page of pages) detector.learn(page);
    const judge = (page: Page): Verdict => detector.judge(page);
    expectSame(pages.map(judge), scores['two-pass']);
  });
});

describe('the report of a fit', () => {
  let tables: readonly Table[];
  const told: string[] = [];

  beforeAll(() => {
    tables = fitReport(corpus, (what) => told.push(what));
  });

  const rowOf = (title: string, name: string): readonly string[] =>
    tables
      .find((table) => table.title === title)!
      .rows.find(([first]) => first === name)!
      .slice(1);

  it('has adaptiveWeights that find content on sites they were fitted to, and on others', () => {
    expect(Number(rowOf('Weights', 'step')[0])).toBeGreaterThan(0);
    for (const row of ['stream, fitted', 'two-pass, fitted', 'two-pass, cross-validated']) {
      const [read, lenient, strict, leak] = rowOf('Figures on all sites', row).map(Number);
      for (const f1 of [read, lenient, strict]) expect(f1).toBeGreaterThan(0.8);
      expect(leak).toBeLessThan(0.3);
    }
  });

  it('tells every term, with and without', () => {
    const [weightRows, ablationRows] = ['Weights', 'Ablation'].map(
      (title) => tables.find((table) => table.title === title)!.rows,
    );
    expect(weightRows!.map(([name]) => name)).toEqual(['bias', ...termNames]);
    expect(ablationRows!.length).toBe(2 * (1 + termNames.length));
    expect(rowOf('Ablation', 'stream, cross-validated')).toEqual(
      rowOf('Figures on all sites', 'stream, cross-validated'),
    );
    expect(told.at(-1)).toBe(`leaving out ${termNames.at(-1)}`);
  });

  it('tells how well scores are calibrated, and of groups only if there are several', () => {
    expect(Number(rowOf('Calibration', 'error')[0])).toBeGreaterThan(0);
    expect(Number(rowOf('Calibration', 'error')[0])).toBeLessThan(0.5);
    expect(tables.map(({ title }) => title)).not.toContain('Leave one group out');
  });

  it('is written as text', () => {
    const table = { title: 'T', note: 'N.', head: ['name', 'f'], rows: [['a', '0.25']] };
    expect(textTable(table)).toBe('T\nN.\n\nname     f\na     0.25\n');
  });

  it('is not made of a single site', () => {
    expect(() => fitReport(corpus.slice(0, 1), () => undefined)).toThrow('two sites');
  });
});
