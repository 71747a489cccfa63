/** The first thing a stranger runs: it ends well, and its page shows each text where the verdict put it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser } from '../../../test/browser/open-browser.ts';

const command = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'dehusk-demo-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let printed = '';
beforeAll(() => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, 'demo'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  printed = stdout;
});

describeInBrowser('the page of the demo', (browser) => {
  it('has each page, its content and its template, and says why', async () => {
    expect(printed).toContain(String(pathToFileURL(join(folder, 'demo/index.html'))));
    const tab = await browser().newPage({ viewport: { width: 1400, height: 900 } });
    const alarms: string[] = [];
    const asked: string[] = [];
    tab.on('console', (message) => alarms.push(message.text()));
    tab.on('pageerror', (error) => alarms.push(error.message));
    tab.on('request', (request) => asked.push(request.url()));
    await tab.goto(String(pathToFileURL(join(folder, 'demo/index.html'))));
    const pages = await tab.locator('#choice option').count();
    expect(pages).toBe(30);
    for (const number of [0, 6, 14, 25]) {
      await tab.selectOption('#choice', String(number));
      // Every text of the page is found again, and each stands in one of the two others.
      const texts = await tab.evaluate(`shown.texts.length`);
      const found = (pane: string) => tab.frameLocator(`.pane[data-pane=${pane}] iframe`);
      await expect.poll(() => found('page').locator('[data-number]').count()).toBe(texts);
      const content = await tab.evaluate(`shown.texts.filter((one) => !one.isTemplate).length`);
      await expect.poll(() => found('content').locator('[data-number]').count()).toBe(content);
      await expect
        .poll(() => found('template').locator('[data-number]:visible').count())
        .toBe(Number(texts) - Number(content));
    }
    await tab.frameLocator('.pane[data-pane=page] iframe').locator('footer [data-number]').first().hover();
    await expect
      .poll(() => tab.locator('#why').textContent())
      .toMatch(/^Template, \d+ % sure\. Its block was seen on \d+ of \d+ pages\. Because: /);
    expect(alarms).toEqual([]);
    expect(asked.filter((address) => !address.startsWith('file:'))).toEqual([]);
    await tab.close();
  });
});
