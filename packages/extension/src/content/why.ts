/**
 * Why? The block that the pointer or the focus is on says why it was judged as it was, and lets the user say otherwise,
 * which makes a rule of the site. All of it is drawn in one element with a closed shadow root, which page scripts cannot
 * look into, and which is gone when Why? is switched off.
 */
import { explainPiece, reason } from 'dehusk/dom-parts';
import { ask, type Rule } from '../protocol.ts';
import { text } from '../text.ts';
import { blocksByText, type JudgedBlock } from './judged-blocks.ts';
import { cardStyle, createOwnElement, ownButton } from './own-element.ts';
import type { PageTab } from './page-tab.ts';
import { ruleSelector } from './rule-selector.ts';
import { sharedWorld } from './shared-world.ts';
import type { JudgedDocument } from './site-session.ts';

/** More would be read by nobody. */
const MOST_REASONS = 5;

const style = `${cardStyle}
  .outline { position: fixed; pointer-events: none; border: 2px solid #d97706; border-radius: 3px; }`;

class Why {
  readonly #tab: PageTab;
  readonly #host: HTMLElement;
  readonly #outline = document.createElement('div');
  readonly #card = document.createElement('div');
  #judged: JudgedDocument | undefined;
  #blocks: ReadonlyMap<Node, JudgedBlock> = new Map();
  #block: JudgedBlock | undefined;
  /** A click keeps the card where it is, so that its buttons can be reached. */
  #isPinned = false;
  #lastRule: Rule | undefined;

