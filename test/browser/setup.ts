/**
 * Runs once before all tests: a browser is found or installed, and its place is handed to the workers. Where there
 * is none the browser tests are skipped and say why; continuous integration does not accept that.
 */
import type { TestProject } from 'vitest/node';
import { type FoundBrowser, findOrInstallChromium } from './find-chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    chromium: FoundBrowser;
  }
}

export function setup(project: TestProject): void {
  const chromium = findOrInstallChromium();
  if (chromium.missing !== undefined && process.env.CI !== undefined)
    throw new Error(`Browser tests must not be skipped where CI is set: ${chromium.missing}.`);
  project.provide('chromium', chromium);
}
