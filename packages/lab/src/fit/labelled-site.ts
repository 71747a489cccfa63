/** Pages as the fit needs them: what the method sees of them, what gold says of it, and how many words there are. */
import type { Page } from 'dehusk';
import { Mark, type Outline, outlineOf, readNormalText } from 'dehusk/parts';
import { type CorpusSite, type GroupName, groupOf } from '../corpus/corpus.ts';
import { GoldLabel, type GoldLabels, type GoldName, siteGold } from '../corpus/gold.ts';
import type { SinglePage } from '../corpus/single-pages.ts';
import { byGold } from '../results/site-result.ts';
import { loadSite } from '../run/evaluate.ts';
import { pageLines } from '../score/lines.ts';
import { tokensOf } from '../score/tokens.ts';

/** Columns of as many entries as the page has segments. */
export interface LabelledPage {
  readonly outline: Outline;
  readonly tokens: Uint16Array;
  /** The first segment of each line. */
  readonly lines: Uint32Array;
  /** Undefined where a gold does not cover the page. */
  readonly golds: Readonly<Record<GoldName, GoldLabels | undefined>>;
}

export interface LabelledSite {
  readonly name: string;
  readonly group: GroupName;
  readonly pages: readonly LabelledPage[];
}

export function labelSite(site: CorpusSite): LabelledSite {
  const { pages } = loadSite(site);
  const { labels } = siteGold(site, pages);
  return {
    name: site.name,
    group: groupOf(site.name),
    pages: pages.map((page, i) => ({
      outline: outlineOf(page),
      tokens: tokenCounts(page),
      lines: lineStarts(page),
      golds: byGold((gold) => labels[gold][i]),
    })),
  };
}

function lineStarts(page: Page): Uint32Array {
  return Uint32Array.from(pageLines(page), ({ from }) => from);
}

function tokenCounts(page: Page): Uint16Array {
  return Uint16Array.from(page.segments, (node) => tokensOf(readNormalText(page, node)).length);
}

/** A page of WCXB: alone, with labels that are guessed from its content as text. */
export interface LabelledSingle extends LabelledPage {
  readonly kind: string;
  readonly labels: GoldLabels;
}

/** A segment is content if most of its tokens stand in the content's text, with two others as neighbours. */
const LEAST_COVERED = 0.6;

export function labelSingle(page: Page, { kind, title, content }: SinglePage): LabelledSingle {
  const outline = outlineOf(page);
  const texts = Array.from(page.segments, (node) => tokensOf(readNormalText(page, node)));
  const known = triplesOf(tokensOf(content));
  const all = texts.flat();
  const covered = new Uint8Array(all.length);
  for (let i = 0; i + 2 < all.length; i++) if (known.has(tripleAt(all, i))) covered.fill(1, i, i + 3);
  const titleWords = new Set(tokensOf(title ?? ''));
  let at = 0;
  const labels = Uint8Array.from(texts, (tokens, i) => {
    const { length } = tokens;
    const share = covered.subarray(at, at + length).reduce((sum, bit) => sum + bit, 0) / length;
    at += length;
    const isTitle = isInTitle(outline, i) && tokens.every((token) => titleWords.has(token));
    return share >= LEAST_COVERED || isTitle ? GoldLabel.content : GoldLabel.template;
  });
  const golds = byGold(() => undefined);
  return {
    kind,
    outline,
    tokens: Uint16Array.from(texts, ({ length }) => length),
    lines: lineStarts(page),
    golds,
    labels,
  };
}

/** WCXB has the title of a page beside its content, and seldom in it. To us it is the first line of the content. */
function isInTitle({ place, places }: Outline, segment: number): boolean {
  return (places.marks[place[segment]!]! & Mark.title) !== 0;
}

function triplesOf(tokens: readonly string[]): ReadonlySet<string> {
  return new Set(tokens.map((_, i) => tripleAt(tokens, i)));
}

function tripleAt(tokens: readonly string[], at: number): string {
  return `${tokens[at]} ${tokens[at + 1]} ${tokens[at + 2]}`;
}
