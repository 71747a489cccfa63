/** The flags that overrule what was learned of a site. */
import type { Command } from 'commander';
import { createOverrides, type OverrideRules, type SiteOverrides } from '../index.ts';
import { mergeOverrides, readConfigFile } from './config-file.ts';
import { collect } from './flag-values.ts';

export interface RuleFlags extends OverrideRules {
  readonly config?: string;
}

export function addRuleFlags(command: Command): void {
  command
    .option('--keep <selector>', 'what it matches is content, whatever was learned; repeatable', collect)
    .option('--drop <selector>', 'what it matches is template, whatever was learned; repeatable', collect)
    .option('--config <file>', 'JSON with "keep" and "drop" selectors, for all sites or by site');
}

/** What the flags and the file say. Throws for a bad selector, before anything is opened and not in a worker. */
export async function readOverrides(flags: RuleFlags): Promise<SiteOverrides> {
  const config = flags.config === undefined ? undefined : await readConfigFile(flags.config);
  const overrides = mergeOverrides(config, flags);
  createOverrides(overrides);
  return overrides;
}
