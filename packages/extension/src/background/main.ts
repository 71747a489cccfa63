/**
 * The background: a worker that the browser starts for an event and puts to sleep after it. It holds nothing in memory
 * that it would miss; listeners are added before anything is waited for, or their event would be lost.
 */
import { createSiteKey } from 'dehusk/dom-parts';
import { fetchHtml } from '../fetch-html.ts';
import {
  type Answer,
  type ContentAsk,
  contentSender,
  defaultSettings,
  type FetchedPage,
  isOwnSender,
  type OpenedSite,
  type OpenedVersions,
  type Order,
  originsOf,
  type PanelAsk,
  Problem,
  pageAddress,
  type Rule,
  type Settings,
  type SiteView,
  type StoredSite,
  type SwitchedView,
  takeValue,
  type View,
} from '../protocol.ts';
import { text, textOf } from '../text.ts';
import { api, type BrowserTab, type MenuItem } from '../web-extension.ts';
import { Database } from './database.ts';
import { type SiteSetting, Sites } from './sites.ts';
import { openStoredVersions } from './version-tables.ts';

const database = new Database();
const sites = new Sites(database);
const versions = openStoredVersions(database);
const siteKey = createSiteKey('host');
const siteOf = (url: string): string => siteKey({ url, provenance: { file: '' } });

// Events

api.action.onClicked.addListener((tab) => run(tab, { type: 'next-view' }));

api.commands.onCommand.addListener((command, tab) => {
  if (command === 'open-panel') openPanel(tab);
  else run(tab, orders[command]);
});

api.contextMenus.onClicked.addListener(({ menuItemId }, tab) => {
  if (menuItemId === 'open-panel') openPanel(tab);
  else run(tab, orders[String(menuItemId)]);
});

api.runtime.onInstalled.addListener(() => {
  void makeMenus();
  void registerAll();
});
api.runtime.onStartup.addListener(() => void registerAll());
api.permissions.onRemoved.addListener(() => void registerAll());

api.runtime.onMessage.addListener((message, sender, answer) => {
  const content = contentSender(sender);
  let done: Promise<unknown>;
  if (isOwnSender(sender)) done = answerPanel(message as PanelAsk);
  else if (content !== undefined) done = answerContent(message as ContentAsk, content);
  else return undefined;
  done.then(
    (value) => answer({ ok: true, value } satisfies Answer<unknown>),
    (error: unknown) => answer({ ok: false, problem: problemOf(error) } satisfies Answer<unknown>),
  );
  return true;
});

/** By the names of menu items and of keyboard commands. */
const orders: Readonly<Record<string, Order>> = {
  'view-page': { type: 'set-view', view: 'page' },
  'view-content': { type: 'set-view', view: 'content' },
  'view-template': { type: 'set-view', view: 'template' },
  extract: { type: 'extract' },
  'open-template': { type: 'open-template' },
  'show-changes': { type: 'changes', act: 'show' },
  'next-change': { type: 'changes', act: 'next' },
  'previous-change': { type: 'changes', act: 'previous' },
};

async function makeMenus(): Promise<void> {
  await api.contextMenus.removeAll();
  const titles = {
    'view-page': text('viewPage'),
    'view-content': text('viewContent'),
    'view-template': text('viewTemplate'),
    extract: text('extract'),
    'open-template': text('openTemplate'),
    'show-changes': text('changesShow'),
    'open-panel': text('openPanel'),
  };
  for (const [id, title] of Object.entries(titles))
    api.contextMenus.create({ id, title, contexts: ['action', 'page'] } satisfies MenuItem);
}

/** The browser opens it only in the very moment of a click: nothing may be waited for before. */
function openPanel(tab: BrowserTab | undefined): void {
  if (api.sidePanel !== undefined && tab?.id !== undefined) void api.sidePanel.open({ tabId: tab.id });
  else void api.sidebarAction?.open();
}

// Tabs

/** What a click or a key asks for. What is wrong is said at the toolbar button. */
function run(tab: BrowserTab | undefined, order: Order | undefined): void {
  if (tab?.id === undefined || order === undefined) return;
  const { id } = tab;
  giveOrder(id, order).catch(async (error: unknown) => {
    await api.action.setBadgeText({ tabId: id, text: '!' });
    await api.action.setTitle({ tabId: id, title: textOf(problemOf(error)) });
  });
}

/** What an order needs besides what every tab gets. */
const extraFiles: Readonly<Partial<Record<Order['type'], string>>> = {
  extract: 'extract.js',
  'open-template': 'take.js',
  take: 'take.js',
  why: 'why.js',
  changes: 'changes.js',
  label: 'label.js',
};

