#!/usr/bin/env node
import { ownVersion } from '../version.ts';

const args = process.argv.slice(2);
const isVersion = args[0] === '--version' || args[0] === '-V';
if (isVersion && args.slice(1).every((arg) => arg === '--verbose' || arg === '-v')) {
  // Scripts ask for it all the time: it must not cost the loading of all the rest. Who asks may be gone by then.
  process.stdout.on('error', () => undefined);
  process.stdout.write(
    args.length === 1 ? `${ownVersion}\n` : (await import('./verbose-version.ts')).verboseVersion(),
  );
} else {
  // A reader of our messages that went away is no reason to stop.
  process.stderr.on('error', () => undefined);
  const { run } = await import('./program.ts');
  const { leave } = await import('./exit.ts');
  // Not by `process.exitCode` alone: a standard input that nobody closes would keep the process alive.
  leave(await run(args));
}
