/** The extension as tests speak to it: from its own page, as its panel does. */
import type { Order, PanelAsk, TabStatus } from '../src/protocol.ts';
import { type DrivenBrowser, type DrivenTab, waitUntil } from './driven-browser.ts';

export class ToldExtension {
  readonly #page: DrivenTab;

  private constructor(page: DrivenTab) {
    this.#page = page;
  }

  static async open(browser: DrivenBrowser): Promise<ToldExtension> {
    return new ToldExtension(await browser.openOwn('template.html'));
  }

  /** The answer, success or not. */
  async asked<Value>(
    ask: PanelAsk,
  ): Promise<{ readonly ok: boolean; readonly value: Value; readonly problem: string }> {
    return this.#page.evaluate(`(globalThis.browser ?? chrome).runtime.sendMessage(${JSON.stringify(ask)})`);
  }

  async ask<Value>(ask: PanelAsk): Promise<Value> {
    const { ok, value, problem } = await this.asked<Value>(ask);
    if (!ok) throw new Error(problem);
    return value;
  }

  /** As the browser numbers tabs. It may know the address of a page a moment after the page is there. */
  async tabId(url: string): Promise<number> {
    let found: number | undefined;
    await waitUntil(async () => {
      found = await this.#page.evaluate<number | undefined>(
        `(globalThis.browser ?? chrome).tabs.query({}).then((tabs) => tabs.find(({ url }) => url === ${JSON.stringify(url)})?.id)`,
      );
      return typeof found === 'number';
    });
    return found!;
  }

  async order<Value>(url: string, order: Order): Promise<Value> {
    return this.ask<Value>({ type: 'order', tabId: await this.tabId(url), order });
  }

  status(url: string): Promise<TabStatus> {
    return this.order(url, { type: 'status' });
  }

  evaluate<Value>(expression: string): Promise<Value> {
    return this.#page.evaluate(expression);
  }

  close(): Promise<void> {
    return this.#page.close();
  }
}
