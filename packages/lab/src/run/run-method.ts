/** A method on the pages of a site: one line per page. */
import type { Page } from 'dehusk';
import type { EvalMethod, SiteOutput } from '../methods/methods.ts';
import type { LoadedSite } from './evaluate.ts';
import { cpuMs, watchMemory } from './measure.ts';
import type { RunCost, RunLine } from './run-file.ts';
import { elementRanges, keptRanges, packScores } from './run-file.ts';

type PageOutput = Pick<RunLine, 'kept' | 'scores' | 'elements' | 'text' | 'failed'>;

export async function runMethod(method: EvalMethod, site: LoadedSite): Promise<readonly RunLine[]> {
  const { name, pages, htmls } = site;
  const memory = watchMemory(pages);
  const start = cpuMs();
  const output = await method.run(memory.pages, htmls);
  const here = (cpuMs() - start) / Math.max(1, pages.length);
  // Where it has a clock of its own it ran in another process, and memory was not taken here.
  const peakBytes = output.ms === undefined ? memory.peakBytes() : output.peakBytes;
  const cost = {
    ...timeOf(method, site, output.ms ?? here),
    ...(peakBytes !== undefined && { peak_bytes: peakBytes }),
    ...needsOf(method, site, output),
  };
  const outputOf = pageOutput(method, output);
  return pages.map((page, i) => ({
    method: method.name,
    site: name,
    url: page.url ?? '',
    position: i + 1,
    pages: pages.length,
    ...outputOf(page, i),
    ...cost,
  }));
}

function pageOutput(
  { judgesElements }: EvalMethod,
  output: SiteOutput,
): (page: Page, i: number) => PageOutput {
  if ('texts' in output) return (_, i) => output.texts[i]!;
  const { verdicts } = output;
  // One that never says more than yes or no has no scores; `none` says not even that.
  const grades = verdicts.some(({ score }) => score.some((value) => value > 0));
  return (page, i) => ({
    kept: keptRanges(page, verdicts[i]!),
    ...(grades && { scores: packScores(page, verdicts[i]!) }),
    ...(judgesElements && { elements: elementRanges(page, verdicts[i]!) }),
  });
}

function timeOf({ parses }: EvalMethod, { parseMs }: LoadedSite, ms: number): RunCost {
  const allMs = ms + (parses ? 0 : parseMs);
  return {
    ms: rounded(ms),
    parse_ms: rounded(parseMs),
    ...(allMs > 0 && { pages_per_second: rounded(1000 / allMs) }),
  };
}

function needsOf({ holdsSite }: EvalMethod, { pages }: LoadedSite, output: SiteOutput): RunCost {
  const stateBytes = output.stateBytes?.();
  const firstVerdict = holdsSite ? pages.length : firstTemplate(output, pages);
  return {
    ...(stateBytes !== undefined && { state_bytes: stateBytes }),
    ...(firstVerdict > 0 && { first_verdict: firstVerdict }),
  };
}

/** The number of the first page with template, or 0; a peer that is told nothing of other pages judges the first. */
function firstTemplate(output: SiteOutput, pages: readonly Page[]): number {
  if ('texts' in output) return 1;
  const hasTemplate = ({ segments }: Page, i: number): boolean =>
    segments.some((node) => output.verdicts[i]!.template[node] === 1);
  return pages.findIndex(hasTemplate) + 1;
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
