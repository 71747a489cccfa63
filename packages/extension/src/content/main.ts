/**
 * What is injected into a page, once, on demand: it does what it is told by the extension. Page scripts run in another
 * world: they see neither these objects nor these messages.
 */
import { type Answer, isOwnSender, type Order, problemOf } from '../protocol.ts';
import { api } from '../web-extension.ts';
import { PageTab } from './page-tab.ts';

/** The world that our scripts have in this page: whether one is there already. */
const world = globalThis as { dehuskTab?: PageTab };

if (world.dehuskTab === undefined) {
  const tab = new PageTab();
  world.dehuskTab = tab;
  api.runtime.onMessage.addListener((message, sender, answer) => {
    if (!isOwnSender(sender) && !(sender.id === api.runtime.id && sender.tab === undefined)) return undefined;
    tab.obey(message as Order).then(
      (value) => answer({ ok: true, value } satisfies Answer<unknown>),
      (error: unknown) => answer({ ok: false, problem: problemOf(error) } satisfies Answer<unknown>),
    );
    return true;
  });
  whenIdle(() => void tab.inTurn(() => tab.arrive()).catch(() => undefined));
}

function whenIdle(act: () => void): void {
  requestIdleCallback(act, { timeout: 1000 });
}
