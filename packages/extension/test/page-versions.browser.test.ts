/** The contract of versions, held by the extension's own code on the database of a real browser. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { bundleForBrowser } from '../../../test/browser/bundle-for-browser.ts';
import { describeInBrowser } from '../../../test/browser/open-browser.ts';
import { describePageVersions, smallLimits } from '../../../test/contracts/page-versions-contract.ts';
import type { PageVersions } from '../../dehusk/src/compare/versions/page-versions.ts';

/** Where a page may have a database, and digests are allowed; nothing is asked of the network. */
const address = 'http://localhost:1/';

const methods = ['history', 'load', 'keep', 'markSeen', 'forgetPage', 'forgetSite', 'list'] as const;

describeInBrowser('the extension', (browser) => {
  let page: Page | undefined;

  async function openTab(): Promise<Page> {
    const { script } = await bundleForBrowser('packages/extension/test/opened-versions.ts', 'opened');
    page ??= await browser().newPage();
    await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await page.goto(address);
    await page.addScriptTag({
      content: `${script};globalThis.versions = opened.open(${JSON.stringify(smallLimits)});`,
    });
    return page;
  }

  /** All that is asked and answered is data, so the contract can ask from outside. */
  async function open(): Promise<PageVersions & AsyncDisposable> {
    const tab = await openTab();
    const asked = methods.map((method) => [
      method,
      (...args: readonly unknown[]) =>
        tab.evaluate(
          ([name, given]) =>
            (globalThis as unknown as { versions: Record<string, (...all: unknown[]) => unknown> }).versions[
              name
            ]!(...given),
          [method, args] as const,
        ),
    ]);
    return { ...Object.fromEntries(asked), [Symbol.asyncDispose]: async () => undefined };
  }

  describePageVersions('IndexedDB', open);

  it('keeps nothing of a change that fails in the middle', async () => {
    expect(await (await openTab()).evaluate('opened.keptOfFailure()')).toBeUndefined();
  });
});
