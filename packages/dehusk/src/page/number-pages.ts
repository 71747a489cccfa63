import type { Page } from './page.ts';

/** Numbers for the different pages of a batch, from 0; two captures of one page have one number. */
export interface PageNumbers {
  readonly count: number;
  readonly of: Int32Array;
}

export function numberPages(pages: readonly Page[]): PageNumbers {
  const known = new Map<string, number>();
  let count = 0;
  const of = Int32Array.from(pages, ({ id }) => {
    // A page that nobody can name is always a new one.
    const number = id === '' ? undefined : known.get(id);
    if (number !== undefined) return number;
    known.set(id, count);
    return count++;
  });
  return { count, of };
}
