/** The flags of `dehusk sites`, and which of them go together. */
import type { Command } from 'commander';
import { checkMessageFlags, checkStdin } from './check-flags.ts';
import { addInputFlags, addMessageFlags, chosen, type InputFlags, type MessageFlags } from './flags.ts';
import { needs } from './usage-errors.ts';

export interface SitesFlags extends InputFlags, MessageFlags {
  readonly site?: string;
  readonly export?: 'selectors';
  readonly check?: readonly string[];
  readonly format: 'text' | 'json';
}

export function addSitesFlags(command: Command): void {
  command
    .option('--site <name>', 'show what is known of one site: its template segments')
    .addOption(chosen('--export <what>', 'with --site: its template for other tools', ['selectors']))
    .option(
      '--check <input...>',
      'with --export: files or folders with pages of the site to try selectors on',
    )
    .addOption(
      chosen('--format <how>', 'a table, or one JSON object per line', ['text', 'json']).default('text'),
    );
  addInputFlags(command);
  addMessageFlags(command);
}

/** Throws for what cannot be done whatever is in the state. */
export function checkSitesFlags(flags: SitesFlags): void {
  const { site, export: wanted, check } = flags;
  if (wanted !== undefined && site === undefined) needs('--export', '--site');
  if (check !== undefined && wanted === undefined) needs('--check', '--export selectors');
  checkStdin(check ?? []);
  checkMessageFlags(flags);
}
