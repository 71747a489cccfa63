/**
 * A verdict as outputs need it. Methods judge texts; an output also leaves out the pictures that go with them, and
 * people and records want to see blocks.
 */
import type { Reason, Verdict } from '../detect/detector.ts';
import { type Blocks, defaultSeparators, splitBlocks } from '../page/blocks.ts';
import { Tag, tagSet } from '../page/names.ts';
import { type Page, readAttribute, readText, tagName } from '../page/page.ts';
import { unseenNodes } from '../page/unseen.ts';
import { residueTexts } from './residue.ts';

// What is left out

/** The part of a page to write: what is judged content, or what is judged template. */
type Part = 'content' | 'template';

/** What becomes of text that readers of the page never see: `unseen.ts`. */
export type HiddenText = 'drop' | 'keep';

export interface OmitOptions {
  /** The content unless told. Of the template, all is written: closed menus are a part of it. */
  readonly part?: Part | undefined;
  /** `drop` unless told. */
  readonly hidden?: HiddenText | undefined;
}

/**
 * 1 for every text that is not written: what is not of the part, what readers never see, and what is left over of
 * either; undefined if nothing is left out. All that a writer must know: it writes the other texts. A page whose
 * content is all hidden keeps it, so that no page comes out empty for this.
 */
export function omittedTexts(
  page: Page,
  verdict: Verdict | undefined,
  { part = 'content', hidden = 'drop' }: OmitOptions = {},
): Uint8Array | undefined {
  const omitted = withoutUnseen(page, verdict?.template, hidden);
  const residue = residueTexts(page, omitted);
  if (part === 'template') {
    // What is left over of the template goes with it, so that nothing is in neither.
    const content = verdict?.template.map((bit) => 1 - bit);
    for (const text of residue) if (content !== undefined) content[text] = 0;
    return content;
  }
  if (residue.length === 0) return omitted;
  const mask = omitted?.slice() ?? new Uint8Array(page.nodeCount);
  for (const text of residue) mask[text] = 1;
  return mask;
}

function withoutUnseen(
  page: Page,
  template: Uint8Array | undefined,
  hidden: HiddenText,
): Uint8Array | undefined {
  const unseen = hidden === 'drop' ? unseenNodes(page) : undefined;
  if (unseen === undefined) return template;
  const omitted = template === undefined ? unseen : union(unseen, template);
  return keepsWords(page, omitted) ? omitted : template;
}

/** The same of texts and of media, for writers that write both. */
export function omittedNodes(
  page: Page,
  verdict: Verdict | undefined,
  options: OmitOptions = {},
): Uint8Array | undefined {
  const texts = omittedTexts(page, verdict, options);
  return verdict === undefined ? texts : union(omittedMedia(page, verdict), texts!);
}

function union(one: Uint8Array, other: Uint8Array): Uint8Array {
  for (let node = 0; node < one.length; node++) one[node]! |= other[node]!;
  return one;
}

function keepsWords(page: Page, omitted: Uint8Array): boolean {
  return page.segments.some((node) => omitted[node] === 0 && /[\p{L}\p{N}]/u.test(readText(page, node)));
}

/** Elements that show something without text. */
export const mediaTags: Uint8Array = tagSet('img', 'picture', 'video', 'audio', 'canvas', 'svg');

/**
 * 1 for every media element that goes with the template. Detectors judge text: a picture goes with the text around
 * it, that is with the text of the nearest separator element (W7) that has any. So a logo goes with its menu, and
 * a photo over "Read more" stays with the article it is of. A logo in a block of its own goes by where it stands.
 */
