/** The flags of `dehusk eval` and `dehusk eval score`. */
import type { Command } from 'commander';
import { DehuskError } from 'dehusk/parts';
import { count } from '../../../dehusk/src/cli/flag-values.ts';
import { addMessageFlags, chosen, type MessageFlags } from '../../../dehusk/src/cli/flags.ts';

export interface ReportFlags extends MessageFlags {
  readonly floors?: string;
  readonly writeFloors?: boolean;
  readonly lowerFloors?: string;
  readonly html?: string;
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
    .option('--peers <names>', 'peers to run: line-filter, k-gram, readability, defuddle, or all', names)
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
    .option(
      '--html <file>',
      'also write a report to look at: plots, tables, and the worst pages of each site',
    )
    .option('--against <name>', 'compare every method with this one (default: the best on the read gold)')
    .addOption(chosen('--format <how>', 'form of the report', ['text', 'json', 'markdown']).default('text'));
  addFloorFlags(command);
  addMessageFlags(command);
}

function addFloorFlags(command: Command): void {
  command
    .option('--floors <file.json>', 'fail if a method scores below its floor for a group and gold')
    .option('--write-floors', 'raise the floors to what was reached, and pin what has none')
    .option('--lower-floors <reason>', 'let floors fall too; the reason is kept beside each');
}

/** Throws unless the flags about floors go together. */
export function checkFloorFlags({ floors, writeFloors, lowerFloors }: ReportFlags): void {
  if (writeFloors && floors === undefined)
    throw new DehuskError('USAGE_FLAG_NEEDS', { flag: '--write-floors', needed: '--floors FILE' });
  if (lowerFloors !== undefined && !writeFloors)
    throw new DehuskError('USAGE_FLAG_NEEDS', { flag: '--lower-floors', needed: '--write-floors' });
  if (lowerFloors?.trim() !== '') return;
  const facts = { flag: '--lower-floors', expected: 'a reason', value: lowerFloors, hint: '' };
  throw new DehuskError('USAGE_VALUE_BAD', facts);
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
