/**
 * What changed since my last visit: injected when somebody asks, or by the browser on pages that the user chose. It
 * compares the document with the version that the user has seen, shows what is new and what is gone, and keeps the
 * document as a version of its own. The marker of what was seen moves only when the user says so.
 */
import {
  type ComparedVersions,
  compareVersions,
  countedChanges,
  DehuskError,
  type PageChange,
} from 'dehusk/dom-parts';
import {
  type ChangeMarks,
  type MarkName,
  markChanges,
  markName,
  markNames,
} from '../changes/change-marks.ts';
import { type CopiedPage, copyDocument, type PageCopy, readCopy } from '../changes/page-copy.ts';
import {
  ask,
  type ChangesAct,
  type ChangesReport,
  type KeptAnswer,
  type ListedChange,
  type OpenedVersions,
  Problem,
} from '../protocol.ts';
import { text } from '../text.ts';
import { cardStyle, createOwnElement, ownButton } from './own-element.ts';
import type { PageTab } from './page-tab.ts';
import { sharedWorld } from './shared-world.ts';
import type { SiteSession } from './site-session.ts';
import { watchChanges, whenQuiet } from './watch-changes.ts';

const style = `${cardStyle}
  .bar { inset-block-end: 1rem; inset-inline-end: 1rem; }
  .faint { opacity: .75; overflow-wrap: anywhere; }
  .outline { position: absolute; pointer-events: none; border: 3px solid #d97706; border-radius: 4px; }`;

/** Longer lists are read by nobody. */
const MOST_LISTED = 200;

