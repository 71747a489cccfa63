/** What a run over many pages has counted: for its summary, for `--stats`, and for a run that goes on after it. */
import type { PageFailure } from '../engine/engine.ts';
import { siteAddress } from '../engine/site-key.ts';
import type { PassedOver } from '../input/input.ts';
import type { RawPage } from '../page/raw-page.ts';

export interface Counts {
  readonly pages: number;
  readonly sites: number;
  readonly failed: number;
  /** Pages that would have come out empty and were kept from it. */
  readonly guarded: number;
  /** Of a run that learns nothing: pages of sites that the state does not know, and these sites. */
  readonly unknownPages: number;
  readonly unknownSites: number;
  /** Pages with the content of an earlier one; those of them that are not written, and those that have not changed. */
  readonly duplicates: number;
  readonly duplicatesDropped: number;
  readonly unchanged: number;
  /** Pages whose archive has another digest of them, and one that cannot be checked. */
  readonly digestsWrong: number;
  readonly digestsUnknown: number;
  /** Pages whose content stood in an earlier record. */
  readonly revisits: number;
  /** Pages whose site is told by nothing but the file or folder they lie in; and those of folders. */
  readonly unaddressed: number;
  readonly inFolders: number;
  /** Bytes read from files, compressed as they are. */
  readonly bytes: number;
  readonly seconds: number;
}

/** `bootstrapping`, `learning`: passes that write nothing yet. */
type Phase = 'bootstrapping' | 'learning' | 'cleaning';

/** By reason, then by detail; the detail of a reason that has none is empty. */
export type PassedCounts = Map<string, Map<string, number>>;

/** Of one reason so many details are told apart: who makes an archive can invent types without end. */
const maxDetails = 200;
const otherDetail = 'other';

/** What is counted page by page, and begins anew with each pass. */
const perPass = ['pages', 'digestsWrong', 'digestsUnknown', 'revisits', 'unaddressed', 'inFolders'] as const;
/** What a run that goes on begins with, beside failures and what was passed over. */
const kept = [
  ...perPass,
  ...(['sites', 'failed', 'guarded', 'unknownPages', 'unknownSites'] as const),
  ...(['duplicates', 'duplicatesDropped', 'unchanged'] as const),
] as const;
type KeptCount = (typeof kept)[number];

export class Tally {
  phase: Phase = 'cleaning';
  /** Bytes read in the pass at hand: what the input has, however often it is read. */
  passBytes = 0;
  readonly failedByCode: Map<string, number> = new Map();
  /** Files that are not read, by ending: told before the run, and by each run anew. */
  passedFiles: ReadonlyMap<string, number> = new Map();
  readonly #counts: Record<KeptCount, number> = Object.fromEntries(kept.map((name) => [name, 0])) as never;
  #bytes = 0;
  readonly #passed: PassedCounts = new Map();
  #last: readonly PassedOver[] = [];
  readonly #startMs = performance.now();

  addBytes(count: number): void {
    this.#bytes += count;
    this.passBytes += count;
  }

  addPage(isNewSite: boolean, raw: Omit<RawPage, 'bytes'>): void {
    const counts = this.#counts;
    counts.pages++;
    if (isNewSite) counts.sites++;
    if (raw.digest === 'wrong') counts.digestsWrong++;
    if (raw.digest === 'unknown') counts.digestsUnknown++;
    if (raw.revisit) counts.revisits++;
    if (siteAddress(raw) !== undefined) return;
    counts.unaddressed++;
    const { root, line, offset } = raw.provenance;
    if (root !== undefined && line === undefined && offset === undefined) counts.inFolders++;
  }

  /** A page that others have judged. */
  addRecord(): void {
    this.#counts.pages++;
  }

  /** A page that an earlier run has counted; its site is still one of this run's. */
  passPage(isNewSite: boolean): void {
    if (isNewSite) this.#counts.sites++;
  }

