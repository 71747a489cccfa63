/**
 * What changed since my last visit, in the page: what is new and what is gone, with the way from one to the next. The
 * background compares; here it is shown.
 */
import { copyShown } from '../copy/copy-document.ts';
import {
  askUntilAnswered,
  type ChangesAct,
  type ChangesReport,
  type ComparedAnswer,
  type ListedChange,
  type MarkName,
  markName,
  markNames,
} from '../protocol.ts';
import { inSlices } from '../slices.ts';
import { changeNames, text } from '../text.ts';
import { changeStyleSteps } from './change-style.ts';
import { Outline, outlineStyle } from './outline.ts';
import { cardStyle, createOwnElement, ownButton } from './own-element.ts';
import type { PageTab } from './page-tab.ts';
import { highlightSteps } from './shown-view.ts';
import { watchChanges, whenQuiet } from './watch-changes.ts';

const style = `${cardStyle}${outlineStyle}
  .bar { inset-block-end: 1rem; inset-inline-end: 1rem; }
  .faint { opacity: .75; overflow-wrap: anywhere; }`;

/** Longer lists are read by nobody. */
const MOST_LISTED = 200;

export class PageChanges {
  readonly #tab: PageTab;
  readonly #highlights = Object.fromEntries(
    markNames.map((name) => [name, `dehusk-${crypto.randomUUID()}`]),
  ) as Record<MarkName, string>;
  #compared: ComparedAnswer | undefined;
  /** By entry of the copy that was compared. */
  #nodes: readonly Node[] = [];
  #css: string | undefined;
  #bar: Bar | undefined;
  #at = -1;
  #stopWatching: (() => void) | undefined;

  constructor(tab: PageTab) {
    this.#tab = tab;
  }

  /** The browser has opened a page that the user wants to be told of. */
  async visit(): Promise<void> {
    await whenQuiet();
    await this.#compare(undefined);
    const { showsChanges } = await this.#tab.settings();
    if (this.#counted() > 0 && showsChanges) await this.#show();
  }

  /** Whether what is shown in the page begins with this. */
  willShow(act: ChangesAct): boolean {
    return act === 'show' || (this.#bar === undefined && (act === 'next' || act === 'previous'));
  }

  async obey(act: ChangesAct, from: number | undefined): Promise<ChangesReport | undefined> {
    if (act === 'hide') await this.#hide();
    else if (act === 'seen') await this.#markSeen();
    else if (act === 'show') {
      await this.#compare(from);
      await this.#show();
    } else {
      if (this.willShow(act)) await this.obey('show', undefined);
      this.#step(act === 'next' ? 1 : -1);
    }
    return this.report();
  }

  /** Undefined where nobody has asked what changed. */
  report(): ChangesReport | undefined {
    if (this.#compared === undefined) return undefined;
    const { versions, seen, from, changes, problem } = this.#compared;
    return {
      ...{ versions, seen, from, problem },
      isShown: this.#bar !== undefined,
      at: this.#at,
      counted: this.#counted(),
      changes: changes.slice(0, MOST_LISTED),
      more: Math.max(0, changes.length - MOST_LISTED),
    };
  }

  #counted(): number {
    return this.#compared?.counted ?? 0;
  }

  /** Compares the document with a version, by default the one that was seen, and keeps the document as one. */
  async #compare(
    from: number | undefined,
    { keeps = true }: { readonly keeps?: boolean } = {},
  ): Promise<void> {
    const { copy, nodes } = await inSlices(copyShown(document));
    this.#compared = await askUntilAnswered<ComparedAnswer>({ type: 'compare', copy, from, keeps });
    this.#nodes = nodes;
  }

  async #markSeen(): Promise<void> {
    await this.#compare(this.#compared?.from);
    const newest = this.#compared?.versions.at(-1)?.id;
    if (newest !== undefined) await askUntilAnswered<void>({ type: 'mark-seen', id: newest });
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
    if (this.#compared !== undefined) this.#bar.draw(this.#compared, -1);
    // Only with what the document itself has changed: what is shown here changes nothing in it.
    this.#stopWatching ??= watchChanges(() => this.#tab.inTurn(() => this.#again()));
  }

  async #again(): Promise<void> {
    if (this.#bar === undefined) return;
    // A clock would make a version of every second.
    await this.#compare(this.#compared?.from, { keeps: false });
    await this.#paint();
    if (this.#compared !== undefined) this.#bar.draw(this.#compared, this.#at);
  }

  async #paint(): Promise<void> {
    const marks = this.#compared?.marks;
    const before = this.#css;
    const highlightOf = (name: MarkName): string => this.#highlights[name];
    this.#css = marks && (await inSlices(changeStyleSteps(marks, this.#nodes, highlightOf)));
    if (this.#css !== before) await askUntilAnswered<void>({ type: 'style', add: this.#css, remove: before });
    for (const name of markNames)
      await inSlices(highlightSteps(this.#highlights[name], marks?.highlighted[name] ?? [], this.#nodes));
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
    if (before !== undefined) await askUntilAnswered<void>({ type: 'style', add: undefined, remove: before });
  }

  /** To the next change that counts; where none does, through all of them. */
  #step(by: number): void {
    if (this.#compared === undefined) return;
    const { changes, marks } = this.#compared;
    const isWanted = (change: ListedChange, i: number): boolean =>
      (marks?.targets[i] ?? -1) !== -1 &&
      !change.isReplacement &&
      (this.#counted() === 0 || (change.unsteady === undefined && change.zone === 'content'));
    const wanted = changes.flatMap((change, i) => (isWanted(change, i) ? [i] : []));
    if (wanted.length === 0) return;
    const now = wanted.indexOf(this.#at);
    const next = now === -1 ? (by > 0 ? 0 : wanted.length - 1) : (now + by + wanted.length) % wanted.length;
    this.#at = wanted[next]!;
    this.#bar?.draw(this.#compared, this.#at);
    this.#bar?.lead(this.#nodes[marks!.targets[this.#at]!] as Element);
  }
}

interface BarActs {
  step(by: number): void;
  seen(): Promise<void>;
  close(): Promise<void>;
}

/** How many changes there are, which one it is, and the way to the others. */
class Bar {
  readonly #host: HTMLElement;
  readonly #outline = new Outline();
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
    root.append(this.#outline.element, bar);
    document.documentElement.append(host);
  }

  remove(): void {
    this.#outline.stop();
    this.#host.remove();
  }

  draw({ changes, counted, problem }: ComparedAnswer, at: number): void {
    const heading = document.createElement('b');
    heading.textContent = counted === 0 ? text('changesNone') : text('changesCounted', counted);
    const rest = document.createElement('div');
    rest.className = 'faint';
    const apart = (name: MarkName): number =>
      changes.filter((change) => markName(change) === name && !change.isReplacement).length;
    const sorts = [
      [text('changesInTemplate'), apart('template')],
      [text('changesUnsteady'), apart('unsteady')],
    ] as const;
    const shown = sorts.filter(([, count]) => count > 0);
    rest.textContent = shown.map(([title, count]) => `${title}: ${count}`).join(' · ');
    const current = document.createElement('div');
    const change = changes[at];
    if (change !== undefined) current.textContent = `${text(changeNames[change.kind])}: ${change.text}`;
    const wrong = document.createElement('div');
    if (problem !== undefined) wrong.textContent = text(problem as Parameters<typeof text>[0]);
    this.#said.replaceChildren(heading, rest, current, wrong);
  }

  lead(target: Element): void {
    target.scrollIntoView({ block: 'center' });
    this.#outline.around(() => target.getBoundingClientRect());
  }
}