async function giveOrder(tabId: number, order: Order): Promise<unknown> {
  const value = await sendOrder(tabId, order);
  if (order.type !== 'next-view' && order.type !== 'set-view') return value;
  const { view, hasFrames } = value as SwitchedView;
  if (hasFrames) await showInFrames(tabId, view);
  return view;
}

/** Most tabs listen already; to the others comes what listens, if the user allows it. */
async function sendOrder(tabId: number, order: Order): Promise<unknown> {
  const send = async (): Promise<unknown> =>
    takeValue<unknown>(await api.tabs.sendMessage(tabId, order, { frameId: 0 }));
  const extra = extraFiles[order.type];
  try {
    if (extra === undefined) return await send();
  } catch (error) {
    // Of all that can go wrong only this lets one try again: an order that was heard must not be given twice.
    if (!isUnheard(error)) throw error instanceof Problem ? error : new Problem('problemNoAnswer');
  }
  if (order.type === 'status') throw new Problem('problemNoAccess');
  try {
    const files = ['content.js', ...(extra === undefined ? [] : [extra])];
    await api.scripting.executeScript({ target: { tabId }, files });
  } catch {
    // The browser's own pages, its store, or a page that the user has not allowed.
    throw new Problem('problemNoAccess');
  }
  return send();
}

/** Nobody listens there. Both browsers say it in these words. */
function isUnheard(error: unknown): boolean {
  return /Receiving end does not exist/i.test((error as Error).message);
}

/** Frames of the same site go with the page; those that may not be read stay as they are. */
async function showInFrames(tabId: number, view: View): Promise<void> {
  try {
    await api.scripting.executeScript({ target: { tabId, allFrames: true }, files: ['content.js'] });
    await api.tabs.sendMessage(tabId, { type: 'set-view', view } satisfies Order);
  } catch {
    // The page itself shows the view already.
  }
}

// Content scripts

type ContentSender = NonNullable<ReturnType<typeof contentSender>>;

async function answerContent(asked: ContentAsk, sender: ContentSender): Promise<unknown> {
  const site = siteOf(sender.url);
  const target = { tabId: sender.tabId, frameIds: [sender.frameId] };
  switch (asked.type) {
    case 'open-site':
      return openSite(site, sender);
    case 'commit-site': {
      const { isLearning } = await sites.settingOf(site);
      if (sender.isPrivate || !isLearning) return 'not-kept';
      return sites.commit(site, asked.follows, asked.change);
    }
    case 'forget-unreadable':
      return sites.forgetMemory(site, asked.reason === 'older' ? 'noticeOlder' : 'noticeDamaged');
    case 'unlearn-only-page':
      return sites.unlearnOnlyPage(site, asked.digest);
    case 'fetch-page':
      return fetchPage(site, asked.url);
    case 'style':
      for (const style of stylesOf(asked.add)) await api.scripting.insertCSS({ target, ...style });
      for (const style of stylesOf(asked.remove)) await api.scripting.removeCSS({ target, ...style });
      return undefined;
    case 'shown':
      return showBadge(sender.tabId, asked.view);
    case 'add-rule': {
      if (sender.isPrivate) throw new Problem('problemPrivate');
      const rule = { id: crypto.randomUUID(), kind: asked.kind, selector: asked.selector };
      // Who says the opposite of a part has changed their mind.
      const others = (rules: readonly Rule[]): readonly Rule[] =>
        rules.filter(({ selector }) => selector !== rule.selector);
      await sites.changeSetting(site, (own) => ({ ...own, rules: [...others(own.rules), rule] }));
      return rule;
    }
    case 'undo-rule':
      return sites.changeSetting(site, (own) => ({
        ...own,
        rules: own.rules.filter(({ id }) => id !== asked.id),
      }));
    case 'show-template':
      return showTemplate(sender.tabId, asked.html);
    case 'open-versions':
      return openVersions(site, sender);
    case 'load-version':
      return versions.load(pageAddress(sender.url), asked.id);
    case 'keep-version': {
      if (sender.isPrivate || !isWatched(await sites.settingOf(site), sender.url)) return 'not-kept';
      return versions.keep({ site, url: pageAddress(sender.url) }, { ...asked, takenAt: Date.now() });
    }
    case 'mark-seen':
      return versions.markSeen(pageAddress(sender.url), asked.id);
    case 'changes-found':
      return showCount(sender.tabId, asked.count);
    default:
      throw new Problem('problemNoAnswer');
  }
}

