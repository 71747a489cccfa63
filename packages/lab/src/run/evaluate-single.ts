/**
 * Runs methods on single pages, each as the first page of its site, and scores what came out together with what was
 * there before. Methods that need other pages of a site are left out.
 */
import { DehuskError, type Page, parseText } from 'dehusk';
import type { SinglePage, SinglePages } from '../corpus/single-pages.ts';
import type { EvalMethod, PeerText } from '../methods/methods.ts';
import { type SinglePageScore, type SinglePagesResult, singlePagesMethods } from '../results/single-pages.ts';
import { keptText } from '../score/page-score.ts';
import { scoreWords } from '../score/word-score.ts';
import { inRanges, type RunFile, type RunLine } from './run-file.ts';
import { runMethod } from './run-method.ts';

export interface SingleEvaluation {
  readonly collection: SinglePages;
  /** To be run where the output does not have them yet. */
  readonly methods: readonly EvalMethod[];
  /** Its lines have the name of the collection as their site, and the id of the page as its address. */
  readonly output: RunFile;
  /** Told after some pages, and of every page that could not be parsed. */
  readonly onPages?: (collection: string, pages: number) => void;
  readonly onFailure?: (collection: string, failure: PageFailure) => void;
}

interface PageFailure {
  readonly url: string;
  readonly error: DehuskError;
}

/** So many pages are in memory at a time; and a run that was killed has lost no more. */
const PAGES_AT_ONCE = 40;

export async function evaluateSinglePages(evaluation: SingleEvaluation): Promise<SinglePagesResult> {
  const { collection, output, onPages, onFailure } = evaluation;
  const lines = linesById(output, collection.name);
  const methods = evaluation.methods.filter(({ needsSite }) => !needsSite).map(eachAlone);
  const scores: SinglePageScore[] = [];
  let pages = 0;
  let failedPages = 0;
  for await (const some of chunksOf(collection.pages(), PAGES_AT_ONCE)) {
    const { parsed, failed } = parseAll(some);
    for (const failure of failed) onFailure?.(collection.name, failure);
    for (const method of methods) {
      const known = lines.get(method.name) ?? new Map<string, RunLine>();
      lines.set(method.name, known);
      if (parsed.every(({ single }) => known.has(single.id))) continue;
      const ran = await runOn(method, parsed, collection.name);
      output.append(ran);
      for (const line of ran) known.set(line.url, line);
    }
    scores.push(...[...lines].flatMap(([method, known]) => scoreMethod(method, parsed, known)));
    pages += parsed.length;
    failedPages += failed.length;
    onPages?.(collection.name, pages + failedPages);
  }
  output.lines.delete(collection.name);
  return { name: collection.name, pages, failedPages, methods: singlePagesMethods(scores) };
}

/** By method, then by page. */
function linesById({ lines }: RunFile, collection: string): Map<string, Map<string, RunLine>> {
  const byMethod = [...(lines.get(collection) ?? [])];
  return new Map(byMethod.map(([method, ran]) => [method, new Map(ran.map((line) => [line.url, line]))]));
}

async function* chunksOf<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<readonly Item[]> {
  let chunk: Item[] = [];
  for await (const item of items) {
    chunk.push(item);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

interface ParsedPage {
  readonly single: SinglePage;
  readonly page: Page;
}

function parseAll(singles: readonly SinglePage[]): {
  readonly parsed: readonly ParsedPage[];
  readonly failed: readonly PageFailure[];
} {
  const parsed: ParsedPage[] = [];
  const failed: PageFailure[] = [];
  for (const single of singles) {
    try {
      parsed.push({ single, page: parseText(single.html, { url: single.url }) });
    } catch (error) {
      if (!(error instanceof DehuskError)) throw error;
      failed.push({ url: single.url, error });
    }
  }
  return { parsed, failed };
}

/** A tool that reads pages itself does so one by one; to others each page is a site. */
function eachAlone(method: EvalMethod): EvalMethod {
  if (method.parses) return method;
  return {
    ...method,
    run: async (pages, htmls) => {
      const outputs = [];
      for (const [i, page] of pages.entries()) outputs.push(await method.run([page], [htmls[i]!]));
      const texts = outputs.flatMap((output): readonly PeerText[] => ('texts' in output ? output.texts : []));
      if (texts.length > 0) return { texts };
      return { verdicts: outputs.flatMap((output) => ('verdicts' in output ? output.verdicts : [])) };
    },
  };
}

async function runOn(
  method: EvalMethod,
  parsed: readonly ParsedPage[],
  collection: string,
): Promise<readonly RunLine[]> {
  const pages = parsed.map(({ page }) => page);
  const htmls = parsed.map(({ single }) => single.html);
  const ran = await runMethod(method, { name: collection, pages, htmls, parseMs: 0, failed: [] });
  // Of a page alone nothing else is told: what it costs shows on sites.
  return ran.map(({ text, kept, failed }, i) => ({
    method: method.name,
    site: collection,
    url: parsed[i]!.single.id,
    ...(text !== undefined && { text }),
    ...(kept !== undefined && { kept }),
    ...(failed !== undefined && { failed }),
  }));
}

function scoreMethod(
  method: string,
  parsed: readonly ParsedPage[],
  lines: ReadonlyMap<string, RunLine>,
): readonly SinglePageScore[] {
  return parsed.map(({ single, page }) => {
    const line = lines.get(single.id);
    return {
      method,
      kind: single.kind,
      score: scoreWords(textOf(page, line), single),
      isMissing: line === undefined || line.failed !== undefined,
    };
  });
}

function textOf(page: Page, line: RunLine | undefined): string {
  if (line?.kept === undefined) return line?.text ?? '';
  return keptText(page, inRanges(line.kept, page.segments.length));
}
