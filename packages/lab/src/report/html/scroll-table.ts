/** Tables, each in a box of its own that scrolls sideways where the screen is narrow. */
import type { Table } from '../table.ts';
import { html, join, type Markup } from './markup.ts';

export interface Cell {
  readonly shown: Markup;
  /** What rows are sorted by; undefined comes last. */
  readonly value: number | string | undefined;
}

export interface SortableTable {
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

export function sortableTable({ name, head, rows }: SortableTable): Markup {
  const titles = head.map((title) => html`<th scope="col">${title}</th>`);
  const lines = rows.map((cells) => {
    const [first, ...rest] = cells.map(({ shown, value }, i) =>
      i === 0
        ? html`<th scope="row" data-value="${value}">${shown}</th>`
        : html`<td data-value="${value === undefined ? '' : String(value)}">${shown}</td>`,
    );
    return html`<tr>${first}${join(rest)}</tr>\n`;
  });
  return box(
    name,
    html`<table class="sortable"><caption>${name}</caption><thead><tr>${titles}</tr></thead><tbody>${lines}</tbody></table>`,
  );
}

export function plainTable({ title, head, rows }: Table): Markup {
  const titles = head.map((text) => html`<th scope="col">${text}</th>`);
  const lines = rows.map(
    ([first = '', ...rest]) =>
      html`<tr><th scope="row">${first}</th>${rest.map((text) => html`<td>${text}</td>`)}</tr>\n`,
  );
  return box(title, html`<table><thead><tr>${titles}</tr></thead><tbody>${lines}</tbody></table>`);
}

/** Somebody without a mouse scrolls it with the keyboard. */
function box(name: string, table: Markup): Markup {
  return html`<div class="box" role="region" aria-label="${name}" tabindex="0">${table}</div>`;
}
