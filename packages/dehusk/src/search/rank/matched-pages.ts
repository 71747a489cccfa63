/** Which pages a query matches, as SQL. */
import { matchAny, matchQuery } from '../query/match-expression.ts';
import { itemsOf, type Query } from '../query/query.ts';
import { columnFilter, type Weights } from './weights.ts';

/** A statement with the values of its question marks. */
export interface Sql {
  readonly text: string;
  readonly values: readonly (string | number)[];
}

/** What is looked for, and where. */
export interface Search {
  readonly query: Query;
  /** The template has a weight only where the index keeps it. */
  readonly weights: Weights;
  readonly site: string | undefined;
}

/** Can title or content make a page match? */
export function looksAtWords({ weights }: Search): boolean {
  return weights.title > 0 || weights.content > 0;
}

/** `SELECT id`: the numbers of all pages that match. */
export function matchedPages(search: Search): Sql {
  const { query, weights, site } = search;
  const plain = weights.template === 0;
  const parts = plain
    ? [wordsMatch(search, matchQuery(query))]
    : query.groups.map((g) => eitherMatch(search, matchAny(g)));
  const wanted = parts.map(({ text }) => `SELECT id FROM (${text})`).join(' INTERSECT ');
  const values = parts.flatMap((part) => part.values);
  const excluded =
    plain || query.excluded.length === 0
      ? undefined
      : { text: excludedText, values: [matchAny(query.excluded)] };
  return {
    text: `SELECT id FROM (${wanted}${excluded?.text ?? ''})${site === undefined ? '' : ofSite}`,
    values: [...values, ...(excluded?.values ?? []), ...(site === undefined ? [] : [site])],
  };
}

/** What is in the menu of every page excludes none: here only title and content count. */
const excludedText = ' EXCEPT SELECT rowid FROM words WHERE words MATCH ?';
const ofSite = ' WHERE id IN (SELECT id FROM page WHERE site = ?)';

function wordsMatch({ weights }: Search, expression: string): Sql {
  return {
    text: 'SELECT rowid AS id FROM words WHERE words MATCH ?',
    values: [columnFilter(weights, expression)],
  };
}

/** In title and content, or in the template: each group may be found in another part of the page. */
function eitherMatch(search: Search, expression: string): Sql {
  const template = 'SELECT rowid AS id FROM template_words WHERE template_words MATCH ?';
  if (!looksAtWords(search)) return { text: template, values: [expression] };
  const { text, values } = wordsMatch(search, expression);
  return { text: `${text} UNION ${template}`, values: [...values, expression] };
}

/** Everything that is looked for, one of it being enough. */
export function anyOf({ query }: Search): string {
  return matchAny(itemsOf(query));
}
