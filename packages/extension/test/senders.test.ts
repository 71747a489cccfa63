/** Who may ask what: it is decided by what the browser says of a sender, and never by what a message says. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { contentSender, isOwnSender } from '../src/protocol.ts';

const id = 'ourselves';
const own = `chrome-extension://${id}/`;
let senders: { contentSender: typeof contentSender; isOwnSender: typeof isOwnSender };

beforeAll(async () => {
  vi.stubGlobal('chrome', { runtime: { id, getURL: (path: string) => own + path } });
  vi.resetModules();
  senders = await import('../src/protocol.ts');
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const tab = { id: 7, incognito: false };

it('takes its own pages for its own, and nobody else', () => {
  expect(senders.isOwnSender({ id, url: `${own}panel.html` })).toBe(true);
  expect(senders.isOwnSender({ id: 'another', url: `${own}panel.html` })).toBe(false);
  expect(senders.isOwnSender({ id, tab, url: 'https://a.example/' })).toBe(false);
  expect(senders.isOwnSender({ id, tab, url: `https://a.example/?${own}panel.html` })).toBe(false);
  expect(senders.isOwnSender({ id })).toBe(false);
});

it('takes a content script for the page that the browser says it is in', () => {
  expect(senders.contentSender({ id, tab, frameId: 3, url: 'https://a.example/b' })).toEqual({
    tabId: 7,
    frameId: 3,
    url: 'https://a.example/b',
    isPrivate: false,
  });
  expect(
    senders.contentSender({ id, tab: { ...tab, incognito: true }, url: 'http://a.example/' }),
  ).toMatchObject({
    isPrivate: true,
  });
  for (const sender of [
    { id: 'another', tab, url: 'https://a.example/' },
    { id, url: 'https://a.example/' },
    { id, tab, url: `${own}panel.html` },
    { id, tab, url: 'file:///etc/passwd' },
    { id, tab },
  ])
    expect(senders.contentSender(sender)).toBeUndefined();
});
