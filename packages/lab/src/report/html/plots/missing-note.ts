import { html, join, type Markup } from '../markup.ts';
import type { NumberedMethod } from '../numbered-methods.ts';

/** Who is not on a plot, and why: nobody is left out in silence. */
export function missingNote(missing: readonly NumberedMethod[], what: string): Markup {
  if (missing.length === 0) return html``;
  const names = missing.map(({ name }, i) => html`${i === 0 ? '' : ', '}<code>${name}</code>`);
  return html` Without a figure for ${what}, so not here: ${join(names)}.`;
}