  addPassed(passed: readonly PassedOver[]): void {
    for (const each of passed) addTo(this.#passed, each);
  }

  /** What stood behind the last item: a run that goes on meets it again, so it counts once the run is done. */
  passLast(passed: readonly PassedOver[]): void {
    this.#last = passed;
  }

  addGuarded(): void {
    this.#counts.guarded++;
  }

  addUnknown(isNewSite: boolean): void {
    this.#counts.unknownPages++;
    if (isNewSite) this.#counts.unknownSites++;
  }

  addDuplicate(): void {
    this.#counts.duplicates++;
  }

  addLeftOut(why: 'duplicate' | 'unchanged'): void {
    this.#counts[why === 'duplicate' ? 'duplicatesDropped' : 'unchanged']++;
  }

  /** Returns how many have failed with this code, this one included. */
  addFailure({ error }: PageFailure): number {
    const count = (this.failedByCode.get(error.code) ?? 0) + 1;
    this.#counts.failed++;
    this.failedByCode.set(error.code, count);
    return count;
  }

  /** The next pass over the input: what was counted in the one before is not counted twice. */
  beginPass(phase: Phase, fromStart: boolean): void {
    this.phase = phase;
    this.passBytes = 0;
    this.#last = [];
    if (fromStart) for (const name of perPass) this.#counts[name] = 0;
    this.#counts.sites = 0;
  }

  /** Goes on from what an earlier run had counted. */
  restore(saved: Readonly<Record<string, number>>): void {
    for (const [name, count] of Object.entries(saved)) {
      const [, reason, detail = ''] = /^passed:([^:]*):?(.*)$/s.exec(name) ?? [];
      if (reason !== undefined) addTo(this.#passed, { reason, detail }, count);
      else if (isKept(name)) this.#counts[name] = count;
      else if (name === 'bytes') this.passBytes = count;
      else this.failedByCode.set(name, count);
    }
  }

  /** What `restore` takes. */
  saved(finished: boolean): Readonly<Record<string, number>> {
    const saved: Record<string, number> = { ...this.#counts, bytes: this.passBytes };
    for (const [code, count] of this.failedByCode) saved[code] = count;
    for (const [reason, details] of finished ? this.#allPassed() : this.#passed)
      for (const [detail, count] of details) saved[`passed:${reason}:${detail}`] = count;
    return saved;
  }

  /** All that is no page, files too. */
  get passed(): ReadonlyMap<string, ReadonlyMap<string, number>> {
    const all = this.#allPassed();
    if (this.passedFiles.size > 0) all.set('file', new Map(this.passedFiles));
    return all;
  }

  #allPassed(): PassedCounts {
    const all: PassedCounts = new Map([...this.#passed].map(([reason, counts]) => [reason, new Map(counts)]));
    for (const each of this.#last) addTo(all, each);
    return all;
  }

  get counts(): Counts {
    const seconds = Math.round(performance.now() - this.#startMs) / 1000;
    return { ...this.#counts, bytes: this.#bytes, seconds };
  }
}

function isKept(name: string): name is KeptCount {
  return (kept as readonly string[]).includes(name);
}

export function addTo(
  passed: PassedCounts,
  { reason, detail = '' }: { readonly reason: string; readonly detail?: string },
  count = 1,
): void {
  const details = passed.get(reason) ?? new Map<string, number>();
  const known = details.has(detail) || details.size < maxDetails ? detail : otherDetail;
  details.set(known, (details.get(known) ?? 0) + count);
  passed.set(reason, details);
}

/** `{ status: { 404: 12 }, revisit: 3 }`, in an order of its own: the same counts are the same text. */
export function nested(passed: Tally['passed']): Readonly<Record<string, unknown>> {
  const entries = [...passed].sort(byName).map(([reason, details]) => {
    const bare = details.size === 1 ? details.get('') : undefined;
    return [reason, bare ?? Object.fromEntries([...details].sort(byName))] as const;
  });
  return Object.fromEntries(entries);
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}

/**
 * What `--stats` writes. It holds nothing of when and how fast: the same input, read with the same flags, gives the same
 * file, also where the run was interrupted in between.
 */
export function statsText(how: 'done' | 'stopped' | 'failed', tally: Tally): string {
  const { pages, sites, failed, guarded, revisits, unaddressed, digestsWrong, digestsUnknown } = tally.counts;
  const { unknownPages, unknownSites, duplicates, duplicatesDropped, unchanged } = tally.counts;
  const stats = {
    how,
    pages,
    sites,
    failed,
    failures: Object.fromEntries([...tally.failedByCode].sort(byName)),
    guarded,
    ...(unknownPages > 0 && { unknown: { pages: unknownPages, sites: unknownSites } }),
    ...(duplicates > 0 && { duplicates: { found: duplicates, dropped: duplicatesDropped } }),
    ...(unchanged > 0 && { unchanged }),
    revisits,
    unaddressed,
    digests: { wrong: digestsWrong, unknown: digestsUnknown },
    passed_over: nested(tally.passed),
    bytes: tally.passBytes,
  };
  return `${JSON.stringify(stats, undefined, 2)}\n`;
}
