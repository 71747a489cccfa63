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
  type LoadedPage,
  type OpenedSite,
  type Order,
  originsOf,
  type PanelAsk,
  Problem,
  pageAddress,
  problemOf,
  type Repeated,
  type Rule,
  type Settings,
  type SiteView,
  type StoredSite,
  takeValue,
} from '../protocol.ts';
import { api, type BrowserTab } from '../web-extension.ts';
import { isWatched, registerAll, setLearning, setWatching } from './browsing.ts';
import { compareTwoVersions, compareWithVersions } from './comparing.ts';
import { Database, isFull } from './database.ts';
import { exportAll, importAll } from './exporting.ts';
import { extract } from './extracting.ts';
import { blockAt } from './judged-blocks.ts';
import { type DocumentOfSite, Judging } from './judging.ts';
import { makeMenus, OPEN_PANEL, orders } from './menus.ts';
import { type SiteSetting, Sites } from './sites.ts';
import { changeStyle, giveOrder, keepTemplate, run, showBadge, showCount } from './tabs.ts';
import { openStoredVersions } from './version-tables.ts';
import { writers } from './writing.ts';

const database = new Database();
const sites = new Sites(database);
const versions = openStoredVersions(database);
const judging = new Judging(sites);
const siteKey = createSiteKey('host');
const siteOf = (url: string): string => siteKey({ url, provenance: { file: '' } });

// Events

api.action.onClicked.addListener((tab) => run(tab, { type: 'next-view' }));

api.commands.onCommand.addListener((command, tab) => {
  if (command === OPEN_PANEL) openPanel(tab);
  else run(tab, orders[command]);
});

api.contextMenus.onClicked.addListener(({ menuItemId }, tab) => {
  if (menuItemId === OPEN_PANEL) openPanel(tab);
  else run(tab, orders[String(menuItemId)]);
});

api.runtime.onInstalled.addListener(() => {
  void makeMenus();
  void registerAll(sites);
});
api.runtime.onStartup.addListener(() => void registerAll(sites));
api.permissions.onRemoved.addListener(() => void registerAll(sites));

api.runtime.onMessage.addListener((message, sender, answer) => {
  const content = contentSender(sender);
  let done: Promise<unknown>;
  if (isOwnSender(sender)) done = answerPanel(message as PanelAsk);
  else if (content !== undefined) done = answerContent(message as ContentAsk & Repeated, content);
  else return undefined;
  done.then(
    (value) => answer({ ok: true, value } satisfies Answer<unknown>),
    (error: unknown) => {
      const problem = isFull(error) ? 'problemFull' : problemOf(error);
      answer({ ok: false, problem } satisfies Answer<unknown>);
    },
  );
  return true;
});

/** The browser opens it only in the very moment of a click: nothing may be waited for before. */
function openPanel(tab: BrowserTab | undefined): void {
  if (api.sidePanel !== undefined && tab?.id !== undefined) void api.sidePanel.open({ tabId: tab.id });
  else void api.sidebarAction?.open();
}

// Content scripts

type ContentSender = NonNullable<ReturnType<typeof contentSender>>;

