/**
 * Where the browsers of the system are. Browser tests drive the system's own browser through playwright-core: nothing is
 * downloaded and nothing is installed. Who wants these tests installs the system's package, as `.ci/run` does.
 */
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

/** `FIREFOX_PATH` in the same way. */
export function findFirefox(env: NodeJS.ProcessEnv = process.env): FoundBrowser {
  const named = env.FIREFOX_PATH;
  if (named !== undefined && named !== '')
    return isExecutable(named) ? { path: named } : { missing: `FIREFOX_PATH is no program: ${named}` };
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = ['firefox-esr', 'firefox'].flatMap((command) =>
    folders.map((folder) => join(folder, command)),
  );
  const path = candidates.find(isExecutable);
  return path === undefined ? { missing: 'no Firefox on this system' } : { path };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
