/** The two versions of a page, from what the user named: two inputs, or two captures in one. */

import type { Sides } from '../../compare/diff/page-diff.ts';
import type { PageFailure } from '../../engine/engine.ts';
import { DehuskError, hintAt, nearest } from '../../errors.ts';
import { createFetcher } from '../../input/http/fetcher.ts';
import type { PassedOver } from '../../input/input.ts';
import { openInputs } from '../../input/open-inputs.ts';
import { normalUrl, pageId, type RawPage } from '../../page/raw-page.ts';
import { type FetchFlags, fetcherOptions, type InputFlags, inputOptions } from '../flags.ts';

export interface VersionFlags extends InputFlags, FetchFlags {
  readonly url?: string;
  readonly old?: CaptureTime;
  readonly new?: CaptureTime;
}

export interface VersionsTask {
  readonly inputs: readonly string[];
  readonly flags: VersionFlags;
  readonly signal: AbortSignal;
  /** Tells what is wrong with a page or an input. */
  readonly onFailure: (failure: PageFailure) => void;
  readonly onPassedOver: (passed: PassedOver) => void;
}

/** What is wrong was said already: there is no version, and nothing more to say. */
export class AlreadyReported extends Error {}

/** Throws AlreadyReported, and what `Captures` throws. */
export async function readVersions(task: VersionsTask): Promise<Sides<RawPage>> {
  const [first, second] = task.inputs;
  const { url, old: oldUntil, new: newUntil } = task.flags;
  if (second === undefined)
    return choose(task, { file: first!, url, until: newUntil, oldUntil }, (captures) => captures.latestTwo());
  return {
    old: await readVersion(task, { file: first!, url, until: oldUntil }),
    new: await readVersion(task, { file: second, url, until: newUntil }),
  };
}

async function readVersion(task: VersionsTask, wish: CaptureWish): Promise<RawPage> {
  if (!isAddress(wish.file)) return choose(task, wish, (captures) => captures.latest());
  await using fetcher = createFetcher(fetcherOptions(task.flags));
  return await fetcher.fetchPage(wish.file, { signal: task.signal });
}

/** What fails beside the versions is told, and they are compared all the same. */
async function choose<Chosen>(
  { flags, signal, onFailure, onPassedOver }: VersionsTask,
  wish: CaptureWish,
  pick: (captures: Captures) => Chosen,
): Promise<Chosen> {
  const captures = new Captures(wish);
  let failures = 0;
  for await (const item of openInputs([wish.file], { ...inputOptions(flags), signal, onPassedOver })) {
    if (item.kind === 'page') {
      captures.add(item.page);
      continue;
    }
    failures++;
    onFailure(item);
  }
  try {
    return pick(captures);
  } catch (error) {
    const isExplained = failures > 0 && error instanceof DehuskError && error.code === 'DIFF_NO_PAGE';
    throw isExplained ? new AlreadyReported() : error;
  }
}

/** Of the web: then the page is fetched. */
export function isAddress(input: string): boolean {
  return /^https?:\/\//i.test(input);
}

/** `crawl.warc.gz 2024-05-01T12:30:00Z`: enough to tell two versions apart. */
export function nameVersion({ provenance, date }: RawPage): string {
  return date === undefined ? provenance.file : `${provenance.file} ${date}`;
}

/** A time that captures must not be after. */
export interface CaptureTime {
  /** As the user wrote it. */
  readonly text: string;
  /** `20240501123000` */
  readonly digits: string;
}

export interface CaptureWish {
  readonly file: string;
  /** The page's address; needed where the input holds several pages. */
  readonly url?: string | undefined;
  /** Of the version that is wanted, or of the newer of two. */
  readonly until?: CaptureTime | undefined;
  /** Of the older of two versions; the one before the newer unless told. */
  readonly oldUntil?: CaptureTime | undefined;
}

interface Capture {
  readonly page: RawPage;
  /** As in `CaptureTime`; empty where the source tells no time. */
  readonly digits: string;
}

/** So many addresses are kept to guess which one was meant. */
const mostAddresses = 2_000;

/**
 * The versions to compare, among the pages of an input: the only page, or captures of one address. Only what may
 * become a version is kept in memory, however large the archive is.
 */
export class Captures {
  readonly #wish: CaptureWish;
  readonly #addresses = new Set<string>();
  /** The address of the versions. */
  #id: string | undefined;
  /** The latest two up to the wish's times, the later one behind; as they come where times are the same. */
  #latest: readonly Capture[] = [];
  #oldLatest: readonly Capture[] = [];
  #pageCount = 0;
  #captureCount = 0;
  #pageFile: RawPage | undefined;

  constructor(wish: CaptureWish) {
    this.#wish = wish;
    if (wish.url !== undefined) this.#id = normalUrl(wish.url);
  }

  /** Throws DIFF_SEVERAL_PAGES. */
  add(page: RawPage): void {
    const { url, file } = this.#wish;
    const id = pageId(page);
    this.#pageCount++;
    const { line, offset } = page.provenance;
    if (line === undefined && offset === undefined) this.#pageFile = page;
    if (this.#addresses.size < mostAddresses) this.#addresses.add(id);
    if (url === undefined) this.#id ??= id;
    if (id === this.#id) this.#keep(page);
    else if (url === undefined) throw new DehuskError('DIFF_SEVERAL_PAGES', { file });
  }

  #keep(page: RawPage): void {
    const { until, oldUntil } = this.#wish;
    const capture = { page, digits: (page.date ?? '').replace(/\D/g, '').slice(0, 14) };
    this.#captureCount++;
    if (isUpTo(capture, until)) this.#latest = [...this.#latest, capture].sort(byTime).slice(-2);
    if (isUpTo(capture, oldUntil)) this.#oldLatest = [...this.#oldLatest, capture].sort(byTime).slice(-1);
  }

  /** The latest capture up to the time; throws where there is none. */
  latest(): RawPage {
    const found = this.#latest.at(-1)?.page;
    if (found !== undefined) return found;
    // A page file is a page, whatever its address: it may stand beside an archive that needs one.
    if (this.#pageCount === 1 && this.#pageFile !== undefined) return this.#pageFile;
    throw this.#missing(this.#wish.until);
  }

  latestTwo(): Sides<RawPage> {
    const { file, oldUntil } = this.#wish;
    const newer = this.latest();
    const older = oldUntil === undefined ? this.#latest.at(-2) : this.#oldLatest.at(-1);
    if (older !== undefined) return { old: older.page, new: newer };
    if (oldUntil !== undefined) throw this.#missing(oldUntil);
    throw new DehuskError('DIFF_ONE_CAPTURE', { file, page: pageId(newer) });
  }

  #missing(until: CaptureTime | undefined): DehuskError {
    const { file, url } = this.#wish;
    if (this.#captureCount > 0 && until !== undefined)
      return new DehuskError('DIFF_NO_CAPTURE', { file, time: until.text });
    if (this.#pageCount === 0 || url === undefined) return new DehuskError('DIFF_NO_PAGE', { file });
    const meant = nearest(normalUrl(url), [...this.#addresses]);
    return new DehuskError('DIFF_URL_UNKNOWN', {
      file,
      url,
      hint: hintAt(meant),
    });
  }
}

function isUpTo({ digits }: Capture, until: CaptureTime | undefined): boolean {
  return until === undefined || (digits !== '' && digits.padEnd(14, '0') <= until.digits);
}

/** Sorting keeps the order of what is equal. */
function byTime(left: Capture, right: Capture): number {
  if (left.digits === right.digits) return 0;
  return left.digits < right.digits ? -1 : 1;
}
