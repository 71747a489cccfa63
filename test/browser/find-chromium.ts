/**
 * Where the system's Chromium is. Browser tests drive the system's own browser through playwright-core, so nothing
 * is downloaded from anywhere but the system's package source.
 */
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Either the browser, or in words why there is none. */
export type FoundBrowser =
  | { readonly path: string; readonly missing?: undefined }
  | { readonly path?: undefined; readonly missing: string };

const commands = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'] as const;

const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/snap/bin/chromium',
] as const;

/** `CHROMIUM_PATH` comes before what is on the search path; a wrong one is said, never passed over. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): FoundBrowser {
  const named = env.CHROMIUM_PATH;
  if (named !== undefined && named !== '')
    return isExecutable(named) ? { path: named } : { missing: `CHROMIUM_PATH is no program: ${named}` };
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = commands.flatMap((command) => folders.map((folder) => join(folder, command)));
  const path = [...candidates, ...usualPlaces].find(isExecutable);
  return path === undefined ? { missing: 'no Chromium on this system' } : { path };
}

/** Finds the browser, or installs the system's package where that needs no password. */
export function findOrInstallChromium(): FoundBrowser {
  const found = findChromium();
  if (found.path !== undefined || process.env.CHROMIUM_PATH) return found;
  if (process.getuid?.() !== 0) return { missing: `${found.missing}, and only root may install it` };
  try {
    install();
  } catch (error) {
    return { missing: `${found.missing}, and installing the package failed: ${String(error)}` };
  }
  return findChromium();
}

function install(): void {
  const options = {
    stdio: 'ignore',
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const;
  execFileSync('apt-get', ['update'], options);
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
