/** What the stream benchmarks time: a page to its line of JSON, and what that is compared with. */

import {
  createRecord,
  createSiteKey,
  type Detector,
  guardEmpty,
  PageProcessor,
  type RawPage,
  recordLine,
} from 'dehusk/parts';
import { Parser } from 'htmlparser2';

/** `observe` and `judge` give the line's bytes, `learn` gives none. */
export type LineWriter = (raw: RawPage, mode: 'observe' | 'learn' | 'judge') => Uint8Array | undefined;

const encoder = new TextEncoder();
const nothing = (): void => {};
const idleHandler = { onopentag: nothing, onclosetag: nothing, ontext: nothing, oncomment: nothing };

/** The reference: htmlparser2 with a handler that does nothing, on a string that is decoded already. */
export function idleParse(html: string): void {
  new Parser(idleHandler).end(html);
}

/** All that `clean` does between reading bytes and writing bytes. */
export function createLineWriter(createDetector: () => Detector): LineWriter {
  const processor = new PageProcessor({ createDetector });
  const siteKey = createSiteKey();
  return (raw, mode) => {
    const site = siteKey(raw);
    const { page, verdict } = processor.process({ site, raw, mode });
    if (verdict === undefined) return undefined;
    return encoder.encode(recordLine(createRecord({ raw, page, site, ...guardEmpty(page, verdict) })));
  };
}
