/**
 * `benchmarks.json` in a folder in TECO's form: which pages are key pages, and of what group. The suite itself has
 * these in its description (Tables 6.1 and 6.4) and needs no such file; a folder of one's own does.
 *
 *     { "benchmarks": [
 *       { "keyPage": "pages/www.example.org/en/index.html",
 *         "group": "Companies / Shops",
 *         "url": "https://www.example.org/en/",
 *         "menu": "#nav",
 *         "notes": "Two footers." } ] }
 *
 * All but `keyPage` may be missing. `menu` selects the main menu; without it the first one is guessed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DehuskError } from 'dehusk';
import { type SuiteCategory, suiteCategories } from './groups.ts';

export const benchmarksFile = 'benchmarks.json';

export interface ListedBenchmark {
  /** Path below the folder of the suite, with slashes. */
  readonly keyPage: string;
  readonly group?: SuiteCategory;
  readonly url?: string;
  readonly menu?: string;
  readonly notes?: string;
}

/** Those of the folder; of the one above, where somebody names its folder `pages`. */
export function readBenchmarks(folder: string): readonly ListedBenchmark[] {
  const above = basename(resolve(folder)) === 'pages' ? [dirname(resolve(folder))] : [];
  const found = [folder, ...above].map((place) => join(place, benchmarksFile)).find(existsSync);
  if (found === undefined) return [];
  try {
    return checked(JSON.parse(readFileSync(found, 'utf8')));
  } catch (error) {
    const reason = `${benchmarksFile}: ${error instanceof Error ? error.message : String(error)}`;
    throw new DehuskError('EVAL_CORPUS_BAD', { folder, reason }, { cause: error });
  }
}

function checked(read: unknown): readonly ListedBenchmark[] {
  const { benchmarks } = (read ?? {}) as { readonly benchmarks?: unknown };
  if (!Array.isArray(benchmarks)) throw new TypeError('there is no list "benchmarks"');
  for (const entry of benchmarks as readonly Partial<ListedBenchmark>[]) {
    if (typeof entry?.keyPage !== 'string') throw new TypeError('a benchmark has no "keyPage"');
    if (entry.group !== undefined && !suiteCategories.includes(entry.group))
      throw new TypeError(`${entry.keyPage}: "group" is none of ${suiteCategories.join(', ')}`);
  }
  return benchmarks as readonly ListedBenchmark[];
}
