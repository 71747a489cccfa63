/**
 * Chromium with the extension, driven over the pipe of its debugging protocol. Only the pipe lets extensions be loaded
 * and their button be clicked, and a click is what gives the extension its permission.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { type DrivenBrowser, type DrivenTab, type OwnElement, readOwnElement } from './driven-browser.ts';

const flags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-pipe',
  '--enable-unsafe-extension-debugging',
  '--window-size=1100,800',
];

type Fields = Readonly<Record<string, unknown>>;

interface Waiting {
  readonly resolve: (result: Fields) => void;
  readonly reject: (error: Error) => void;
}

/** The protocol: messages with a zero byte behind each. */
class Connection {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners: ((method: string, params: Fields, session: string | undefined) => void)[] = [];
  #nextId = 1;
  #rest = '';

  constructor(process: ChildProcess) {
    this.#process = process;
    const output = process.stdio[4] as Readable;
    output.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    process.on('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the browser has ended'));
    });
  }

  send<Result = Fields>(method: string, params: Fields = {}, sessionId?: string): Promise<Result> {
    const id = this.#nextId++;
    const message = JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) });
    (this.#process.stdio[3] as Writable).write(`${message}\0`);
    return new Promise<Fields>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject: (error) => reject(new Error(`${method}: ${error.message}`)) });
    }) as Promise<Result>;
  }

  listen(listener: (method: string, params: Fields, session: string | undefined) => void): void {
    this.#listeners.push(listener);
  }

  #read(text: string): void {
    const parts = (this.#rest + text).split('\0');
    this.#rest = parts.pop()!;
    for (const part of parts) {
      const { id, result, error, method, params, sessionId } = JSON.parse(part);
      if (id === undefined) {
        for (const listener of this.#listeners) listener(method, params, sessionId);
        continue;
      }
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(result);
      else waiting?.reject(new Error(error.message));
    }
  }
}

interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
}

interface DomNode {
  readonly backendNodeId: number;
  readonly nodeName: string;
  readonly children?: readonly DomNode[];
  readonly shadowRoots?: readonly DomNode[];
}

interface AttachedWorker {
  evaluate(expression: string): Promise<unknown>;
  detach(): Promise<void>;
}

