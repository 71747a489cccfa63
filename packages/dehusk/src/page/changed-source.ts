/** The markup of a page as its author wrote it, with some of it changed. Everything else stays, to the byte. */
import type { FullPage, Page } from './page.ts';

/** In the units of the source. */
export interface SourceChange {
  readonly start: number;
  readonly end: number;
  readonly instead: string;
}

/** Changes must not overlap. The parser may open an element twice, so the same one may come twice. */
export function changedSource(page: Page, changes: readonly SourceChange[]): string {
  const { source } = page as FullPage;
  const byStart = new Map(changes.map((change) => [change.start, change]));
  let rest = '';
  let done = 0;
  for (const { start, end, instead } of [...byStart.values()].sort((a, b) => a.start - b.start)) {
    rest += source.slice(done, start) + instead;
    done = end;
  }
  return rest + source.slice(done, source.length);
}

/** With other values of attributes, by their rows, as markup. An attribute without a value has no room for one. */
export function withValues(page: Page, values: ReadonlyMap<number, string>): string {
  const { start, end } = (page as FullPage).attributes;
  const changes = [...values]
    .map(([row, instead]) => ({ start: start[row]!, end: end[row]!, instead }))
    .filter((change) => change.end > change.start);
  return changedSource(page, changes);
}
