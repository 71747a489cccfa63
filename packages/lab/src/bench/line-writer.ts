/** What the stream benchmarks time: all that `clean` does between reading the bytes of a page and writing its line. */

import { createRecord, type Detector, type RawPage } from 'dehusk';
import { createSiteKey, guardEmpty, PageProcessor, recordLine } from 'dehusk/parts';

/** `observe` and `judge` give the line's bytes, `learn` gives none. */
export type LineWriter = (raw: RawPage, mode: 'observe' | 'learn' | 'judge') => Uint8Array | undefined;

const encoder = new TextEncoder();
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
