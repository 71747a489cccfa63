/** Figures 5.12 to 5.15: what the time of each method goes with. */
import { mean } from '../../mean.ts';
import { decimals, type Table } from '../../report/table.ts';
import { correlation } from './correlation.ts';
import type { MeasuredSite } from './measure-pairs.ts';
import { type Method, resultOf, timedMethods } from './methods.ts';
import { parameterNames } from './pair-parameters.ts';

type Correlations = readonly (number | undefined)[];

export function correlationFigures(sites: readonly MeasuredSite[]): readonly Table[] {
  return [
    summary(sites),
    ...timedMethods.map((method, i): Table => {
      const rows = correlationsOf(sites, method);
      return {
        title: `Figure 5.${12 + i}: running time of ${method.name} and six parameters`,
        note: "Pearson's correlation over the pairs of a test set.",
        head: ['test set', ...parameterNames],
        rows: sites.map(({ site }, row) => [site, ...rows[row]!.map((value) => decimals(value, 2))]),
      };
    }),
  ];
}

/** For each site, by parameter. */
export function correlationsOf(sites: readonly MeasuredSite[], method: Method): readonly Correlations[] {
  return sites.map(({ pairs }) => {
    const times = pairs.map((pair) => resultOf(pair, method).ms);
    return parameterNames.map((name) =>
      correlation(
        pairs.map(({ parameters }) => parameters[name]),
        times,
      ),
    );
  });
}

function summary(sites: readonly MeasuredSite[]): Table {
  const columns = timedMethods.map((method) => correlationsOf(sites, method));
  return {
    title: 'Figures 5.12 to 5.15 in short',
    note: 'Mean of the correlations of the test sets, and on how many of them it is positive.',
    head: ['parameter', ...timedMethods.map(({ name }) => name)],
    rows: parameterNames.map((name, parameter) => [
      name,
      ...columns.map((rows) => {
        const values = rows.map((row) => row[parameter]).filter((value) => value !== undefined);
        const positive = values.filter((value) => value > 0).length;
        return values.length === 0 ? '-' : `${mean(values).toFixed(2)} (${positive} of ${values.length})`;
      }),
    ]),
  };
}
