import { describe, expect, it } from 'vitest';
import { findChromium } from './find-chromium.ts';
import { describeInBrowser } from './open-browser.ts';

describe('finding the browser', () => {
  it('says that the path it was given is no program', () => {
    expect(findChromium({ CHROMIUM_PATH: '/nowhere/chromium', PATH: '/usr/bin' })).toEqual({
      missing: 'CHROMIUM_PATH is no program: /nowhere/chromium',
    });
  });

  it('takes the path it was given', () => {
    expect(findChromium({ CHROMIUM_PATH: process.execPath })).toEqual({ path: process.execPath });
  });
});

describeInBrowser('the browser', (browser) => {
  it('shows a page', async () => {
    const page = await browser().newPage();
    await page.setContent('<title>A page</title><p>Hello');
    expect(await page.title()).toBe('A page');
    expect(await page.locator('p').textContent()).toBe('Hello');
    await page.close();
  });
});
