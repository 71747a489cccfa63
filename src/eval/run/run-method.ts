/** A method on the pages of a site: one line per page. */
import type { Page, Verdict } from '../../index.ts';
import type { EvalMethod, SiteOutput } from '../methods/eval-method.ts';
import { cpuMs } from './cpu-ms.ts';
import type { LoadedSite } from './load-site.ts';
import type { RunLine, SegmentRange } from './run-line.ts';

export async function runMethod(method: EvalMethod, site: LoadedSite): Promise<readonly RunLine[]> {
  const { pages } = site;
  const start = cpuMs();
  const output = await method.run(pages);
  const ms = output.ms ?? (cpuMs() - start) / Math.max(1, pages.length);
  const stateBytes = output.stateBytes?.();
  return pages.map((page, i) => ({
    method: method.name,
    site: site.name,
    url: page.url ?? '',
    position: i + 1,
    pages: pages.length,
    ...keptOf(output, page, i),
    ms: rounded(ms),
    parse_ms: rounded(site.parseMs),
    ...(stateBytes !== undefined && { state_bytes: stateBytes }),
  }));
}

function keptOf(output: SiteOutput, page: Page, i: number): Pick<RunLine, 'kept' | 'text' | 'failed'> {
  return 'verdicts' in output ? { kept: keptRanges(page, output.verdicts[i]!) } : output.texts[i]!;
}

function keptRanges(page: Page, { template }: Verdict): readonly SegmentRange[] {
  const ranges: [number, number][] = [];
  for (const [segment, node] of page.segments.entries()) {
    if (template[node] !== 0) continue;
    const last = ranges.at(-1);
    if (last?.[1] === segment - 1) last[1] = segment;
    else ranges.push([segment, segment]);
  }
  return ranges;
}

const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;
