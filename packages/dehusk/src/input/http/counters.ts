/** What a fetcher has done so far. */
export interface HttpCounters {
  /** Sent over the network, robots.txt, redirects and repeated tries included. */
  readonly requests: number;
  /** Of these, the ones that repeated a failed one. */
  readonly retries: number;
  readonly redirects: number;
  /** Bytes of pages and robots.txt as they came over the wire. */
  readonly wireBytes: number;
  /** The same with their encodings undone, up to where a page was refused. */
  readonly decodedBytes: number;
  /** Pages that were taken from the cache without a request. */
  readonly cacheHits: number;
  /** Pages that were taken from the cache because the server said that they are as they were. */
  readonly notModified: number;
  /** Entries of the cache that could not be written; the page is delivered all the same. */
  readonly cacheFailures: number;
  /** Pages that were refused by a rule of ours or by robots.txt. */
  readonly refusals: number;
}

export type MutableCounters = { -readonly [Name in keyof HttpCounters]: number };

export function newCounters(): MutableCounters {
  return {
    requests: 0,
    retries: 0,
    redirects: 0,
    wireBytes: 0,
    decodedBytes: 0,
    cacheHits: 0,
    notModified: 0,
    cacheFailures: 0,
    refusals: 0,
  };
}
