#!/usr/bin/env node
import { Command } from 'commander';
import { explain } from '../../../dehusk/src/cli/explain.ts';
import { createMessages } from '../../../dehusk/src/cli/report.ts';
import { defineEval } from './define-eval.ts';

let exitCode = 0;
const program = new Command('dehusk-lab').exitOverride().configureOutput({ outputError: () => undefined });
defineEval(program.command('eval'), (code) => {
  exitCode = code;
});
try {
  await program.parseAsync(process.argv.slice(2), { from: 'user' });
} catch (error) {
  exitCode = explain(error, createMessages({}));
}
process.exit(exitCode);
