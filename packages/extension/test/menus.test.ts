/** The menu at the toolbar button, and keys: whoever asks there for something gets it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type * as Menus from '../src/background/menus.ts';
import { distOf } from './allowed-build.ts';

/** `contextMenus.ACTION_MENU_TOP_LEVEL_LIMIT`, the same in both browsers. */
const MOST_AT_BUTTON = 6;

let menus: typeof Menus;

beforeAll(async () => {
  vi.stubGlobal('chrome', { i18n: { getMessage: (name: string) => name } });
  vi.resetModules();
  menus = await import('../src/background/menus.ts');
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('has no more items than a browser shows', () => {
  const top = menus.menuItems().filter(({ parentId }) => parentId === undefined);
  expect(top.length).toBeLessThanOrEqual(MOST_AT_BUTTON);
  expect(top.map(({ id }) => id)).toContain(menus.OPEN_PANEL);
});

it('does something for every item and every key', () => {
  const items = menus.menuItems();
  const parents = new Set(items.map(({ parentId }) => parentId));
  const manifest = JSON.parse(readFileSync(join(distOf('chromium'), 'manifest.json'), 'utf8'));
  const commands = Object.keys(manifest.commands).filter((name) => !name.startsWith('_'));
  const asked = [...items.map(({ id }) => id).filter((id) => !parents.has(id)), ...commands];
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((id) => id !== menus.OPEN_PANEL && menus.orders[id] === undefined)).toEqual([]);
});
