/**
 * Gold that a page carries in its own classes. In the form of TECO, the suite of Alarte's thesis (6.2.1), an element
 * of the class `notTemplate` is no template with all that is in it, and one of `mainContent` is main content. Whoever
 * judges such a page must not see them.
 *
 * Many sites have a class `mainContent` of their own: it is gold only on a page that also has a `notTemplate`.
 */
import { attributeName, countAttributes, type FullPage, type Page, scanValue } from './page.ts';
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
  const { source } = page as FullPage;
  if (!hasGoldClasses(page)) return source;
  let rest = '';
  let done = 0;
  for (const cut of classCuts(page)) {
    rest += source.slice(done, cut.start) + cut.instead;
    done = cut.end;
  }
  return rest + source.slice(done);
}

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly instead: string;
}

/** In the order of the source. Elements that the parser has opened twice have the same attributes twice. */
function classCuts(page: Page): readonly Cut[] {
  const cuts = new Map<number, Cut>();
  const read = (source: string, start: number, end: number): void => {
    const cut = cutOf(source, start, end);
    if (cut !== undefined) cuts.set(cut.start, cut);
  };
  for (let row = 0; row < countAttributes(page); row++)
    if (page.attributeNames.name(attributeName(page, row)) === 'class') scanValue(page, row, { read });
  return [...cuts.values()].sort((a, b) => a.start - b.start);
}

function cutOf(source: string, start: number, end: number): Cut | undefined {
  const classes = source.slice(start, end).split(/\s+/);
  const others = classes.filter((name) => name !== goldClasses.content && name !== goldClasses.main);
  if (others.length === classes.length) return undefined;
  const instead = others.join(' ').trim();
  const before = /\s+class\s*=\s*["']?$/i.exec(source.slice(Math.max(0, start - 50), start));
  if (instead !== '' || before === null) return { start, end, instead };
  const quote = /["']$/.test(before[0]) ? 1 : 0;
  return { start: start - before[0].length, end: end + quote, instead };
}
