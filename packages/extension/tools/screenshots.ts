/**
 * Pictures of the extension for its stores and documents, in each browser: `npm run extension screenshots FOLDER`. The site
 * is an invented one; after the first visit its page has news.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { tideMill } from '../../lab/src/demo/sites/tide-mill.ts';
import { type DrivenBrowser, type DrivenTab, until } from '../test/driven-browser.ts';
import { ToldExtension } from '../test/told-extension.ts';
import { inEachBrowser } from './each-browser.ts';
import { smallerPng } from './smaller-png.ts';

const folder = process.argv[2] ?? 'packages/extension/dist/screenshots';
const path = '/news/new-sluice-gate';

async function serve(): Promise<{ readonly origin: string; edit(): void; close(): void }> {
  let isEdited = false;
  const server = createServer(({ url }, response) => {
    const page = tideMill.pages.find((one) => one.path === url);
    const html = page?.html ?? '<p>Not found</p>';
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(isEdited && url === path ? edited(html) : html);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // Browsers know that all names below `localhost` are this machine.
  const origin = `http://tide-mill.localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    edit: () => {
      isEdited = true;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A paragraph is gone, another one is new, and the menu has one more entry. */
function edited(html: string): string {
  const paragraphs = html.match(/<p>[^<]{80,}<\/p>/g) ?? [];
  const gone = paragraphs[1] ?? '';
  return html
    .replace(gone, '')
    .replace(/(<a [^>]*>)Shop<\/a>/, '$&$1Volunteers</a>')
    .replace(
      paragraphs[0]!,
      `${paragraphs[0]}<p>On Sunday it held its first spring tide: the pond stood two hands below the rim, and not a drop came through.</p>`,
    );
}

async function shoot(browser: DrivenBrowser): Promise<void> {
  const server = await serve();
  const url = `${server.origin}${path}`;
  const save = async (tab: DrivenTab, name: string): Promise<void> => {
    const file = join(folder, `${browser.name}-${name}.png`);
    await tab.screenshot(file);
    writeFileSync(file, smallerPng(readFileSync(file)));
  };
  const told = await ToldExtension.open(browser);
  const tab = await browser.open(url);
  // So large that a picture has less than 150 KB in either browser.
  await tab.resize(940, 490);
  await told.ask({ type: 'set-learning', site: new URL(url).host, isOn: true });
  for (const page of tideMill.pages) await visit(told, tab, server.origin + page.path);
  await visit(told, tab, url);
  await save(tab, 'page');
  for (const view of ['content', 'template'] as const) {
    await told.order(url, { type: 'set-view', view });
    await save(tab, view);
  }
  await told.order(url, { type: 'set-view', view: 'content' });
  await told.order(url, { type: 'why', isOn: true });
  const [x, y] = await tab.evaluate<[number, number]>(
    '(({ left, top }) => [left + 5, top + 5])(document.querySelector("nav a, header a, a").getBoundingClientRect())',
  );
  await tab.moveTo(x, y);
  await until(tab, `document.elementFromPoint(${x}, ${y + 60}) !== null`);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await save(tab, 'why');
  await told.order(url, { type: 'why', isOn: false });
  await told.order(url, { type: 'set-view', view: 'page' });
  const tabId = await told.tabId(url);
  await told.ask({ type: 'set-watching', tabId, what: 'page', isOn: true });
  server.edit();
  await tab.goto(url);
  await until(tab, 'CSS.highlights.size > 0');
  await told.order(url, { type: 'changes', act: 'next' });
  await save(tab, 'changes');
  const panel = await browser.openOwn(`panel.html?tab=${tabId}`);
  await panel.resize(420, 1000);
  await until(panel, 'document.querySelectorAll("h2").length > 5');
  for (const isDark of [false, true]) {
    await panel.setDark(isDark);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await save(panel, isDark ? 'panel-dark' : 'panel');
  }
  await panel.setDark(false);
  server.close();
}

async function visit(told: ToldExtension, tab: DrivenTab, url: string): Promise<void> {
  await tab.goto(url);
  await told.status(url).catch(() => undefined);
  await told.order(url, { type: 'set-view', view: 'page' });
}

mkdirSync(folder, { recursive: true });
await inEachBrowser(shoot);
process.stdout.write(`${folder}\n`);
