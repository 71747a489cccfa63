/** Names the pages whose verdict would now differ, so that a pipeline can redo just those. */
import { readFile, writeFile } from 'node:fs/promises';
import { DehuskError } from '../../index.ts';
import { writeError } from '../output/write-error.ts';
import type { Trace, TraceFile } from './trace-file.ts';
import type { WorkPool } from './work-pool.ts';

/** Traces of a site are asked about together, to spare messages between threads. */
const BATCH = 256;

/** One identity a line, in the order of the pages. Returns how many there are. */
export async function writeReprocessList(
  file: string,
  traces: TraceFile | undefined,
  pool: WorkPool,
): Promise<number> {
  const changed: string[] = [];
  let batch: Trace[] = [];
  const askBatch = async (): Promise<void> => {
    changed.push(...(await changedPages(batch, pool)));
    batch = [];
  };
  for await (const trace of traces?.read() ?? []) {
    batch.push(trace);
    if (batch.length >= BATCH) await askBatch();
  }
  await askBatch();
  const names = [...new Set(changed)];
  await writeFile(file, names.map((id) => `${id}\n`).join('')).catch((error: unknown) => {
    throw writeError(error, file);
  });
  return names.length;
}

async function changedPages(batch: readonly Trace[], pool: WorkPool): Promise<readonly string[]> {
  const bySite = new Map<string, Trace[]>();
  for (const trace of batch) bySite.set(trace.site, [...(bySite.get(trace.site) ?? []), trace]);
  const changed = new Set<Trace>();
  for (const [site, traces] of bySite) {
    const differs = await pool.wouldDiffer(
      site,
      traces.map(({ trace }) => trace),
    );
    for (const [i, trace] of traces.entries()) if (differs[i]) changed.add(trace);
  }
  return batch.filter((trace) => changed.has(trace)).map(({ id }) => id);
}

/** The identities of such a list. */
export async function readPageList(file: string): Promise<ReadonlySet<string>> {
  try {
    const text = await readFile(file, 'utf8');
    return new Set(text.split(/\r?\n/).filter((line) => line !== ''));
  } catch (error) {
    throw new DehuskError('INPUT_UNREADABLE', { file, reason: (error as Error).message }, { cause: error });
  }
}
