/** What methods cost; how it is measured stands in docs/EVALUATION.md. */
import type { MethodResult } from '../results/results.ts';
import { decimals, type Table } from './table.ts';

export function costTable(methods: readonly MethodResult[]): Table {
  return {
    title: 'Cost',
    note: 'CPU ms per page without parsing (a peer that parses pages itself has it included; a command is timed by the clock), the same relative to parsing, pages per second of CPU time with parsing, the largest rise of memory in use (MB), KB held for a site (for a batch: its pages and what is made of them), pages seen when something was first called template (a batch: all), and pages that a method gave nothing for; means over sites.',
    head: [
      ...['method', 'ms a page', 'of parsing', 'pages/s', 'peak MB', 'state KB'],
      ...['first verdict', 'no output'],
    ],
    rows: methods.map(({ method, cost }) => [
      method,
      decimals(cost.ms, 2),
      decimals(cost.ofParsing, 2),
      decimals(cost.pagesPerSecond, 0),
      decimals(scaled(cost.peakBytes, 1e6), 1),
      decimals(scaled(cost.stateBytes, 1e3), 0),
      decimals(cost.firstVerdict, 1),
      String(cost.missingPages),
    ]),
  };
}

function scaled(value: number | undefined, unit: number): number | undefined {
  return value === undefined ? undefined : value / unit;
}
