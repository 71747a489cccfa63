import { createRequire } from 'node:module';

/** The version of the package. By the package's own name: this file lies at other depths in other builds. */
export function ownVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)('dehusk/package.json');
  return (manifest as { readonly version: string }).version;
}
