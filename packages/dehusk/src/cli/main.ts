#!/usr/bin/env node
import { run } from './program.ts';

// A reader of our messages that went away is no reason to stop.
process.stderr.on('error', () => undefined);

// Not by `process.exitCode` alone: a standard input that nobody closes would keep the process alive.
process.exit(await run(process.argv.slice(2)));
