/** What is found in an index that was built as users build it: by the run of `dehusk index`. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  buildIndex,
  createSiteKey,
  findMethod,
  type IndexTotals,
  openIndex,
  type Ranking,
  type RunReport,
  resolveOptions,
} from 'dehusk/parts';
import type { CorpusSite } from '../corpus/corpus.ts';
import { type Answer, FIRST_HITS } from '../papers/chen-2006/indexes.ts';
import type { Question } from '../papers/chen-2006/questions.ts';
import { cpuMsOf } from './measure.ts';

export interface BuiltWay {
  readonly name: string;
  readonly method: string;
  readonly keepTemplate?: boolean;
  readonly guard?: boolean;
}

export interface BuiltIndex {
  readonly name: string;
  readonly totals: IndexTotals;
  /** From the first byte of the input to the last commit. */
  readonly cpuMs: number;
  readonly sizeBytes: number;
  readonly answers: Readonly<Record<Ranking, readonly Answer[]>>;
}

/** The index is built in a temporary folder, asked, and thrown away. */
export async function askBuilt(
  way: BuiltWay,
  sites: readonly CorpusSite[],
  questions: readonly Question[],
): Promise<BuiltIndex> {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-bench-'));
  try {
    const input = join(folder, 'pages.jsonl');
    const file = join(folder, 'pages.index');
    const lines = sites.flatMap((site) => site.pages().map(({ url, html }) => JSON.stringify({ url, html })));
    writeFileSync(input, lines.join('\n'));
    let totals: IndexTotals | undefined;
    const cpuMs = await cpuMsOf(async () => {
      totals = await buildIndex({ ...buildOptions(way), inputs: [input], file }, silent);
    });
    using index = openIndex(file);
    const siteOf = siteNames(sites);
    const ask = (rank: Ranking): readonly Answer[] =>
      questions.map(({ text, site, right }) => {
        const only = site === undefined ? {} : { site: siteOf.get(site)! };
        const { hits } = index.search(text, { rank, limit: FIRST_HITS, ...only });
        const isRight = hits.map(({ url }) => right.has(url ?? ''));
        const place = isRight.indexOf(true);
        return { reciprocal: place === -1 ? 0 : 1 / (place + 1), right: isRight.filter(Boolean).length };
      });
    const answers = { bm25: ask('bm25'), pivoted: ask('pivoted') };
    return { name: way.name, totals: totals!, cpuMs, sizeBytes: statSync(file).size, answers };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function buildOptions({ method, keepTemplate = false, guard = true }: BuiltWay) {
  return {
    keepTemplate,
    guard,
    method,
    methodOptions: resolveOptions(findMethod(method), {}),
    reading: {},
    siteBy: undefined,
    limits: {},
    overrides: { keep: [], drop: [] },
    batchPages: 500,
    memoryBytes: 2 ** 28,
    identity: {},
    restart: false,
    signal: new AbortController().signal,
  };
}

/** A site of the corpus by the name that an index has for it: that of its host. */
function siteNames(sites: readonly CorpusSite[]): ReadonlyMap<string, string> {
  const siteKey = createSiteKey();
  return new Map(
    sites.flatMap((site) => {
      const [first] = site.pages();
      return first === undefined ? [] : [[site.name, siteKey({ url: first.url, provenance: { file: '' } })]];
    }),
  );
}

const silent: RunReport = {
  tally: {
    beginPass: () => undefined,
    addBytes: () => undefined,
    addPage: () => undefined,
    passPage: () => undefined,
    addGuarded: () => undefined,
    addUnknown: () => undefined,
    addDuplicate: () => undefined,
    addLeftOut: () => undefined,
    addPassed: () => undefined,
    passLast: () => undefined,
    saved: () => ({}),
    restore: () => undefined,
  },
  messages: { info: () => undefined },
  start: () => undefined,
  fail: () => undefined,
  describe: ({ message }) => message,
};
