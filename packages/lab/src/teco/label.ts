/**
 * Labels that somebody gave to nodes of pages, written into the pages of a folder in TECO's form as its classes. A
 * label file is JSON:
 *
 *     { "labels": [
 *       { "page": "https://www.example.org/en/",
 *         "group": "Companies / Shops",
 *         "nodes": [
 *           { "path": "/html/body/div[2]", "classes": ["notTemplate"] },
 *           { "path": "/html/body/div[2]/div[1]", "classes": ["notTemplate", "mainContent"] } ] } ] }
 *
 * `page` is the address of a page, or its file below the folder. A path is an XPath of tag names, each with its number
 * among the siblings of that name where it is not the first: what browsers copy as "full XPath". It leads to an
 * element as the page was sent, before scripts changed it. What is in a `notTemplate` need not be named again. The
 * labels of a page replace those that it had; `group` may be missing.
 */
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DehuskError, parse } from 'dehusk';
import { goldClasses, withoutGoldClasses } from 'dehusk/parts';
import { type DefaultTreeAdapterTypes, parse as parseTree } from 'parse5';
import type { ListedBenchmark } from './benchmarks-file.ts';
import { type SuiteCategory, suiteCategories } from './groups.ts';
import { fileOf } from './local-links.ts';
import { BYTE_ORDER_MARK, listBenchmarks } from './write-suite.ts';

export interface NodeLabel {
  readonly path: string;
  readonly classes: readonly string[];
}

interface PageLabels {
  readonly page: string;
  readonly group?: SuiteCategory;
  readonly nodes: readonly NodeLabel[];
}

/** Throws EVAL_LABELS_BAD and changes nothing unless every label has its node. Returns the files that were changed. */
export async function addLabels(folder: string, file: string): Promise<readonly string[]> {
  const labels = readLabelFile(file);
  const changed = labels.map((ofPage) => labelPage(folder, ofPage, file));
  for (const { path, html } of changed) await writeFile(join(folder, path), BYTE_ORDER_MARK + html);
  const benchmarks = labels.map(({ page, group }, i): ListedBenchmark => {
    const url = isAddress(page) ? { url: page } : {};
    return { keyPage: changed[i]!.path, ...(group && { group }), ...url };
  });
  await listBenchmarks(folder, benchmarks);
  return changed.map(({ path }) => path);
}

function readLabelFile(file: string): readonly PageLabels[] {
  if (!existsSync(file)) throw new DehuskError('INPUT_NOT_FOUND', { file });
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw bad(file, error instanceof Error ? error.message : String(error));
  }
  const { labels } = (read ?? {}) as { readonly labels?: unknown };
  if (!Array.isArray(labels)) throw bad(file, 'there is no list "labels"');
  for (const entry of labels) checkEntry(entry as Partial<PageLabels> | null, file);
  return labels as readonly PageLabels[];
}

const classNames: readonly string[] = Object.values(goldClasses);

function checkEntry(entry: Partial<PageLabels> | null, file: string): void {
  if (typeof entry?.page !== 'string') throw bad(file, 'an entry has no "page"');
  if (entry.group !== undefined && !suiteCategories.includes(entry.group))
    throw bad(file, `${entry.page}: "group" is none of ${suiteCategories.join(', ')}`);
  if (!Array.isArray(entry.nodes) || entry.nodes.length === 0)
    throw bad(file, `${entry.page} has no list "nodes"`);
  for (const { path, classes } of entry.nodes as readonly Partial<NodeLabel>[]) {
    const isRight =
      typeof path === 'string' &&
      Array.isArray(classes) &&
      classes.every((name) => classNames.includes(name));
    if (!isRight)
      throw bad(file, `${entry.page}: a node needs a "path" and "classes" among ${classNames.join(', ')}`);
  }
}

function bad(file: string, reason: string): DehuskError {
  return new DehuskError('EVAL_LABELS_BAD', { file, reason });
}

function isAddress(page: string): boolean {
  return /^https?:/i.test(page);
}

interface LabelledFile {
  /** Below the folder. */
  readonly path: string;
  readonly html: string;
}

function labelPage(folder: string, { page: name, nodes }: PageLabels, file: string): LabelledFile {
  const path = isAddress(name) && URL.canParse(name) ? `pages/${fileOf(name)}` : name;
  if (!existsSync(join(folder, path))) throw bad(file, `${name}: there is no ${path} in ${folder}`);
  const source = withoutGoldClasses(parse({ bytes: readFileSync(join(folder, path)) }));
  try {
    return { path, html: withLabels(source, nodes) };
  } catch (error) {
    if (error instanceof RangeError) throw bad(file, `${name}: ${error.message}`);
    throw error;
  }
}

type Element = DefaultTreeAdapterTypes.Element;

interface Insertion {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The source with classes added to the start tags of nodes. Throws RangeError for a path that leads nowhere. */
export function withLabels(source: string, nodes: readonly NodeLabel[]): string {
  const document = parseTree(source, { sourceCodeLocationInfo: true });
  const byPlace = new Map<number, Insertion>();
  for (const { path, classes } of nodes) {
    const insertion = insertionAt(elementAt(document, path), path, source, classes);
    byPlace.set(insertion.start, insertion);
  }
  let rest = '';
  let done = 0;
  for (const { start, end, text } of [...byPlace.values()].sort((a, b) => a.start - b.start)) {
    rest += source.slice(done, start) + text;
    done = end;
  }
  return rest + source.slice(done);
}

function elementAt(document: DefaultTreeAdapterTypes.Document, path: string): Element {
  const steps = [...path.matchAll(/\/([a-z][\w:-]*)(?:\[(\d+)\])?/gi)];
  if (steps.length === 0 || steps.map(([step]) => step).join('') !== path)
    throw new RangeError(`${path} is no path of elements, such as /html/body/div[2]`);
  let at: { readonly childNodes: DefaultTreeAdapterTypes.ChildNode[] } = document;
  for (const [, name, number = '1'] of steps) {
    const named = at.childNodes.filter(
      (child): child is Element => 'tagName' in child && child.tagName === name!.toLowerCase(),
    );
    const next = named[Number(number) - 1];
    if (next === undefined) throw new RangeError(`${path} leads to no element`);
    at = next;
  }
  return at as Element;
}

function insertionAt(
  { tagName, sourceCodeLocation, attrs }: Element,
  path: string,
  source: string,
  classes: readonly string[],
): Insertion {
  const tag = sourceCodeLocation?.startTag ?? sourceCodeLocation;
  if (!tag || source[tag.startOffset] !== '<' || tag.endOffset === tag.startOffset)
    throw new RangeError(`${path} is not written in the page: a browser adds it`);
  // Main content is no template, whether or not somebody says so.
  const added = [goldClasses.content, ...classes.filter((name) => name !== goldClasses.content)];
  const old = attrs.find(({ name }) => name === 'class');
  const place = sourceCodeLocation?.attrs?.class;
  if (!old || !place) {
    const start = tag.startOffset + 1 + tagName.length;
    return { start, end: start, text: ` class="${added.join(' ')}"` };
  }
  const value = [...old.value.split(/\s+/).filter((name) => name !== ''), ...added].join(' ');
  const text = `class="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
  return { start: place.startOffset, end: place.endOffset, text };
}
