/** Things one below the other. */
import { button, element } from './element.ts';

export interface RemovableItem {
  readonly words: readonly (Node | string)[];
  /** Of the button, for those who do not see what it stands beside. */
  readonly removeLabel: string;
  remove(): void;
}

/** Each with a button that removes it; `empty` is said where there are none. */
export function removableList(items: readonly RemovableItem[], empty: string): HTMLElement {
  if (items.length === 0) return element('p', { class: 'faint' }, empty);
  const shown = items.map(({ words, removeLabel, remove }) =>
    element('li', {}, element('span', {}, ...words), button('×', remove, { 'aria-label': removeLabel })),
  );
  return element('ul', {}, ...shown);
}

export interface ListedPart {
  readonly kind: string;
  readonly text: string;
  readonly isCurrent: boolean;
  /** It goes with the one before it: the two are one change. */
  readonly isSecond: boolean;
}

/** Changes of one sort, with their number, to be folded away; nothing where there are none. */
export function changeList(
  title: string,
  changes: readonly ListedPart[],
  { sort, isOpen }: { readonly sort: 'content' | 'template' | 'unsteady'; readonly isOpen: boolean },
): readonly HTMLElement[] {
  if (changes.length === 0) return [];
  const items = changes.map(({ kind, text, isCurrent }) =>
    element(
      'li',
      {
        class: `change ${sort}${isCurrent ? ' current' : ''}`,
        attributes: isCurrent ? { 'aria-current': 'true' } : {},
      },
      `${kind}: `,
      element('span', {}, text),
    ),
  );
  const count = changes.filter(({ isSecond }) => !isSecond).length;
  const details = element(
    'details',
    {},
    element('summary', {}, `${title} (${count})`),
    element('ul', {}, ...items),
  );
  details.open = isOpen;
  return [details];
}

/** Rows whose first cell names them. */
export function tableRow(name: string, cells: readonly string[]): HTMLTableRowElement {
  return element(
    'tr',
    {},
    element('th', { attributes: { scope: 'row' } }, name),
    ...cells.map((words) => element('td', {}, words)),
  );
}

export function table(heads: readonly string[], rows: HTMLTableSectionElement): HTMLTableElement {
  const cells = heads.map((words) => element('th', { attributes: { scope: 'col' } }, words));
  return element('table', {}, element('thead', {}, element('tr', {}, ...cells)), rows);
}
