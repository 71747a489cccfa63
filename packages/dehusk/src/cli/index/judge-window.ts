/** A window of pages from their bytes to what the index holds of them, site by site. */
import { setImmediate as eventLoop } from 'node:timers/promises';
import {
  createOverrides,
  guardEmpty,
  type InputItem,
  type Page,
  type PageLimits,
  pageFailure,
  pageId,
  parse,
  type RawPage,
  type SiteKey,
  type SiteOverrides,
  type Verdict,
  type WordTable,
} from '../../index.ts';
import { createIndexEntry, type IndexEntry, type IndexWriter, keepHeadings } from '../../node.ts';
import type { Report } from '../report.ts';
import type { Stop } from '../stop.ts';
import type { IndexFlags } from './index-flags.ts';
import { createSiteJudge } from './judge-site.ts';

export interface WindowSetting {
  readonly flags: IndexFlags;
  readonly report: Report;
  readonly stop: Stop;
  readonly writer: IndexWriter;
  readonly siteKey: SiteKey;
  readonly overrides: SiteOverrides;
  readonly limits: PageLimits;
}

export interface JudgedWindow {
  /** In the order of the input. */
  readonly entries: readonly IndexEntry[];
  readonly sites: ReadonlyMap<string, Uint8Array>;
}

/** A page that is parsed, with its place in the window. */
interface Placed {
  readonly raw: RawPage;
  readonly page: Page;
  readonly place: number;
}

/** A turn of the event loop this often, for signals and progress. */
const turnEveryMs = 50;

export function createWindowJudge(
  setting: WindowSetting,
): (window: readonly InputItem[]) => Promise<JudgedWindow> {
  const { flags, report, writer } = setting;
  const judgeSite = createSiteJudge(flags.method, flags.set ?? {}, writer.hashKey);
  const makeEntry = createEntryMaker(setting);
  return async (window) => {
    const entries: IndexEntry[] = [];
    const sites = new Map<string, Uint8Array>();
    for (const [site, raws] of bySite(window, setting)) {
      const placed = await parsePages(raws, setting);
      if (placed.length === 0) continue;
      const {
        table,
        verdicts: judged,
        state,
      } = judgeSite(
        placed.map(({ page }) => page),
        writer.siteState(site),
      );
      if (state !== undefined) sites.set(site, state);
      const verdicts = keepHeadings(table.pages, judged);
      for (const [i, { raw, place }] of placed.entries()) {
        try {
          entries[place] = makeEntry(table, i, { site, verdict: verdicts[i]! });
          report.tally.addPage(site);
        } catch (error) {
          report.fail(pageFailure(error, raw));
        }
      }
    }
    // Places of pages that failed are empty.
    return { entries: entries.filter((entry) => entry !== undefined), sites };
  };
}

/** Overrides and the empty guard come between the verdict and the index, as in `clean`. */
function createEntryMaker({ flags, report, overrides }: WindowSetting) {
  const override = createOverrides(overrides);
  return (
    table: WordTable,
    index: number,
    { site, verdict }: { readonly site: string; readonly verdict: Verdict },
  ): IndexEntry => {
    const page = table.pages[index]!;
    const judged = guardEmpty(page, override(site, page, verdict));
    if (judged.guarded) report.tally.addGuarded();
    return createIndexEntry(table, index, {
      site,
      verdict: judged.verdict,
      keepTemplate: flags.keepTemplate === true,
    });
  };
}

type PlacedRaw = Pick<Placed, 'raw' | 'place'>;

/** Sites in the order of their first pages; failures are told. */
function bySite(
  window: readonly InputItem[],
  { siteKey, report }: WindowSetting,
): ReadonlyMap<string, readonly PlacedRaw[]> {
  const sites = new Map<string, PlacedRaw[]>();
  for (const [place, item] of window.entries()) {
    if (item.kind === 'failure') {
      report.fail(item);
      continue;
    }
    try {
      const site = siteKey(item.page);
      const known = sites.get(site);
      if (known === undefined) sites.set(site, [{ raw: item.page, place }]);
      else known.push({ raw: item.page, place });
    } catch (error) {
      report.fail(pageFailure(error, item.page));
    }
  }
  return sites;
}

async function parsePages(
  raws: readonly PlacedRaw[],
  { limits, writer, report, stop }: WindowSetting,
): Promise<readonly Placed[]> {
  const placed: Placed[] = [];
  let turnMs = performance.now();
  for (const { raw, place } of raws) {
    try {
      placed.push({ raw, place, page: parse(raw, { limits, hashKey: writer.hashKey, id: pageId(raw) }) });
    } catch (error) {
      report.fail(pageFailure(error, raw));
    }
    if (performance.now() - turnMs < turnEveryMs) continue;
    await eventLoop();
    stop.signal.throwIfAborted();
    turnMs = performance.now();
  }
  return placed;
}
