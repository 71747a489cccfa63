/** The document of a tab as the extension sees it: how it is judged, and what is shown of it. */
import { type Explainer, templateRatio } from 'dehusk/dom-parts';
import {
  ask,
  type ChangesAct,
  type ChangesReport,
  type ExtractReport,
  type LabelAct,
  type LabelReport,
  type Order,
  Problem,
  type Rule,
  type SwitchedView,
  type TabStatus,
  type TakenPart,
  type TakenText,
  type View,
  views,
} from '../protocol.ts';
import { type Marks, markPage } from './marks.ts';
import { ShownView } from './shown-view.ts';
import { isSelector, type JudgedDocument, SiteSession } from './site-session.ts';
import { watchChanges } from './watch-changes.ts';

/** What other injected files bring; they find the tab in the world that content scripts share. */
export interface Features {
  extract?: (tab: PageTab) => Promise<void>;
  templateHtml?: (judged: JudgedDocument) => string;
  take?: (judged: JudgedDocument, part: TakenPart) => TakenText;
  explainer?: Explainer;
  /** Returns what switches it off. */
  why?: () => () => void;
  changes?: ChangesFeature;
  label?: {
    obey(act: LabelAct): Promise<LabelReport | TakenText>;
    report(): LabelReport;
  };
}

interface ChangesFeature {
  /** The user has come to a page that versions are kept of. */
  visit(): Promise<void>;
  obey(act: ChangesAct, from: number | undefined): Promise<ChangesReport>;
  report(): ChangesReport;
}

export class PageTab {
  readonly features: Features = {};
  readonly #shown = new ShownView();
  #session: SiteSession | undefined;
  #judged: JudgedDocument | undefined;
  #marks: Marks | undefined;
  #stopWatching: (() => void) | undefined;
  #notice: string | undefined;
  #stopWhy: (() => void) | undefined;
  /** What Extract has found on this page: it stays true when rules change. */
  #found: Parameters<typeof SiteSession.visit>[0];
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

  /** For files that are injected later, so that they need not bring a cleaner of their own. */
  openSession(): Promise<SiteSession> {
    return SiteSession.open();
  }

  async visit(found?: Parameters<typeof SiteSession.visit>[0]): Promise<void> {
    if (!/html/.test(document.contentType)) throw new Problem('problemNoHtml');
    this.#found = found ?? this.#found;
    const { session, judged } = await SiteSession.visit(this.#found);
    this.#session = session;
    await this.#take(judged);
  }

  async show(view: View): Promise<SwitchedView> {
    const { session } = await this.judged();
    await this.#shown.show(view, this.#marks!, session.opened.settings);
    this.#watch();
    if (window.top === window) await ask<void>({ type: 'shown', view });
    return { view, hasFrames: window.length > 0 };
  }

  /** Does not wait its turn: who asks wants to see how far Extract is. */
  async status(): Promise<TabStatus> {
    const isExtracting = this.extractReport?.state === 'running';
    if (this.#judged === undefined && !isExtracting) await this.inTurn(() => this.judged());
    const session = this.#session;
    const judged = this.#judged;
    if (session === undefined || judged === undefined) return this.#unjudged();
    const { page, cleaned } = judged;
    return {
      view: this.#shown.view,
      site: session.opened.site,
      isLearning: session.opened.isLearning,
      templateRatio: templateRatio(page, cleaned.verdict),
      of: cleaned.verdict.of,
      isGuarded: cleaned.guarded,
      isWhyOn: this.#stopWhy !== undefined,
      extract: this.extractReport,
      changes: this.features.changes?.report(),
      labels: this.features.label?.report(),
      notice: this.#notice,
    };
  }

  /** The rule of the user's that decides on an element: the nearest around it. */
  ruleOf(element: Element): Rule | undefined {
    const rules = (this.#session?.opened.rules ?? []).filter(({ selector }) => isSelector(selector));
    for (let step: Element | null = element; step !== null; step = step.parentElement) {
      const matching = rules.filter(({ selector }) => step!.matches(selector));
      if (matching.length > 0) return matching.find(({ kind }) => kind === 'keep') ?? matching[0];
    }
    return undefined;
  }

  #unjudged(): TabStatus {
    const nothing = {
      site: '',
      isLearning: false,
      templateRatio: 0,
      of: 0,
      isGuarded: false,
      isWhyOn: false,
    };
    const changes = this.features.changes?.report();
    const labels = this.features.label?.report();
    return { ...nothing, view: 'page', extract: this.extractReport, changes, labels, notice: undefined };
  }

  obey(order: Order): Promise<unknown> {
    return order.type === 'status' ? this.status() : this.inTurn(() => this.#obey(order));
  }

  async #obey(order: Exclude<Order, { readonly type: 'status' }>): Promise<unknown> {
    switch (order.type) {
      case 'next-view':
        return this.show(views[(views.indexOf(this.#shown.view) + 1) % views.length]!);
      case 'set-view':
        return this.show(order.view);
      case 'extract':
        await this.features.extract!(this);
        return this.extractReport;
      case 'why':
        await this.#clearOwn();
        this.#stopWhy = order.isOn ? this.features.why!() : undefined;
        this.#watch();
        return undefined;
      case 'open-template': {
        const { judged } = await this.judged();
        await ask<void>({ type: 'show-template', html: this.features.templateHtml!(judged) });
        return undefined;
      }
      case 'take':
        return this.features.take!((await this.judged()).judged, order.part);
      case 'label':
        if (order.act === 'start') await this.#clearOwn();
        return this.features.label!.obey(order.act);
      case 'changes':
        if (order.act === 'show') await this.#clearOwn();
        return this.features.changes!.obey(order.act, order.from);
      case 'open-again':
        await this.visit();
        return undefined;
      default:
        throw new Problem('problemNoAnswer');
    }
  }

  /** One thing at a time: the extension adds one element to a page, and no more. */
  async #clearOwn(): Promise<void> {
    this.#stopWhy?.();
    this.#stopWhy = undefined;
    await this.features.changes?.obey('hide', undefined);
    await this.features.label?.obey('stop');
  }

  async #take(judged: JudgedDocument): Promise<void> {
    this.#judged = judged;
    this.#marks = markPage(judged.page, judged.cleaned.verdict);
    const { view } = this.#shown;
    if (view !== 'page') await this.#shown.show(view, this.#marks, this.#session!.opened.settings);
  }

  /** A page that changes is judged again when it has come to rest; only somebody who looks needs it. */
  #watch(): void {
    if (this.#shown.view !== 'page' || this.#stopWhy !== undefined)
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
