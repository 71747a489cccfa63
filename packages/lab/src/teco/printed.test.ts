import { expect, it } from 'vitest';
import { templateTable } from '../papers/alarte-2014/printed.ts';
import { suiteCategories } from './groups.ts';
import { printedBenchmark, printedBenchmarks } from './printed.ts';

it('the forty benchmarks of chapter 6 are those of Table 5.1, in its order', () => {
  const hostOf = (path: string): string => path.split('/')[0]!;
  expect(printedBenchmarks.map(({ keyPage, group }) => [hostOf(keyPage), group])).toEqual(
    templateTable.map(({ site, category }) => [hostOf(site), category]),
  );
});

it('Table 6.2 has the nodes of Table 5.1, but for four rows (A30)', () => {
  const others = printedBenchmarks.filter(
    ({ nodes, template }, i) => nodes !== templateTable[i]!.nodes || template !== templateTable[i]!.template,
  );
  expect(others.map(({ id, nodes, template }) => [id, nodes, template])).toEqual([
    [16, 1300, 463],
    [35, 250, 184],
    [37, 1950, 702],
    [39, 1952, 1708],
  ]);
});

it('Table 6.3: the pages of a menu have the template, a part of it or none; one row does not add up', () => {
  const odd = printedBenchmarks.filter(
    ({ links, entire, partial, none }) => links !== entire + partial + none,
  );
  expect(odd.map(({ id }) => id)).toEqual([32]);
});

it('a benchmark is found by the path of its key page', () => {
  expect(printedBenchmark('pages/cordis.europa.eu/fp7/ict/fire.html')).toMatchObject({
    id: 8,
    group: suiteCategories[4],
    source: 'cordis.europa.eu/fp7/ict/fire.html',
  });
  expect(printedBenchmark('water.org/index.html')!.source).toBe('water.org');
  expect(printedBenchmark('water.org/other.html')).toBeUndefined();
});
