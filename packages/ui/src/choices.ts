/** What the user chooses: yes or no, one of a few that all are seen, one of a list. */
import { element, heading } from './element.ts';

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

/** One of a few, side by side. Radio buttons underneath: keyboards and screen readers know these. */
export function segments<Name extends string>(
  title: string,
  names: Readonly<Record<Name, string>>,
  { name, chosen, changed }: { readonly name: string; readonly chosen: Name; changed(chosen: Name): void },
): HTMLFieldSetElement {
  const all = Object.entries<string>(names).map(([value, words]) => {
    const attributes = { type: 'radio', name, value, 'data-key': `${name}-${value}` };
    const radio = element('input', { attributes });
    radio.checked = value === chosen;
    radio.addEventListener('change', () => changed(value as Name));
    return element('label', {}, radio, words);
  });
  return element(
    'fieldset',
    {},
    element('legend', {}, heading(title)),
    element('div', { class: 'segments' }, ...all),
  );
}
