/**
 * Pages that were mutated, of their bytes, their tokens or their tree: each is parsed, or refused with an error of its
 * own, and whatever is parsed keeps the invariants of the node table.
 *
 *   dehusk-lab soak fuzz-pages [COUNT [SEED]]     (default: a million)
 *
 * The exit code is 1 if a page broke an invariant, raised anything but a refusal, or took more than two seconds. The
 * tests run the same with fewer pages.
 */
import { DehuskError, type Page, parse } from 'dehusk';
import { ExitCode, NodeFlag, readNormalText, TEXT } from 'dehusk/parts';
import type { Output } from '../experiment.ts';
import { createSite } from '../synthetic/synthetic-site.ts';
import { createRandom, mutatePage } from './mutate-page.ts';

const MOST_MS = 2_000;

export function run([count = '1000000', seed = '1000000']: readonly string[], out: Output): number {
  const started = Date.now();
  const { cases, refused, slowestMs, failures } = fuzzPages(Number(count), Number(seed), (done) => {
    if (done % 20_000 === 0)
      out.progress(`${done} of ${count}, ${Math.round((Date.now() - started) / 1000)} s`);
  });
  for (const failure of failures) out.line(failure);
  out.line(
    `${cases} cases, ${failures.length} failed, ${refused} refused, slowest ${slowestMs.toFixed(0)} ms`,
  );
  return failures.length > 0 || slowestMs > MOST_MS ? ExitCode.failed : ExitCode.done;
}

interface FuzzReport {
  readonly cases: number;
  readonly refused: number;
  /** The slowest case, in milliseconds of CPU time. */
  readonly slowestMs: number;
  /** What went wrong, with the seed that shows it again. */
  readonly failures: readonly string[];
}

const SITES = 12;
const PAGES_PER_SITE = 20;

/** Parses `count` mutated pages; case i of a seed is always the same one. */
export function fuzzPages(count: number, seed: number, onCase?: (done: number) => void): FuzzReport {
  const originals = originalPages();
  const failures: string[] = [];
  let refused = 0;
  let slowestMs = 0;
  for (let i = 0; i < count; i++) {
    const random = createRandom(seed + i);
    const bytes = mutatePage(originals[Math.floor(random() * originals.length)]!, random);
    const before = process.cpuUsage();
    try {
      const broken = brokenInvariant(parse({ bytes }));
      if (broken !== undefined) failures.push(`seed ${seed + i}: ${broken}`);
    } catch (error) {
      if (error instanceof DehuskError) refused++;
      else failures.push(`seed ${seed + i}: ${String(error)}`);
    }
    const { user, system } = process.cpuUsage(before);
    slowestMs = Math.max(slowestMs, (user + system) / 1000);
    onCase?.(i + 1);
  }
  return { cases: count, refused, slowestMs, failures };
}

/** Small pages of many kinds: the mutations matter, not the prose. */
export function originalPages(): readonly string[] {
  const pages: string[] = [];
  for (let site = 0; site < SITES; site++) {
    const { page } = createSite({
      seed: 500 + site,
      pages: PAGES_PER_SITE,
      pageBytes: { min: 2_000, max: 8_000 },
    });
    for (let k = 0; k < PAGES_PER_SITE; k++) pages.push(page(k).html);
  }
  return pages;
}

/** What must hold of every page, whatever it was made of. Returns the first thing that does not. */
function brokenInvariant(page: Page): string | undefined {
  const { nodeCount, parent, depth, subtreeEnd, tag } = page;
  if (nodeCount < 2 || parent[0] !== -1 || subtreeEnd[0] !== nodeCount)
    return 'the root does not span the page';
  for (let node = 1; node < nodeCount; node++) {
    const above = parent[node]!;
    if (above < 0 || above >= node) return `node ${node} is not after its parent`;
    if (depth[node] !== depth[above]! + 1) return `node ${node} has a wrong depth`;
    if (subtreeEnd[node]! <= node || subtreeEnd[node]! > subtreeEnd[above]!)
      return `node ${node} leaves its parent`;
    if (tag[above] === TEXT) return `node ${node} is below a text`;
    if (tag[node] === TEXT && page.chars[node] === 0) return `node ${node} is blank`;
  }
  return brokenSegments(page);
}

function brokenSegments(page: Page): string | undefined {
  const visible = (node: number): boolean =>
    page.tag[node] === TEXT && (page.flags[node]! & NodeFlag.hidden) === 0;
  let count = 0;
  for (let node = 0; node < page.nodeCount; node++) if (visible(node)) count++;
  if (count !== page.segments.length) return 'segments are not the visible texts';
  for (let i = 0; i < count; i++) {
    const node = page.segments[i]!;
    if (!visible(node) || (i > 0 && node <= page.segments[i - 1]!)) return `segment ${i} is out of place`;
    if ([...readNormalText(page, node)].length !== page.chars[node]) return `segment ${i} has a wrong length`;
  }
  return undefined;
}
