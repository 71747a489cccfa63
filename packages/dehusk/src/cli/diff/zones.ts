/** What was learned of the site that a page is of: it tells changes of the template from changes of the content. */
import { realpath } from 'node:fs/promises';
import type { Sides } from '../../compare/diff/page-diff.ts';
import type { Verdict } from '../../detect/detector.ts';
import { type PageFailure, pageFailure } from '../../engine/engine.ts';
import { readStates } from '../../engine/lessons/read-states.ts';
import { learnPages } from '../../engine/saved-site.ts';
import { loadSiteKey } from '../../engine/site-key.ts';
import type { StoreReader } from '../../engine/store.ts';
import { openInputs } from '../../input/open-inputs.ts';
import { parse } from '../../page/core-node.ts';
import type { HashKey } from '../../page/hash.ts';
import type { Page } from '../../page/page.ts';
import { pageId, type RawPage } from '../../page/raw-page.ts';
import { type InputFlags, inputOptions, pageLimits } from '../flags.ts';
import { loadSite } from '../sites/load-site.ts';

export interface ZoneFlags extends InputFlags {
  readonly state?: string;
  readonly site?: string;
  readonly siblings?: readonly string[];
}

export interface Zones {
  /** Pages that are judged must have been parsed with it. */
  readonly hashKey: HashKey;
  /** What is template on a page; undefined where nothing is known of the site. */
  readonly judge: ((page: Page) => Verdict) | undefined;
}

interface ZoneTask {
  readonly flags: ZoneFlags;
  readonly versions: Sides<RawPage>;
  readonly signal: AbortSignal;
  readonly onFailure: (failure: PageFailure) => void;
}

const plainKey: HashKey = [0, 0];

/** Throws what `readStates` and `loadSite` throw. */
export async function readZones(task: ZoneTask): Promise<Zones> {
  const { state, siblings } = task.flags;
  if (state !== undefined) return ofState(state, task);
  if (siblings !== undefined) return { hashKey: plainKey, judge: await learnSiblings(siblings, task) };
  return { hashKey: plainKey, judge: undefined };
}

async function ofState(file: string, task: ZoneTask): Promise<Zones> {
  await using store = await readStates(file);
  const { judge } = await loadSite(store, await siteOf(store, task));
  return { hashKey: store.hashKey, judge };
}

/** As told; else by the address; else the only one that the state knows. */
async function siteOf(store: StoreReader, { flags, versions }: ZoneTask): Promise<string> {
  const site = flags.site ?? (await loadSiteKey(flags.siteBy))(versions.new);
  const sites: string[] = [];
  for await (const one of store.sites()) sites.push(one.site);
  const isOnly = flags.site === undefined && versions.new.url === undefined && sites.length === 1;
  return isOnly ? sites[0]! : site;
}

/** From so many siblings on five pages are asked for, as `clean` does (W10). */
const fullCount = 8;

/**
 * A text is template if it stands in the same place on more than half of the siblings, five of them at most. How many
 * there are is known when the eighth has come, so up to seven pages wait for it.
 */
async function learnSiblings(inputs: readonly string[], task: ZoneTask): Promise<(page: Page) => Verdict> {
  const waiting: Page[] = [];
  let learned: Awaited<ReturnType<typeof learnPages>> | undefined;
  for await (const page of readSiblings(inputs, task)) {
    if (learned !== undefined) learned.learn(page);
    else if (waiting.push(page) === fullCount) learned = await learnSome(waiting);
  }
  return (learned ?? (await learnSome(waiting))).judge;
}

function learnSome(pages: readonly Page[]): ReturnType<typeof learnPages> {
  const templatePages = Math.min(5, Math.floor(pages.length / 2) + 1);
  return learnPages(pages, { method: 'incremental', options: { templatePages } });
}

/** Pages of the same site that are not the page itself. */
async function* readSiblings(inputs: readonly string[], task: ZoneTask): AsyncGenerator<Page> {
  const { flags, versions, signal, onFailure } = task;
  const siteKey = await loadSiteKey(flags.siteBy);
  const isOther = await createOtherTest(versions);
  for await (const item of openInputs(inputs, { ...inputOptions(flags), signal })) {
    if (item.kind === 'failure') {
      onFailure(item);
      continue;
    }
    const raw = item.page;
    const isElsewhere =
      raw.url !== undefined && versions.new.url !== undefined && siteKey(raw) !== siteKey(versions.new);
    if (isElsewhere || !(await isOther(raw))) continue;
    try {
      yield parse(raw, { limits: pageLimits(flags), hashKey: plainKey, id: pageId(raw) });
    } catch (error) {
      onFailure(pageFailure(error, raw));
    }
  }
}

/** Whether a page is another than the versions: told by its address, else by its file. */
async function createOtherTest(versions: Sides<RawPage>): Promise<(raw: RawPage) => Promise<boolean>> {
  const own = [versions.old, versions.new];
  const addresses = new Set(own.filter(({ url }) => url !== undefined).map(pageId));
  const files = new Set(await Promise.all(own.map(({ provenance }) => realName(provenance.file))));
  return async (raw) =>
    raw.url === undefined ? !files.has(await realName(raw.provenance.file)) : !addresses.has(pageId(raw));
}

async function realName(file: string): Promise<string> {
  return realpath(file).catch(() => file);
}
