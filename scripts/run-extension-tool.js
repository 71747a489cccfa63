/** `npm run extension NAME …`: runs a tool of the extension (`packages/extension/tools`), which drives real browsers. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'rolldown';

const [name, ...rest] = process.argv.slice(2);
const folder = fileURLToPath(new URL('../packages/extension/tools/', import.meta.url));
// Beside its source: it finds the builds from there.
const file = join(folder, `built-${process.pid}.mjs`);
process.argv.splice(2, process.argv.length, ...rest);
try {
  await build({
    input: join(folder, `${name}.ts`),
    platform: 'node',
    transform: { target: 'node20.19' },
    logLevel: 'warn',
    output: { file, format: 'esm', codeSplitting: false },
  });
  await import(pathToFileURL(file).href);
} finally {
  rmSync(file, { force: true });
}
