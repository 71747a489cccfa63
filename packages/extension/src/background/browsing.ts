/** What the user wants of sites as they browse: that pages are learned, or that they are told what changed. */
import type { PageVersions } from 'dehusk/dom-parts';
import { originsOf, type PanelAsk, Problem, pageAddress } from '../protocol.ts';
import { api } from '../web-extension.ts';
import type { SiteSetting, Sites } from './sites.ts';
import { giveOrder } from './tabs.ts';

export function isWatched(setting: SiteSetting, url: string): boolean {
  return setting.isWatched || setting.watchedPages.includes(pageAddress(url));
}

/** The panel has asked the user for the permission before: only a click of the user's can. */
export async function setLearning(sites: Sites, site: string, isOn: boolean): Promise<void> {
  if (isOn && !(await api.permissions.contains({ origins: originsOf(site) })))
    throw new Problem('problemRefused');
  await sites.changeSetting(site, (own) => ({ ...own, isLearning: isOn, notice: undefined }));
  await registerAll(sites);
}

/** Works without the permission too, whenever the user clicks; with it the browser tells by itself. */
export async function setWatching(
  asked: Extract<PanelAsk, { readonly type: 'set-watching' }>,
  {
    sites,
    versions,
    siteOf,
  }: {
    readonly sites: Sites;
    readonly versions: PageVersions;
    readonly siteOf: (url: string) => string;
  },
): Promise<void> {
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
  // What was kept goes with the wish for it, also of the other pages of the site.
  const setting = await sites.settingOf(site);
  for (const kept of await versions.list())
    if (kept.site === site && !isWatched(setting, kept.url)) await versions.forgetPage(kept.url);
  await registerAll(sites);
  if (asked.isOn) await giveOrder(asked.tabId, { type: 'changes', act: 'show' });
}

/** The end of the row of calls. */
let last: Promise<unknown> = Promise.resolve();

/** Makes the browser inject what is needed into the pages of the sites that the user chose, and no others. */
export function registerAll(sites: Sites): Promise<void> {
  // Two at the same time would both take away what is there, and the second could then add nothing.
  const turn = last.then(() => register(sites));
  last = turn.catch(() => undefined);
  return turn;
}

async function register(sites: Sites): Promise<void> {
  const matches = new Set<string>();
  for (const { site, setting } of await sites.list()) {
    const isToldOf = setting.isWatched || setting.watchedPages.length > 0;
    if (!isToldOf && !setting.isLearning) continue;
    const origins = originsOf(site);
    if (!(await api.permissions.contains({ origins }))) continue;
    for (const origin of origins) matches.add(origin);
  }
  const before = await api.scripting.getRegisteredContentScripts();
  if (before.length > 0) await api.scripting.unregisterContentScripts({ ids: before.map(({ id }) => id) });
  if (matches.size === 0) return;
  const script = { id: 'visit', matches: [...matches], js: ['content.js'], runAt: 'document_idle' as const };
  await api.scripting.registerContentScripts([script]);
}
