#!/usr/bin/env node
import { run } from './program.ts';

// A reader of our messages that went away is no reason to stop.
process.stderr.on('error', () => undefined);

process.exit(await run(process.argv.slice(2)));
