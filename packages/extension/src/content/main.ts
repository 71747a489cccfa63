/**
 * What is injected into a page, once, on demand: it does what it is told by the extension. Page scripts run in another
 * world: they see neither these objects nor these messages.
 */
import { type Answer, isOwnSender, type Order, Problem } from '../protocol.ts';
import { api } from '../web-extension.ts';
import { PageTab } from './page-tab.ts';
import { sharedWorld } from './shared-world.ts';
import { SiteSession } from './site-session.ts';

if (sharedWorld.dehuskTab === undefined) {
  const tab = new PageTab();
  sharedWorld.dehuskTab = tab;
  api.runtime.onMessage.addListener((message, sender, answer) => {
    if (!isOwnSender(sender) && !(sender.id === api.runtime.id && sender.tab === undefined)) return undefined;
    tab.obey(message as Order).then(
      (value) => answer({ ok: true, value } satisfies Answer<unknown>),
      (error: unknown) => answer({ ok: false, problem: problemOf(error) } satisfies Answer<unknown>),
    );
    return true;
  });
  // Injected because the user browses a site that is learned or watched: there is no order then.
  whenIdle(() => void tab.inTurn(() => visit(tab)).catch(() => undefined));
}

async function visit(tab: PageTab): Promise<void> {
  const { isLearning } = (await SiteSession.open()).opened;
  if (isLearning) await tab.judged();
  await tab.features.changes?.visit();
}

function whenIdle(act: () => void): void {
  requestIdleCallback(act, { timeout: 1000 });
}

function problemOf(error: unknown): string {
  if (error instanceof Problem) return error.messageName;
  return error instanceof Error ? error.message : String(error);
}
