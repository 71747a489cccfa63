/** A copy of the sources as a fresh clone has them, with everything installed, for tests that build. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from 'vitest';

const copied = [
  'packages',
  'scripts',
  'package.json',
  'tsconfig.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
];

/** Returns the path of something in a folder that goes when the tests are done. */
export function createTestFolder(): (path: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-copy-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return (path) => join(folder, path);
}

export function copySources(at: (path: string) => string): void {
  for (const path of copied)
    cpSync(path, at(path), { recursive: true, filter: (source) => !/\/dist$|\.test\.ts$/.test(source) });
  mkdirSync(at('docs'));
  linkPackages(
    readdirSync('node_modules').filter((name) => !name.startsWith('dehusk')),
    at('node_modules'),
  );
  symlinkSync(at('packages/dehusk'), at('node_modules/dehusk'));
}

/** Lets a folder have packages that are installed here. */
export function linkPackages(names: readonly string[], modules: string): void {
  mkdirSync(modules, { recursive: true });
  for (const name of names) symlinkSync(resolve('node_modules', name), join(modules, name));
}
