/** A query in the syntax of FTS5. Words have letters and digits only, and stand between quotation marks. */
import type { Query, QueryItem } from './query.ts';

export function matchItem({ words, prefix }: QueryItem): string {
  return `"${words.join(' ')}"${prefix ? ' *' : ''}`;
}

export function matchAny(items: readonly QueryItem[]): string {
  return items.map(matchItem).join(' OR ');
}

export function matchQuery({ groups, excluded }: Query): string {
  const wanted = groups.map((group) => `(${matchAny(group)})`).join(' AND ');
  return excluded.length === 0 ? wanted : `(${wanted}) NOT (${matchAny(excluded)})`;
}
