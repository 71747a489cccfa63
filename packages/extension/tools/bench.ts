/**
 * How long a verdict takes after a click, in each browser: `npm run extension bench`. Medians, beside a fixed walk over the
 * document in the same run, since the time of a machine says little by itself.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DrivenBrowser, until } from '../test/driven-browser.ts';
import { ToldExtension } from '../test/told-extension.ts';
import { inEachBrowser } from './each-browser.ts';

const ROUNDS = 9;
const sizes = [
  { nodes: 1_500, budgetMs: 150 },
  { nodes: 11_000, budgetMs: 1_000 },
];

/** Paragraphs of six nodes each, in a page with a menu. */
function pageOf(nodes: number): string {
  const menu = Array.from({ length: 12 }, (_, i) => `<li><a href="/${i}">Entry ${i}</a></li>`).join('');
  const items = Array.from(
    { length: Math.ceil(nodes / 6) },
    (_, i) => `<div><p>Sentence ${i} <b>of ${i * 7}</b> says ${i * 31}.</p></div>`,
  );
  return `<!DOCTYPE html><html lang="en"><title>A page</title><body><nav><ul>${menu}</ul></nav><main>${items.join('')}</main><footer>All rights reserved</footer>`;
}

/** In the page's own world: all nodes, with the name of each and the text of texts. */
const walk = `(() => {
  const start = performance.now();
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
  let sum = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) sum += node.nodeName.length + (node.nodeValue ?? '').length;
  return [performance.now() - start, sum][0];
})()`;

async function measure(browser: DrivenBrowser): Promise<void> {
  const server = createServer(({ url }, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(pageOf(Number(new URL(url!, 'http://localhost').searchParams.get('nodes') ?? 10)));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const told = await ToldExtension.open(browser);
  const tab = await browser.open(`${origin}/?nodes=10`);
  for (const { nodes, budgetMs } of sizes) {
    const walks: number[] = [];
    const firstVerdict = async (name: string): Promise<number> => {
      const url = `${origin}/?nodes=${nodes}&round=${name}`;
      await tab.goto(url);
      await until(tab, 'document.readyState === "complete"');
      walks.push(await tab.evaluate<number>(walk));
      const tabId = await told.tabId(url);
      if (name.startsWith('asleep')) await browser.killBackground();
      // What a click does: it injects the file, reads and judges the document, and shows the view.
      return told.evaluate<number>(`(async () => {
        const start = performance.now();
        const order = { type: 'order', tabId: ${tabId}, order: { type: 'set-view', view: 'content' } };
        const { ok, problem } = await (globalThis.browser ?? chrome).runtime.sendMessage(order);
        if (!ok) throw new Error(problem);
        return performance.now() - start;
      })()`);
    };
    const [awake, asleep]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      awake.push(await firstVerdict(`awake-${round}`));
      asleep.push(await firstVerdict(`asleep-${round}`));
    }
    const [first, walked] = [median(awake), median(walks)];
    const fits = first <= budgetMs ? 'within' : 'OVER';
    process.stdout.write(
      `${browser.name}, ${nodes} nodes: view shown after ${first.toFixed(0)} ms (${fits} ${budgetMs} ms), ${median(asleep).toFixed(0)} ms where the background slept; walk over the document ${walked.toFixed(1)} ms, ${(first / walked).toFixed(0)} times\n`,
    );
  }
  server.close();
  server.closeAllConnections();
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

await inEachBrowser(measure);
