/** The flags of `dehusk search`. */
import { type Command, Option } from 'commander';
import type { DehuskError } from '../../index.ts';
import { defaultWeights, type Ranking, rankings, type Weights } from '../../node.ts';
import { checkMessageFlags } from '../check-flags.ts';
import { count, countOrNone } from '../flag-values.ts';
import { addMessageFlags, chosen, type MessageFlags } from '../flags.ts';
import { badValue, needs } from '../usage-errors.ts';

export interface SearchFlags extends MessageFlags {
  readonly site?: string;
  readonly limit: number;
  readonly offset: number;
  readonly rank: Ranking;
  readonly weights?: Partial<Weights>;
  readonly links?: boolean;
  readonly format: 'text' | 'json';
}

const weightNames = Object.keys(defaultWeights) as readonly (keyof Weights)[];
const weightsText = weightNames.map((name) => `${name}=${defaultWeights[name]}`).join(',');

export function addSearchFlags(command: Command): void {
  command
    .option('--site <name>', 'only pages of this site')
    .addOption(new Option('--limit <count>', 'how many hits to show').default(10).argParser(count('--limit')))
    .addOption(
      new Option('--offset <count>', 'how many of the best to pass over')
        .default(0)
        .argParser(countOrNone('--offset')),
    )
    .addOption(chosen('--rank <formula>', 'what puts hits in order', rankings).default('bm25'))
    .option(
      '--weights <name=number,...>',
      `what a word counts in each part of a page (${weightsText}); parts with 0 are not searched`,
      readWeights,
    )
    .option('--links', 'with --format json: the links of each hit, and which of them are template')
    .addOption(
      chosen('--format <how>', 'for people, or one JSON object per line', ['text', 'json']).default('text'),
    );
  addMessageFlags(command);
}

/** Throws for what cannot be done whatever is in the index. */
export function checkSearchFlags(flags: SearchFlags): void {
  if (flags.links && flags.format !== 'json') needs('--links', '--format json');
  checkMessageFlags(flags);
}

function readWeights(text: string): Partial<Weights> {
  const weights: Partial<Record<keyof Weights, number>> = {};
  for (const pair of text.split(',')) {
    const [, name, number] = /^(\w+)=(\d{1,6}(?:\.\d{1,6})?)$/.exec(pair.trim()) ?? [];
    const known = weightNames.find((one) => one === name);
    if (known === undefined) throw badWeights(text);
    weights[known] = Number(number);
  }
  if (Object.values({ ...defaultWeights, ...weights }).every((weight) => weight === 0))
    throw badWeights(text);
  return weights;
}

function badWeights(value: string): DehuskError {
  const expected = `weights such as ${weightsText}, not all of them 0`;
  return badValue({ flag: '--weights', expected, value });
}
