/** Tests of the built extension in each browser that is there. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { allowedCopy, distOf } from './allowed-build.ts';
import { driveChromium } from './drive-chromium.ts';
import { driveFirefox } from './drive-firefox.ts';
import type { DrivenBrowser } from './driven-browser.ts';

const drivers = { chromium: driveChromium, firefox: driveFirefox };
const browserNames = ['chromium', 'firefox'] as const;

/** Firefox takes ten seconds to start, and many times that on a machine that is busy. */
const START_TIMEOUT_MS = 300_000;

/**
 * A browser that is driven from outside may be late, or lose a click, for reasons of its own. What fails twice is a fault;
 * what was tried again is told in the report.
 */
const RETRIES = 1;

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
    describe(`${name}, in ${browserName}`, { retry: RETRIES }, () => {
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

function notOpen(): never {
  throw new Error('The browser is open only while a test runs.');
}
