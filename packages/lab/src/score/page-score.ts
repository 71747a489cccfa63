/** All that is scored of one page and method on one gold. */
import { type Page, toText, type Verdict } from 'dehusk';
import { omittedTexts, TEXT } from 'dehusk/parts';
import { GoldLabel, type GoldLabels } from '../corpus/gold.ts';
import type { NodeLabels } from '../corpus/node-gold.ts';
import { inRanges, type RunLine, templateElements, unpackScores } from '../run/run-file.ts';
import {
  type BlockGrades,
  chenBlocks,
  countBlocks,
  gradeBlocks,
  type PageBlocks,
  wangBlocks,
} from './blocks.ts';
import {
  type ContentLines,
  contentLines,
  type Integrity,
  type LinedPage,
  linedPage,
  type OutputLines,
  outputLines,
  scoreIntegrity,
} from './integrity.ts';
import { countNodes } from './node-scores.ts';
import { type Counts, type Rates, rates } from './statistics.ts';
import {
  addWords,
  countTokens,
  type GoldTokens,
  goldTokens,
  scoreTokens,
  segmentTokens,
  type TokenCounts,
  type TokenScore,
  totalTokens,
} from './tokens.ts';
import { elementsByText, scoreElements } from './tree-scores.ts';

export interface PageGold {
  readonly page: Page;
  readonly labels: GoldLabels;
  readonly tokens: GoldTokens;
  /** Where gold tells the main content from the rest: everything else counts as template. */
  readonly mainTokens: GoldTokens | undefined;
  /** Where gold is of nodes: TECO. */
  readonly nodes: NodeLabels | undefined;
  readonly wang: PageBlocks;
  readonly chen: PageBlocks;
  /** Those whose integrity is scored. */
  readonly lines: ContentLines;
}

export interface PageScore extends TokenScore {
  /** Nothing was kept, though gold has content. */
  readonly empty: boolean;
  /** The same score with the roles swapped: removed tokens against template tokens. */
  readonly template: Rates | undefined;
  /** What was kept against the main content alone. */
  readonly main?: TokenScore | undefined;
  readonly integrity: Integrity;
  /** Of methods that judge segments. */
  readonly characters?: Rates;
  readonly blocks?: Counts;
  readonly chenBlocks?: Counts;
  /** Undefined on a page without template elements. */
  readonly elements?: Rates | undefined;
  /** Of all nodes, where gold is of them. */
  readonly nodes?: Rates;
  /** Of methods that grade them. */
  readonly grades?: BlockGrades;
}

/** What only some golds say. */
interface MoreGold {
  readonly main?: GoldLabels | undefined;
  readonly nodes?: NodeLabels | undefined;
}

export function pageGold(words: PageWords, labels: GoldLabels, { main, nodes }: MoreGold = {}): PageGold {
  const { page, segments, lined, wang, chen } = words;
  return {
    ...{ page, labels, nodes, wang, chen },
    tokens: goldTokens(page, labels, segments),
    mainTokens: main && goldTokens(page, main, segments),
    lines: contentLines(lined, labels),
  };
}

/** Undefined for a page with too little content to be scored. */
export function scorePage(gold: PageGold, kept: Kept): PageScore | undefined {
  const { tokens, mainTokens } = gold;
  const score = scoreTokens(kept.tokens, tokens);
  if (score === undefined) return undefined;
  const { content, template, ignored } = tokens;
  return {
    ...score,
    empty: totalTokens(kept.tokens) === 0,
    template: scoreTokens(kept.removed, { content: template, template: content, ignored }),
    ...(mainTokens !== undefined && { main: scoreTokens(kept.tokens, mainTokens) }),
    integrity: scoreIntegrity(gold.lines, kept.lines),
    ...scoreSegments(gold, kept),
  };
}

function scoreSegments(gold: PageGold, { segments, scores, elements }: Kept): Partial<PageScore> {
  if (segments === undefined) return {};
  const { page, labels, nodes, wang, chen } = gold;
  return {
    characters: scoreCharacters(page, labels, segments),
    blocks: countBlocks(gold, wang, segments),
    chenBlocks: countBlocks(gold, chen, segments),
    ...(elements !== undefined && { elements: scoreElements(page, labels, { template: elements }) }),
    ...(elements !== undefined &&
      nodes !== undefined && {
        nodes: rates(countNodes(nodes, { template: templateNodes(page, elements, segments) })),
      }),
    ...(scores !== undefined && { grades: gradeBlocks(gold, wang, scores) }),
  };
}

