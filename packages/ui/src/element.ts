/** Elements made by call. Texts are set as texts, so that nothing that a page says is ever read as markup. */
type Child = Node | string | undefined;

export interface ElementOptions {
  readonly class?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly onClick?: () => void;
}

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  options: ElementOptions,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (options.class !== undefined) made.className = options.class;
  for (const [attribute, value] of Object.entries(options.attributes ?? {}))
    made.setAttribute(attribute, value);
  if (options.onClick !== undefined) made.addEventListener('click', options.onClick);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

export function button(
  label: string,
  onClick: () => void,
  attributes: Readonly<Record<string, string>> = {},
): HTMLButtonElement {
  return element('button', { attributes: { type: 'button', ...attributes }, onClick }, label);
}

/** The heading of a part of a page. */
export function heading(title: string): HTMLHeadingElement {
  return element('h2', {}, title);
}

/** What the user should know of; nothing where there is nothing. */
export function problem(words: string | undefined): readonly HTMLElement[] {
  return words === undefined ? [] : [element('p', { class: 'problem' }, words)];
}

export function buttons(...all: readonly (HTMLButtonElement | undefined)[]): HTMLDivElement {
  return element('div', { class: 'buttons' }, ...all);
}
