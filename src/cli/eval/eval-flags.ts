/** The flags of `dehusk eval` and `dehusk eval score`. */
import type { Command } from 'commander';
import { DehuskError } from '../../index.ts';
import { count } from '../flag-values.ts';
import { addMessageFlags, chosen, type MessageFlags } from '../flags.ts';

export interface ReportFlags extends MessageFlags {
  readonly against?: string;
  readonly format: 'text' | 'json' | 'markdown';
}

export interface EvalFlags extends ReportFlags {
  readonly synthetic?: number;
  readonly methods?: readonly string[];
  readonly peers?: readonly string[];
  /** Commands by the names of peers. */
  readonly peerCommand?: Readonly<Record<string, string>>;
  readonly output?: string;
}

export interface ScoreFlags extends ReportFlags {
  readonly gold?: readonly string[];
  readonly synthetic?: number;
}

const syntheticText = 'also evaluate on this many generated sites';

export function addEvalFlags(command: Command): void {
  command
    .option('--synthetic <count>', syntheticText, count('--synthetic'))
    .option('--methods <names>', 'methods to run, apart by commas, or all', names)
    .option('--peers <names>', 'peers to run: line-filter, k-gram, readability, or all', names)
    .option(
      '--peer-command <name=command>',
      'a peer that is a command: HTML of a page in, text out; repeatable',
      peerCommand,
    )
    .option('-o, --output <file.jsonl>', 'keep what every method kept of every page, and go on from there');
  addReportFlags(command);
}

export function addScoreFlags(command: Command): void {
  command
    .option('--gold <corpus...>', 'folders of sites with gold')
    .option('--synthetic <count>', syntheticText, count('--synthetic'));
  addReportFlags(command);
}

function addReportFlags(command: Command): void {
  command
    .option('--against <name>', 'compare every method with this one (default: the best on the read gold)')
    .addOption(chosen('--format <how>', 'form of the report', ['text', 'json', 'markdown']).default('text'));
  addMessageFlags(command);
}

function names(text: string): readonly string[] {
  return text.split(',').map((name) => name.trim());
}

function peerCommand(text: string, previous: Readonly<Record<string, string>> = {}): Record<string, string> {
  const cut = text.indexOf('=');
  if (cut > 0 && cut < text.length - 1) return { ...previous, [text.slice(0, cut)]: text.slice(cut + 1) };
  const facts = { flag: '--peer-command', expected: 'NAME=COMMAND', value: text, hint: '' };
  throw new DehuskError('USAGE_VALUE_BAD', facts);
}
