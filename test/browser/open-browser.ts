/** Tests in a real browser. */
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, inject } from 'vitest';

/** Chromium without a sandbox (a container has none to give) and without its own calls to the network. */
const quietFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

async function openBrowser(): Promise<Browser> {
  const { path, missing } = inject('chromium');
  if (path === undefined) throw new Error(missing);
  return chromium.launch({ executablePath: path, args: quietFlags, timeout: 100_000 });
}

/** A group of tests that share one browser; without a browser they are skipped, and the group's name says why. */
export function describeInBrowser(name: string, define: (browser: () => Browser) => void): void {
  const { missing } = inject('chromium');
  if (missing !== undefined) {
    describe.skip(`${name} (skipped: ${missing})`, () => define(noBrowser));
    return;
  }
  describe(name, () => {
    let browser: Browser | undefined;
    beforeAll(async () => {
      browser = await openBrowser();
    });
    afterAll(() => browser?.close());
    define(() => browser ?? noBrowser());
  });
}

function noBrowser(): never {
  throw new Error('The browser is open only while a test runs.');
}
