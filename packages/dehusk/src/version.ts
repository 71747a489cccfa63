import { createRequire } from 'node:module';

/** The version of the package, by its own name: this file lies at other depths in other builds. */
export const ownVersion: string = (
  createRequire(import.meta.url)('dehusk/package.json') as { version: string }
).version;
