/** What the background does to tabs: it gives them orders, and shows at the toolbar button what came of them. */
import {
  type Order,
  Problem,
  problemOf,
  type Repeated,
  type SwitchedView,
  takeValue,
  type View,
} from '../protocol.ts';
import { text, textOf } from '../text.ts';
import { api, type BrowserTab } from '../web-extension.ts';

/** What a click or a key asks for. What is wrong is said at the toolbar button. */
export function run(tab: BrowserTab | undefined, order: Order | undefined): void {
  if (tab?.id === undefined || order === undefined) return;
  const { id } = tab;
  const say = async (problem: string): Promise<void> => {
    await api.action.setBadgeText({ tabId: id, text: '!' });
    await api.action.setTitle({ tabId: id, title: textOf(problem) });
  };
  giveOrder(id, order)
    .catch((error: unknown) => ({ problem: problemOf(error) }))
    .then(async (value) => {
      // Extract and the comparison of versions tell in their report what is wrong.
      const problem = (value as { readonly problem?: string } | undefined)?.problem;
      if (problem) await say(problem);
    })
    .catch(() => undefined);
}

export async function giveOrder(tabId: number, order: Order): Promise<unknown> {
  const value = await sendOrder(tabId, order);
  // Only now that the page has answered: one that is left cannot.
  if (order.type === 'open-template')
    return api.tabs.update(tabId, { url: api.runtime.getURL(`template.html#${value as string}`) });
  if (order.type !== 'next-view' && order.type !== 'set-view') return value;
  const { view, hasFrames } = value as SwitchedView;
  if (hasFrames) await showInFrames(tabId, view);
  return view;
}

/** Most tabs listen already; to the others comes what listens, if the user allows it. */
async function sendOrder(tabId: number, order: Order): Promise<unknown> {
  const send = async (): Promise<unknown> =>
    takeValue<unknown>(await api.tabs.sendMessage(tabId, order, { frameId: 0 }));
  try {
    return await send();
  } catch (error) {
    // Of all that can go wrong only this lets one try again: an order that was heard must not be given twice.
    if (!isUnheard(error)) throw error instanceof Problem ? error : new Problem('problemNoAnswer');
  }
  if (order.type === 'status') throw new Problem('problemNoAccess');
  await addContentScript(tabId);
  return send();
}

/**
 * What a click allows can reach the page some milliseconds after the click has reached us: a browser that is busy then
 * says that the page is not allowed, and a moment later lets us in. So it is asked more than once.
 */
const TRIES_AFTER_MS = [20, 80, 300] as const;

async function addContentScript(tabId: number): Promise<void> {
  for (const waitMs of [...TRIES_AFTER_MS, undefined]) {
    try {
      await api.scripting.executeScript({ target: { tabId }, files: ['content.js'] });
      return;
    } catch {
      // The browser's own pages, its store, or a page that the user has not allowed.
      if (waitMs === undefined) throw new Problem('problemNoAccess');
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
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

interface StyleChange extends Repeated {
  readonly add: string | undefined;
  readonly remove: string | undefined;
}

/**
 * The new one first, so that the page does not flash between the two. Where it was asked for before it may be there
 * already; Chromium would then have it twice, and take away one.
 */
export async function changeStyle(
  target: { readonly tabId: number; readonly frameIds: readonly number[] },
  { add, remove, isRepeated = false }: StyleChange,
): Promise<void> {
  if (isRepeated)
    await Promise.all(stylesOf(add).map((style) => api.scripting.removeCSS({ target, ...style })));
  await Promise.all(stylesOf(add).map((style) => api.scripting.insertCSS({ target, ...style })));
  await Promise.all(stylesOf(remove).map((style) => api.scripting.removeCSS({ target, ...style })));
}

const badges: Readonly<Record<View, string>> = { page: '', content: 'C', template: 'T' };

export async function showBadge(tabId: number, view: View): Promise<void> {
  await api.action.setBadgeBackgroundColor({ color: '#4b5563' });
  await api.action.setBadgeText({ tabId, text: badges[view] });
  const titles = { page: 'viewPage', content: 'viewContent', template: 'viewTemplate' } as const;
  await api.action.setTitle({ tabId, title: `${text('name')}: ${text(titles[view])}` });
}

export async function showCount(tabId: number, count: number): Promise<void> {
  await api.action.setBadgeBackgroundColor({ color: '#92400e' });
  await api.action.setBadgeText({ tabId, text: count === 0 ? '' : count > 99 ? '99+' : String(count) });
  await api.action.setTitle({
    tabId,
    title: count === 0 ? text('changesNone') : text('changesCounted', count),
  });
}

/** As many as somebody goes back and forth between: the browser gives all of them together some megabytes. */
const MOST_TEMPLATES = 5;

/** Until the browser is closed, in memory only: a tab that goes back and forth finds it again by this name. */
export async function keepTemplate(html: string): Promise<string> {
  const name = `template-${crypto.randomUUID()}`;
  const { templates = [] } = (await api.storage.session.get('templates')) as {
    templates?: readonly string[];
  };
  const kept = [name, ...templates.slice(0, MOST_TEMPLATES - 1)];
  await api.storage.session.remove(templates.filter((other) => !kept.includes(other)));
  await api.storage.session.set({ [name]: html, templates: kept });
  return name;
}