export function omittedMedia(page: Page, verdict: Verdict): Uint8Array {
  const omitted = new Uint8Array(page.nodeCount);
  const counts = countSegments(page, verdict.template);
  const isOutside = createOutside(page, verdict.template);
  // Per node: is the text of its nearest separator with text all template? Parents come before their children.
  const templateAround = new Uint8Array(page.nodeCount);
  for (let node = 0; node < page.nodeCount; node++) {
    const tag = page.tag[node]!;
    const decides = counts.all[node]! > 0 && (defaultSeparators[tag] === 1 || tag === Tag.body);
    if (decides) templateAround[node] = counts.template[node] === counts.all[node] ? 1 : 0;
    else if (node > 0) templateAround[node] = templateAround[page.parent[node]!]!;
    if (mediaTags[tag] === 0) continue;
    omitted[node] = templateAround[node]! | verdict.template[node]!;
    if (omitted[node] === 0 && isOutside(node) && isLinkedAway(page, node)) omitted[node] = 1;
  }
  return omitted;
}

/** Does a node stand before or behind all content, and template between? For nodes in ascending order. */
function createOutside({ segments }: Page, template: Uint8Array): (node: number) => boolean {
  let first = 0;
  while (first < segments.length && template[segments[first]!] === 1) first++;
  let last = segments.length - 1;
  while (last > first && template[segments[last]!] === 1) last--;
  /** The number of the first text behind the node. */
  let next = 0;
  return (node) => {
    while (next < segments.length && segments[next]! < node) next++;
    return first < segments.length && (next < first || next > last + 1);
  };
}

