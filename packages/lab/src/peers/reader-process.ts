/** The process that a tool reads pages in: one after another, as they are sent. */
import { DehuskError } from 'dehusk';
import { cpuMs, usedBytes } from '../run/measure.ts';
import type { UnreadPage } from './readers.ts';
import { loadReader, type ReaderName } from './readers.ts';

/** What is answered to a page; the first answer, to none, tells that the tool is loaded. */
export interface ReaderAnswer {
  readonly text: string;
  /** Why there is no text. */
  readonly failed?: string;
  /** A package that is not installed; nothing else will be answered. */
  readonly missing?: string;
  /** CPU time of the page, and bytes in use after it. */
  readonly ms: number;
  readonly usedBytes: number;
}

try {
  const read = await loadReader(process.argv[2] as ReaderName);
  process.on('message', async (page: UnreadPage) => {
    const start = cpuMs();
    const answer = await textOrFailure(() => read(page));
    send({ ...answer, ms: cpuMs() - start, usedBytes: usedBytes() });
  });
  send({ text: '', ms: 0, usedBytes: usedBytes() });
} catch (error) {
  if (!(error instanceof DehuskError)) throw error;
  send({ text: '', missing: String(error.facts.package), ms: 0, usedBytes: 0 });
}
// Whoever wanted pages read is gone.
process.on('disconnect', () => process.exit());

function send(answer: ReaderAnswer): void {
  process.send?.(answer);
}

/** What a tool throws on a page costs the page alone. */
async function textOrFailure(
  read: () => string | Promise<string>,
): Promise<{ text: string; failed?: string }> {
  try {
    return { text: await read() };
  } catch (error) {
    return { text: '', failed: String(error) };
  }
}
