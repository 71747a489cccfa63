/**
 * A corpus in the form of TECO, the suite of Alarte's thesis (chapter 6): a folder for each host, as a crawler mirrored
 * it, in which one page or more carry gold in their own classes. These are the key pages; only they are scored.
 *
 *     pages/www.example.org/index.html        key page: <div class="notTemplate"> … </div>
 *     pages/www.example.org/about/us.html     a page of the same site
 *     benchmarks.json                         groups of the key pages, where the thesis does not tell them
 *
 * Hosts are the folders in `pages`, or else in the folder itself; a folder with a key page right in it is one site.
 * A key page that the thesis or the file lists is a benchmark of its own, also beside another one on its host; other
 * key pages of one host are one site.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { DehuskError, type Page, parse } from 'dehusk';
import { decode, goldClasses, hasGoldClasses, withoutGoldClasses } from 'dehusk/parts';
import type { CorpusPage, CorpusSite } from '../corpus/corpus.ts';
import { numberedSegments, type ReadLabels } from '../corpus/gold.ts';
import { type NodeMarks, rangesOf, withinClass } from '../corpus/node-gold.ts';
import { type ListedBenchmark, readBenchmarks } from './benchmarks-file.ts';
import { printedBenchmark } from './printed.ts';

/** Links between files lead somewhere, and nothing is ever fetched: names below `.invalid` belong to nobody. */
const FILES_URL = 'https://files.invalid/';
const pageFile = /\.x?html?$/i;

export function readTeco(folder: string): readonly CorpusSite[] {
  const pages = join(folder, 'pages');
  const root = existsSync(pages) ? pages : folder;
  const listed = readBenchmarks(folder);
  const own = pageFiles(root, false);
  if (keyPages(root, own).length > 0) {
    const name = basename(resolve(root));
    return readHost({ folder: root, name, listed, prefix: '' });
  }
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.map(({ name }) => name).sort();
  return names.flatMap((name) => readHost({ folder: join(root, name), name, listed, prefix: `${name}/` }));
}

interface HostFolder {
  readonly folder: string;
  readonly name: string;
  readonly listed: readonly ListedBenchmark[];
  /** What a key page's path has before its path in the folder. */
  readonly prefix: string;
}

/** Nothing for a folder without a key page. */
function readHost(host: HostFolder): readonly CorpusSite[] {
  const files = pageFiles(host.folder, true);
  const keys = keyPages(host.folder, files);
  if (keys.length === 0) return [];
  const described = keys.map((key) => ({ key, as: describe(host, key.file) }));
  const apart = described.filter(({ as }) => as !== undefined).map(({ key }) => [key]);
  const together = described.filter(({ as }) => as === undefined).map(({ key }) => key);
  const benchmarks = together.length === 0 ? apart : [...apart, together];
  const shares = shareFiles(
    files,
    benchmarks.map((own) => own.map(({ file }) => file)),
  );
  return benchmarks.map((own, i) =>
    siteOf(host, { keys: own, files: shares[i]!, isAlone: benchmarks.length === 1 }),
  );
}

function describe({ listed, prefix }: HostFolder, file: string): ListedBenchmark | undefined {
  const path = prefix + file;
  const given = listed.find(({ keyPage }) => keyPage.replace(/^pages\//, '') === path);
  const printed = printedBenchmark(path);
  if (printed === undefined) return given && { ...given, keyPage: path };
  const { group, source: url, notes } = printed;
  return { group, url, notes, ...given, keyPage: path };
}

/**
 * Which files belong to which of the benchmarks of a host: to those whose key page shares the longest path with it.
 * What is above all of them belongs to all.
 */
function shareFiles(
  files: readonly string[],
  benchmarks: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  if (benchmarks.length === 1) return [files];
  const nearness = (file: string, keys: readonly string[]): number =>
    Math.max(...keys.map((key) => sharedFolders(file, key)));
  return benchmarks.map((keys) =>
    files.filter((file) => {
      const best = Math.max(...benchmarks.map((others) => nearness(file, others)));
      const isOthers = benchmarks.some((others) => others !== keys && others.includes(file));
      return !isOthers && nearness(file, keys) === best;
    }),
  );
}

function sharedFolders(file: string, other: string): number {
  const [folders, others] = [file.split('/').slice(0, -1), other.split('/').slice(0, -1)];
  const differs = folders.findIndex((name, i) => name !== others[i]);
  return differs === -1 ? folders.length : differs;
}

interface BenchmarkFiles {
  readonly keys: readonly KeyPage[];
  readonly files: readonly string[];
  readonly isAlone: boolean;
}

function siteOf(host: HostFolder, { keys, files, isAlone }: BenchmarkFiles): CorpusSite {
  const keyFiles = keys.map(({ file }) => file);
  // The suite asks for the template of a page whose site is at hand: key pages come when all others have been seen.
  const ordered = [...files.filter((file) => !keyFiles.includes(file)), ...keyFiles];
  const listed = keys.length === 1 ? describe(host, keyFiles[0]!) : undefined;
  const keyPage = host.prefix + keyFiles[0]!;
  return {
    name: `teco-${host.name}${isAlone ? '' : `/${keyFiles[0]}`}`,
    kind: listed?.group ?? 'unknown',
    language: 'unknown',
    zones: undefined,
    readLabels: new Map(keys.map(({ file, labels }) => [urlOf(file), labels])),
    nodeMarks: new Map(keys.map(({ file, marks }) => [urlOf(file), marks])),
    benchmark: { keyPage, url: listed?.url, menu: listed?.menu, notes: listed?.notes },
    pages: () => ordered.map((file) => readPage(host.folder, file)),
  };
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
  readonly marks: NodeMarks;
}

function keyPages(folder: string, files: readonly string[]): readonly KeyPage[] {
  return files.flatMap((file) => {
    const bytes = readFileSync(join(folder, file));
    // Whether it is worth parsing: the class may be on the page.
    const page = bytes.includes(goldClasses.content) ? parsed(file, bytes) : undefined;
    return page !== undefined && hasGoldClasses(page) ? [{ file, ...markedGold(page) }] : [];
  });
}

/** Methods see the page without its gold. */
function readPage(folder: string, file: string): CorpusPage {
  const bytes = readFileSync(join(folder, file));
  const page = parsed(file, bytes);
  // Whoever evaluates will fail on what cannot be parsed too, and says so.
  const html = page === undefined ? bytes.toString('latin1') : sourceOf(page, bytes);
  return { url: urlOf(file), html };
}

function sourceOf(page: Page, bytes: Buffer): string {
  return hasGoldClasses(page) ? withoutGoldClasses(page) : decode(bytes, page.encoding);
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

/** What is in an element of the class notTemplate is content, by node and by text. */
function markedGold(page: Page): Pick<KeyPage, 'labels' | 'marks'> {
  const [content, main] = [withinClass(page, goldClasses.content), withinClass(page, goldClasses.main)];
  const texts = numberedSegments(page).map((segment) => page.segments[segment]!);
  const textRanges = (isWithin: Uint8Array): ReadLabels['content'] =>
    rangesOf(Uint8Array.from(texts, (node) => isWithin[node]!));
  const hasMain = main.includes(1);
  return {
    labels: { content: textRanges(content), ignored: [], ...(hasMain && { main: textRanges(main) }) },
    marks: { content: rangesOf(content), ...(hasMain && { main: rangesOf(main) }) },
  };
}
