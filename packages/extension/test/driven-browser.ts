/** What tests do with a browser that has the extension, the same for each browser. */

export interface DrivenTab {
  /** As the extension knows it. */
  readonly id: number;
  /** The value of an expression in the page; a promise is waited for. */
  evaluate<Value>(expression: string): Promise<Value>;
  goto(url: string): Promise<void>;
  /** As a file. */
  screenshot(path: string): Promise<void>;
  /** A real click on the toolbar button while the tab is in front. */
  clickAction(): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  setDark(isDark: boolean): Promise<void>;
  press(key: string): Promise<void>;
  moveTo(x: number, y: number): Promise<void>;
  click(x: number, y: number): Promise<void>;
  /** The browser has no network any more, as far as the page can tell. */
  setOffline(isOffline: boolean): Promise<void>;
  /** What the extension shows in its own element, which no page can look into; undefined where it shows nothing. */
  ownElement(): Promise<OwnElement | undefined>;
  close(): Promise<void>;
}

export interface OwnElement {
  readonly text: string;
  /** The middle of each, by what it says. */
  readonly buttons: Readonly<Record<string, readonly [x: number, y: number]>>;
  /** What the button says that has the focus. */
  readonly focused: string;
  /** Of the line around a part of the page, where there is one. */
  readonly outline: { readonly top: number; readonly bottom: number } | null;
}

/** A function of a shadow root that makes an `OwnElement` of it. */
export const readOwnElement = `(root) => ({
  text: [...root.querySelectorAll('.card:not([hidden])')].map((card) => card.innerText).join('\\n'),
  buttons: Object.fromEntries([...root.querySelectorAll('button')].map((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return [button.textContent, [left + width / 2, top + height / 2]];
  })),
  focused: root.activeElement?.textContent ?? '',
  outline: [...root.querySelectorAll('.outline:not([hidden])')].map((line) => {
    const { top, bottom } = line.getBoundingClientRect();
    return { top, bottom };
  })[0] ?? null,
})`;

export interface DrivenBrowser extends AsyncDisposable {
  readonly name: 'chromium' | 'firefox';
  open(url: string): Promise<DrivenTab>;
  /** A page of the extension in a tab of its own. */
  openOwn(path: string): Promise<DrivenTab>;
  /** Ends the background, as the browser does when nothing has happened for long. */
  killBackground(): Promise<void>;
  /** The extension can store nothing more until what is returned is called. */
  fillStorage(): Promise<() => Promise<void>>;
}

/** Longer than anything takes on a machine that is busy with other things; where all is well nobody waits for it. */
const PATIENCE_MS = 60_000;

/** Waits until an expression in the page is true. */
export async function until(tab: DrivenTab, expression: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await tab.evaluate<boolean>(expression))) {
    if (Date.now() > end) throw new Error(`never came true: ${expression}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** Of what no page tells. */
export async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`never came true: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** Waits for what the extension shows in its own element. */
export async function untilOwn(tab: DrivenTab, isSo: (own: OwnElement) => boolean): Promise<OwnElement> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const own = await tab.ownElement();
    if (own !== undefined && isSo(own)) return own;
    if (Date.now() > end) throw new Error(`never came true: ${isSo}, but: ${JSON.stringify(own)}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** Inside of an element, once it has not moved for a moment: a page that is drawn anew would have the click elsewhere. */
export async function steadyPoint(tab: DrivenTab, element: string): Promise<readonly [number, number]> {
  const find = (): Promise<[number, number]> =>
    tab.evaluate(`(({ left, top }) => [left + 5, top + 5])(${element}.getBoundingClientRect())`);
  let before = await find();
  for (let still = 0; still < 10; ) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const now = await find();
    still = now.join() === before.join() ? still + 1 : 0;
    before = now;
  }
  return before;
}