export async function driveChromium(path: string, extension: string): Promise<DrivenBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'dehusk-chromium-'));
  const child = spawn(path, [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  // Whatever becomes of the tests, no browser stays behind.
  process.once('exit', () => child.kill('SIGKILL'));
  const connection = new Connection(child);
  const { id } = await connection.send<{ id: string }>('Extensions.loadUnpacked', {
    path: extension,
    enableInIncognito: true,
  });
  const targets = async (): Promise<readonly TargetInfo[]> => {
    const all = { filter: [{}] };
    return (await connection.send<{ targetInfos: TargetInfo[] }>('Target.getTargets', all)).targetInfos;
  };
  const findWorker = async (): Promise<string | undefined> =>
    (await targets()).find(({ type, url }) => type === 'service_worker' && url.includes(id))?.targetId;
  /** Keeps it awake until it is detached. Undefined while it sleeps. */
  const attachWorker = async (): Promise<AttachedWorker | undefined> => {
    const targetId = await findWorker();
    if (targetId === undefined) return undefined;
    const asked = { targetId, flatten: true };
    const { sessionId } = await connection.send<{ sessionId: string }>('Target.attachToTarget', asked);
    return {
      evaluate: async (expression) =>
        (
          await connection.send<{ result: { value: unknown } }>(
            'Runtime.evaluate',
            { expression, returnByValue: true },
            sessionId,
          )
        ).result.value,
      detach: async () => void (await connection.send('Target.detachFromTarget', { sessionId })),
    };
  };
  // An extension is installed when its worker has run once. Before that the browser knows nothing that it listens to, and
  // passes over clicks on its button, also where the worker is one line long.
  for (let isInstalled = false; !isInstalled; await pause(10)) {
    const worker = await attachWorker();
    isInstalled = (await worker?.evaluate('registration.active?.state === "activated"')) === true;
    await worker?.detach();
  }
  const openTab = async (url: string): Promise<DrivenTab> => {
    const { targetId } = await connection.send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
    });
    const tab = new ChromiumTab(connection, { targetId, extension: id });
    await tab.attach();
    await tab.goto(url);
    return tab;
  };
  return {
    name: 'chromium',
    open: openTab,
    openOwn: (own) => openTab(`chrome-extension://${id}/${own}`),
    killBackground: async () => {
      const worker = await findWorker();
      if (worker === undefined) return;
      await connection.send('Target.closeTarget', { targetId: worker });
      while ((await targets()).some(({ targetId }) => targetId === worker)) await pause(10);
    },
    // Its quotas cannot be changed for extensions: so the database of the worker refuses as it does where there is no room.
    fillStorage: async () => {
      const worker = await attachWorker();
      if (worker === undefined) throw new Error('the worker sleeps');
      await worker.evaluate(`globalThis.realPut = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = () => { throw new DOMException('no room', 'QuotaExceededError'); }; 0`);
      return async () => {
        await worker.evaluate('IDBObjectStore.prototype.put = realPut; 0');
        await worker.detach();
      };
    },
    [Symbol.asyncDispose]: async () => {
      await connection.send('Browser.close').catch(() => child.kill());
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

class ChromiumTab implements DrivenTab {
  readonly #connection: Connection;
  readonly #targetId: string;
  readonly #extension: string;
  #session = '';
  #id = -1;

  constructor(connection: Connection, ids: { readonly targetId: string; readonly extension: string }) {
    this.#connection = connection;
    this.#targetId = ids.targetId;
    this.#extension = ids.extension;
  }

  get id(): number {
    return this.#id;
  }

  async attach(): Promise<void> {
    const asked = { targetId: this.#targetId, flatten: true };
    this.#session = (
      await this.#connection.send<{ sessionId: string }>('Target.attachToTarget', asked)
    ).sessionId;
    await this.#send('Page.enable');
    await this.#send('Runtime.enable');
  }

  async evaluate<Value>(expression: string): Promise<Value> {
    const { result, exceptionDetails } = await this.#send<{
      result: { value: Value };
      exceptionDetails?: { text: string; exception?: { description?: string } };
    }>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true, userGesture: true });
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  async goto(url: string): Promise<void> {
    const loaded = new Promise<void>((resolve) => {
      this.#connection.listen((method, _, session) => {
        if (method === 'Page.loadEventFired' && session === this.#session) resolve();
      });
    });
    await this.#send('Page.navigate', { url });
    await loaded;
    if (url.startsWith('chrome-extension:'))
      this.#id = (await this.evaluate<{ id: number }>('chrome.tabs.getCurrent()')).id;
  }

  async clickAction(): Promise<void> {
    await this.#send('Page.bringToFront');
    const { targetInfos } = await this.#connection.send<{
      targetInfos: (TargetInfo & { attached: boolean })[];
    }>('Target.getTargets', { filter: [{ type: 'tab' }] });
    // The button belongs to the tab around the page, which is a target of its own.
    for (const { targetId } of targetInfos) {
      if (!(await this.#isAround(targetId))) continue;
      await this.#connection.send('Extensions.triggerAction', { id: this.#extension, targetId });
      return;
    }
    throw new Error('there is no tab around the page');
  }

  async #isAround(tabTarget: string): Promise<boolean> {
    const { sessionId } = await this.#connection.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId: tabTarget,
      flatten: true,
    });
    const found: string[] = [];
    this.#connection.listen((method, params, session) => {
      if (method === 'Target.attachedToTarget' && session === sessionId)
        found.push((params.targetInfo as TargetInfo).targetId);
    });
    const asked = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
    await this.#connection.send('Target.setAutoAttach', asked, sessionId);
    await this.#connection.send('Target.detachFromTarget', { sessionId });
    return found.includes(this.#targetId);
  }

  async screenshot(path: string): Promise<void> {
    const { data } = await this.#send<{ data: string }>('Page.captureScreenshot', { format: 'png' });
    writeFileSync(path, Buffer.from(data, 'base64'));
  }

  async resize(width: number, height: number): Promise<void> {
    const asked = { width, height, deviceScaleFactor: 1, mobile: false };
    await this.#send('Emulation.setDeviceMetricsOverride', asked);
  }

  async setDark(isDark: boolean): Promise<void> {
    const features = [{ name: 'prefers-color-scheme', value: isDark ? 'dark' : 'light' }];
    await this.#send('Emulation.setEmulatedMedia', { features });
  }

  async press(key: string): Promise<void> {
    // Keys go to what is in front.
    await this.#send('Page.bringToFront');
    const codes: Readonly<Record<string, number>> = { Tab: 9, Enter: 13, Escape: 27 };
    const asked = { key, code: key, windowsVirtualKeyCode: codes[key] ?? 0 };
    const text = key === 'Enter' ? { text: '\r' } : {};
    await this.#send('Input.dispatchKeyEvent', { type: 'keyDown', ...asked, ...text });
    await this.#send('Input.dispatchKeyEvent', { type: 'keyUp', ...asked });
  }

  async moveTo(x: number, y: number): Promise<void> {
    await this.#send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
  }

  async click(x: number, y: number): Promise<void> {
    await this.moveTo(x, y);
    for (const type of ['mousePressed', 'mouseReleased'])
      await this.#send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
  }

  async setOffline(offline: boolean): Promise<void> {
    await this.#send('Network.enable');
    const asked = { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
    await this.#send('Network.emulateNetworkConditions', asked);
  }

  async ownElement(): Promise<OwnElement | undefined> {
    const asked = { depth: -1, pierce: true };
    const { root } = await this.#send<{ root: DomNode }>('DOM.getDocument', asked);
    const html = root.children?.find(({ nodeName }) => nodeName === 'HTML');
    const shadow = html?.children?.flatMap(({ shadowRoots = [] }) => shadowRoots)[0];
    if (shadow === undefined) return undefined;
    const { backendNodeId } = shadow;
    const { object } = await this.#send<{ object: { objectId: string } }>('DOM.resolveNode', {
      backendNodeId,
    });
    const { result } = await this.#send<{ result: { value: OwnElement } }>('Runtime.callFunctionOn', {
      ...object,
      functionDeclaration: `function () { return (${readOwnElement})(this); }`,
      returnByValue: true,
    });
    return result.value;
  }

  async close(): Promise<void> {
    await this.#connection.send('Target.closeTarget', { targetId: this.#targetId });
  }

  #send<Result = Fields>(method: string, params: Fields = {}): Promise<Result> {
    return this.#connection.send<Result>(method, params, this.#session);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