/** From a picture up to the link that it is in. */
const MAX_LINK_STEPS = 3;
const absoluteLink = /^(?:https?:)?\/\/([^/?#]+)([^?#]*)/i;
const homePath = /^(?:\.{0,2}\/)*(?:index\.\w+)?$/i;

/** Logos lead home, and badges to another host; pictures of the content that are links lead to more of it. */
function isLinkedAway(page: Page, picture: number): boolean {
  let node = page.parent[picture]!;
  for (let steps = 0; node > 0 && page.tag[node] !== Tag.a; node = page.parent[node]!, steps++)
    if (steps >= MAX_LINK_STEPS) return false;
  const href = node > 0 ? readAttribute(page, node, 'href')?.trim() : undefined;
  if (href === undefined || href === '') return false;
  const [, host, path = href] = absoluteLink.exec(href) ?? [];
  const own = absoluteLink.exec(page.url ?? '')?.[1];
  return homePath.test(path) || (host !== undefined && host.toLowerCase() !== own?.toLowerCase());
}

export interface SegmentCounts {
  /** Per node: segments in its subtree, and how many of them are template. */
  readonly all: Int32Array;
  readonly template: Int32Array;
}

export function countSegments(page: Page, template: Uint8Array): SegmentCounts {
  const counts = { all: new Int32Array(page.nodeCount), template: new Int32Array(page.nodeCount) };
  for (const segment of page.segments) {
    counts.all[segment] = 1;
    counts.template[segment] = template[segment]!;
  }
  // Backwards, so that every subtree is complete when it is added to its parent's.
  for (let node = page.nodeCount - 1; node > 0; node--) {
    const parent = page.parent[node]!;
    counts.all[parent]! += counts.all[node]!;
    counts.template[parent]! += counts.template[node]!;
  }
  return counts;
}

// Blocks

export interface BlockVerdict {
  /** Tags from html to the deepest element that holds all of the block. */
  readonly path: string;
  /** More than half of its characters are. */
  readonly template: boolean;
  /** Probability of template: the mean over the block's characters. */
  readonly score: number;
  /** On how many pages the block was seen: the smallest number of its template texts, or of all if none is. */
  readonly seen: number;
  readonly of: number;
  readonly chars: number;
  /** What has counted for its longest text that was judged like the block, the strongest first. */
  readonly why?: readonly Reason[];
}

/** Of the reasons of a block so many are told: those behind them have little to say. */
const MOST_REASONS = 6;

/** Template characters over all characters of a page; 0 for a page without text. */
export function templateRatio(page: Page, verdict: Verdict): number {
  const { chars, template } = addUp(page, verdict, 0, page.segments.length);
  return chars === 0 ? 0 : template / chars;
}

interface BlockViewOptions {
  readonly blocks?: Blocks;
  /** Tell why, if the verdict can. */
  readonly explain?: boolean;
}

export function blockVerdicts(
  page: Page,
  verdict: Verdict,
  { blocks = splitBlocks(page), explain = false }: BlockViewOptions = {},
): readonly BlockVerdict[] {
  const paths = new Map<number, string>();
  const verdicts: BlockVerdict[] = [];
  for (let block = 0; block < blocks.count; block++) {
    const from = blocks.start[block]!;
    const to = blocks.start[block + 1]!;
    const { chars, template, score } = addUp(page, verdict, from, to);
    const isTemplate = template * 2 > chars;
    verdicts.push({
      path: pathOf(page, commonAncestor(page, from, to), paths),
      template: isTemplate,
      score: round(score / chars),
      seen: smallestSeen(page, verdict, from, to),
      of: verdict.of,
      chars,
      ...(explain && verdict.why && { why: reasonsOf(page, verdict, { from, to, isTemplate }) }),
    });
  }
  return verdicts;
}

interface JudgedBlock {
  readonly from: number;
  readonly to: number;
  readonly isTemplate: boolean;
}

function reasonsOf(page: Page, verdict: Verdict, { from, to, isTemplate }: JudgedBlock): readonly Reason[] {
  let longest = -1;
  for (let i = from; i < to; i++) {
    const node = page.segments[i]!;
    const isLike = verdict.template[node] === (isTemplate ? 1 : 0);
    if (isLike && (longest < 0 || page.chars[node]! > page.chars[longest]!)) longest = node;
  }
  return longest < 0 ? [] : verdict.why!(longest).slice(0, MOST_REASONS);
}

interface Sums {
  readonly chars: number;
  readonly template: number;
  readonly score: number;
}

/** Sums over `page.segments[from … to - 1]`, in characters. */
function addUp(page: Page, verdict: Verdict, from: number, to: number): Sums {
  let chars = 0;
  let template = 0;
  let score = 0;
  for (let i = from; i < to; i++) {
    const node = page.segments[i]!;
    const length = page.chars[node]!;
    chars += length;
    if (verdict.template[node] === 1) template += length;
    score += verdict.score[node]! * length;
  }
  return { chars, template, score };
}

function smallestSeen(page: Page, verdict: Verdict, from: number, to: number): number {
  let ofTemplate = Number.POSITIVE_INFINITY;
  let ofAll = Number.POSITIVE_INFINITY;
  for (let i = from; i < to; i++) {
    const node = page.segments[i]!;
    const seen = verdict.seen[node]!;
    ofAll = Math.min(ofAll, seen);
    if (verdict.template[node] === 1) ofTemplate = Math.min(ofTemplate, seen);
  }
  return Number.isFinite(ofTemplate) ? ofTemplate : ofAll;
}

/** Nodes are in pre-order, so what holds the first and the last text holds all between. */
function commonAncestor(page: Page, from: number, to: number): number {
  const last = page.segments[to - 1]!;
  let ancestor = page.parent[page.segments[from]!]!;
  while (page.subtreeEnd[ancestor]! <= last) ancestor = page.parent[ancestor]!;
  return ancestor;
}

/** A path of thousands of steps per block would be larger than the page: of a deep one the end is kept, as `//…`. */
const MAX_STEPS = 64;

function pathOf(page: Page, element: number, paths: Map<number, string>): string {
  const found = paths.get(element);
  if (found !== undefined) return found;
  const steps: string[] = [];
  let node = element;
  for (; node !== -1 && steps.length < MAX_STEPS; node = page.parent[node]!) steps.push(tagName(page, node));
  const path = `${node === -1 ? '/' : '//'}${steps.reverse().join('/')}`;
  paths.set(element, path);
  return path;
}

/** Scores are single precision: more digits than these say nothing. */
export function round(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}
