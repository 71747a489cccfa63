/** What to ask an index whose pages are known: titles, headings, and words that also stand in menus. */
import type { Page } from 'dehusk';
import { readNormalText, readTitle, tagName, tokenise } from 'dehusk/parts';
import type { CorpusSite } from '../../corpus/corpus.ts';
import { GoldLabel, type GoldLabels } from '../../corpus/gold.ts';
import { loadSite } from '../../run/evaluate.ts';
import { completeGold } from '../paper.ts';

export const questionKinds = ['title', 'heading', 'menu word'] as const;
export type QuestionKind = (typeof questionKinds)[number];

export interface Question {
  readonly kind: QuestionKind;
  readonly text: string;
  /** Only pages of this site are asked for. */
  readonly site?: string;
  /** Addresses: any of these pages is right. */
  readonly right: ReadonlySet<string>;
}

export interface QuestionCounts {
  readonly pagesPerSite: number;
  readonly menuWordsPerSite: number;
}

/** A word is of the menu if it is template on so many of the site's pages; and rare in content if on so few. */
const MENU_SHARE = 0.3;
const RARE_SHARE = 0.2;
const MIN_WORDS = 2;
const MAX_WORDS = 12;

export function askSites(sites: readonly CorpusSite[], counts: QuestionCounts): readonly Question[] {
  const questions: Question[] = [];
  for (const site of sites) {
    const { pages } = loadSite(site);
    const labels = completeGold(site, pages)?.strict;
    if (labels === undefined) continue;
    const step = Math.max(1, pages.length / counts.pagesPerSite);
    for (let i = 0; i < pages.length; i += step) {
      const page = pages[Math.floor(i)]!;
      questions.push(...knownItem('title', readTitle(page), page));
      questions.push(...knownItem('heading', headingOf(page, labels[Math.floor(i)]!), page));
    }
    questions.push(...menuWords(site.name, pages, { labels, most: counts.menuWordsPerSite }));
  }
  return unambiguous(questions);
}

/** Of values that there is one of for each question, those of one kind. */
export function ofKind<Value>(
  questions: readonly Question[],
  kind: QuestionKind,
  values: readonly Value[],
): readonly Value[] {
  return values.filter((_, i) => questions[i]!.kind === kind);
}

/** The title of a page as somebody remembers it: its words, without what queries would take for syntax. */
function knownItem(kind: QuestionKind, title: string, { url }: Page): readonly Question[] {
  const text = tokenise(title)
    .filter(({ kind: word }, i, all) => word !== 'tail' || i + 1 < all.length)
    .map(({ word }) => word)
    .join(' ');
  const words = text === '' ? 0 : text.split(' ').length;
  return words < MIN_WORDS || words > MAX_WORDS ? [] : [{ kind, text, right: new Set([url ?? '']) }];
}

/** The first heading that gold counts as content. */
function headingOf(page: Page, labels: GoldLabels): string {
  for (const [i, node] of page.segments.entries()) {
    const above = page.parent[node]!;
    if (labels[i] === GoldLabel.content && /^h[1-3]$/.test(tagName(page, above)))
      return readNormalText(page, node);
  }
  return '';
}

interface WordUse {
  readonly template: Set<string>;
  readonly content: Set<string>;
}

function menuWords(
  site: string,
  pages: readonly Page[],
  { labels, most }: { readonly labels: readonly GoldLabels[]; readonly most: number },
): readonly Question[] {
  const uses = new Map<string, WordUse>();
  for (const [place, page] of pages.entries()) {
    for (const [i, node] of page.segments.entries()) {
      const label = labels[place]![i]!;
      if (label !== GoldLabel.ignored)
        addWords(uses, readNormalText(page, node), { url: page.url ?? '', label });
    }
  }
  const found = [...uses].filter(
    ([, { template, content }]) =>
      template.size > MENU_SHARE * pages.length &&
      content.size > 0 &&
      content.size <= Math.max(1, RARE_SHARE * pages.length),
  );
  const step = Math.max(1, found.length / most);
  return Array.from({ length: Math.min(most, found.length) }, (_, i) => {
    const [text, { content }] = found[Math.floor(i * step)]!;
    return { kind: 'menu word', text, site, right: content };
  });
}

/** Single characters of Chinese runs are no words. */
function addWords(
  uses: Map<string, WordUse>,
  text: string,
  { url, label }: { url: string; label: number },
): void {
  for (const { word, kind } of tokenise(text)) {
    if (kind === 'tail') continue;
    const use = uses.get(word) ?? { template: new Set(), content: new Set() };
    uses.set(word, use);
    (label === GoldLabel.template ? use.template : use.content).add(url);
  }
}

/** A title that several pages have asks for none of them. */
function unambiguous(questions: readonly Question[]): readonly Question[] {
  const keyOf = ({ kind, text, site }: Question): string => JSON.stringify([kind, text, site]);
  const counts = new Map<string, number>();
  for (const question of questions) counts.set(keyOf(question), (counts.get(keyOf(question)) ?? 0) + 1);
  return questions.filter((question) => counts.get(keyOf(question)) === 1);
}
