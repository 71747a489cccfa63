/** What a method keeps of a page, made from the line of its run. */
import { type Page, readNormalText } from 'dehusk/parts';
import { inRanges, templateElements, unpackScores } from '../run/packed-verdict.ts';
import type { RunLine } from '../run/run-line.ts';
import { elementsByText } from './element-score.ts';
import { addWords, countTokens, type TokenCounts, tokensOf } from './tokens.ts';

export interface Kept {
  readonly tokens: TokenCounts;
  readonly removed: TokenCounts;
  /** 1 for each kept segment; undefined for a method that gives text. */
  readonly segments: Uint8Array | undefined;
  /** How surely each segment is template; undefined for a method that does not say. */
  readonly scores?: Float32Array | undefined;
  /** 1 for each node that is a template element; undefined for a method that gives text. */
  readonly elements?: Uint8Array | undefined;
}

/** The words of a page, segment by segment: most of the work of scoring, so it is done once for all methods. */
export interface PageWords {
  readonly page: Page;
  readonly segments: readonly (readonly string[])[];
  readonly all: TokenCounts;
}

export function pageWords(page: Page): PageWords {
  const segments = Array.from(page.segments, (node) => tokensOf(readNormalText(page, node)));
  return { page, segments, all: countWords(segments, () => true) };
}

function countWords(segments: PageWords['segments'], isWanted: (segment: number) => boolean): TokenCounts {
  const counts: TokenCounts = new Map();
  for (const [segment, words] of segments.entries()) if (isWanted(segment)) addWords(counts, words);
  return counts;
}

/** A page for which there is no line is one that the method gave nothing for. */
export function keptOf(words: PageWords, line: RunLine | undefined): Kept {
  if (line?.kept === undefined) {
    const tokens = countTokens(line?.text ?? '');
    return { tokens, removed: without(words.all, tokens), segments: undefined };
  }
  const { page } = words;
  const segments = inRanges(line.kept, page.segments.length);
  const tokens = countWords(words.segments, (segment) => segments[segment] === 1);
  return {
    tokens,
    removed: without(words.all, tokens),
    segments,
    scores: scoresOf(line, segments.length),
    elements:
      line.elements === undefined ? elementsByText(page, segments) : templateElements(page, line.elements),
  };
}

/** Scores of another page, or of other segments than ours, say nothing. */
function scoresOf({ scores }: RunLine, segments: number): Float32Array | undefined {
  const unpacked = scores === undefined ? undefined : unpackScores(scores);
  return unpacked?.length === segments ? unpacked : undefined;
}

function without(all: TokenCounts, part: TokenCounts): TokenCounts {
  const rest: TokenCounts = new Map();
  for (const [token, count] of all) {
    const left = count - (part.get(token) ?? 0);
    if (left > 0) rest.set(token, left);
  }
  return rest;
}
