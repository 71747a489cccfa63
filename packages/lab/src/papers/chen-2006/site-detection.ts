/** The methods on one site: how right they are, and what detection costs beyond what an index needs anyway. */
import { type Verdict, WordTable } from 'dehusk/parts';
import type { CorpusSite } from '../../corpus/read-corpus.ts';
import { cpuMs } from '../../run/cpu-ms.ts';
import { loadSite } from '../../run/load-site.ts';
import { type WholeGoldName, wholeGold } from '../whole-gold.ts';
import { type Accuracy, type Judged, measureAccuracy } from './accuracy.ts';
import { byContender, type ContenderName, contenderNames, contenders } from './contenders.ts';
import { judgePages } from './detectors.ts';

export interface SiteDetection {
  readonly site: string;
  readonly pages: number;
  /** CPU milliseconds of parsing all pages, and of the table of their words, offsets included. */
  readonly parseMs: number;
  readonly wordsMs: number;
  readonly methods: Readonly<Record<ContenderName, MethodDetection>>;
}

interface MethodDetection {
  readonly accuracy: Readonly<Record<WholeGoldName, Accuracy>>;
  /** Of detection alone. */
  readonly detectMs: number;
}

/** Undefined for a site without gold for every page. Times are medians of so many rounds, after one that warms up. */
export function measureDetection(site: CorpusSite, rounds: number): SiteDetection | undefined {
  const { pages, parseMs } = loadSite(site);
  const gold = wholeGold(site, pages);
  if (gold === undefined || pages.length === 0) return undefined;
  const table = new WordTable();
  const start = cpuMs();
  for (const page of pages) table.addPage(page);
  const wordsMs = cpuMs() - start;
  const judge = (name: ContenderName): readonly Verdict[] => judgePages(contenders[name](), pages, table);
  const judged = byContender((name): Omit<Judged, 'labels'> => ({ pages, table, verdicts: judge(name) }));
  const detectMs = timeInTurns(judge, rounds);
  return {
    site: site.name,
    pages: pages.length,
    parseMs: parseMs * pages.length,
    wordsMs,
    methods: byContender((name) => ({
      accuracy: {
        lenient: measureAccuracy({ ...judged[name], labels: gold.lenient }),
        strict: measureAccuracy({ ...judged[name], labels: gold.strict }),
      },
      detectMs: detectMs[name],
    })),
  };
}

/** In turns, so that noise of the machine hits all alike. */
function timeInTurns(
  judge: (name: ContenderName) => void,
  rounds: number,
): Readonly<Record<ContenderName, number>> {
  const samples = byContender(() => [] as number[]);
  for (let round = 0; round < rounds; round++) {
    for (const name of contenderNames) {
      const start = cpuMs();
      judge(name);
      samples[name].push(cpuMs() - start);
    }
  }
  return byContender((name) => samples[name].sort((a, b) => a - b)[Math.floor(rounds / 2)]!);
}