async function answerContent(asked: ContentAsk & Repeated, sender: ContentSender): Promise<unknown> {
  const site = siteOf(sender.url);
  const { tabId, frameId } = sender;
  switch (asked.type) {
    case 'open-site':
      return openSite(site, sender);
    case 'judge':
      return judging.judge(await documentOf(site, sender), asked);
    case 'extract': {
      const load = async (url: string): Promise<LoadedPage> =>
        takeValue(await api.tabs.sendMessage(tabId, { type: 'load-page', url } satisfies Order, { frameId }));
      const settings = await readSettings();
      return extract(await documentOf(site, sender), asked.page, { sites, judging, settings, load });
    }
    case 'explain':
      return blockAt(judging.find(asked.judged), asked.entry);
    case 'write':
      return writers[asked.part](judging.find(asked.judged));
    case 'keep-template':
      return keepTemplate(writers.template(judging.find(asked.judged)).text);
    case 'fetch-page':
      return fetchPage(site, asked.url);
    case 'style':
      return changeStyle({ tabId, frameIds: [frameId] }, asked);
    case 'shown':
      return showBadge(tabId, asked.view);
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
      return removeRule(site, asked.id);
    case 'compare': {
      if (sender.isPrivate) throw new Problem('problemPrivate');
      if (!isWatched(await sites.settingOf(site), sender.url)) throw new Problem('problemNotWatched');
      const { mapping } = await readSettings();
      const document = await documentOf(site, sender);
      const answer = await compareWithVersions(document, asked, { versions, judging, mapping });
      await showCount(tabId, answer.counted);
      return answer;
    }
    case 'mark-seen':
      return versions.markSeen(pageAddress(sender.url), asked.id);
    default:
      throw new Problem('problemNoAnswer');
  }
}

async function openSite(site: string, sender: ContentSender): Promise<OpenedSite> {
  const [setting, settings] = await Promise.all([sites.settingOf(site), readSettings()]);
  const { rules, isLearning } = documentIn(setting, site, sender);
  const isTop = sender.frameId === 0 && !sender.isPrivate;
  return { site, rules, isLearning, settings, isWatched: isTop && isWatched(setting, sender.url) };
}

async function documentOf(site: string, sender: ContentSender): Promise<DocumentOfSite> {
  return documentIn(await sites.settingOf(site), site, sender);
}

/** A frame is a part of a page, and no page that was visited. */
function documentIn(
  { rules, isLearning }: SiteSetting,
  site: string,
  { url, frameId, isPrivate }: ContentSender,
): DocumentOfSite {
  return { site, url, rules, isLearning: isLearning && !isPrivate && frameId === 0 };
}

function removeRule(site: string, id: string): Promise<void> {
  return sites.changeSetting(site, (own) => ({ ...own, rules: own.rules.filter((rule) => rule.id !== id) }));
}

/** Only of the site that asks. In Firefox a click on a page does not let the background fetch others of its site. */
async function fetchPage(site: string, url: string): Promise<FetchedPage> {
  if (!/^https?:/.test(url) || siteOf(url) !== site) throw new Problem('problemNoAccess');
  const { withCookies } = await readSettings();
  try {
    return await fetchHtml(url, withCookies);
  } catch (error) {
    if (await api.permissions.contains({ origins: originsOf(site) })) throw error;
    throw new Problem('problemNeedsSite');
  }
}

// The panel

async function answerPanel(asked: PanelAsk): Promise<unknown> {
  switch (asked.type) {
    case 'order':
      return giveOrder(asked.tabId, asked.order);
    case 'site-of-tab':
      return siteOfTab(asked.tabId);
    case 'set-learning':
      return setLearning(sites, asked.site, asked.isOn);
    case 'set-watching':
      return setWatching(asked, { sites, versions, siteOf });
    case 'compare-versions': {
      const { mapping } = await readSettings();
      const page = { site: siteOf(asked.url), url: asked.url };
      return compareTwoVersions(page, asked, { versions, judging, mapping });
    }
    case 'remove-rule':
      return removeRule(asked.site, asked.id);
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
      return registerAll(sites);
    case 'forget-everything':
      await sites.forgetEverything();
      await api.storage.local.remove('settings');
      await api.storage.session.clear();
      return registerAll(sites);
    case 'export':
      return exportAll({ sites, database });
    case 'import':
      if (!(await importAll(asked.text, { sites, database }))) throw new Problem('problemNoExport');
      return registerAll(sites);
    default:
      throw new Problem('problemNoAnswer');
  }
}

async function siteOfTab(tabId: number): Promise<SiteView> {
  // The tab may be closed by now.
  const { url, incognito } = await api.tabs.get(tabId).catch((): BrowserTab => ({ incognito: false }));
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
