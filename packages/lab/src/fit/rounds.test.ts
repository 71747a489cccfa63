import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseText } from 'dehusk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { syntheticCorpus } from '../corpus/corpus.ts';
import { sampleCorpus } from './fit.ts';
import { foldsOf, orderOfRound } from './folds.ts';
import { labelSingle } from './labelled-site.ts';
import {
  differenceTables,
  figuresOfRounds,
  keepRounds,
  type RoundFigures,
  readRounds,
  roundTables,
} from './rounds.ts';

const file = join(tmpdir(), `dehusk-rounds-${process.pid}.json`);
afterAll(() => rmSync(file, { force: true }));

/** A round that found these. */
function round(read: number | undefined, name = 'stream'): RoundFigures {
  return [{ title: 'T', note: 'N.', head: ['', 'read', 'leak'], rows: [{ name, figures: [read, 0.1] }] }];
}

describe('rounds', () => {
  it('put other sites together, the first those that always were', () => {
    const sites = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const divisions = [0, 1, 2].map((number) =>
      JSON.stringify(foldsOf(orderOfRound(sites, number), 5).map((fold) => [...fold].sort())),
    );
    expect(divisions[0]).toBe(JSON.stringify(foldsOf(sites, 5)));
    expect(new Set(divisions).size).toBe(3);
    expect([...orderOfRound(sites, 1)].sort()).toEqual(sites);
    expect(orderOfRound(sites, 1)).toEqual(orderOfRound(sites, 1));
  });

  it('are told by their mean, and by how far one is from it', () => {
    const [table] = roundTables([round(0.96), round(0.98)]);
    expect(table!.head).toEqual(['', 'read', 'leak']);
    expect(table!.rows).toEqual([['stream', '0.9700 ±0.0141', '0.1000 ±0.0000']]);
    expect(table!.note).toContain('Means of 2 rounds');
  });

  it('know no spread of one, and nothing of what was not scored', () => {
    expect(roundTables([round(0.96)])[0]!.rows).toEqual([['stream', '0.9600 ±-', '0.1000 ±-']]);
    expect(roundTables([round(undefined), round(undefined)])[0]!.rows[0]![1]).toBe('-');
  });

  it('are compared one by one, as far as both go, and where both have a figure', () => {
    const before = [round(0.9), round(0.98), round(0.5)];
    const [table] = differenceTables([round(0.91), round(0.98)], before);
    expect(table!.rows).toEqual([['stream', '+0.0050 ±0.0050', '0.0000 ±0.0000']]);
    expect(differenceTables([round(0.91)], [round(0.9, 'two-pass')])).toEqual([]);
    expect(differenceTables([round(0.91)], [round(undefined)])[0]!.rows[0]![1]).toBe('-');
  });

  it('are kept in a file', () => {
    const rounds = [round(0.96), round(undefined)];
    keepRounds(file, rounds);
    expect(differenceTables(rounds, readRounds(file))[0]!.rows).toEqual([
      ['stream', '0.0000 ±-', '0.0000 ±0.0000'],
    ]);
    expect(() => readRounds(`${file}.not`)).toThrow(`${file}.not`);
  });
});

describe('the figures of rounds', () => {
  const title = 'A page alone';
  const single = (words: string): ReturnType<typeof labelSingle> =>
    labelSingle(
      parseText(
        `<title>${title}</title><nav><a href="/">Home</a></nav><main><h1>${title}</h1><p>${words}</main>`,
      ),
      {
        id: words,
        url: 'https://alone.example/',
        kind: 'article',
        html: '',
        title,
        content: words,
        with: [],
        without: [],
      },
    );
  let rounds: readonly RoundFigures[];

  beforeAll(() => {
    const corpus = syntheticCorpus(3).map((site) => ({ ...site, pages: () => site.pages().slice(0, 6) }));
    const sampled = sampleCorpus(corpus, () => undefined);
    const singles = ['one two three four five six', 'seven eight nine ten eleven twelve'].map(single);
    rounds = figuresOfRounds({ sampled, singles }, { count: 2, onProgress: () => undefined });
  });

  it('are those of sites and of single pages, on which no judge was fitted', () => {
    const titles = rounds[0]!.map((table) => table.title);
    expect(titles).toEqual(['Figures on all sites', 'Figures by group', 'Calibration error', 'Single pages']);
    for (const { rows } of [rounds[0]![0]!, rounds[0]![3]!])
      for (const { figures } of rows) {
        expect(figures[0]).toBeGreaterThan(0.5);
        expect(figures[0]).toBeLessThanOrEqual(1);
      }
  });

  it('differ from round to round', () => {
    expect(rounds[1]).not.toEqual(rounds[0]);
  });
});
