/** Does something with the extension in each browser of this machine, one after the other. */
import { rmSync } from 'node:fs';
import { findChromium, findFirefox } from '../../../test/browser/find-chromium.ts';
import { allowedCopy } from '../test/allowed-build.ts';
import { driveChromium } from '../test/drive-chromium.ts';
import { driveFirefox } from '../test/drive-firefox.ts';
import type { DrivenBrowser } from '../test/driven-browser.ts';

export async function inEachBrowser(act: (browser: DrivenBrowser) => Promise<void>): Promise<void> {
  const browsers = [
    { name: 'chromium', found: findChromium(), drive: driveChromium },
    { name: 'firefox', found: findFirefox(), drive: driveFirefox },
  ];
  for (const { name, found, drive } of browsers) {
    if (found.path === undefined) {
      process.stdout.write(`${name}: left out, ${found.missing}\n`);
      continue;
    }
    const folder = allowedCopy(name);
    try {
      await using browser = await drive(found.path, folder);
      await act(browser);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}
