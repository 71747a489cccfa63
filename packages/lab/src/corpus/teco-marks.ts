/** The gold that a page of TECO carries in its own classes, and the page without it. */
import { attributeName, countAttributes, type Page, scanValue, TEXT } from 'dehusk/parts';
import { numberedSegments, type ReadLabels } from '../gold/read-gold.ts';

const CONTENT = 'notTemplate';
const MAIN = 'mainContent';

/** Whether it is worth parsing: the class may be on the page. */
export function isMarked(bytes: Buffer): boolean {
  return bytes.includes(CONTENT);
}

/** Text within an element of the class notTemplate is content. Undefined for a page that has none. */
export function markedLabels(page: Page): ReadLabels | undefined {
  const content = rangesWithin(page, CONTENT);
  const main = rangesWithin(page, MAIN);
  if (!page.classLists.some((classes) => classes.includes(CONTENT))) return undefined;
  return { content, ignored: [], ...(main.length > 0 && { main }) };
}

function rangesWithin(page: Page, className: string): ReadLabels['content'] {
  const isMarkedList = page.classLists.map((classes) => classes.includes(className));
  const isWithin = new Uint8Array(page.nodeCount);
  for (let node = 1; node < page.nodeCount; node++) {
    const isMarkedItself = page.tag[node] !== TEXT && isMarkedList[page.classList[node]!]!;
    isWithin[node] = isMarkedItself ? 1 : isWithin[page.parent[node]!]!;
  }
  const ranges: [number, number][] = [];
  for (const [number, segment] of numberedSegments(page).entries()) {
    if (isWithin[page.segments[segment]!] === 0) continue;
    const last = ranges.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}

/** The source of a page without the two class names; an attribute that had no other goes too. */
export function withoutMarks(page: Page, source: string): string {
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
  const others = classes.filter((name) => name !== CONTENT && name !== MAIN);
  if (others.length === classes.length) return undefined;
  const instead = others.join(' ').trim();
  const before = /\s+class\s*=\s*["']?$/i.exec(source.slice(Math.max(0, start - 50), start));
  if (instead !== '' || before === null) return { start, end, instead };
  const quote = /["']$/.test(before[0]) ? 1 : 0;
  return { start: start - before[0].length, end: end + quote, instead };
}
