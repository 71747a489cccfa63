/** What can be asked for at the toolbar button, by a right click and by keys: for those who never open the panel. */
import type { Order } from '../protocol.ts';
import { text } from '../text.ts';
import { api, type MenuItem } from '../web-extension.ts';

/** By the names of menu items and of keyboard commands. */
export const orders: Readonly<Record<string, Order>> = {
  'view-page': { type: 'set-view', view: 'page' },
  'view-content': { type: 'set-view', view: 'content' },
  'view-template': { type: 'set-view', view: 'template' },
  why: { type: 'why' },
  extract: { type: 'extract' },
  'open-template': { type: 'open-template' },
  'show-changes': { type: 'changes', act: 'show' },
  'next-change': { type: 'changes', act: 'next' },
  'previous-change': { type: 'changes', act: 'previous' },
};

export const OPEN_PANEL = 'open-panel';

/** Browsers show six at the button and pass over the others without a word: so the views are one, with a menu of its own. */
export function menuItems(): readonly MenuItem[] {
  const contexts = ['action', 'page'] as const;
  const views = [
    { id: 'view-page', title: text('viewPage') },
    { id: 'view-content', title: text('viewContent') },
    { id: 'view-template', title: text('viewTemplate') },
  ];
  return [
    { id: 'views', title: text('panelViews'), contexts },
    ...views.map((view) => ({ ...view, parentId: 'views', contexts })),
    { id: 'why', title: text('why'), contexts },
    { id: 'extract', title: text('extract'), contexts },
    { id: 'open-template', title: text('openTemplate'), contexts },
    { id: 'show-changes', title: text('changesShow'), contexts },
    { id: OPEN_PANEL, title: text('openPanel'), contexts },
  ];
}

export async function makeMenus(): Promise<void> {
  await api.contextMenus.removeAll();
  for (const item of menuItems()) api.contextMenus.create(item);
}
