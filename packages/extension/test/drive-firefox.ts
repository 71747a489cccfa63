/**
 * Firefox with the extension, driven over Marionette: a connection over which JSON goes with its length in front. In the
 * context of the browser itself its scripts can do what a user does at the toolbar.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DrivenBrowser, type DrivenTab, type OwnElement, readOwnElement } from './driven-browser.ts';

/** Nothing of its own on the network, no first pages; the port is drawn by the system. */
const preferences = {
  'marionette.port': 0,
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.newtabpage.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.server': '',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'extensions.background.idle.timeout': 600_000,
  // In KB: so that a test can fill it.
  'dom.quotaManager.temporaryStorage.fixedLimit': 40_000,
};

class Marionette {
  readonly #socket: Socket;
  readonly #waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >();
  #nextId = 1;
  #rest = Buffer.alloc(0);

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes) => this.#read(bytes));
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the browser has ended'));
    });
  }

  send<Value>(command: string, parameters: object = {}): Promise<Value> {
    const id = this.#nextId++;
    const message = JSON.stringify([0, id, command, parameters]);
    this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    }) as Promise<Value>;
  }

  #read(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const colon = this.#rest.indexOf(':');
      if (colon < 0) return;
      const end = colon + 1 + Number(this.#rest.toString('latin1', 0, colon));
      if (this.#rest.length < end) return;
      const message = JSON.parse(this.#rest.toString('utf8', colon + 1, end));
      this.#rest = this.#rest.subarray(end);
      // The first message is the greeting, and no answer.
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message;
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === null) waiting?.resolve(result);
      else waiting?.reject(new Error(`${error.error}: ${error.message}`));
    }
  }
}

const addonId = 'extension@dehusk.invalid';
const policyOf = `WebExtensionPolicy.getByID(${JSON.stringify(addonId)})`;