class PageChanges {
  readonly #tab: PageTab;
  readonly #highlights = Object.fromEntries(
    markNames.map((name) => [name, `dehusk-${crypto.randomUUID()}`]),
  ) as Record<MarkName, string>;
  #opened: OpenedVersions | undefined;
  /** The version that the document is compared with. */
  #from: number | undefined;
  #compared: ComparedVersions | undefined;
  #marks: ChangeMarks | undefined;
  #css: string | undefined;
  #bar: Bar | undefined;
  #at = -1;
  #problem: string | undefined;
  #stopWatching: (() => void) | undefined;

  constructor(tab: PageTab) {
    this.#tab = tab;
  }

  /** The browser has opened a page that the user wants to be told of. */
  async visit(): Promise<void> {
    const opened = await ask<OpenedVersions>({ type: 'open-versions' });
    if (!opened.isWatched) return;
    await whenQuiet();
    await this.#compare(opened.seen);
    const { settings } = await this.#tab.openSession().then((session) => session.opened);
    if (this.#counted() > 0 && settings.showsChanges) await this.#show();
  }

  async obey(act: ChangesAct, from: number | undefined): Promise<ChangesReport> {
    if (act === 'hide') await this.#hide();
    else if (act === 'seen') await this.#markSeen();
    else if (act === 'show') {
      await this.#compare(from);
      await this.#show();
    } else {
      if (this.#bar === undefined) await this.obey('show', undefined);
      this.#step(act === 'next' ? 1 : -1);
    }
    return this.report();
  }

  report(): ChangesReport {
    const { changes } = this.#compared ?? { changes: [] };
    return {
      versions: this.#opened?.versions ?? [],
      seen: this.#opened?.seen,
      from: this.#from,
      isShown: this.#bar !== undefined,
      at: this.#at,
      counted: this.#counted(),
      changes: changes.slice(0, MOST_LISTED).map(listed),
      more: Math.max(0, changes.length - MOST_LISTED),
      problem: this.#problem,
    };
  }

  #counted(): number {
    return countedChanges(this.#compared?.changes ?? []);
  }

  /** Compares the document with a version, by default the one that was seen, and keeps the document as one. */
  async #compare(
    from: number | undefined,
    { keeps = true }: { readonly keeps?: boolean } = {},
  ): Promise<void> {
    const opened = await ask<OpenedVersions>({ type: 'open-versions' });
    if (!opened.isWatched) throw new Problem('problemNotWatched');
    this.#opened = opened;
    const session = await this.#tab.openSession();
    const { copy, nodes } = copyDocument(document);
    const current = this.#read(copy, session);
    const base = from ?? opened.seen;
    this.#from = base;
    this.#problem = undefined;
    this.#compared = undefined;
    this.#marks = undefined;
    const newest = opened.versions.at(-1)?.id;
    // What changes from visit to visit is seen between neighbours, whatever the user wants to compare with.
    const toNewest = await this.#compareWith(newest, current, { opened, session });
    const compared = base === newest ? toNewest : await this.#compareWith(base, current, { opened, session });
    this.#compared = compared;
    if (compared !== undefined)
      this.#marks = markChanges(
        { compared, nodesOf: (node) => current.entriesOf(node).map((entry) => nodes[entry]!) },
        (name) => this.#highlights[name],
      );
    if (keeps) await this.#keep(copy, toNewest?.replaced ?? []);
    await ask<void>({ type: 'changes-found', count: this.#counted() });
  }

  #read(copy: PageCopy, session: SiteSession): CopiedPage {
    return readCopy(copy, (copied) => session.read(copied));
  }

  async #compareWith(
    id: number | undefined,
    current: CopiedPage,
    { opened, session }: { readonly opened: OpenedVersions; readonly session: SiteSession },
  ): Promise<ComparedVersions | undefined> {
    const kept = id === undefined ? undefined : await ask<string | undefined>({ type: 'load-version', id });
    if (kept === undefined) return undefined;
    const old = this.#read(JSON.parse(kept) as PageCopy, session);
    const verdicts = {
      old: (await session.judgePage(old.page)).cleaned.verdict,
      new: (await session.judgePage(current.page)).cleaned.verdict,
    };
    const { mapping } = session.opened.settings;
    const replacedTimes = new Map(opened.replacedTimes);
    try {
      return compareVersions(old.page, current.page, { mapping, verdicts, replacedTimes });
    } catch (error) {
      if (!(error instanceof DehuskError)) throw error;
      this.#problem = 'problemTooDifferent';
      return undefined;
    }
  }

  async #keep(copy: PageCopy, replaced: readonly string[]): Promise<void> {
    const answer = await ask<KeptAnswer>({ type: 'keep-version', text: JSON.stringify(copy), replaced });
    if (answer === 'too-large') this.#problem = 'problemLargePage';
    if (answer === 'full') this.#problem = 'problemFull';
    this.#opened = await ask<OpenedVersions>({ type: 'open-versions' });
    this.#from ??= this.#opened.seen;
  }

  async #markSeen(): Promise<void> {
    await this.#compare(this.#from);
    const newest = this.#opened?.versions.at(-1)?.id;
    if (newest !== undefined) await ask<void>({ type: 'mark-seen', id: newest });
    await this.#hide();
    await this.#compare(undefined);
  }

  async #show(): Promise<void> {
    await this.#paint();
    this.#bar ??= new Bar({
      step: (by) => this.#step(by),
      seen: () => this.#tab.inTurn(() => this.#markSeen()),
      close: () => this.#tab.inTurn(() => this.#hide()),
    });
    this.#at = -1;
    this.#bar.draw(this.#compared?.changes ?? [], -1, this.#problem);
    // Only with what the document itself has changed: what is shown here changes nothing in it.
    this.#stopWatching ??= watchChanges(() => this.#tab.inTurn(() => this.#again()));
  }

  async #again(): Promise<void> {
    if (this.#bar === undefined) return;
    // A clock would make a version of every second.
    await this.#compare(this.#from, { keeps: false });
    await this.#paint();
    this.#bar.draw(this.#compared?.changes ?? [], this.#at, this.#problem);
  }

  async #paint(): Promise<void> {
    const marks = this.#marks;
    const before = this.#css;
    this.#css = marks?.css;
    if (marks?.css !== before) await ask<void>({ type: 'style', add: this.#css, remove: before });
    for (const name of markNames) {
      const texts = marks?.highlighted[name] ?? [];
      if (texts.length === 0) CSS.highlights.delete(this.#highlights[name]);
      else CSS.highlights.set(this.#highlights[name], new Highlight(...texts.map(rangeOver)));
    }
  }

  async #hide(): Promise<void> {
    this.#stopWatching?.();
    this.#stopWatching = undefined;
    this.#bar?.remove();
    this.#bar = undefined;
    this.#at = -1;
    for (const name of markNames) CSS.highlights.delete(this.#highlights[name]);
    const before = this.#css;
    this.#css = undefined;
    if (before !== undefined) await ask<void>({ type: 'style', add: undefined, remove: before });
  }

  /** To the next change that counts; where none does, through all of them. */
  #step(by: number): void {
    const changes = this.#compared?.changes ?? [];
    const isWanted = (change: PageChange, i: number): boolean =>
      this.#marks?.targets[i] !== undefined &&
      !change.isReplacement &&
      (this.#counted() === 0 || (change.unsteady === undefined && change.zone === 'content'));
    const wanted = changes.flatMap((change, i) => (isWanted(change, i) ? [i] : []));
    if (wanted.length === 0) return;
    const now = wanted.indexOf(this.#at);
    const next = now === -1 ? (by > 0 ? 0 : wanted.length - 1) : (now + by + wanted.length) % wanted.length;
    this.#at = wanted[next]!;
    this.#bar?.draw(changes, this.#at, this.#problem);
    this.#bar?.lead(this.#marks!.targets[this.#at]!);
  }
}

function listed(change: PageChange): ListedChange {
  const { kind, zone, unsteady, text: words, isReplacement } = change;
  return { kind, zone, unsteady, text: words, isReplacement };
}

function rangeOver(node: Text): AbstractRange {
  const { length } = node;
  return new StaticRange({ startContainer: node, startOffset: 0, endContainer: node, endOffset: length });
}

interface BarActs {
  step(by: number): void;
  seen(): Promise<void>;
  close(): Promise<void>;
}

/** How many changes there are, which one it is, and the way to the others. */
class Bar {
  readonly #host: HTMLElement;
  readonly #outline = document.createElement('div');
  readonly #said = document.createElement('div');

  constructor({ step, seen, close }: BarActs) {
    const { host, root } = createOwnElement(style);
    this.#host = host;
    const bar = document.createElement('div');
    bar.className = 'card bar';
    bar.setAttribute('role', 'region');
    bar.setAttribute('aria-label', text('panelChanges'));
    this.#said.setAttribute('role', 'status');
    const buttons = document.createElement('div');
    buttons.className = 'buttons';
    buttons.append(
      ownButton(text('changePrevious'), () => step(-1)),
      ownButton(text('changeNext'), () => step(1)),
      ownButton(text('changesSeen'), seen),
      ownButton(text('changesHide'), close),
    );
    bar.append(this.#said, buttons);
    this.#outline.className = 'outline';
    this.#outline.hidden = true;
    root.append(this.#outline, bar);
    document.documentElement.append(host);
  }

  remove(): void {
    this.#host.remove();
  }

  draw(changes: readonly PageChange[], at: number, problem: string | undefined): void {
    const heading = document.createElement('b');
    const counted = countedChanges(changes);
    heading.textContent = counted === 0 ? text('changesNone') : text('changesCounted', counted);
    const rest = document.createElement('div');
    rest.className = 'faint';
    const apart = (name: MarkName): number =>
      changes.filter((change) => markName(change) === name && !change.isReplacement).length;
    rest.textContent = text('changesApart', apart('template'), apart('unsteady'));
    const current = document.createElement('div');
    const change = changes[at];
    if (change !== undefined) current.textContent = `${text(kindNames[change.kind])}: ${change.text}`;
    const wrong = document.createElement('div');
    if (problem !== undefined) wrong.textContent = text(problem as Parameters<typeof text>[0]);
    this.#said.replaceChildren(heading, rest, current, wrong);
  }

  lead(target: Element): void {
    target.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = target.getBoundingClientRect();
    Object.assign(this.#outline.style, {
      position: 'fixed',
      left: `${left - 4}px`,
      top: `${top - 4}px`,
      width: `${width + 4}px`,
      height: `${height + 4}px`,
    });
    this.#outline.hidden = false;
    // Where the page moves on the line would stand beside its change.
    const hide = (): void => {
      this.#outline.hidden = true;
    };
    addEventListener('scroll', hide, { once: true, capture: true });
  }
}

const kindNames = {
  new: 'changeNew',
  gone: 'changeGone',
  moved: 'changeMoved',
  altered: 'changeAltered',
} as const;

const tab = sharedWorld.dehuskTab!;
if (tab.features.changes === undefined) {
  const changes = new PageChanges(tab);
  tab.features.changes = {
    visit: () => changes.visit(),
    obey: (act, from) => changes.obey(act, from),
    report: () => changes.report(),
  };
}
