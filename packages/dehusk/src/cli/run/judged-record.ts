/** From a page and its verdict to the bytes of its record: overrides, the empty guard, the encoding. */
import {
  countChars,
  createOverrides,
  guardEmpty,
  type Page,
  type RawPage,
  type SiteOverrides,
  type Verdict,
} from '../../index.ts';
import type { Container } from '../output/container.ts';
import { createEncoder, type EncodeOptions } from '../output/encode.ts';

export interface RecordSetting {
  readonly container: Container;
  readonly encode: EncodeOptions;
  readonly overrides: SiteOverrides;
}

export interface JudgedTask {
  readonly site: string;
  readonly raw: RawPage;
  readonly page: Page;
  readonly verdict: Verdict;
  /** Write the page with its template. */
  readonly whole: boolean;
}

export interface JudgedOutcome {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly chars: number;
  readonly templateChars: number;
  /** It would have come out empty. */
  readonly guarded: boolean;
}

export function createRecordMaker(setting: RecordSetting): (task: JudgedTask) => JudgedOutcome {
  const encode = createEncoder(setting.container, setting.encode);
  const override = createOverrides(setting.overrides);
  return ({ site, raw, page, verdict, whole }) => {
    const judged = guardEmpty(page, override(site, page, verdict));
    const bytes = encode({ kind: 'page', id: page.id, site, raw, page, ...judged, whole });
    return { id: page.id, bytes, ...countChars(page, judged.verdict), guarded: judged.guarded };
  };
}
