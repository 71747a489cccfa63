/** A style sheet that was asked for is there once, and gone when it is taken away, wherever the background was ended. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { changeStyle } from '../src/background/tabs.ts';

interface Sheet {
  readonly css: string;
  readonly origin: string;
}

const target = { tabId: 1, frameIds: [0] };

/** As Chromium does it: what is inserted twice is there twice, and taken away one by one. */
class Tab {
  readonly sheets: Sheet[] = [];
  /** So many calls are answered; then the background is ended. */
  callsLeft = Number.POSITIVE_INFINITY;

  readonly scripting = {
    insertCSS: ({ css, origin }: Sheet) => this.#called(() => this.sheets.push({ css, origin })),
    removeCSS: ({ css, origin }: Sheet) =>
      this.#called(() => {
        const at = this.sheets.findLastIndex((one) => one.css === css && one.origin === origin);
        if (at >= 0) this.sheets.splice(at, 1);
      }),
  };

  async #called(act: () => void): Promise<void> {
    if (this.callsLeft === 0) throw new Error('the background has ended');
    this.callsLeft--;
    act();
  }
}

let tab: Tab;
let change: typeof changeStyle;

beforeEach(async () => {
  tab = new Tab();
  vi.stubGlobal('chrome', { scripting: tab.scripting });
  vi.resetModules();
  change = (await import('../src/background/tabs.ts')).changeStyle;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const content = 'nav{opacity:.2}\n::highlight(a){color:gray}';
const template = 'main{color:red}\n::highlight(a){color:blue}';

it.each([0, 1, 2, 3, 4])('where it was ended after %i calls', async (calls) => {
  await change(target, { add: content, remove: undefined });
  expect(tab.sheets).toHaveLength(2);
  tab.callsLeft = calls;
  await change(target, { add: template, remove: content }).catch(() => undefined);
  tab.callsLeft = Number.POSITIVE_INFINITY;
  await change(target, { add: template, remove: content, isRepeated: true });
  expect(tab.sheets.map(({ css }) => css).sort()).toEqual(template.split('\n').sort());
  await change(target, { add: undefined, remove: template });
  expect(tab.sheets).toEqual([]);
});
