import { type Page, parseText, type Verdict } from 'dehusk';
import { adaptiveModel, createAdaptiveDetector, probability, readTrees } from 'dehusk/parts';
import { beforeAll, describe, expect, it } from 'vitest';
import { syntheticCorpus } from '../corpus/corpus.ts';
import type { Table } from '../report/table.ts';
import { fitReport, sampleCorpus } from './fit.ts';
import { foldsOf } from './folds.ts';
import { modelFile, treesText } from './model-file.ts';
import { scoreSite } from './scores.ts';
import { textTable } from './tables.ts';
import { train } from './train.ts';

const corpus = syntheticCorpus(3).map((site) => ({ ...site, pages: () => site.pages().slice(0, 8) }));
const sampled = sampleCorpus(corpus, () => undefined);

describe('what is fitted to', () => {
  const { site } = sampled[0]!;
  const pages = corpus[0]!.pages().map(({ url, html }) => parseText(html, { url, id: url }));
  const scores = scoreSite(site, adaptiveModel);

  const expectSame = (verdicts: readonly Verdict[], mode: 'stream' | 'two-pass'): void => {
    for (const [i, { score }] of verdicts.entries()) {
      const { pieces } = site.rows[mode][i]!;
      for (const [piece, odds] of scores[mode][i]!.entries())
        expect(score[pages[i]!.segments[pieces[piece]!]!]).toBeCloseTo(probability(odds), 5);
    }
  };

  it('is what the method sees of a page when it comes', () => {
    const detector = createAdaptiveDetector();
    const observe = (page: Page): Verdict => detector.observe(page);
    expectSame(pages.map(observe), 'stream');
  });

  it('is what the method sees when it has learned all pages', () => {
    const detector = createAdaptiveDetector({ forgetting: false });
    for (const page of pages) detector.learn(page);
    const judge = (page: Page): Verdict => detector.judge(page);
    expectSame(pages.map(judge), 'two-pass');
  });
});

describe('the report of a fit', () => {
  let tables: readonly Table[];
  const model = train({ sites: sampled, singles: undefined });

  beforeAll(() => {
    tables = fitReport({ sampled, singles: [] }, { model, onProgress: () => undefined });
  });

  const rowOf = (title: string, name: string): readonly string[] =>
    tables
      .find((table) => table.title === title)!
      .rows.find(([first]) => first === name)!
      .slice(1);

  it('has a model that finds content on sites it was fitted to, and on others', () => {
    for (const row of ['stream, fitted', 'two-pass, fitted', 'two-pass, cross-validated']) {
      const [read, lenient, strict, leak] = rowOf('Figures on all sites', row).map(Number);
      for (const f1 of [read, lenient, strict]) expect(f1).toBeGreaterThan(0.8);
      expect(leak).toBeLessThan(0.3);
    }
  });

  it('tells what trees are worth, and that with all facts nothing is lost', () => {
    expect(rowOf('Ablation', 'stream, cross-validated')).toEqual(
      rowOf('Figures on all sites', 'stream, cross-validated'),
    );
    expect(rowOf('Ablation', 'stream, without trees')).not.toEqual(
      rowOf('Ablation', 'stream, cross-validated'),
    );
  });

  it('tells how well scores are calibrated, and of groups only if there are several', () => {
    expect(Number(rowOf('Calibration', 'error')[0])).toBeLessThan(0.5);
    expect(tables.map(({ title }) => title)).not.toContain('Leave one group out');
  });

  it('is written as text', () => {
    const table = { title: 'T', note: 'N.', head: ['name', 'f'], rows: [['a', '0.25']] };
    expect(textTable(table)).toBe('T\nN.\n\nname     f\na     0.25\n');
  });

  it('writes the same model file each time, and names the data', () => {
    const again = train({ sites: sampled, singles: undefined });
    const file = modelFile(model, ['3 generated sites']);
    expect(modelFile(again, ['3 generated sites'])).toBe(file);
    expect(file).toContain(' *     3 generated sites\n');
    expect(file).toContain('0 seen');
  });

  it('writes trees so that they are read as they were', () => {
    const { count, columns, limits, leaves } = model.siteTrees;
    expect(count).toBeGreaterThan(1);
    const read = readTrees(...treesText(model.siteTrees));
    expect({ ...read, leaves: [] }).toEqual({ count, columns, limits, leaves: [] });
    expect([...read.leaves]).toEqual(
      Array.from(leaves, (leaf) => Math.fround(Math.round(leaf * 1000) / 1000) + 0),
    );
    expect(() => treesText({ ...model.siteTrees, leaves: leaves.map(() => 2.5) })).toThrow(RangeError);
  });
});

describe('holding sites out', () => {
  it('puts each site into one of five folds', () => {
    expect(foldsOf(['a', 'b', 'c', 'd', 'e', 'f', 'g'], 5)).toEqual([
      ['a', 'f'],
      ['b', 'g'],
      ['c'],
      ['d'],
      ['e'],
    ]);
    expect(foldsOf(['a', 'b'], 5)).toEqual([['a'], ['b']]);
  });

  it('is not done with a single site', () => {
    expect(() => sampleCorpus(corpus.slice(0, 1), () => undefined)).toThrow('two sites');
  });
});
