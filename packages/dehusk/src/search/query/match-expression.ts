/** A query in the syntax of FTS5. Words have letters and digits only, and stand between quotation marks. */
import type { Query, QueryItem } from './query.ts';

export function matchItem({ words, prefix }: QueryItem): string {
  return `"${words.join(' ')}"${prefix ? ' *' : ''}`;
}

export function matchAny(items: readonly QueryItem[]): string {
  return items.map(matchItem).join(' OR ');
}

/** What a page must have; what is excluded is left to the caller. */
export function matchGroups({ groups }: Query): string {
  return groups.map((group) => `(${matchAny(group)})`).join(' AND ');
}

export function matchQuery(query: Query): string {
  const wanted = matchGroups(query);
  return query.excluded.length === 0 ? wanted : `(${wanted}) NOT (${matchAny(query.excluded)})`;
}
