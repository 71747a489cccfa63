/** A search without an index, to compare with: pages as lists of words, every formula as it is written. */
import { tokenise } from '../../packages/dehusk/src/page/words/tokenise.ts';
import { parseQuery } from '../../packages/dehusk/src/search/query/parse-query.ts';
import { itemsOf, type QueryItem } from '../../packages/dehusk/src/search/query/query.ts';
import { defaultWeights, type Weights } from '../../packages/dehusk/src/search/rank/weights.ts';
import type { TestPage } from './index-of.ts';

type Part = keyof Weights;
type Words = Readonly<Record<Part, readonly string[]>>;

export interface NaiveOptions {
  readonly rank: 'bm25' | 'pivoted';
  readonly weights?: Partial<Weights>;
  readonly keepTemplate?: boolean;
  readonly site?: string;
}

const wordsIn = (text = ''): string[] => tokenise(text.replaceAll(/<[^>]*>/g, ' ')).map(({ word }) => word);

/** Identities and scores, the best first, of equal ones the first page. */
export function naiveSearch(
  pages: readonly TestPage[],
  query: string,
  { rank, keepTemplate = false, site, ...options }: NaiveOptions,
): readonly { readonly id: string; readonly score: number }[] {
  const weights = { ...defaultWeights, ...options.weights };
  if (!keepTemplate) weights.template = 0;
  const parts = (Object.keys(weights) as Part[]).filter((part) => weights[part] > 0);
  const documents: readonly Words[] = pages.map(({ title, content, template }) => ({
    title: wordsIn(title),
    content: wordsIn(content),
    template: wordsIn(template),
  }));
  const { groups, excluded } = parseQuery(query);
  const has = (document: Words, item: QueryItem, where: readonly Part[]): boolean =>
    where.some((part) => count(document[part], item) > 0);
  const inPage = parts.filter((part) => part !== 'template');
  // Where the template is kept, what is excluded is so by title and content, whatever their weights.
  const excludedIn: readonly Part[] = weights.template > 0 ? ['title', 'content'] : inPage;
  return pages
    .map(({ id, site: own = 'site' }, i) => ({ id, own, document: documents[i]! }))
    .filter(({ own }) => site === undefined || own === site)
    .filter(({ document }) => groups.every((group) => group.some((item) => has(document, item, parts))))
    .filter(({ document }) => !excluded.some((item) => has(document, item, excludedIn)))
    .map(({ id, document }) => {
      const scores = itemsOf({ groups, excluded }).map((item) =>
        rank === 'bm25' ? bm25(document, item) : pivoted(document, item),
      );
      return { id, score: scores.reduce((sum, score) => sum + score, 0) };
    })
    .map((hit, i) => ({ ...hit, i }))
    .sort((a, b) => (Math.abs(a.score - b.score) < 1e-12 ? a.i - b.i : b.score - a.score))
    .map(({ id, score }) => ({ id, score }));

  function bm25(document: Words, item: QueryItem): number {
    const inTemplate = weights.template * bm25Of(document, item, { template: 1 });
    const ofPage = Object.fromEntries(inPage.map((part) => [part, weights[part]]));
    return bm25Of(document, item, ofPage) + (weights.template > 0 ? inTemplate : 0);
  }

  function bm25Of(document: Words, item: QueryItem, used: Partial<Weights>): number {
    const columns = Object.keys(used) as Part[];
    const all: readonly Part[] = columns.includes('template') ? ['template'] : ['title', 'content'];
    const length = (one: Words): number => all.reduce((sum, part) => sum + one[part].length, 0);
    const found = documents.filter((one) => has(one, item, columns)).length;
    const idf = Math.log((documents.length - found + 0.5) / (found + 0.5));
    const tf = columns.reduce((sum, part) => sum + used[part]! * count(document[part], item), 0);
    const mean = documents.reduce((sum, one) => sum + length(one), 0) / documents.length;
    const norm = 1.2 * (0.25 + (0.75 * length(document)) / mean);
    // FTS5: a word on more than half of the pages still counts for something.
    return tf === 0 ? 0 : (idf <= 0 ? 1e-6 : idf) * ((tf * 2.2) / (tf + norm));
  }

  function pivoted(document: Words, item: QueryItem): number {
    const length = (one: Words): number => one.title.length + one.content.length;
    const mean = documents.reduce((sum, one) => sum + length(one), 0) / documents.length;
    const tf = parts.reduce((sum, part) => sum + weights[part] * count(document[part], item), 0);
    const found = documents.filter((one) => has(one, item, parts)).length;
    if (tf === 0) return 0;
    const dampened = tf < 1 ? tf : 1 + Math.log(1 + Math.log(tf));
    return (dampened / (0.8 + (0.2 * length(document)) / mean)) * Math.log((documents.length + 1) / found);
  }
}

function count(words: readonly string[], { words: wanted, prefix }: QueryItem): number {
  const last = wanted.length - 1;
  return words.filter((_, at) =>
    wanted.every((word, i) => {
      const found = words[at + i];
      return found === word || (prefix && i === last && found?.startsWith(word));
    }),
  ).length;
}
