/**
 * What a detector learned since its state was last saved, as bytes: for each page its identity and its segments.
 * Replaying it on the saved state gives the same table, so that a store need not rewrite the table for each page.
 *
 *     per page: u32 contributor · u32 number of words · (u32 high, u32 low) per segment
 */
export interface JournalPage {
  readonly contributor: number;
  /** high, low, high, low … */
  readonly segments: Uint32Array;
}

export class Journal {
  #words: Uint32Array = new Uint32Array(1024);
  #length = 0;

  beginPage(contributor: number, segmentCount: number): void {
    const needed = this.#length + 2 + segmentCount * 2;
    if (needed > this.#words.length) {
      const longer = new Uint32Array(Math.max(needed, this.#words.length * 2));
      longer.set(this.#words.subarray(0, this.#length));
      this.#words = longer;
    }
    this.#words[this.#length++] = contributor;
    this.#words[this.#length++] = segmentCount * 2;
  }

  add(high: number, low: number): void {
    this.#words[this.#length++] = high;
    this.#words[this.#length++] = low;
  }

  /** What was written, which is then forgotten. */
  take(): Uint8Array {
    const bytes = new Uint8Array(this.#words.slice(0, this.#length).buffer);
    this.#length = 0;
    return bytes;
  }
}

export function* readJournal(bytes: Uint8Array): Generator<JournalPage> {
  const words = new Uint32Array(bytes.slice().buffer);
  for (let at = 0; at < words.length; ) {
    const contributor = words[at]!;
    const length = words[at + 1]!;
    yield { contributor, segments: words.subarray(at + 2, at + 2 + length) };
    at += 2 + length;
  }
}
