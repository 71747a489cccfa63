import { afterEach, expect, it, vi } from 'vitest';
import { createSiteJudge } from '../../packages/dehusk/src/cli/index/judge-site.ts';
import { parseText } from '../../packages/dehusk/src/index.ts';
import { createIndexEntry } from '../../packages/dehusk/src/node.ts';
import { WordScanner } from '../../packages/dehusk/src/page/words/word-scanner.ts';
import { antHtml, range } from '../cli/ant-site.ts';

afterEach(() => void vi.restoreAllMocks());

it.each(['index-time', 'none'] as const)(
  'each text is scanned once, for the template and the index: %s',
  (method) => {
    const pages = range(1, 12).map((number) => parseText(antHtml(number), { id: `page ${number}` }));
    const texts = pages.reduce((sum, { segments }) => sum + segments.length, 0);
    const begin = vi.spyOn(WordScanner.prototype, 'begin');
    const { table, verdicts } = createSiteJudge(method, {}, [0, 0])(pages, undefined);
    const entries = verdicts.map((verdict, i) => createIndexEntry(table, i, { site: 'ants', verdict }));
    expect(entries.map(({ contentWords }) => contentWords.count)).toEqual(
      pages.map(() => (method === 'none' ? 12 : 6)),
    );
    // Titles are no texts of the page, and have no part in detection.
    expect(begin).toHaveBeenCalledTimes(texts + pages.length);
  },
);
