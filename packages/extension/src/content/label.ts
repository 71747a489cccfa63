/**
 * Benchmarks by clicking: parts of the page are labelled as no template, or as main content, in the form of Alarte's
 * suite. A label holds for the page as it was sent, before scripts changed it: so that page is fetched once more, and
 * what is not in it cannot be labelled.
 */
import { goldClasses } from 'dehusk/dom-parts';
import { askUntilAnswered, type LabelAct, type LabelReport, Problem, type TakenText } from '../protocol.ts';
import { text } from '../text.ts';
import { createPaths } from './element-paths.ts';
import { fetchPage } from './fetch-page.ts';
import { Outline, outlineStyle } from './outline.ts';
import { cardStyle, createOwnElement, ownButton } from './own-element.ts';
import type { PageTab } from './page-tab.ts';

const style = `${cardStyle}${outlineStyle}
  .path { font-family: monospace; font-size: 12px; overflow-wrap: anywhere; }`;

type Label = keyof typeof goldClasses;

class Labelling {
  readonly #labels = new Map<Element, Label>();
  readonly #sent: Document;
  readonly #host: HTMLElement;
  readonly #outline = new Outline();
  readonly #card = document.createElement('div');
  #chosen: Element | undefined;
  #css: string | undefined;

  constructor(sent: Document) {
    this.#sent = sent;
    const { host, root } = createOwnElement(style);
    this.#host = host;
    this.#card.className = 'card';
    this.#card.setAttribute('role', 'status');
    Object.assign(this.#card.style, { insetBlockEnd: '1rem', insetInlineEnd: '1rem' });
    root.append(this.#outline.element, this.#card);
    document.documentElement.append(host);
    for (const [type, listener] of this.#listeners) addEventListener(type, listener, true);
    this.#draw();
  }

  get count(): number {
    return this.#labels.size;
  }

  async stop(): Promise<void> {
    for (const [type, listener] of this.#listeners) removeEventListener(type, listener, true);
    this.#outline.stop();
    this.#host.remove();
    const before = this.#css;
    this.#css = undefined;
    if (before !== undefined) await askUntilAnswered<void>({ type: 'style', add: undefined, remove: before });
  }

  /** As `dehusk-lab label` reads them. */
  labelFile(): string {
    const nodes = [...this.#labels].map(([element, label]) => ({
      path: pathOf(element),
      classes: label === 'main' ? [goldClasses.content, goldClasses.main] : [goldClasses.content],
    }));
    return `${JSON.stringify({ labels: [{ page: document.URL, nodes }] }, undefined, 2)}\n`;
  }

  /** As a key page of the suite: its labels are in its classes. */
  labelledPage(): string {
    const copy = this.#sent.cloneNode(true) as Document;
    for (const [element, label] of this.#labels)
      elementAt(copy, pathOf(element))!.classList.add(
        ...(label === 'main' ? [goldClasses.content, goldClasses.main] : [goldClasses.content]),
      );
    return `\ufeff<!DOCTYPE html>\n${copy.documentElement.outerHTML}\n`;
  }

  readonly #listeners: readonly (readonly [string, (event: Event) => void])[] = [
    ['click', (event) => this.#click(event as MouseEvent)],
    ['keydown', (event) => this.#key(event as KeyboardEvent)],
  ];

  /** A click on the page chooses what is there, and does nothing else. */
  #click(event: MouseEvent): void {
    if (event.target === this.#host || !event.isTrusted) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#choose(event.target as Element);
  }

  /** With the keyboard one chooses what has the focus. */
  #key(event: KeyboardEvent): void {
    if (!event.isTrusted || event.target === this.#host || event.key !== 'Enter') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#choose(event.target as Element);
  }

  #choose(element: Element | undefined): void {
    this.#chosen = element;
    this.#draw();
  }

  #draw(): void {
    const lines: Node[] = [];
    const heading = document.createElement('b');
    heading.textContent = text('benchmarkLabels', this.#labels.size);
    lines.push(heading);
    const chosen = this.#chosen;
    if (chosen === undefined) lines.push(document.createTextNode(text('benchmarkChoose')));
    else lines.push(...this.#chosenLines(chosen));
    this.#card.replaceChildren(...lines);
    if (chosen === undefined) this.#outline.hide();
    else this.#outline.around(() => chosen.getBoundingClientRect());
  }

  #chosenLines(chosen: Element): readonly Node[] {
    const path = document.createElement('div');
    path.className = 'path';
    path.textContent = pathOf(chosen);
    const buttons = document.createElement('div');
    buttons.className = 'buttons';
    const parent = chosen.parentElement;
    if (parent !== null) buttons.append(ownButton(text('benchmarkWider'), () => this.#choose(parent)));
    if (elementAt(this.#sent, pathOf(chosen)) === undefined) {
      const missing = document.createElement('div');
      missing.textContent = text('benchmarkNotSent');
      return [path, missing, buttons];
    }
    buttons.append(
      ownButton(text('benchmarkContent'), () => this.#label(chosen, 'content')),
      ownButton(text('benchmarkMain'), () => this.#label(chosen, 'main')),
    );
    if (this.#labels.has(chosen))
      buttons.append(ownButton(text('benchmarkUnlabel'), () => this.#label(chosen, undefined)));
    return [path, buttons];
  }

  async #label(element: Element, label: Label | undefined): Promise<void> {
    if (label === undefined) this.#labels.delete(element);
    else this.#labels.set(element, label);
    const pathTo = createPaths();
    const css = [...this.#labels]
      .map(
        ([one, its]) =>
          `${pathTo(one)}{outline:3px solid ${its === 'main' ? '#15803d' : '#2563eb'}!important;outline-offset:-3px!important}`,
      )
      .join('\n');
    const before = this.#css;
    this.#css = css === '' ? undefined : css;
    this.#draw();
    await askUntilAnswered<void>({ type: 'style', add: this.#css, remove: before });
  }
}

/** What browsers copy as "full XPath": the number of an element among those of its name, where it is not the first. */
function pathOf(element: Element): string {
  const steps: string[] = [];
  for (let step: Element | null = element; step !== null; step = step.parentElement) {
    let position = 1;
    for (let before = step.previousElementSibling; before !== null; before = before.previousElementSibling)
      if (before.localName === step.localName) position++;
    steps.push(step.localName + (position === 1 ? '' : `[${position}]`));
  }
  return `/${steps.reverse().join('/')}`;
}

function elementAt(within: Document, path: string): Element | undefined {
  let at: Document | Element | undefined = within;
  for (const step of path.slice(1).split('/')) {
    const [, name, position = '1'] = /^(.*?)(?:\[(\d+)\])?$/.exec(step)!;
    at = [...at!.children].filter(({ localName }) => localName === name)[Number(position) - 1];
    if (at === undefined) return undefined;
  }
  return at as Element;
}

export class PageLabels {
  readonly #tab: PageTab;
  #labelling: Labelling | undefined;

  constructor(tab: PageTab) {
    this.#tab = tab;
  }

  report(): LabelReport {
    return { isOn: this.#labelling !== undefined, count: this.#labelling?.count ?? 0 };
  }

  async obey(act: LabelAct): Promise<LabelReport | TakenText> {
    if (act === 'start') await this.#start();
    if (act === 'stop') await this.#stop();
    if (act === 'start' || act === 'stop') return this.report();
    const labelling = this.#labelling;
    if (labelling === undefined || labelling.count === 0) throw new Problem('problemNoLabels');
    const name = location.hostname.replace(/[^\w.]+/g, '-');
    if (act === 'labels')
      return { text: labelling.labelFile(), type: 'application/json', name: `${name}.labels.json` };
    return { text: labelling.labelledPage(), type: 'text/html', name: `${name}.html` };
  }

  async #start(): Promise<void> {
    if (this.#labelling !== undefined) return;
    const { withCookies } = await this.#tab.settings();
    const sent = await fetchPage(document.URL, withCookies).catch(() => {
      throw new Problem('problemNotSent');
    });
    this.#labelling = new Labelling(new DOMParser().parseFromString(sent.html, 'text/html'));
  }

  async #stop(): Promise<void> {
    await this.#labelling?.stop();
    this.#labelling = undefined;
  }
}
