/** The document of a tab as the extension sees it: how it is judged, and what is shown of it. */
import {
  askUntilAnswered,
  type ExtractAnswer,
  type ExtractReport,
  type FoundTemplate,
  type LoadedPage,
  type OpenedSite,
  type Order,
  Problem,
  problemOf,
  type Rule,
  type SwitchedView,
  type TabStatus,
  type TakenPart,
  type TakenText,
  type View,
  views,
  type WrittenPart,
  writtenParts,
} from '../protocol.ts';
import { PageChanges } from './changes.ts';
import { SiblingPages } from './extract.ts';
import {
  type AskOfJudged,
  isForgotten,
  type JudgedDocument,
  judgeDocument,
  readDocument,
} from './judged-document.ts';
import { PageLabels } from './label.ts';
import { ShownView } from './shown-view.ts';
import { fileName, selectorsAs } from './take.ts';
import { watchChanges } from './watch-changes.ts';
import { Why } from './why.ts';

export class PageTab {
  readonly #shown = new ShownView();
  readonly #changes = new PageChanges(this);
  readonly #labels = new PageLabels(this);
  #opened: OpenedSite | undefined;
  #judged: JudgedDocument | undefined;
  #stopWatching: (() => void) | undefined;
  #why: Why | undefined;
  /** What Extract has found on this page: it stays true when rules change. */
  #found: FoundTemplate | undefined;
  #siblings: SiblingPages | undefined;
  #extractReport: ExtractReport | undefined;
  /** One thing after the other. */
  #last: Promise<unknown> = Promise.resolve();

  inTurn<Value>(act: () => Promise<Value>): Promise<Value> {
    const turn = this.#last.then(act);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Injected because the user browses a site that is learned or watched: there is no order then. */
  async arrive(): Promise<void> {
    const { isLearning, isWatched } = await this.#open();
    if (isLearning) await this.judged();
    if (isWatched) await this.#changes.visit();
  }

  /** What the document is judged by, and how. The first time it counts as a visit. */
  async judged(): Promise<JudgedDocument> {
    if (this.#judged === undefined) await this.visit();
    return this.#judged!;
  }

  async settings(): Promise<OpenedSite['settings']> {
    return (await this.#open()).settings;
  }

  /** Judges the document as a page that was visited now. */
  async visit(): Promise<void> {
    this.#opened = undefined;
    await this.#judge({ isVisit: true });
  }

  /** Asks something of the judged document; where the background has forgotten it, it is judged again. */
  async askOfJudged<Value>(ask: AskOfJudged): Promise<Value> {
    try {
      return await askUntilAnswered<Value>(ask(await this.judged()));
    } catch (error) {
      if (!isForgotten(error)) throw error;
      await this.#judge({ isVisit: false });
      return askUntilAnswered<Value>(ask(await this.judged()));
    }
  }

  /** The rule of the user's that decides on an element: the nearest around it. */
  ruleOf(element: Element): Rule | undefined {
    const rules = (this.#opened?.rules ?? []).filter(({ selector }) => isSelector(selector));
    for (let step: Element | null = element; step !== null; step = step.parentElement) {
      const matching = rules.filter(({ selector }) => step!.matches(selector));
      if (matching.length > 0) return matching.find(({ kind }) => kind === 'keep') ?? matching[0];
    }
    return undefined;
  }

  obey(order: Order): Promise<unknown> {
    if (order.type === 'status') return this.#status();
    if (order.type === 'load-page') return this.#load(order.url);
    return this.inTurn(() => this.#obey(order));
  }

  async #obey(order: Exclude<Order, { readonly type: 'status' | 'load-page' }>): Promise<unknown> {
    switch (order.type) {
      case 'next-view':
        return this.#show(views[(views.indexOf(this.#shown.view) + 1) % views.length]!);
      case 'set-view':
        return this.#show(order.view);
      case 'extract':
        return this.#extract();
      case 'why': {
        const { isOn = this.#why === undefined } = order;
        await this.#clearOwn();
        if (isOn) this.#why = new Why(this);
        this.#watch();
        return undefined;
      }
      case 'open-template':
        return this.askOfJudged<string>(({ answer }) => ({ type: 'keep-template', judged: answer.name }));
      case 'take':
        return this.#take(order.part);
      case 'label':
        if (order.act === 'start') await this.#clearOwn();
        return this.#labels.obey(order.act);
      case 'changes':
        if (this.#changes.willShow(order.act)) await this.#clearOwn();
        return this.#changes.obey(order.act, order.from);
      case 'open-again':
        return this.visit();
      default:
        throw new Problem('problemNoAnswer');
    }
  }

  async #open(): Promise<OpenedSite> {
    this.#opened ??= await askUntilAnswered<OpenedSite>({ type: 'open-site' });
    return this.#opened;
  }

  async #judge({ isVisit }: { readonly isVisit: boolean }): Promise<void> {
    if (!/html/.test(document.contentType)) throw new Problem('problemNoHtml');
    const opened = this.#open();
    // Whoever waits for it hears of its failure; nobody does before the document is read.
    opened.catch(() => undefined);
    await this.#accept(await judgeDocument(opened, { isVisit, found: this.#found }));
  }

  async #accept(judged: JudgedDocument): Promise<void> {
    this.#judged = judged;
    const { view } = this.#shown;
    if (view !== 'page') await this.#shown.show(view, judged, await this.settings());
  }

  async #show(view: View): Promise<SwitchedView> {
    const judged = await this.judged();
    await this.#shown.show(view, judged, await this.settings());
    this.#watch();
    // What the toolbar button says need not be waited for.
    if (window.top === window) void askUntilAnswered<void>({ type: 'shown', view }).catch(() => undefined);
    return { view, hasFrames: window.length > 0 };
  }

  /** Does not wait its turn: who asks wants to see how far Extract is. */
  async #status(): Promise<TabStatus> {
    const isExtracting = this.#extractReport?.state === 'running';
    if (this.#judged === undefined && !isExtracting) await this.inTurn(() => this.judged());
    const answer = this.#judged?.answer;
    return {
      view: this.#shown.view,
      site: this.#opened?.site ?? '',
      isLearning: this.#opened?.isLearning ?? false,
      templateRatio: answer?.templateRatio ?? 0,
      of: answer?.of ?? 0,
      isGuarded: answer?.isGuarded ?? false,
      isWhyOn: this.#why !== undefined,
      extract: this.#extractReport,
      changes: this.#changes.report(),
      labels: this.#labels.report(),
      notice: answer?.problem,
    };
  }

  async #extract(): Promise<ExtractReport> {
    const { withCookies } = await this.settings();
    const isRunning = (pages: ExtractReport['pages']): void => {
      this.#extractReport = { state: 'running', pages, problem: undefined };
    };
    isRunning([]);
    const siblings = new SiblingPages(withCookies, isRunning);
    this.#siblings = siblings;
    try {
      const { sent, ...copied } = await readDocument(this.#open());
      const { pages, problem, found } = await askUntilAnswered<ExtractAnswer>({
        type: 'extract',
        page: sent,
      });
      this.#extractReport = {
        state: found === undefined ? 'failed' : 'done',
        pages,
        problem: problem === 'problemNoPages' ? whyNoPages(siblings) : problem,
      };
      if (found !== undefined) {
        this.#found = { copy: copied.copy, known: found.known };
        await this.#accept({ ...copied, answer: found.judged });
      }
    } catch (error) {
      this.#extractReport = {
        state: 'failed',
        pages: this.#extractReport!.pages,
        problem: problemOf(error),
      };
    } finally {
      this.#siblings = undefined;
    }
    return this.#extractReport!;
  }

