/** What the stream benchmarks time: all that `clean` does between reading the bytes of a page and writing its line. */
import { type CleanerOptions, createCleaner, type RawPage } from 'dehusk';
import { recordLine } from 'dehusk/parts';

/** `add` and `judge` give the line's bytes, `learn` gives none. */
export interface LineWriter {
  write(raw: RawPage, mode: 'add' | 'learn' | 'judge'): Promise<Uint8Array | undefined>;
  readonly sizeBytes: number;
}

const encoder = new TextEncoder();

export function createLineWriter(options: CleanerOptions = {}): LineWriter {
  const cleaner = createCleaner(options);
  return {
    get sizeBytes() {
      return cleaner.sizeBytes;
    },
    write: async (raw, mode) => {
      const result = await cleaner[mode](raw);
      if (result?.error !== undefined) throw result.error;
      return result && encoder.encode(recordLine(result.record()));
    },
  };
}