export async function driveFirefox(path: string, extension: string): Promise<DrivenBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'dehusk-firefox-'));
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const child = spawn(
    path,
    ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote', '--profile', profile],
    { stdio: 'ignore', env: { ...process.env, MOZ_HEADLESS_WIDTH: '1100', MOZ_HEADLESS_HEIGHT: '800' } },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  // Whatever becomes of the tests, no browser stays behind.
  process.once('exit', () => child.kill('SIGKILL'));
  const marionette = new Marionette(await connected(profile));
  await marionette.send('WebDriver:NewSession', { capabilities: {} });
  await marionette.send('WebDriver:SetTimeouts', { script: 120_000 });
  await marionette.send('Addon:Install', {
    path: extension,
    temporary: true,
    allowPrivateBrowsing: true,
  });
  const driver = new FirefoxDriver(marionette);
  const base = await driver.inBrowser<string>(`return ${policyOf}.getURL("")`);
  const openTab = async (url: string): Promise<DrivenTab> => {
    const { handle } = await marionette.send<{ handle: string }>('WebDriver:NewWindow', { type: 'tab' });
    driver.forgetCurrent();
    const tab = new FirefoxTab(driver, handle);
    await tab.goto(url);
    return tab;
  };
  return {
    name: 'firefox',
    open: openTab,
    openOwn: (own) => openTab(`${base}${own}`),
    // Firefox would spare a background that has not answered everybody: it is ended all the same.
    killBackground: () =>
      driver.inBrowser(`return (async () => {
        const { extension } = ${policyOf};
        const { backgroundContext } = extension;
        const how = { ignoreDevToolsAttached: true, disableResetIdleForTest: true };
        do await extension.terminateBackground(how);
        while (backgroundContext && extension.backgroundContext === backgroundContext);
      })()`),
    fillStorage: async () => {
      const own = await openTab(`${base}template.html`);
      await own.evaluate(fillStorage);
      return async () => {
        await own.evaluate(
          'new Promise((done) => { indexedDB.deleteDatabase("filler").onsuccess = () => done(0); })',
        );
        await own.close();
      };
    },
    [Symbol.asyncDispose]: async () => {
      await marionette.send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => child.kill());
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

/** Large pieces first, then ever smaller ones, until nothing goes in. Bytes that cannot be compressed. */
const fillStorage = `(async () => {
  const open = () => new Promise((done, fail) => {
    const request = indexedDB.open('filler', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('bytes', { autoIncrement: true });
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
  for (let size = 1 << 20; size >= 256; size >>= 2) {
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, Math.min(size, at + 65_536)));
    const database = await open().catch(() => undefined);
    const put = () => new Promise((done) => {
      const change = database.transaction('bytes', 'readwrite', { durability: 'strict' });
      change.oncomplete = () => done(true);
      change.onabort = () => done(false);
      change.objectStore('bytes').add(bytes);
    });
    for (let count = 0; database && count < 100 && (await put().catch(() => false)); count++);
    database?.close();
  }
  return 0;
})()`;

/** One thing after the other: which tab and which context is meant is a state of the connection. */
class FirefoxDriver {
  readonly marionette: Marionette;
  #last: Promise<unknown> = Promise.resolve();
  #current: string | undefined;
  #inFront: string | undefined;

  constructor(marionette: Marionette) {
    this.marionette = marionette;
  }

  inTurn<Value>(act: () => Promise<Value>): Promise<Value> {
    const turn = this.#last.then(act);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Asks only for what is not so already. */
  async switchTo(handle: string, focus: boolean): Promise<void> {
    if (this.#current === handle && (!focus || this.#inFront === handle)) return;
    await this.marionette.send('WebDriver:SwitchToWindow', { handle, focus });
    this.#current = handle;
    if (focus) this.#inFront = handle;
  }

  /** A tab was opened or closed: what is current and in front the browser has decided. */
  forgetCurrent(): void {
    this.#current = undefined;
    this.#inFront = undefined;
  }

  inBrowser<Value>(script: string): Promise<Value> {
    return this.inTurn(() => this.browserScript(script));
  }

  async browserScript<Value>(script: string): Promise<Value> {
    await this.marionette.send('Marionette:SetContext', { value: 'chrome' });
    const { value } = await this.marionette.send<{ value: Value }>('WebDriver:ExecuteScript', {
      script,
      args: [],
    });
    await this.marionette.send('Marionette:SetContext', { value: 'content' });
    return value;
  }
}

class FirefoxTab implements DrivenTab {
  readonly #driver: FirefoxDriver;
  readonly #handle: string;
  #id = -1;

  constructor(driver: FirefoxDriver, handle: string) {
    this.#driver = driver;
    this.#handle = handle;
  }

  get id(): number {
    return this.#id;
  }

  evaluate<Value>(expression: string): Promise<Value> {
    // In the page's own world, as a script of the page.
    return this.#execute(expression, null);
  }

  async ownElement(): Promise<OwnElement | undefined> {
    // In the browser's own world, which looks into all roots.
    const root =
      '[...document.documentElement.children].map((one) => one.openOrClosedShadowRoot).find(Boolean)';
    const read = `((root) => root && (${readOwnElement})(root))(${root})`;
    return (await this.#execute<OwnElement | null>(read, 'system')) ?? undefined;
  }

  #execute<Value>(expression: string, sandbox: string | null): Promise<Value> {
    return this.#here(async () => {
      const asked = { script: `return (${expression})`, args: [], sandbox };
      return (await this.#driver.marionette.send<{ value: Value }>('WebDriver:ExecuteScript', asked)).value;
    });
  }

  async goto(url: string): Promise<void> {
    await this.#here(() => this.#driver.marionette.send('WebDriver:Navigate', { url }));
    if (url.startsWith('moz-extension:'))
      this.#id = (await this.evaluate<{ id: number }>('browser.tabs.getCurrent()')).id;
  }

  clickAction(): Promise<void> {
    return this.#inFront(() =>
      this.#driver.browserScript(`
        const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs');
        const window = Services.wm.getMostRecentWindow('navigator:browser');
        const { browserActionFor } = ExtensionParent.apiManager.global;
        return browserActionFor(${policyOf}.extension).triggerAction(window);`),
    );
  }

  async screenshot(path: string): Promise<void> {
    const { value } = await this.#inFront(() =>
      this.#driver.marionette.send<{ value: string }>('WebDriver:TakeScreenshot', { full: false }),
    );
    writeFileSync(path, Buffer.from(value, 'base64'));
  }

  async resize(width: number, height: number): Promise<void> {
    // The window has a toolbar besides the page.
    await this.#inFront(() =>
      this.#driver.marionette.send('WebDriver:SetWindowRect', { width, height: height + 85 }),
    );
  }

  async setDark(isDark: boolean): Promise<void> {
    const value = isDark ? 0 : 1;
    await this.#driver.inBrowser(
      `Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', ${value})`,
    );
  }

  async press(key: string): Promise<void> {
    const codes: Readonly<Record<string, string>> = { Tab: '\uE004', Enter: '\uE006', Escape: '\uE00C' };
    const value = codes[key] ?? key;
    const actions = [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ];
    await this.#perform({ type: 'key', id: 'keyboard', actions });
  }

  async moveTo(x: number, y: number): Promise<void> {
    await this.#point([{ type: 'pointerMove', x, y, duration: 0 }]);
  }

  async click(x: number, y: number): Promise<void> {
    const move = { type: 'pointerMove', x, y, duration: 0 };
    await this.#point([move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]);
  }

  async setOffline(isOffline: boolean): Promise<void> {
    await this.#driver.inBrowser(`Services.io.offline = ${isOffline}`);
  }

  async close(): Promise<void> {
    await this.#here(() => this.#driver.marionette.send('WebDriver:CloseWindow'));
    this.#driver.forgetCurrent();
  }

  #point(actions: readonly object[]): Promise<void> {
    return this.#perform({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions });
  }

  async #perform(source: object): Promise<void> {
    await this.#inFront(() =>
      this.#driver.marionette.send('WebDriver:PerformActions', { actions: [source] }),
    );
  }

  #here<Value>(act: () => Promise<Value>): Promise<Value> {
    return this.#driver.inTurn(async () => {
      await this.#driver.switchTo(this.#handle, false);
      return act();
    });
  }

  /** In front, as what a user does needs it. To bring a tab to the front takes longer than most of what is done in it. */
  #inFront<Value>(act: () => Promise<Value>): Promise<Value> {
    return this.#driver.inTurn(async () => {
      await this.#driver.switchTo(this.#handle, true);
      return act();
    });
  }
}

/** Firefox writes the port that it listens at into its profile. */
async function connected(profile: string): Promise<Socket> {
  for (let tries = 0; ; tries++) {
    try {
      const port = Number(readFileSync(join(profile, 'MarionetteActivePort'), 'utf8'));
      return await new Promise<Socket>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => resolve(socket)).once('error', reject);
      });
    } catch (error) {
      if (tries > 600) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
