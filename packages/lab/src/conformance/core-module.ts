import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The core as it was built: for use, or with every access asserted. */
export function readCoreModule(name: 'core' | 'core-checked'): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(join('packages/dehusk/build', `${name}.wasm`)));
}
