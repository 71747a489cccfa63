/**
 * Tests of the built extension in each browser that is there. The build that is tested is the shipped one, but for one
 * thing: nobody can answer the browser's question for a permission here, so a copy for tests has it for this machine's
 * own sites. What is refused without it is tested with the shipped one.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { driveChromium } from './drive-chromium.ts';
import { driveFirefox } from './drive-firefox.ts';
import type { DrivenBrowser } from './driven-browser.ts';

const drivers = { chromium: driveChromium, firefox: driveFirefox };
const browserNames = ['chromium', 'firefox'] as const;

/** Firefox takes ten seconds to start, and many times that on a machine that is busy. */
const START_TIMEOUT_MS = 300_000;

/** A group of tests that share a browser with the extension, for each browser. */
export function describeExtension(
  name: string,
  define: (browser: () => DrivenBrowser) => void,
  { isAllowed = true }: { readonly isAllowed?: boolean } = {},
): void {
  for (const browserName of browserNames) {
    const { path, missing } = inject(browserName);
    if (path === undefined) {
      describe.skip(`${name}, in ${browserName} (skipped: ${missing})`, () => define(notOpen));
      continue;
    }
    describe(`${name}, in ${browserName}`, () => {
      let browser: DrivenBrowser | undefined;
      let folder: string | undefined;
      beforeAll(async () => {
        folder = isAllowed ? allowedCopy(browserName) : undefined;
        browser = await drivers[browserName](path, folder ?? distOf(browserName));
      }, START_TIMEOUT_MS);
      afterAll(async () => {
        await browser?.[Symbol.asyncDispose]();
        if (folder !== undefined) rmSync(folder, { recursive: true });
      });
      define(() => browser ?? notOpen());
    });
  }
}

function distOf(browserName: string): string {
  return new URL(`../dist/${browserName}`, import.meta.url).pathname;
}

function allowedCopy(browserName: string): string {
  const folder = mkdtempSync(join(tmpdir(), `dehusk-${browserName}-build-`));
  cpSync(distOf(browserName), folder, { recursive: true });
  const file = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...manifest, host_permissions: ['*://127.0.0.1/*'] }));
  return folder;
}

function notOpen(): never {
  throw new Error('The browser is open only while a test runs.');
}
