/**
 * Runs once before all tests: says which browsers were found, or that their tests are skipped, and hands their places
 * to the workers. Continuous integration accepts no skipped test.
 */
import type { TestProject } from 'vitest/node';
import { type FoundBrowser, findChromium, findFirefox } from './find-chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    chromium: FoundBrowser;
    firefox: FoundBrowser;
  }
}

export function setup(project: TestProject): void {
  const found = { chromium: findChromium(), firefox: findFirefox() };
  for (const [name, { path, missing }] of Object.entries(found)) {
    if (missing !== undefined && process.env.CI !== undefined)
      throw new Error(`Browser tests must not be skipped where CI is set: ${missing}.`);
    const variable = `${name.toUpperCase()}_PATH`;
    const said =
      path ?? `none, so its tests are skipped: ${missing} (install it, or name one in ${variable})`;
    project.vitest.logger.log(`${name}: ${said}`);
  }
  project.provide('chromium', found.chromium);
  project.provide('firefox', found.firefox);
}
