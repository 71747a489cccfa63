import { describe, expect, it } from 'vitest';
import { syntheticCorpus } from '../corpus/corpus.ts';
import { methods } from '../methods/detect.ts';
import { lineFilter } from '../peers/peers.ts';
import { createResults } from '../results/results.ts';
import { evaluate, noRunFile } from '../run/evaluate.ts';
import { markdownReport } from './markdown-report.ts';
import { resultTables } from './result-tables.ts';

const chosen = ['none', 'shingle', 'mapping-vote:bottom-up'];
const sites = syntheticCorpus(1).map((site) => ({ ...site, pages: () => site.pages().slice(0, 8) }));
const ours = methods.filter(({ name }) => chosen.includes(name));
const evaluated = await evaluate({ sites, methods: [...ours, lineFilter], output: noRunFile() });
const results = createResults(evaluated);
const tables = resultTables(results);
const rowsOf = (title: string): readonly string[] =>
  tables.find((table) => table.title === title)!.rows.map(([method]) => method!);

describe('the tables of a report', () => {
  it('are those of docs/EVALUATION.md', () => {
    expect(tables.map(({ title }) => title.replace(/Against .*/, 'Against …'))).toEqual([
      ...['Content', 'Content by group of sites', 'Groups in detail', 'Against …'],
      'Content by position in the stream',
      ...['Integrity', 'Consistency'],
      ...['Characters and blocks', 'Blocks as the papers score them', 'Template elements'],
      ...['Mappings against the optimum', 'Calibration', 'Reliability', 'Cost', 'Worst sites'],
    ]);
  });

  it('have a cell for each column, and none says undefined', () => {
    for (const { title, head, rows } of tables) {
      expect(rows.length, title).toBeGreaterThan(0);
      for (const row of rows) expect(row.length, title).toBe(head.length);
      expect(rows.flat().join(' '), title).not.toMatch(/undefined|NaN/);
    }
  });

  it('tell of each method what it gives: a peer no segments, `none` no scores', () => {
    expect(rowsOf('Cost')).toEqual([...chosen, 'line-filter']);
    expect(rowsOf('Template elements')).toEqual(chosen);
    expect(rowsOf('Calibration')).toEqual(chosen.slice(1));
    expect(rowsOf('Mappings against the optimum')).toEqual(chosen.slice(2));
  });

  it('are all in the markdown, and the figures in the results', () => {
    const markdown = markdownReport(results, 'dehusk-lab eval');
    for (const { title } of tables) expect(markdown).toContain(`## ${title}\n`);
    expect(markdown).toContain('expected calibration error');
    const [, shingle] = results.methods;
    expect(shingle!.all.read.calibration!.bins).toHaveLength(10);
    expect(shingle!.all.read.figures.blockRecallAt98).toBeGreaterThan(0.5);
    expect(shingle!.cost).toMatchObject({ firstVerdict: 8, missingPages: 0 });
  });
});

it('a corpus with the read gold alone is told without figures that nobody has', async () => {
  const unzoned = sites.map((site) => ({ ...site, zones: undefined }));
  const alone = createResults(await evaluate({ sites: unzoned, methods: ours, output: noRunFile() }));
  const markdown = markdownReport(alone, 'dehusk-lab eval');
  expect(markdown).not.toMatch(/-1\.0|undefined|NaN|first five pages/);
  expect(markdown).toMatch(/\| shingle \| 0\.\d+ \| - \| - \| - \| - \| - \|/);
});
