/**
 * A page as HTML that runs nothing when it is opened: without its template, with its template marked, or the template
 * alone.
 */
import type { Verdict } from '../detect/detector.ts';
import { Tag, tagSet } from '../page/names.ts';
import { isForeign, type Page, TEXT } from '../page/page.ts';
import { escapeText, escapeValue, serialise } from '../page/serialise.ts';
import {
  countSegments,
  type HiddenText,
  mediaTags,
  omittedNodes,
  round,
  type SegmentCounts,
} from './verdict-view.ts';

/** The page as HTML that runs nothing when it is opened; with a verdict, its content only. */
export function toHtml(
  page: Page,
  verdict?: Verdict,
  options: { readonly hidden?: HiddenText | undefined } = {},
): string {
  const omitted = omittedNodes(page, verdict, options);
  return omitted === undefined ? serialise(page) : serialise(page, { removed: removedNodes(page, omitted) });
}

const Holds = { kept: 1, omitted: 2 } as const;

/**
 * Text and media that are left out, and the elements that hold nothing else: those that lose something and keep
 * neither text nor media. Elements that were empty before stay, unless they stand in one that goes.
 */
function removedNodes(page: Page, omitted: Uint8Array): Uint8Array {
  const holds = new Uint8Array(page.nodeCount);
  for (const node of page.segments) holds[node] = omitted[node] === 1 ? Holds.omitted : Holds.kept;
  for (let node = page.nodeCount - 1; node > 0; node--) {
    if (mediaTags[page.tag[node]!] === 1) holds[node]! |= omitted[node] === 1 ? Holds.omitted : Holds.kept;
    holds[page.parent[node]!]! |= holds[node]!;
  }
  return holds.map((bits) => (bits === Holds.omitted ? 1 : 0));
}

// The template marked

type Mark = Readonly<Record<string, string>>;

const markStyle =
  '[data-dehusk]{opacity:.45;filter:grayscale(1);outline:1px dashed #888}[data-dehusk=mixed]{opacity:.75}';

/** Every page has these: whether they are template says nothing of its parts. */
const pageTags = tagSet('html', 'head', 'body');

/**
 * All of the page, with its template marked: for people who want to see what was judged, and why.
 *
 *     <ul data-dehusk="template" data-dehusk-score="0.98" data-dehusk-seen="41/48">
 *
 * Marked are the topmost elements whose text is all template, and, where template and content mix, the single
 * texts, wrapped in a `span`. Inside MathML a `span` would end the formula: there the parent is marked `mixed`.
 */
export function toMarkedHtml(page: Page, verdict: Verdict): string {
  return serialise(page, { marks: markTemplate(page, verdict), style: markStyle });
}

function markTemplate(page: Page, verdict: Verdict): ReadonlyMap<number, Mark> {
  const marks = new Map<number, Mark>();
  const counts = countSegments(page, verdict.template);
  let segment = 0;
  for (let node = 0; node < page.nodeCount; ) {
    if (!isAllTemplate(page, counts, node)) {
      if (counts.all[node] === 1 && page.tag[node] === TEXT) segment++;
      node++;
      continue;
    }
    const next = segment + counts.all[node]!;
    const isInFormula = page.tag[node] === TEXT && isForeign(page, page.parent[node]!);
    const mark = markOf(verdict, page.segments.subarray(segment, next), isInFormula ? 'mixed' : 'template');
    marks.set(isInFormula ? page.parent[node]! : node, mark);
    segment = next;
    node = page.subtreeEnd[node]!;
  }
  return marks;
}

function isAllTemplate(page: Page, counts: SegmentCounts, node: number): boolean {
  const isMarkable = pageTags[page.tag[node]!] === 0;
  return isMarkable && counts.all[node]! > 0 && counts.all[node] === counts.template[node];
}

/** The weakest evidence among the texts is what can be said of all. */
function markOf(verdict: Verdict, texts: Int32Array, kind: string): Mark {
  let score = 1;
  let seen = Number.POSITIVE_INFINITY;
  for (const text of texts) {
    score = Math.min(score, verdict.score[text]!);
    seen = Math.min(seen, verdict.seen[text]!);
  }
  return {
    'data-dehusk': kind,
    'data-dehusk-score': String(round(score)),
    'data-dehusk-seen': `${seen}/${verdict.of}`,
  };
}

// The template alone

export interface TemplateHtmlOptions {
  /** Keep a place for content where content was cut out. */
  readonly slots?: boolean;
}

const slotMark = { 'data-dehusk': 'slot' };
/** An empty element would not be seen. */
const slotStyle = '[data-dehusk=slot]{min-height:2em;min-width:2em;outline:1px dashed #888}';

/**
 * The template of a page as a page of its own: what was judged content is cut out. By choice the places it was cut
 * from stay, empty and marked:
 *
 *     <article data-dehusk="slot"></article>
 *
 * Addresses in it stay as they are, so it names the page they are relative to. For verdicts of methods that judge
 * elements: `template` must be 1 for an element that is to stay.
 */
export function toTemplateHtml(page: Page, verdict: Verdict, options: TemplateHtmlOptions = {}): string {
  const removed = verdict.template.map((bit, node) => (bit === 1 || pageTags[page.tag[node]!] === 1 ? 0 : 1));
  const marks = new Map<number, Readonly<Record<string, string>>>();
  if (options.slots) for (const node of slotNodes(page, verdict)) marks.set(node, slotMark);
  for (const slot of marks.keys()) removed.fill(1, slot, page.subtreeEnd[slot]!)[slot] = 0;
  const style = options.slots ? { style: slotStyle } : {};
  return serialise(page, { removed, marks, headStart: headOf(page, removed), ...style });
}

/** Every page has a title, and relative addresses need the page they start from. */
function headOf(page: Page, removed: Uint8Array): string {
  const title = page.tag.findIndex((tag, node) => tag === Tag.title && removed[node] === 0);
  const base = page.tag.includes(Tag.base) ? undefined : page.url;
  return (
    (base !== undefined && /^https?:/i.test(base) ? `<base href="${escapeValue(base)}">` : '') +
    (title === -1
      ? `<title>Template${page.url === undefined ? '' : ` of ${escapeText(page.url)}`}</title>`
      : '')
  );
}

/**
 * The places for content in the template of a page: the topmost elements of the body that are not template, the first
 * of each run of siblings, because a place for each of twenty paragraphs would say no more. For verdicts of methods
 * that judge elements.
 */
export function slotNodes(page: Page, { template }: Verdict): readonly number[] {
  const { nodeCount, parent, subtreeEnd, tag } = page;
  const slots: number[] = [];
  let slotParent = -1;
  for (let node = tag.indexOf(Tag.body) + 1; node > 0 && node < nodeCount; ) {
    const isContent = template[node] === 0;
    if (!isContent) slotParent = -1;
    else if (tag[node] !== TEXT && parent[node] !== slotParent) {
      slots.push(node);
      slotParent = parent[node]!;
    }
    node = isContent ? subtreeEnd[node]! : node + 1;
  }
  return slots;
}
