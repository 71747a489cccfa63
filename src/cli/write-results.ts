/** Results into the output and the report, one after the other. */
import { setImmediate as eventLoop } from 'node:timers/promises';
import { type CleanResult, pageFailure } from '../index.ts';
import type { Output } from './output/output.ts';
import type { Report } from './report.ts';

/** A turn of the event loop this often, for signals and progress: pages of one chunk come without any. */
const turnEveryMs = 50;

export async function writeResults(
  results: AsyncIterable<CleanResult>,
  output: Output,
  report: Report,
): Promise<void> {
  let turnMs = performance.now();
  for await (const result of results) {
    await writeResult(result, output, report);
    if (performance.now() - turnMs < turnEveryMs) continue;
    await eventLoop();
    turnMs = performance.now();
  }
}

async function writeResult(result: CleanResult, output: Output, report: Report): Promise<void> {
  if (result.kind === 'failure') return report.fail(result);
  let bytes: Uint8Array;
  try {
    bytes = output.encode(result);
  } catch (error) {
    return report.fail(pageFailure(error, result.raw));
  }
  await output.put(result, bytes);
  report.tally.addPage(result);
}
