/** The programs that the lab runs in processes of their own. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The command `dehusk`, as it was built. */
export const dehuskCommand: string = path.join(
  path.dirname(createRequire(import.meta.url).resolve('dehusk/package.json')),
  'dist/cli.js',
);

/**
 * A program of this package, for the module that starts it: beside the module where sources are run, above it where
 * they are bundled, because the build puts programs at the top of `dist` and what they share into a folder.
 */
export function programBeside(moduleUrl: string, name: string): URL {
  const beside = new URL(`./${name}`, moduleUrl);
  return existsSync(beside) ? beside : new URL(`../${name}`, moduleUrl);
}
