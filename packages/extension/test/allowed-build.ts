/**
 * The build that is driven is the shipped one, but for one thing: nobody can answer the browser's question for a permission
 * here, so a copy has it for this machine's own sites. What is refused without it is tested with the shipped one.
 */
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function distOf(browserName: string): string {
  return new URL(`../dist/${browserName}`, import.meta.url).pathname;
}

/** Whoever asks for it removes it. */
export function allowedCopy(browserName: string): string {
  const folder = mkdtempSync(join(tmpdir(), `dehusk-${browserName}-build-`));
  cpSync(distOf(browserName), folder, { recursive: true });
  const file = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(
    file,
    JSON.stringify({ ...manifest, host_permissions: ['*://127.0.0.1/*', '*://*.localhost/*'] }),
  );
  return folder;
}
