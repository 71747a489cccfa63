/** The part of the browsers' extension interface that is used. Both browsers have it, and answer with promises. */

interface Listeners<Listener> {
  addListener(listener: Listener): void;
}

export interface BrowserTab {
  readonly id?: number;
  readonly windowId?: number;
  readonly url?: string;
  readonly title?: string;
  readonly incognito: boolean;
}

export interface MessageSender {
  /** Of the extension that sent it. */
  readonly id?: string;
  /** Absent where an extension's own page or worker sent it. */
  readonly tab?: BrowserTab;
  readonly frameId?: number;
  /** Of the document that sent it. */
  readonly url?: string;
}

/** Answers later where it returns true. */
type MessageListener = (
  message: unknown,
  sender: MessageSender,
  answer: (value: unknown) => void,
) => boolean | undefined;

interface Origins {
  readonly origins: readonly string[];
}

interface Area {
  get(keys?: string | readonly string[] | null): Promise<Record<string, unknown>>;
  set(items: Readonly<Record<string, unknown>>): Promise<void>;
  remove(keys: string | readonly string[]): Promise<void>;
  clear(): Promise<void>;
}

interface FrameTarget {
  readonly tabId: number;
  readonly allFrames?: boolean;
  readonly frameIds?: readonly number[];
}

interface StyleInjection {
  readonly target: FrameTarget;
  readonly css: string;
  readonly origin: 'USER' | 'AUTHOR';
}

interface ContentScript {
  readonly id: string;
  readonly matches: readonly string[];
  readonly js: readonly string[];
  readonly runAt: 'document_idle';
}

export interface MenuItem {
  readonly id: string;
  readonly title: string;
  readonly parentId?: string;
  readonly contexts: readonly ('action' | 'page')[];
}

export interface WebExtension {
  readonly runtime: {
    readonly id: string;
    readonly lastError?: { readonly message?: string };
    readonly onMessage: Listeners<MessageListener>;
    readonly onInstalled: Listeners<() => void>;
    readonly onStartup: Listeners<() => void>;
    getURL(path: string): string;
    getManifest(): { readonly version: string };
    sendMessage(message: unknown): Promise<unknown>;
  };
  readonly i18n: { getMessage(name: string, values?: readonly string[]): string };
  readonly storage: { readonly local: Area; readonly session: Area };
  readonly scripting: {
    executeScript(injection: {
      readonly target: FrameTarget;
      readonly files: readonly string[];
    }): Promise<unknown>;
    insertCSS(injection: StyleInjection): Promise<void>;
    removeCSS(injection: StyleInjection): Promise<void>;
    registerContentScripts(scripts: readonly ContentScript[]): Promise<void>;
    unregisterContentScripts(filter: { readonly ids: readonly string[] }): Promise<void>;
    getRegisteredContentScripts(): Promise<readonly ContentScript[]>;
  };
  readonly action: {
    readonly onClicked: Listeners<(tab: BrowserTab) => void>;
    setBadgeText(details: { readonly tabId: number; readonly text: string }): Promise<void>;
    setBadgeBackgroundColor(details: { readonly color: string }): Promise<void>;
    setTitle(details: { readonly tabId: number; readonly title: string }): Promise<void>;
  };
  readonly commands: { readonly onCommand: Listeners<(command: string, tab?: BrowserTab) => void> };
  readonly contextMenus: {
    readonly onClicked: Listeners<(item: { readonly menuItemId: string | number }, tab?: BrowserTab) => void>;
    create(item: MenuItem): void;
    removeAll(): Promise<void>;
  };
  readonly permissions: {
    readonly onRemoved: Listeners<(removed: { readonly origins?: readonly string[] }) => void>;
    contains(wanted: Origins): Promise<boolean>;
    request(wanted: Origins): Promise<boolean>;
    remove(given: Origins): Promise<boolean>;
  };
  readonly tabs: {
    readonly onActivated: Listeners<(info: { readonly tabId: number }) => void>;
    readonly onUpdated: Listeners<(tabId: number, change: { readonly status?: string }) => void>;
    get(tabId: number): Promise<BrowserTab>;
    query(filter: {
      readonly active: boolean;
      readonly lastFocusedWindow?: boolean;
      readonly currentWindow?: boolean;
    }): Promise<readonly BrowserTab[]>;
    sendMessage(tabId: number, message: unknown, options?: { readonly frameId: number }): Promise<unknown>;
    create(tab: { readonly url: string }): Promise<unknown>;
    update(tabId: number, change: { readonly url: string }): Promise<unknown>;
  };
  /** Chromium's. */
  readonly sidePanel?: { open(where: { readonly tabId: number }): Promise<void> };
  /** Firefox's. */
  readonly sidebarAction?: { open(): Promise<void> };
}

const { browser, chrome } = globalThis as { readonly browser?: WebExtension; readonly chrome?: WebExtension };

/** Content scripts have a part of it; so have tests, which bring their own. */
export const api: WebExtension = (browser ?? chrome)!;
