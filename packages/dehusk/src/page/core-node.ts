/** The core as a file of the package, for where there is a disk. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CoreModule } from './core-instance.ts';
import { parse as parseAnywhere, parseText as parseTextAnywhere, useCore } from './parse.ts';

let found: { readonly module: CoreModule | undefined } | undefined;

/** Undefined where there is no such file, or WebAssembly is not allowed, or cannot do as much. */
export function coreModule(): CoreModule | undefined {
  found ??= { module: readModule() };
  return found.module;
}

function readModule(): CoreModule | undefined {
  try {
    // By the package's own name: this file lies at other depths in other builds.
    return new WebAssembly.Module(readFileSync(createRequire(import.meta.url).resolve('dehusk/core.wasm')));
  } catch {
    return undefined;
  }
}

/** From now on pages are parsed by the core of the package. */
export function useCoreFile(): void {
  useCore(coreModule);
}

export const parse: typeof parseAnywhere = (raw, options) => {
  useCoreFile();
  return parseAnywhere(raw, options);
};

export const parseText: typeof parseTextAnywhere = (html, options) => {
  useCoreFile();
  return parseTextAnywhere(html, options);
};
