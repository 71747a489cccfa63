/**
 * Gold that a page carries in its own classes. In the form of TECO, the suite of Alarte's thesis (6.2.1), an element
 * of the class `notTemplate` is no template with all that is in it, and one of `mainContent` is main content. Whoever
 * judges such a page must not see them.
 *
 * Many sites have a class `mainContent` of their own: it is gold only on a page that also has a `notTemplate`.
 */
import { changedSource, type SourceChange } from './changed-source.ts';
import { attributeName, countAttributes, type FullPage, type Page, type SourceText } from './page.ts';
import { type ParseOptions, parse } from './parse.ts';
import type { RawPage } from './raw-page.ts';

export const goldClasses = { content: 'notTemplate', main: 'mainContent' } as const;

export function hasGoldClasses({ classLists }: Page): boolean {
  return classLists.some((classes) => classes.includes(goldClasses.content));
}

/** As `parse`, without gold that the page may carry. */
export function parseWithoutGold(
  raw: Pick<RawPage, 'bytes' | 'contentType' | 'url'>,
  options: ParseOptions,
): Page {
  const page = parse(raw, options);
  if (!hasGoldClasses(page)) return page;
  const bytes = new TextEncoder().encode(withoutGoldClasses(page));
  return {
    ...parse({ ...raw, bytes, contentType: 'text/html; charset=utf-8' }, options),
    encoding: page.encoding,
  };
}

/** The source of a page without the two class names; an attribute that had no other goes too. */
export function withoutGoldClasses(page: Page): string {
  return changedSource(page, hasGoldClasses(page) ? classCuts(page) : []);
}

function classCuts(page: Page): readonly SourceChange[] {
  const cuts: SourceChange[] = [];
  const { source, attributes } = page as FullPage;
  for (let row = 0; row < countAttributes(page); row++) {
    if (page.attributeNames.name(attributeName(page, row)) !== 'class') continue;
    const cut = cutOf(source, attributes.start[row]!, attributes.end[row]!);
    if (cut !== undefined) cuts.push(cut);
  }
  return cuts;
}

function cutOf(source: SourceText, start: number, end: number): SourceChange | undefined {
  const classes = source.slice(start, end).split(/\s+/);
  const others = classes.filter((name) => name !== goldClasses.content && name !== goldClasses.main);
  if (others.length === classes.length) return undefined;
  const instead = others.join(' ').trim();
  const before = /\s+class\s*=\s*["']?$/i.exec(source.slice(Math.max(0, start - 50), start));
  if (instead !== '' || before === null) return { start, end, instead };
  const quote = /["']$/.test(before[0]) ? 1 : 0;
  return { start: start - before[0].length, end: end + quote, instead };
}
