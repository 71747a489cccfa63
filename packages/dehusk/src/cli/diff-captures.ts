/**
 * The versions to compare, among the pages of an input: the only page, or captures of one address. Only what may
 * become a version is kept in memory, however large the archive is.
 */
import { DehuskError, normalUrl, pageId, type RawPage, type Sides } from '../index.ts';
import { nearest } from './nearest.ts';

/** A time that captures must not be after. */
export interface CaptureTime {
  /** As the user wrote it. */
  readonly told: string;
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
      return new DehuskError('DIFF_NO_CAPTURE', { file, time: until.told });
    if (this.#pageCount === 0 || url === undefined) return new DehuskError('DIFF_NO_PAGE', { file });
    const meant = nearest(normalUrl(url), [...this.#addresses]);
    return new DehuskError('DIFF_URL_UNKNOWN', {
      file,
      url,
      hint: meant === undefined ? '' : ` (did you mean ${meant}?)`,
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
