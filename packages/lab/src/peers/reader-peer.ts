/** A tool that reads one page at a time as a peer: in processes of its own, so that a bad page costs nothing else. */
import type { Page } from 'dehusk/parts';
import type { EvalMethod, PeerText } from '../methods/eval-method.ts';
import { programBeside } from '../programs.ts';
import { inLanes, laneCount } from './lanes.ts';
import type { UnreadPage } from './reader.ts';
import { createReaderLane, type ReaderOptions } from './reader-lane.ts';

/** The slowest page of 27 real sites took one and a half seconds. */
const TIMEOUT_MS = 30_000;

export function readerPeer(name: string, given: Partial<ReaderOptions> = {}): EvalMethod {
  const program = programBeside(import.meta.url, 'reader-process.js');
  const options: ReaderOptions = { peer: name, program, timeoutMs: TIMEOUT_MS, ...given };
  return {
    name,
    parses: true,
    run: async (pages, htmls) => {
      const lanes = Array.from({ length: laneCount }, () => createReaderLane(options));
      try {
        const answers = await inLanes(unread(pages, htmls), lanes.length, (page, lane) =>
          lanes[lane]!.read(page),
        );
        const ms = answers.reduce((sum, answer) => sum + answer.ms, 0) / Math.max(1, pages.length);
        const texts = answers.map(
          ({ text, failed }): PeerText => ({ text, ...(failed !== undefined && { failed }) }),
        );
        return { texts, ms, peakBytes: Math.max(...lanes.map((lane) => lane.peakBytes())) };
      } finally {
        for (const lane of lanes) lane.close();
      }
    },
  };
}

function unread(pages: readonly Page[], htmls: readonly string[]): readonly UnreadPage[] {
  return pages.map(({ url = '' }, i) => ({ html: htmls[i]!, url }));
}
