/**
 * The one element that the extension may add to a page, beside its body: with a closed shadow root, which page scripts
 * cannot look into. Whoever shows something there takes it away again.
 */
import { problemOf } from '../protocol.ts';
import { textOf } from '../text.ts';

const ownElements = new WeakSet<Element>();

/** It is no part of the page: nobody judges it. */
export function isOwnElement(element: Element): boolean {
  return ownElements.has(element);
}

export function createOwnElement(style: string): { readonly host: HTMLElement; readonly root: ShadowRoot } {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'closed' });
  addStyle(root, style);
  ownElements.add(host);
  Object.assign(host.style, { position: 'fixed', inset: '0 auto auto 0', zIndex: '2147483647' });
  return { host, root };
}

/** Pages may forbid style elements. Firefox gives content scripts no other way, and lets theirs pass. */
function addStyle(root: ShadowRoot, style: string): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    root.adoptedStyleSheets = [sheet];
  } catch {
    const sheet = document.createElement('style');
    sheet.textContent = style;
    root.prepend(sheet);
  }
}

/** A button that only the user can press: a page could make clicks of its own. What goes wrong is said beside it. */
export function ownButton(label: string, act: () => unknown): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  const press = async (): Promise<void> => {
    const row = button.parentElement;
    row?.querySelector('.problem')?.remove();
    try {
      await act();
    } catch (error) {
      const said = document.createElement('div');
      said.className = 'problem';
      said.setAttribute('role', 'alert');
      said.textContent = textOf(problemOf(error));
      row?.append(said);
    }
  };
  button.addEventListener('click', (event) => {
    if (event.isTrusted) void press();
  });
  return button;
}

/** How cards, bars and their buttons look. */
export const cardStyle = `
  :host { all: initial; }
  .card { position: fixed; max-inline-size: 24rem; padding: .6rem .8rem; border-radius: .4rem; font: 14px/1.4 system-ui, sans-serif;
    color: #1f2937; background: #fff; border: 1px solid #9ca3af; box-shadow: 0 2px 12px #0004; }
  .card b { display: block; }
  .buttons { display: flex; flex-wrap: wrap; gap: .4rem; margin-block-start: .5rem; }
  button { font: inherit; padding: .2rem .6rem; border: 1px solid #9ca3af; border-radius: .3rem; color: inherit; background: #f3f4f6; cursor: pointer; }
  button:focus-visible { outline: 2px solid #d97706; }
  [hidden] { display: none; }
  @media (prefers-color-scheme: dark) {
    .card { color: #e5e7eb; background: #1f2937; border-color: #6b7280; }
    button { background: #374151; }
  }`;