  async #load(url: string): Promise<LoadedPage> {
    if (this.#siblings === undefined) throw new Problem('problemNoAnswer');
    return this.#siblings.load(url);
  }

  async #take(part: TakenPart): Promise<TakenText> {
    if (!isWritten(part)) return selectorsAs(part, await this.judged());
    const written = await this.askOfJudged<Omit<TakenText, 'name'>>(({ answer }) => ({
      type: 'write',
      judged: answer.name,
      part,
    }));
    return { ...written, name: fileName(part) };
  }

  /** One thing at a time: the extension adds one element to a page, and no more. */
  async #clearOwn(): Promise<void> {
    this.#why?.stop();
    this.#why = undefined;
    await this.#changes.obey('hide', undefined);
    await this.#labels.obey('stop');
  }

  /** A page that changes is judged again when it has come to rest; only somebody who looks needs it. */
  #watch(): void {
    if (this.#shown.view !== 'page' || this.#why !== undefined)
      this.#stopWatching ??= watchChanges(() =>
        this.inTurn(async () => {
          if (this.#stopWatching !== undefined) await this.#judge({ isVisit: false });
        }),
      );
    else {
      this.#stopWatching?.();
      this.#stopWatching = undefined;
    }
  }
}

function whyNoPages({ needsSite }: SiblingPages): string {
  if (!navigator.onLine) return 'problemOffline';
  return needsSite ? 'problemNeedsSite' : 'problemNoPages';
}

function isWritten(part: TakenPart): part is WrittenPart {
  return (writtenParts as readonly string[]).includes(part);
}

function isSelector(selector: string): boolean {
  try {
    document.createDocumentFragment().querySelector(selector);
    return selector.trim() !== '';
  } catch {
    return false;
  }
}