  constructor(tab: PageTab) {
    this.#tab = tab;
    const { host, root } = createOwnElement(style);
    this.#host = host;
    this.#outline.className = 'outline';
    this.#card.className = 'card';
    this.#card.setAttribute('role', 'status');
    root.append(this.#outline, this.#card);
    this.#hide();
  }

  start(): void {
    document.documentElement.append(this.#host);
    for (const [type, listener] of this.#listeners) addEventListener(type, listener, true);
    this.#card.replaceChildren(text('whyHint'));
    // Where it is least in the way; it goes when the first block is pointed at.
    Object.assign(this.#card.style, { insetBlockEnd: '1rem', insetInlineEnd: '1rem' });
    this.#card.hidden = false;
  }

  stop(): void {
    for (const [type, listener] of this.#listeners) removeEventListener(type, listener, true);
    this.#host.remove();
  }

  readonly #listeners: readonly (readonly [string, (event: Event) => void])[] = [
    ['mousemove', (event) => this.#point(event as MouseEvent)],
    ['focusin', (event) => this.#focus(event.target as Element)],
    ['click', (event) => this.#click(event as MouseEvent)],
    ['keydown', (event) => this.#key(event as KeyboardEvent)],
    ['scroll', () => this.#place()],
  ];

  #point(event: MouseEvent): void {
    if (this.#isPinned || event.target === this.#host) return;
    void this.#show(textAt(event.clientX, event.clientY));
  }

  #focus(element: Element): void {
    if (this.#isPinned || element === this.#host || !(element instanceof Element)) return;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node.nodeValue?.trim()) return void this.#show(node);
  }

  /** A click on the page chooses the block, and does nothing else. */
  #click(event: MouseEvent): void {
    // Only a click of the user's: a page could make others.
    if (event.target === this.#host || !event.isTrusted) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#isPinned = !this.#isPinned && this.#block !== undefined;
  }

  #key(event: KeyboardEvent): void {
    if (!event.isTrusted || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Escape') {
      this.#isPinned = false;
      this.#hide();
    }
  }

  async #show(node: Node | undefined): Promise<void> {
    const { judged } = await this.#tab.judged();
    if (judged !== this.#judged) {
      this.#judged = judged;
      this.#blocks = blocksByText(judged);
    }
    const block = node && this.#blocks.get(node);
    if (block === this.#block) return;
    this.#block = block;
    if (block === undefined) this.#hide();
    else this.#draw(block);
  }

  #draw(block: JudgedBlock): void {
    const heading = document.createElement('b');
    heading.textContent = text(block.isTemplate ? 'whyTemplate' : 'whyContent');
    const lines = this.#reasons(block).map((line) => {
      const shown = document.createElement('div');
      shown.textContent = line;
      return shown;
    });
    const buttons = document.createElement('div');
    buttons.className = 'buttons';
    buttons.append(
      block.isTemplate
        ? ownButton(text('isContent'), () => this.#rule('keep', block))
        : ownButton(text('isTemplate'), () => this.#rule('drop', block)),
    );
    const last = this.#lastRule;
    if (last !== undefined) buttons.append(ownButton(text('undo'), () => this.#undo(last)));
    this.#card.replaceChildren(heading, ...lines, buttons);
    this.#card.hidden = false;
    this.#outline.hidden = false;
    this.#place();
  }

  #reasons(block: JudgedBlock): readonly string[] {
    const { cleaned } = this.#judged!;
    const rule = this.#tab.ruleOf(block.element);
    if (rule !== undefined) return [text('whyRule', rule.selector)];
    const percent = Math.round(100 * block.score);
    return [
      block.of <= 1 ? text('whyFirst') : text('whySeen', block.seen, block.of),
      text('whyScore', percent),
      ...block
        .reasons()
        .slice(0, MOST_REASONS)
        .map((one) => text(one.for === 'template' ? 'whyForTemplate' : 'whyForContent', one.fact)),
      ...(cleaned.guarded && !block.isTemplate ? [text('whyGuard')] : []),
    ];
  }

  async #rule(kind: Rule['kind'], block: JudgedBlock): Promise<void> {
    const selector = ruleSelector(block.element);
    this.#lastRule = await ask<Rule>({ type: 'add-rule', kind, selector });
    await this.#again(block);
  }

  async #undo({ id }: Rule): Promise<void> {
    await ask<void>({ type: 'undo-rule', id });
    this.#lastRule = undefined;
    if (this.#block !== undefined) await this.#again(this.#block);
  }

  async #again({ texts }: JudgedBlock): Promise<void> {
    await this.#tab.inTurn(() => this.#tab.visit());
    this.#block = undefined;
    await this.#show(texts[0]);
  }

  #hide(): void {
    this.#outline.hidden = true;
    this.#card.hidden = true;
    this.#block = undefined;
  }

  /** Below the block, or above it where there is no room. */
  #place(): void {
    if (this.#block === undefined) return;
    const range = document.createRange();
    range.setStartBefore(this.#block.texts[0]!);
    range.setEndAfter(this.#block.texts.at(-1)!);
    const { left, top, width, height, bottom } = range.getBoundingClientRect();
    const pixels = (value: number): string => `${Math.round(value)}px`;
    const size = {
      left: pixels(left - 3),
      top: pixels(top - 3),
      width: pixels(width + 2),
      height: pixels(height + 2),
    };
    Object.assign(this.#outline.style, size);
    const { height: cardHeight, width: cardWidth } = this.#card.getBoundingClientRect();
    const below = bottom + 6;
    const cardTop =
      below + cardHeight < innerHeight ? below : Math.max(4, Math.min(top, innerHeight) - cardHeight - 6);
    const cardLeft = Math.max(4, Math.min(left, innerWidth - cardWidth - 4));
    Object.assign(this.#card.style, { inset: 'auto', left: pixels(cardLeft), top: pixels(cardTop) });
  }
}

function textAt(x: number, y: number): Node | undefined {
  const node =
    document.caretPositionFromPoint?.(x, y)?.offsetNode ??
    document.caretRangeFromPoint?.(x, y)?.startContainer;
  return node?.nodeType === Node.TEXT_NODE ? node : undefined;
}

const tab = sharedWorld.dehuskTab!;
tab.features.explainer ??= { explainPiece, reason };
tab.features.why ??= () => {
  const why = new Why(tab);
  why.start();
  return () => why.stop();
};
