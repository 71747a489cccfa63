/**
 * A corpus in the form of TECO, the suite of Alarte's thesis (chapter 6): a folder for each site, as a crawler mirrored
 * it, in which one page or more carry gold in their own classes. These are the key pages; only they are scored.
 *
 *     pages/www.example.org/index.html        key page: <div class="notTemplate"> … </div>
 *     pages/www.example.org/about/us.html     a page of the same site
 *
 * Sites are the folders in `pages`, or else in the folder itself; a folder with a key page right in it is one site.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { DehuskError, type Page, parse } from 'dehusk';
import { attributeName, countAttributes, decode, scanValue, TEXT } from 'dehusk/parts';
import type { CorpusPage, CorpusSite } from './corpus.ts';
import { numberedSegments, type ReadLabels } from './gold.ts';

/** Links between files lead somewhere, and nothing is ever fetched: names below `.invalid` belong to nobody. */
const FILES_URL = 'https://files.invalid/';
const pageFile = /\.x?html?$/i;

export function readTeco(folder: string): readonly CorpusSite[] {
  const pages = join(folder, 'pages');
  const root = existsSync(pages) ? pages : folder;
  const own = pageFiles(root, false);
  if (keyPages(root, own).length > 0) return readSite(root, basename(resolve(root)));
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.map(({ name }) => name).sort();
  return names.flatMap((name) => readSite(join(root, name), name));
}

/** Nothing for a folder without a key page. */
function readSite(folder: string, name: string): readonly CorpusSite[] {
  const files = pageFiles(folder, true);
  const keys = keyPages(folder, files);
  if (keys.length === 0) return [];
  const keyFiles = keys.map(({ file }) => file);
  // The suite asks for the template of a page whose site is at hand: key pages come when all others have been seen.
  const ordered = [...files.filter((file) => !keyFiles.includes(file)), ...keyFiles];
  const site: CorpusSite = {
    name: `teco-${name}`,
    kind: 'unknown',
    language: 'unknown',
    zones: undefined,
    readLabels: new Map(keys.map(({ file, labels }) => [urlOf(file), labels])),
    pages: () => ordered.map((file) => readPage(folder, file)),
  };
  return [site];
}

/** Paths in the folder, with slashes. */
function pageFiles(folder: string, recursive: boolean): readonly string[] {
  const paths = readdirSync(folder, { recursive, withFileTypes: true })
    .filter((entry) => entry.isFile() && pageFile.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return paths.map((path) => path.replaceAll(sep, '/')).sort();
}

interface KeyPage {
  readonly file: string;
  readonly labels: ReadLabels;
}

function keyPages(folder: string, files: readonly string[]): readonly KeyPage[] {
  return files.flatMap((file) => {
    const bytes = readFileSync(join(folder, file));
    const page = isMarked(bytes) ? parsed(file, bytes) : undefined;
    const labels = page && markedLabels(page);
    return labels === undefined ? [] : [{ file, labels }];
  });
}

/** Methods see the page without its gold. */
function readPage(folder: string, file: string): CorpusPage {
  const bytes = readFileSync(join(folder, file));
  const page = parsed(file, bytes);
  // Whoever evaluates will fail on what cannot be parsed too, and says so.
  const html =
    page === undefined ? bytes.toString('latin1') : withoutMarks(page, decode(bytes, page.encoding));
  return { url: urlOf(file), html };
}

/** Undefined for a page that cannot be parsed. */
function parsed(file: string, bytes: Buffer): Page | undefined {
  try {
    return parse({ url: urlOf(file), bytes });
  } catch (error) {
    if (error instanceof DehuskError) return undefined;
    throw error;
  }
}

/** As links between mirrored files have it: `?` of a file name is part of its path. */
function urlOf(file: string): string {
  return FILES_URL + encodeURI(file).replace(/[?#]/g, encodeURIComponent);
}

// The gold that a page of TECO carries in its own classes, and the page without it.

const CONTENT = 'notTemplate';
const MAIN = 'mainContent';

/** Whether it is worth parsing: the class may be on the page. */
function isMarked(bytes: Buffer): boolean {
  return bytes.includes(CONTENT);
}

/** Text within an element of the class notTemplate is content. Undefined for a page that has none. */
function markedLabels(page: Page): ReadLabels | undefined {
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
