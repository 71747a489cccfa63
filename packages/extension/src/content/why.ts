/**
 * Why? The block that the pointer or the focus is on says why it was judged as it was, and lets the user say otherwise,
 * which makes a rule of the site. All of it is drawn in one element with a closed shadow root, which page scripts cannot
 * look into, and which is gone when Why? is switched off.
 */
import { askUntilAnswered, type JudgedBlock, type Rule } from '../protocol.ts';
import { text } from '../text.ts';
import type { JudgedDocument } from './judged-document.ts';
import { Outline, outlineStyle } from './outline.ts';
import { cardStyle, createOwnElement, ownButton } from './own-element.ts';
import type { PageTab } from './page-tab.ts';
import { ruleSelector } from './rule-selector.ts';

/** More would be read by nobody. */
const MOST_REASONS = 5;

const style = `${cardStyle}${outlineStyle}
  .reason { font-size: 13px; opacity: .85; }`;

/** A block of the document that was judged. */
interface ShownBlock extends JudgedBlock {
  readonly holder: Element;
  readonly nodes: readonly Text[];
  readonly isGuarded: boolean;
}

export class Why {
  readonly #tab: PageTab;
  readonly #host: HTMLElement;
  readonly #root: ShadowRoot;
  readonly #outline = new Outline((box) => this.#placeCard(box));
  readonly #card = document.createElement('div');
  #judged: JudgedDocument | undefined;
  /** By the texts that stand in them; undefined for those that no reader sees. */
  readonly #blocks = new Map<Node, ShownBlock | undefined>();
  #block: ShownBlock | undefined;
  /** The text that was pointed at last: answers for others come too late. */
  #pointed: Node | undefined;
  /** A click or Enter keeps the card where it is, so that its buttons can be reached. */
  #isPinned = false;
  /** Who had the focus before a button of the card. */
  #focused: HTMLElement | undefined;
  #lastRule: Rule | undefined;