/**
 * The user's style sheet wins over the page's. Chromium takes no style of highlights from there: so these are given as if
 * the page had them.
 */
function stylesOf(
  css: string | undefined,
): readonly { readonly css: string; readonly origin: 'USER' | 'AUTHOR' }[] {
  const lines = (css ?? '').split('\n');
  const isHighlight = (line: string): boolean => line.startsWith('::highlight(');
  const sheets = [
    { css: lines.filter((line) => !isHighlight(line)).join('\n'), origin: 'USER' },
    { css: lines.filter(isHighlight).join('\n'), origin: 'AUTHOR' },
  ] as const;
  return sheets.filter((sheet) => sheet.css !== '');
}

async function openSite(site: string, { frameId, isPrivate }: ContentSender): Promise<OpenedSite> {
  const { isLearning, rules } = await sites.settingOf(site);
  return {
    site,
    hashKey: await sites.hashKey(),
    memory: await sites.load(site),
    rules,
    settings: await readSettings(),
    // A frame is a part of a page, and no page that was visited.
    isLearning: isLearning && !isPrivate && frameId === 0,
  };
}

async function openVersions(site: string, { url, isPrivate }: ContentSender): Promise<OpenedVersions> {
  if (isPrivate) throw new Problem('problemPrivate');
  const setting = await sites.settingOf(site);
  const history = await versions.history(pageAddress(url));
  const { seen, versions: kept = [], replacedTimes = [] } = history ?? {};
  return { isWatched: isWatched(setting, url), seen, versions: kept, replacedTimes };
}

function isWatched(setting: SiteSetting, url: string): boolean {
  return setting.isWatched || setting.watchedPages.includes(pageAddress(url));
}

/** Only of the site that asks, and only what the user has allowed. */
async function fetchPage(site: string, url: string): Promise<FetchedPage> {
  if (!/^https?:/.test(url) || siteOf(url) !== site) throw new Problem('problemNoAccess');
  const { withCookies } = await readSettings();
  return fetchHtml(url, withCookies);
}

const badges: Readonly<Record<View, string>> = { page: '', content: 'C', template: 'T' };

async function showBadge(tabId: number, view: View): Promise<void> {
  await api.action.setBadgeBackgroundColor({ color: '#4b5563' });
  await api.action.setBadgeText({ tabId, text: badges[view] });
  const titles = { page: 'viewPage', content: 'viewContent', template: 'viewTemplate' } as const;
  await api.action.setTitle({ tabId, title: `${text('name')}: ${text(titles[view])}` });
}

async function showCount(tabId: number, count: number): Promise<void> {
  await api.action.setBadgeBackgroundColor({ color: '#92400e' });
  await api.action.setBadgeText({ tabId, text: count === 0 ? '' : count > 99 ? '99+' : String(count) });
  await api.action.setTitle({
    tabId,
    title: count === 0 ? text('changesNone') : text('changesCounted', count),
  });
}

/** Kept until the browser is closed, in memory only: a tab that goes back and forth finds it again. */
async function showTemplate(tabId: number, html: string): Promise<void> {
  const key = `template-${crypto.randomUUID()}`;
  await api.storage.session.set({ [key]: html });
  await api.tabs.update(tabId, { url: api.runtime.getURL(`template.html#${key}`) });
}

// The panel

async function answerPanel(asked: PanelAsk): Promise<unknown> {
  switch (asked.type) {
    case 'order':
      return giveOrder(asked.tabId, asked.order);
    case 'site-of-tab':
      return siteOfTab(asked.tabId);
    case 'set-learning':
      return setLearning(asked.site, asked.isOn);
    case 'set-watching':
      return setWatching(asked);
    case 'load-version':
      return versions.load(asked.url, asked.id);
    case 'remove-rule':
      return sites.changeSetting(asked.site, (own) => ({
        ...own,
        rules: own.rules.filter(({ id }) => id !== asked.id),
      }));
    case 'restore-rule':
      return sites.changeSetting(asked.site, (own) => ({ ...own, rules: [...own.rules, asked.rule] }));
    case 'settings':
      return readSettings();
    case 'set-settings':
      return api.storage.local.set({ settings: asked.settings });
    case 'stored-sites':
      return storedSites();
    case 'forget-site':
      await sites.forget(asked.site);
      await versions.forgetSite(asked.site);
      return registerAll();
    case 'forget-everything':
      await sites.forgetEverything();
      await api.storage.local.remove('settings');
      return registerAll();
    case 'export':
      return sites.export();
    case 'import':
      if (!(await sites.import(asked.text))) throw new Problem('problemNoExport');
      return registerAll();
    default:
      throw new Problem('problemNoAnswer');
  }
}

