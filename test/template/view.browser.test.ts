/** A template page in a real browser: the site without its content, and without its scripts. */
import { expect, it } from 'vitest';
import { extractTemplate } from '../../packages/dehusk/src/engine/page-template.ts';
import { toTemplateHtml } from '../../packages/dehusk/src/output/html.ts';
import { parseText } from '../../packages/dehusk/src/page/parse.ts';
import { normalUrl } from '../../packages/dehusk/src/page/raw-page.ts';
import { createSite, type SyntheticPage } from '../../packages/lab/src/synthetic/synthetic-site.ts';
import { describeInBrowser } from '../browser/open-browser.ts';

const PAGES = 60;
/** Shorter texts stand in menus and in articles. */
const TELLING_CHARS = 25;

function generate(seed: number): {
  readonly key: SyntheticPage;
  readonly load: (url: string) => string | undefined;
} {
  const site = createSite({ seed, pages: PAGES });
  const pages = Array.from({ length: PAGES }, (_, order) => site.page(order));
  const byUrl = new Map(pages.map(({ url, html }) => [normalUrl(url), html]));
  return { key: pages[5]!, load: (url) => byUrl.get(url) };
}

async function templateOf(seed: number): Promise<{ readonly key: SyntheticPage; readonly html: string }> {
  const { key, load } = generate(seed);
  const page = parseText(key.html, { url: key.url });
  const { verdict } = await extractTemplate(page, async (url) => {
    const html = load(url);
    return html === undefined ? undefined : parseText(html, { url });
  });
  return { key, html: toTemplateHtml(page, verdict) };
}

describeInBrowser('a template page', (browser) => {
  it.each([3, 7, 11])('of generated site %i shows its furniture and nothing of its content', async (seed) => {
    const { key, html } = await templateOf(seed);
    const context = await browser().newContext({ javaScriptEnabled: true });
    const page = await context.newPage();
    const requested: string[] = [];
    await context.route('**', (route) => {
      requested.push(route.request().resourceType());
      return route.abort();
    });
    await page.setContent(html, { waitUntil: 'domcontentloaded' });
    const shown = (await page.evaluate<string>('document.body.innerText')).replace(/\s+/g, ' ');
    const tellingTexts = (label: string): readonly string[] =>
      key.texts
        .filter((text) => text.label === label && text.text.length >= TELLING_CHARS)
        .map(({ text }) => text.replace(/\s+/g, ' ').trim());
    const content = tellingTexts('content');
    const template = tellingTexts('template');
    expect(content.length).toBeGreaterThan(3);
    expect(content.filter((text) => shown.includes(text))).toEqual([]);
    expect(template.filter((text) => shown.includes(text)).length).toBeGreaterThan(0);
    expect(await page.locator('nav a, ul a, td a').count()).toBeGreaterThan(5);
    expect(await page.evaluate<boolean>('"queue" in window')).toBe(false);
    expect(requested).not.toContain('script');
    await context.close();
  });
});