  constructor(tab: PageTab) {
    this.#tab = tab;
    const { host, root } = createOwnElement(style);
    this.#host = host;
    this.#root = root;
    this.#card.className = 'card';
    this.#card.setAttribute('role', 'status');
    root.append(this.#outline.element, this.#card);
    document.documentElement.append(this.#host);
    for (const [type, listener] of this.#listeners) addEventListener(type, listener, true);
    this.#card.replaceChildren(text('whyHint'));
    // Where it is least in the way; it goes when the first block is pointed at.
    Object.assign(this.#card.style, { insetBlockEnd: '1rem', insetInlineEnd: '1rem' });
  }

  stop(): void {
    for (const [type, listener] of this.#listeners) removeEventListener(type, listener, true);
    this.#outline.stop();
    this.#host.remove();
  }

  readonly #listeners: readonly (readonly [string, (event: Event) => void])[] = [
    ['mousemove', (event) => this.#point(event as MouseEvent)],
    ['focusin', (event) => this.#focus(event.target as Element)],
    ['click', (event) => this.#click(event as MouseEvent)],
    ['keydown', (event) => this.#key(event as KeyboardEvent)],
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

  /** Enter leads to the buttons of the card, Escape back from there, and once more out of Why? */
  #key(event: KeyboardEvent): void {
    if (!event.isTrusted || event.ctrlKey || event.altKey || event.metaKey) return;
    const isOurs = event.target === this.#host;
    if (event.key === 'Enter' && !isOurs && this.#block !== undefined) {
      this.#isPinned = true;
      this.#focused = event.target as HTMLElement;
      this.#focusButton();
    } else if (event.key === 'Escape' && this.#isPinned) {
      this.#isPinned = false;
      if (isOurs) this.#focused?.focus();
    } else if (event.key === 'Escape') void this.#tab.obey({ type: 'why', isOn: false });
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  #focusButton(): void {
    this.#card.querySelector('button')?.focus();
  }

  async #show(node: Node | undefined): Promise<void> {
    this.#pointed = node;
    const block = node && (await this.#blockOf(node));
    if (block === this.#block || node !== this.#pointed) return;
    this.#block = block;
    if (block === undefined) this.#hide();
    else this.#draw(block);
  }

  async #blockOf(node: Node): Promise<ShownBlock | undefined> {
    const judged = await this.#tab.judged();
    if (judged !== this.#judged) this.#blocks.clear();
    this.#judged = judged;
    if (this.#blocks.has(node)) return this.#blocks.get(node);
    let nodes = judged.nodes;
    let isGuarded = false;
    const found = await this.#tab.askOfJudged<JudgedBlock | undefined>((current) => {
      nodes = current.nodes;
      isGuarded = current.answer.isGuarded;
      return { type: 'explain', judged: current.answer.name, entry: nodes.indexOf(node) };
    });
    if (!found) return undefined;
    const shown = {
      ...found,
      holder: nodes[found.element] as Element,
      nodes: found.texts.map((entry) => nodes[entry] as Text),
      isGuarded,
    };
    for (const text of shown.nodes) this.#blocks.set(text, shown);
    return shown;
  }

  #draw(block: ShownBlock): void {
    const heading = document.createElement('b');
    heading.textContent = text(block.isTemplate ? 'whyTemplate' : 'whyContent');
    const lines = this.#reasons(block).map((line) => {
      const shown = document.createElement('div');
      shown.className = 'reason';
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
    const hadFocus = this.#root.activeElement !== null;
    this.#card.replaceChildren(heading, ...lines, buttons);
    this.#card.hidden = false;
    this.#outline.around(() => boxOf(block));
    if (hadFocus) this.#focusButton();
  }

  #reasons(block: ShownBlock): readonly string[] {
    const rule = this.#tab.ruleOf(block.holder);
    if (rule !== undefined) return [text('whyRule', rule.selector)];
    const percent = Math.round(100 * block.score);
    return [
      block.of <= 1 ? text('whyFirst') : text('whySeen', block.seen, block.of),
      text('whyScore', percent),
      ...block.reasons
        .slice(0, MOST_REASONS)
        .map((one) => text(one.for === 'template' ? 'whyForTemplate' : 'whyForContent', one.fact)),
      ...(block.isGuarded && !block.isTemplate ? [text('whyGuard')] : []),
    ];
  }

  async #rule(kind: Rule['kind'], block: ShownBlock): Promise<void> {
    const selector = ruleSelector(block.holder);
    this.#lastRule = await askUntilAnswered<Rule>({ type: 'add-rule', kind, selector });
    await this.#again(block);
  }

  async #undo({ id }: Rule): Promise<void> {
    await askUntilAnswered<void>({ type: 'undo-rule', id });
    this.#lastRule = undefined;
    if (this.#block !== undefined) await this.#again(this.#block);
  }

  async #again({ nodes }: ShownBlock): Promise<void> {
    await this.#tab.inTurn(() => this.#tab.visit());
    this.#block = undefined;
    await this.#show(nodes[0]);
  }

  #hide(): void {
    this.#outline.hide();
    this.#card.hidden = true;
    this.#block = undefined;
  }

  /** Below the block, or above it where there is no room. */
  #placeCard({ left, top, bottom }: DOMRect): void {
    const pixels = (value: number): string => `${Math.round(value)}px`;
    const { height: cardHeight, width: cardWidth } = this.#card.getBoundingClientRect();
    const below = bottom + 8;
    const cardTop =
      below + cardHeight < innerHeight ? below : Math.max(4, Math.min(top, innerHeight) - cardHeight - 8);
    const cardLeft = Math.max(4, Math.min(left, innerWidth - cardWidth - 4));
    Object.assign(this.#card.style, { inset: 'auto', left: pixels(cardLeft), top: pixels(cardTop) });
  }
}

/** Of what is still in the page. */
function boxOf({ nodes }: ShownBlock): DOMRect {
  const shown = nodes.filter(({ isConnected }) => isConnected);
  if (shown.length === 0) return new DOMRect();
  const range = document.createRange();
  range.setStartBefore(shown[0]!);
  range.setEndAfter(shown.at(-1)!);
  return range.getBoundingClientRect();
}

function textAt(x: number, y: number): Node | undefined {
  const node =
    document.caretPositionFromPoint?.(x, y)?.offsetNode ??
    document.caretRangeFromPoint?.(x, y)?.startContainer;
  return node?.nodeType === Node.TEXT_NODE ? node : undefined;
}
