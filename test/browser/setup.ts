/**
 * Runs once before all tests: says which browser was found, or that the browser tests are skipped, and hands its place
 * to the workers. Continuous integration accepts no skipped test.
 */
import type { TestProject } from 'vitest/node';
import { type FoundBrowser, findChromium } from './find-chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    chromium: FoundBrowser;
  }
}

export function setup(project: TestProject): void {
  const chromium = findChromium();
  if (chromium.missing !== undefined && process.env.CI !== undefined)
    throw new Error(`Browser tests must not be skipped where CI is set: ${chromium.missing}.`);
  const found =
    chromium.path ??
    `none, so browser tests are skipped: ${chromium.missing} (install it, or name one in CHROMIUM_PATH)`;
  project.vitest.logger.log(`browser: ${found}`);
  project.provide('chromium', chromium);
}
