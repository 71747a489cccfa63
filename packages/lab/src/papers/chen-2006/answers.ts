/** What indexes find: one index a method over the same pages, the same questions to each. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type IndexReader, openIndex, type Ranking } from 'dehusk/parts';
import type { CorpusSite } from '../../corpus/read-corpus.ts';
import { type BuildPage, type Built, buildIndex } from './build-index.ts';
import type { DetectorName } from './detectors.ts';
import type { Question } from './questions.ts';

/** Hits that are looked at. */
export const FIRST_HITS = 10;
/** Pages that are held back: two sites of the corpus. */
const BATCH_PAGES = 240;

export interface IndexWay {
  readonly name: string;
  readonly method: DetectorName;
  readonly keepTemplate?: boolean;
}

export interface Answer {
  /** 1 / the place of the first right page; 0 if it is not among the first ten. */
  readonly reciprocal: number;
  /** How many of the first ten are right. */
  readonly right: number;
}

export interface AnsweredIndex {
  readonly name: string;
  readonly built: Built;
  readonly sizeBytes: number;
  readonly answers: Readonly<Record<Ranking, readonly Answer[]>>;
}

/** The index is built in a temporary folder, asked, and thrown away. */
export function askIndex(
  way: IndexWay,
  sites: readonly CorpusSite[],
  questions: readonly Question[],
): AnsweredIndex {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-eval-'));
  try {
    const file = join(folder, 'pages.index');
    const built = buildIndex(file, pagesOf(sites), { ...way, batchPages: BATCH_PAGES });
    using index = openIndex(file);
    const ask = (rank: Ranking): readonly Answer[] =>
      questions.map((question) => answer(index, question, rank));
    const answers = { bm25: ask('bm25'), pivoted: ask('pivoted') };
    return { name: way.name, built, sizeBytes: statSync(file).size, answers };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function* pagesOf(sites: readonly CorpusSite[]): Generator<BuildPage> {
  for (const site of sites) for (const { url, html } of site.pages()) yield { url, html, site: site.name };
}

function answer(index: IndexReader, { text, site, right }: Question, rank: Ranking): Answer {
  const { hits } = index.search(text, { rank, limit: FIRST_HITS, ...(site !== undefined && { site }) });
  const place = hits.findIndex(({ id }) => right.has(id));
  return {
    reciprocal: place === -1 ? 0 : 1 / (place + 1),
    right: hits.filter(({ id }) => right.has(id)).length,
  };
}
