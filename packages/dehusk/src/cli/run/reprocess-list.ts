/** Names the pages whose verdict would now differ, so that a pipeline can redo just those. */
import { readFile, writeFile } from 'node:fs/promises';
import { DehuskError } from '../../index.ts';
import { writeError } from '../output/write-error.ts';
import type { Run } from './open-run.ts';
import type { Trace } from './trace-file.ts';

/** Traces of a site are asked about together, to spare messages between threads. */
const BATCH = 256;

type TracedRun = Pick<Run, 'traces' | 'pool' | 'loadSite'>;

/** One identity a line, in the order of the pages. Returns how many there are. */
export async function writeReprocessList(file: string, run: TracedRun): Promise<number> {
  const changed = new Set<string>();
  let batch: Trace[] = [];
  const askBatch = async (): Promise<void> => {
    for (const id of await changedPages(batch, run)) changed.add(id);
    batch = [];
  };
  for await (const trace of run.traces?.read() ?? []) {
    batch.push(trace);
    if (batch.length >= BATCH) await askBatch();
  }
  await askBatch();
  await writeFile(file, [...changed].map((id) => `${toLine(id)}\n`).join('')).catch((error: unknown) => {
    throw writeError(error, file);
  });
  return changed.size;
}

async function changedPages(batch: readonly Trace[], run: TracedRun): Promise<readonly string[]> {
  const changed = new Set<Trace>();
  // What the empty guard keeps depends on how often each block was seen, which no trace tells.
  for (const [site, traces] of bySite(batch)) {
    const state = await run.loadSite(site);
    const differs = await run.pool.wouldDiffer({ site, state, traces: traces.map(({ trace }) => trace) });
    for (const [i, trace] of traces.entries()) if (differs[i] || trace.guarded) changed.add(trace);
  }
  return batch.filter((trace) => changed.has(trace)).map(({ id }) => id);
}

function bySite(batch: readonly Trace[]): ReadonlyMap<string, readonly Trace[]> {
  const sites = new Map<string, Trace[]>();
  for (const trace of batch) {
    const traces = sites.get(trace.site);
    if (traces === undefined) sites.set(trace.site, [trace]);
    else traces.push(trace);
  }
  return sites;
}

/** The identities of such a list. */
export async function readPageList(file: string): Promise<ReadonlySet<string>> {
  try {
    const text = await readFile(file, 'utf8');
    return new Set(
      text
        .split(/\r?\n/)
        .filter((line) => line !== '')
        .map(fromLine),
    );
  } catch (error) {
    throw new DehuskError('INPUT_UNREADABLE', { file, reason: (error as Error).message }, { cause: error });
  }
}

/** A file may have a line end in its name: such an identity stands there as a JSON string. */
function toLine(id: string): string {
  return /[\r\n]|^"/.test(id) ? JSON.stringify(id) : id;
}

function fromLine(line: string): string {
  return line.startsWith('"') ? (JSON.parse(line) as string) : line;
}
