/** What the background does to tabs, by a browser that is not there. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as Tabs from '../src/background/tabs.ts';

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
  /** So often the page is not allowed yet. */
  refusals = 0;
  isListening = false;

  readonly scripting = {
    executeScript: async () => {
      if (this.refusals-- > 0) throw new Error('Cannot access contents of the page.');
      this.isListening = true;
    },
    insertCSS: ({ css, origin }: Sheet) => this.#called(() => this.sheets.push({ css, origin })),
    removeCSS: ({ css, origin }: Sheet) =>
      this.#called(() => {
        const at = this.sheets.findLastIndex((one) => one.css === css && one.origin === origin);
        if (at >= 0) this.sheets.splice(at, 1);
      }),
  };

  readonly sendMessage = async () => {
    if (!this.isListening) throw new Error('Could not establish connection. Receiving end does not exist.');
    return { ok: true, value: { view: 'content', hasFrames: false } };
  };

  async #called(act: () => void): Promise<void> {
    if (this.callsLeft === 0) throw new Error('the background has ended');
    this.callsLeft--;
    act();
  }
}

/** `storage.session`. */
class Area {
  readonly items = new Map<string, unknown>();

  readonly get = async (key: string): Promise<object> =>
    this.items.has(key) ? { [key]: this.items.get(key) } : {};
  readonly set = async (given: object): Promise<void> => {
    for (const [key, value] of Object.entries(given)) this.items.set(key, value);
  };
  readonly remove = async (keys: readonly string[]): Promise<void> => {
    for (const key of keys) this.items.delete(key);
  };
}

let tab: Tab;
let session: Area;
let tabs: typeof Tabs;

beforeEach(async () => {
  tab = new Tab();
  session = new Area();
  vi.stubGlobal('chrome', { scripting: tab.scripting, tabs: tab, storage: { session } });
  vi.resetModules();
  tabs = await import('../src/background/tabs.ts');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const content = 'nav{opacity:.2}\n::highlight(a){color:gray}';
const template = 'main{color:red}\n::highlight(a){color:blue}';

it.each([0, 1, 2, 3, 4])(
  'adds a style sheet once and takes it away, also where it was ended after %i calls',
  async (calls) => {
    await tabs.changeStyle(target, { add: content, remove: undefined });
    expect(tab.sheets).toHaveLength(2);
    tab.callsLeft = calls;
    await tabs.changeStyle(target, { add: template, remove: content }).catch(() => undefined);
    tab.callsLeft = Number.POSITIVE_INFINITY;
    await tabs.changeStyle(target, { add: template, remove: content, isRepeated: true });
    expect(tab.sheets.map(({ css }) => css).sort()).toEqual(template.split('\n').sort());
    await tabs.changeStyle(target, { add: undefined, remove: template });
    expect(tab.sheets).toEqual([]);
  },
);

it('gives an order to a page that a click allows a moment later', async () => {
  tab.refusals = 2;
  expect(await tabs.giveOrder(1, { type: 'next-view' })).toBe('content');
});

it('says that a page is not allowed where it stays so', async () => {
  tab.refusals = Number.POSITIVE_INFINITY;
  await expect(tabs.giveOrder(1, { type: 'next-view' })).rejects.toThrow('problemNoAccess');
});

it('keeps the last templates that tabs show, and no more', async () => {
  const names: string[] = [];
  for (let i = 0; i < 8; i++) names.push(await tabs.keepTemplate(`<p>${i}`));
  const kept = names.filter((name) => session.items.has(name));
  expect(kept).toEqual(names.slice(-5));
  expect(session.items.size).toBe(6);
  expect(session.items.get(names.at(-1)!)).toBe('<p>7');
});