/** What a method keeps of a page, made from the line of its run. */
export interface Kept {
  readonly tokens: TokenCounts;
  readonly removed: TokenCounts;
  /** Of the text that users get. */
  readonly lines: OutputLines;
  /** 1 for each kept segment; undefined for a method that gives text. */
  readonly segments: Uint8Array | undefined;
  /** How surely each segment is template; undefined for a method that does not say. */
  readonly scores?: Float32Array | undefined;
  /** 1 for each node that is a template element; undefined for a method that gives text. */
  readonly elements?: Uint8Array | undefined;
}

/** What does not depend on gold or method: most of the work of scoring, so it is done once. */
export interface PageWords {
  readonly page: Page;
  readonly segments: readonly (readonly string[])[];
  readonly all: TokenCounts;
  readonly lined: LinedPage;
  readonly wang: PageBlocks;
  readonly chen: PageBlocks;
}

export function pageWords(page: Page): PageWords {
  const segments = segmentTokens(page);
  const all = countWords(segments, () => true);
  return {
    page,
    segments,
    all,
    lined: linedPage(page, segments),
    wang: wangBlocks(page),
    chen: chenBlocks(page),
  };
}

function countWords(segments: PageWords['segments'], isWanted: (segment: number) => boolean): TokenCounts {
  const counts: TokenCounts = new Map();
  for (const [segment, words] of segments.entries()) if (isWanted(segment)) addWords(counts, words);
  return counts;
}

/** A page for which there is no line is one that the method gave nothing for. */
export function keptOf(words: PageWords, line: RunLine | undefined): Kept {
  const { page, lined } = words;
  const segments = keptSegments(page, line);
  if (line === undefined || segments === undefined) {
    const text = line?.text ?? '';
    const tokens = countTokens(text);
    const lines = outputLines(text, lined);
    return { tokens, removed: without(words.all, tokens), lines, segments: undefined };
  }
  // Of what is kept, users get what readers of the page see; blocks and elements are scored as they were judged.
  const omitted = omittedTexts(page, verdictOf(page, segments))!;
  const tokens = countWords(words.segments, (segment) => omitted[page.segments[segment]!] === 0);
  return {
    tokens,
    removed: without(words.all, tokens),
    lines: outputLines(keptText(page, segments), lined),
    segments,
    scores: scoresOf(line, segments.length),
    elements:
      line.elements === undefined ? elementsByText(page, segments) : templateElements(page, line.elements),
  };
}

/** The elements that are template and the texts that are not kept; a text that nobody sees is what is around it. */
function templateNodes(page: Page, elements: Uint8Array, kept: Uint8Array): Uint8Array {
  const template = elements.map((flag, node) =>
    page.tag[node] === TEXT ? elements[page.parent[node]!]! : flag,
  );
  for (const [segment, node] of page.segments.entries()) template[node] = 1 - kept[segment]!;
  return template;
}

/** 1 for each segment that is kept; undefined for a method that gives text, or nothing for the page. */
export function keptSegments(page: Page, line: RunLine | undefined): Uint8Array | undefined {
  return line?.kept === undefined ? undefined : inRanges(line.kept, page.segments.length);
}

/** The text that `clean` writes of the kept segments: nothing but the verdict on texts goes into it. */
export function keptText(page: Page, kept: Uint8Array): string {
  return toText(page, verdictOf(page, kept));
}

function verdictOf(page: Page, kept: Uint8Array): Verdict {
  const template = new Uint8Array(page.nodeCount);
  for (const [segment, node] of page.segments.entries()) template[node] = 1 - kept[segment]!;
  const score = new Float32Array(page.nodeCount);
  const seen = new Uint32Array(page.nodeCount);
  return { template, score, seen, of: 1, version: 0 };
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

// Content by character per segment: the characters of kept segments against those of content segments. Unlike tokens
// this tells a word of the menu from the same word in the text. Ignored segments are left out.

/** `kept`: 1 for each segment that is kept. */
export function scoreCharacters(page: Page, labels: GoldLabels, kept: Uint8Array): Rates {
  let right = 0;
  let said = 0;
  let gold = 0;
  for (const [segment, node] of page.segments.entries()) {
    if (labels[segment] === GoldLabel.ignored) continue;
    const chars = page.chars[node]!;
    const isContent = labels[segment] === GoldLabel.content;
    if (isContent) gold += chars;
    if (kept[segment] === 1) said += chars;
    if (isContent && kept[segment] === 1) right += chars;
  }
  return rates({ right, said, gold });
}
