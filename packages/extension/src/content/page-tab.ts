/** The document of a tab as the extension sees it: how it is judged, and what is shown of it. */
import { templateRatio } from 'dehusk/dom-parts';
import {
  ask,
  type ExtractReport,
  type Order,
  Problem,
  type TabStatus,
  type View,
  views,
} from '../protocol.ts';
import { type Marks, markPage } from './marks.ts';
import { ShownView } from './shown-view.ts';
import { type JudgedDocument, SiteSession } from './site-session.ts';
import { watchChanges } from './watch-changes.ts';

/** What other injected files bring; they find the tab in the world that content scripts share. */
export interface Features {
  extract?: (tab: PageTab) => Promise<void>;
  templateHtml?: (judged: JudgedDocument) => string;
}

export class PageTab {
  readonly features: Features = {};
  readonly #shown = new ShownView();
  #session: SiteSession | undefined;
  #judged: JudgedDocument | undefined;
  #marks: Marks | undefined;
  #stopWatching: (() => void) | undefined;
  #notice: string | undefined;
  extractReport: ExtractReport | undefined;
  /** One thing after the other. */
  #last: Promise<unknown> = Promise.resolve();

  inTurn<Value>(act: () => Promise<Value>): Promise<Value> {
    const turn = this.#last.then(act);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** What the document is judged by, and how. The first time it counts as a visit. */
  async judged(): Promise<{ readonly session: SiteSession; readonly judged: JudgedDocument }> {
    if (this.#session === undefined || this.#judged === undefined) await this.visit();
    return { session: this.#session!, judged: this.#judged! };
  }

  async visit(found?: Parameters<typeof SiteSession.visit>[0]): Promise<void> {
    if (!/html/.test(document.contentType)) throw new Problem('problemNoHtml');
    const { session, judged } = await SiteSession.visit(found);
    this.#session = session;
    await this.#take(judged);
  }

  async show(view: View): Promise<View> {
    const { session } = await this.judged();
    this.#watch(view !== 'page');
    await this.#shown.show(view, this.#marks!, session.opened.settings);
    if (window.top === window) await ask<void>({ type: 'shown', view });
    return view;
  }

  async status(): Promise<TabStatus> {
    const { session, judged } = await this.judged();
    const { page, cleaned } = judged;
    return {
      view: this.#shown.view,
      site: session.opened.site,
      isLearning: session.opened.isLearning,
      templateRatio: templateRatio(page, cleaned.verdict),
      of: cleaned.verdict.of,
      isGuarded: cleaned.guarded,
      isWhyOn: false,
      extract: this.extractReport,
      notice: this.#notice,
    };
  }

  async obey(order: Order): Promise<unknown> {
    switch (order.type) {
      case 'next-view':
        return this.show(views[(views.indexOf(this.#shown.view) + 1) % views.length]!);
      case 'set-view':
        return this.show(order.view);
      case 'status':
        return this.status();
      case 'extract':
        await this.features.extract!(this);
        return this.status();
      case 'open-template': {
        const { judged } = await this.judged();
        await ask<void>({ type: 'show-template', html: this.features.templateHtml!(judged) });
        return undefined;
      }
      case 'open-again':
        await this.visit();
        return this.status();
      default:
        throw new Problem('problemNoAnswer');
    }
  }

  async #take(judged: JudgedDocument): Promise<void> {
    this.#judged = judged;
    this.#marks = markPage(judged.page, judged.cleaned.verdict);
    const { view } = this.#shown;
    if (view !== 'page') await this.#shown.show(view, this.#marks, this.#session!.opened.settings);
  }

  /** A page that changes is judged again when it has come to rest; only somebody who looks needs it. */
  #watch(isOn: boolean): void {
    if (isOn)
      this.#stopWatching ??= watchChanges(() =>
        this.inTurn(async () => {
          if (this.#stopWatching !== undefined) await this.#take(await this.#session!.judge());
        }),
      );
    else {
      this.#stopWatching?.();
      this.#stopWatching = undefined;
    }
  }
}
