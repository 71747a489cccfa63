/** The template of one site as selectors, tried on pages of the site where there are some. */

import type { Verdict } from '../../detect/detector.ts';
import { pageFailure } from '../../engine/engine.ts';
import type { SavedSite } from '../../engine/saved-site.ts';
import { loadSiteKey } from '../../engine/site-key.ts';
import { DehuskError } from '../../errors.ts';
import type { InputItem } from '../../input/input.ts';
import { openInputs } from '../../input/open-inputs.ts';
import {
  type ExportedSelector,
  exportSelectors,
  type SelectorExport,
} from '../../output/selectors/export-selectors.ts';
import { parse } from '../../page/core-node.ts';
import type { HashKey } from '../../page/hash.ts';
import type { Page } from '../../page/page.ts';
import { pageId, type RawPage } from '../../page/raw-page.ts';
import { type InputFlags, inputOptions, pageLimits } from '../flags.ts';
import type { Messages } from '../messages.ts';
import { formatCount } from '../progress.ts';

/** More pages hardly change what is chosen, and each is kept in memory. */
const mostPages = 256;

export interface ExportFlags extends InputFlags {
  readonly check?: readonly string[];
  readonly format: 'text' | 'json';
}

export interface ExportTask {
  readonly saved: SavedSite;
  readonly hashKey: HashKey;
  readonly flags: ExportFlags;
  readonly messages: Messages;
}

interface JudgedPage {
  readonly page: Page;
  readonly verdict: Verdict;
}

/** What to print, and how many pages of `--check` failed. */
export async function exportSite(
  task: ExportTask,
): Promise<{ readonly output: string; readonly failed: number }> {
  const { saved, flags, messages } = task;
  const segments = saved.templateSegments;
  if (flags.check === undefined) {
    messages.info('unchecked', 'nothing was tried on pages: --check INPUT... makes better selectors');
    return { output: selectorLines(exportSelectors(segments), flags), failed: 0 };
  }
  const { sample, failed } = await readTrial(task, flags.check);
  if (sample.items.length === 0) throw new DehuskError('SITE_PAGES_MISSING', { site: saved.site });
  const exported = exportSelectors(segments, sample.items);
  sayQuality(exported, sample, messages);
  return { output: selectorLines(exported, flags), failed };
}

/** Pages of the site from the inputs, judged by what is known of it. */
export async function readTrial(
  task: ExportTask,
  inputs: readonly string[],
): Promise<{ readonly sample: PageSample<JudgedPage>; readonly failed: number }> {
  const sample = new PageSample<JudgedPage>(mostPages);
  const failedByCode = new Map<string, number>();
  const siteKey = await loadSiteKey(task.flags.siteBy);
  for await (const item of openInputs(inputs, inputOptions(task.flags))) {
    const failure =
      item.kind === 'page' && siteKey(item.page) !== task.saved.site ? undefined : offer(sample, item, task);
    if (failure === undefined) continue;
    const { code } = failure.error;
    failedByCode.set(code, (failedByCode.get(code) ?? 0) + 1);
    task.messages.failure(failure, failedByCode.get(code)!);
  }
  return { sample, failed: [...failedByCode.values()].reduce((sum, count) => sum + count, 0) };
}

type Failure = ReturnType<typeof pageFailure>;

function offer(sample: PageSample<JudgedPage>, item: InputItem, task: ExportTask): Failure | undefined {
  if (item.kind === 'failure') return item;
  try {
    sample.offer(() => judge(item.page, task));
    return undefined;
  } catch (error) {
    return pageFailure(error, item.page);
  }
}

function judge(raw: RawPage, { saved, hashKey, flags }: ExportTask): JudgedPage {
  const page = parse(raw, { limits: pageLimits(flags), hashKey, id: pageId(raw) });
  return { page, verdict: saved.judge(page) };
}

function sayQuality(exported: SelectorExport, sample: PageSample<JudgedPage>, messages: Messages): void {
  const { selectors, precision = 1, recall = 1 } = exported;
  const tried = sample.items.length;
  const pages = `${tried < sample.offered ? `${tried} of ` : ''}${formatCount(sample.offered, 'page')}`;
  const quality = `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`;
  const facts = { selectors: selectors.length, pages: tried, precision, recall };
  messages.info(
    'checked',
    `${formatCount(selectors.length, 'selector')}, tried on ${pages}: ${quality}`,
    facts,
  );
}

function selectorLines({ selectors }: SelectorExport, { format }: ExportFlags): string {
  return selectors.map((one) => `${format === 'json' ? jsonOf(one) : one.selector}\n`).join('');
}

function jsonOf({ precision, ...facts }: ExportedSelector): string {
  const rounded = precision === undefined ? {} : { precision: Math.round(precision * 10_000) / 10_000 };
  return JSON.stringify({ ...facts, ...rounded });
}

/**
 * Some of a stream of pages, evenly from all of it and the same each time: every page, until there are too many, then
 * every second, every fourth and so on. So memory is bounded, however long the stream is.
 */
export class PageSample<Item> {
  readonly #most: number;
  #items: Item[] = [];
  #stride = 1;
  #offered = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get items(): readonly Item[] {
    return this.#items;
  }

  /** How many there were, those left out too. */
  get offered(): number {
    return this.#offered;
  }

  /** `make` is called for what is kept only; what it throws counts as offered. */
  offer(make: () => Item): void {
    const isWanted = this.#offered++ % this.#stride === 0;
    if (!isWanted) return;
    this.#items.push(make());
    if (this.#items.length <= this.#most) return;
    this.#items = this.#items.filter((_, i) => i % 2 === 0);
    this.#stride *= 2;
  }
}
