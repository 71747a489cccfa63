/** Reports of generated sites, and of pages and names that try to break out of them. */
import type { CorpusSite } from '../src/corpus/corpus.ts';
import { toCorpusSite } from '../src/corpus/corpus.ts';
import { chooseMethods } from '../src/methods/methods.ts';
import { htmlReport } from '../src/report/html/html-report.ts';
import { collectDetails, type Details } from '../src/results/details.ts';
import { createResults, type Results } from '../src/results/results.ts';
import type { OnScored, ScoredSite } from '../src/results/site-result.ts';
import { evaluate } from '../src/run/evaluate.ts';
import type { Growth } from '../src/run/growth.ts';
import type { RunLine } from '../src/run/run-file.ts';
import { addLine, type RunLines } from '../src/run/run-file.ts';
import { createSite } from '../src/synthetic/synthetic-site.ts';

export interface MadeReport {
  readonly html: string;
  readonly results: Results;
  readonly details: Details;
  readonly scored: readonly ScoredSite[];
}

export interface ReportOptions {
  readonly sites: readonly CorpusSite[];
  readonly methods: readonly string[];
  readonly peers?: readonly string[];
  /** Output of others. */
  readonly lines?: readonly RunLine[];
  readonly growth?: Growth;
  readonly command?: string;
}

export async function makeReport(options: ReportOptions): Promise<MadeReport> {
  const { sites, methods, peers = [], lines = [], growth, command = 'dehusk-lab eval' } = options;
  const known: RunLines = new Map();
  for (const line of lines) addLine(known, line);
  const collector = collectDetails();
  const scored: ScoredSite[] = [];
  const onScored: OnScored = (site) => {
    scored.push(site);
    collector.onScored(site);
  };
  const chosen = chooseMethods({ methods, peers, commands: [] });
  const output = { lines: known, append: () => undefined };
  const results = createResults(await evaluate({ sites, methods: chosen, output, onScored }));
  const details = collector.details();
  return { html: htmlReport({ results, details, growth, command }), results, details, scored };
}

export const generatedSites = (): readonly CorpusSite[] =>
  [3, 5, 8].map((seed) =>
    toCorpusSite(createSite({ seed, pages: 14, pageBytes: { min: 2_000, max: 5_000 } })),
  );

/** As it could have been measured: measuring takes seconds. */
export const someGrowth: Growth = {
  methods: [
    {
      method: 'incremental',
      points: [50, 100, 200].map((pages) => ({
        pages,
        ofParsing: 10 / pages,
        stateBytes: 1000 * Math.sqrt(pages),
      })),
    },
  ],
  sources: [50, 100, 200].map((pages) => ({ pages, bytes: 20_000 * pages })),
};

export const ordinaryMethods: readonly string[] = ['none', 'incremental', 'shingle', 'incremental-two-pass'];

/** `net`: where whatever is loaded is heard. */
export function hostileReport(net: string): Promise<MadeReport> {
  const run = (name: string): string => `<script>top.ran='${name}';alert('${name}')</script>`;
  const image = `<img src=${net}/i.png onerror="top.ran='image'">`;
  const asText = (markup: string): string => markup.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const bad = (name: string): string => `</p></title></style></textarea>-->'">${run(name)}${image}`;
  const site: CorpusSite = {
    name: `site ${bad('site')}`,
    kind: bad('kind'),
    language: bad('language'),
    zones: { contentSelectors: ['main'], templateSelectors: [], ignoreSelectors: ['i'] },
    readLabels: new Map(),
    pages: () =>
      Array.from({ length: 4 }, (_, i) => ({
        url: `https://x.example/${i}?${bad('url')}`,
        html: `<nav>${asText(bad('menu'))}</nav><main>${asText(bad('content'))} words of page ${i} that are content <i>${asText(bad('ignored'))}</i></main>`,
      })),
  };
  const tool = `tool ${bad('method')}`;
  const lines = site.pages().map(({ url }) => ({ method: tool, site: site.name, url, text: bad('text') }));
  return makeReport({ sites: [site], methods: ['none', 'incremental'], lines, command: bad('command') });
}
