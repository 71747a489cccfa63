/** What an index holds of a page. Its words come from the table that its template was found with. */
import type { Verdict } from '../detect/detector.ts';
import { type JudgedLink, judgedLinks } from '../page/judged-links.ts';
import { readTitle } from '../page/links.ts';
import { splitWords } from '../page/words/split-words.ts';
import { tokenise } from '../page/words/tokenise.ts';
import type { WordTable } from '../page/words/word-table.ts';
import { partText } from './content-text.ts';

/** Words of a part of a page, folded, one space between each two. */
export interface IndexedWords {
  readonly words: string;
  readonly count: number;
}

export interface IndexEntry {
  /** Who the page is: a page of the same id takes the place of an earlier one. */
  readonly id: string;
  readonly url: string | undefined;
  readonly site: string;
  readonly title: string;
  /** The content, as text. */
  readonly text: string;
  /** The template, as text; undefined where it is not to be found. */
  readonly templateText: string | undefined;
  readonly titleWords: IndexedWords;
  readonly contentWords: IndexedWords;
  readonly templateWords: IndexedWords;
  readonly links: readonly JudgedLink[];
}

export interface EntryOptions {
  readonly site: string;
  readonly verdict: Pick<Verdict, 'template'>;
  /** Let the template be found, too. */
  readonly keepTemplate?: boolean;
}

/** The entry of a page of the table. */
export function createIndexEntry(table: WordTable, pageIndex: number, options: EntryOptions): IndexEntry {
  const { site, verdict, keepTemplate = false } = options;
  const page = table.pages[pageIndex]!;
  const split = splitWords(table, pageIndex, verdict.template);
  const title = readTitle(page);
  const spelled = (numbers: Uint32Array): IndexedWords => ({
    words: table.lexicon.spell(numbers),
    count: numbers.length,
  });
  return {
    id: page.id,
    url: page.url,
    site,
    title,
    text: partText(page, verdict.template, 0),
    templateText: keepTemplate ? partText(page, verdict.template, 1) : undefined,
    titleWords: wordsOf(title),
    contentWords: spelled(split.content),
    templateWords: keepTemplate ? spelled(split.template) : { words: '', count: split.template.length },
    links: judgedLinks(page, verdict.template),
  };
}

/** The words of a text. */
export function wordsOf(text: string): IndexedWords {
  const tokens = tokenise(text);
  return { words: tokens.map(({ word }) => word).join(' '), count: tokens.length };
}