async function siteOfTab(tabId: number): Promise<SiteView> {
  const { url, incognito } = await api.tabs.get(tabId);
  const settings = await readSettings();
  const nothing = {
    isLearning: false,
    isSiteWatched: false,
    isPageWatched: false,
    rules: [],
    facts: undefined,
    sizeBytes: 0,
    notice: undefined,
  };
  // The browser tells addresses only of tabs that the user has allowed.
  if (url === undefined || !/^https?:/.test(url))
    return { site: undefined, url: undefined, isPrivate: incognito, settings, ...nothing };
  const site = siteOf(url);
  const setting = await sites.settingOf(site);
  const { isLearning, rules, notice } = setting;
  const stored = await sites.factsOf(site);
  const { facts, sizeBytes = 0 } = stored ?? {};
  return {
    ...{ site, url, settings, isLearning, rules, facts, sizeBytes, notice },
    isPrivate: incognito,
    isSiteWatched: setting.isWatched,
    isPageWatched: setting.watchedPages.includes(pageAddress(url)),
  };
}

async function storedSites(): Promise<readonly StoredSite[]> {
  const pages = await versions.list();
  return (await sites.list()).map(({ site, stored, setting }) => {
    const own = pages.filter((page) => page.site === site);
    return {
      site,
      pageCount: stored?.facts.pageCount ?? 0,
      sizeBytes: stored?.sizeBytes ?? 0,
      rules: setting.rules.length,
      isLearning: setting.isLearning,
      watchedPages: own.length,
      versionBytes: own.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    };
  });
}

async function readSettings(): Promise<Settings> {
  const { settings } = await api.storage.local.get('settings');
  return { ...defaultSettings, ...(settings as Partial<Settings> | undefined) };
}

// Learning as one browses

/** The panel has asked the user for the permission before: only a click of the user's can. */
async function setLearning(site: string, isOn: boolean): Promise<void> {
  if (isOn && !(await api.permissions.contains({ origins: originsOf(site) })))
    throw new Problem('problemRefused');
  await sites.changeSetting(site, (own) => ({ ...own, isLearning: isOn, notice: undefined }));
  await registerAll();
}

/** Works without the permission too, whenever the user clicks; with it the browser tells by itself. */
async function setWatching(asked: Extract<PanelAsk, { readonly type: 'set-watching' }>): Promise<void> {
  const { url, incognito } = await api.tabs.get(asked.tabId);
  if (incognito) throw new Problem('problemPrivate');
  if (url === undefined || !/^https?:/.test(url)) throw new Problem('problemNoAccess');
  const page = pageAddress(url);
  const site = siteOf(url);
  await sites.changeSetting(site, (own) => {
    if (asked.what === 'site') return { ...own, isWatched: asked.isOn };
    const others = own.watchedPages.filter((other) => other !== page);
    return { ...own, watchedPages: asked.isOn ? [...others, page] : others };
  });
  if (!isWatched(await sites.settingOf(site), url)) await versions.forgetPage(page);
  await registerAll();
  if (asked.isOn) await giveOrder(asked.tabId, { type: 'changes', act: 'show' });
}

/** Makes the browser inject what is needed into the pages of the sites that the user chose, and no others. */
async function registerAll(): Promise<void> {
  const files = { learn: ['content.js'], watch: ['content.js', 'changes.js'] } as const;
  const matches = { learn: new Set<string>(), watch: new Set<string>() };
  for (const { site, setting } of await sites.list()) {
    const isToldOf = setting.isWatched || setting.watchedPages.length > 0;
    if (!isToldOf && !setting.isLearning) continue;
    const origins = originsOf(site);
    if (!(await api.permissions.contains({ origins }))) continue;
    for (const origin of origins) matches[isToldOf ? 'watch' : 'learn'].add(origin);
  }
  const before = await api.scripting.getRegisteredContentScripts();
  if (before.length > 0) await api.scripting.unregisterContentScripts({ ids: before.map(({ id }) => id) });
  const scripts = (['learn', 'watch'] as const)
    .filter((id) => matches[id].size > 0)
    .map((id) => ({ id, matches: [...matches[id]], js: files[id], runAt: 'document_idle' as const }));
  if (scripts.length > 0) await api.scripting.registerContentScripts(scripts);
}

function problemOf(error: unknown): string {
  return error instanceof Problem ? error.messageName : `${error}`;
}
