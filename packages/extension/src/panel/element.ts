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

export function checkbox(
  label: string,
  isChecked: boolean,
  changed: (isChecked: boolean) => void,
): HTMLLabelElement {
  const box = element('input', { attributes: { type: 'checkbox' } });
  box.checked = isChecked;
  box.addEventListener('change', () => changed(box.checked));
  return element('label', { class: 'option' }, box, label);
}

/** One of several, by their names. */
export function choice<Name extends string>(
  label: string,
  names: Readonly<Record<Name, string>>,
  chosen: Name,
  changed: (name: Name) => void,
): HTMLLabelElement {
  const options = Object.entries<string>(names).map(([value, words]) => {
    const option = element('option', { attributes: { value } }, words);
    option.selected = value === chosen;
    return option;
  });
  const select = element('select', {}, ...options);
  select.addEventListener('change', () => changed(select.value as Name));
  return element('label', { class: 'choice' }, label, select);
}

/** As a file of the user's, by the browser's own way of saving. */
export function save(content: BlobPart, type: string, name: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  element('a', { attributes: { href: url, download: name } }).click();
  // Not at once: the browser may not have begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
