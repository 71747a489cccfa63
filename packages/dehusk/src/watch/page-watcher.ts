/**
 * Pages that are visited again and again: what is known of their sites, what each was at earlier visits, and what is news
 * since somebody has seen it. `dehusk watch` and the tools of `dehusk mcp` are made of this.
 *
 *     page ─► cleaner (learns at the first visit, judges at all) ─► copy ─┬─► compared with the version that was seen
 *                                                                         └─► kept, if it is another than the newest
 *
 * A page teaches its site once, at its first visit: if each version of it did, its own lasting content would come on page
 * after page, and be taken for template. Both sides of a comparison are read from copies, so that what a copy leaves out
 * (scripts, what is hidden from readers by the rules of safe markup) can never look like a change.
 */
import { onlyChanges } from '../compare/diff/diff-pages.ts';
import type { PageDiff } from '../compare/diff/page-diff.ts';
import {
  type ComparedVersions,
  compareVersions,
  countedChanges,
  isNews,
} from '../compare/versions/compare-versions.ts';
import type {
  KeepAnswer,
  PageHistory,
  PageVersions,
  VersionFacts,
} from '../compare/versions/page-versions.ts';
import type { CleanedPage, Cleaner, FailedPage } from '../engine/cleaner.ts';
import { DehuskError } from '../errors.ts';
import type { RawPage } from '../page/raw-page.ts';
import { serialise } from '../page/serialise.ts';

export interface Visit {
  readonly error?: undefined;
  readonly url: string;
  /** The page as it is now. */
  readonly cleaned: CleanedPage;
  /** What is new since the version that was seen; undefined at the first visit. */
  readonly news: News | undefined;
  readonly kept: KeepAnswer;
  /** Why the page could not be compared. */
  readonly problem: DehuskError | undefined;
}

export interface News {
  readonly since: VersionFacts;
  /** With the changes that are news, and no others. */
  readonly diff: PageDiff;
  /** What was replaced counts once. */
  readonly count: number;
  /** Changes that are no news: of the template, and by themselves. */
  readonly template: number;
  readonly unsteady: number;
}

export interface PageWatcher {
  /** `url` is what the page is known by: the address that was asked for. */
  visit(url: string, page: RawPage): Promise<Visit | FailedPage>;
  /** What the page is now has been seen: the next visit tells what is new since. */
  markSeen(url: string): Promise<void>;
}

export function createPageWatcher(cleaner: Cleaner, versions: PageVersions): PageWatcher {
  return {
    visit: async (url, page) => {
      const history = await versions.history(url);
      const cleaned = history === undefined ? await cleaner.add(page) : await cleaner.judge(page);
      if (cleaned.error !== undefined) return cleaned;
      // Before the page is kept: one that is kept teaches nothing any more.
      if (history === undefined) await cleaner.commit();
      const text = serialise(cleaned.page);
      // Where it was found: a page that redirects is one of the site it leads to.
      const address = page.url ?? url;
      const comparison = new Comparison({ cleaner, versions, history, url, address });
      const { news, replaced, isSame, problem } = await comparison.with(text);
      const kept = isSame
        ? 'same'
        : await versions.keep({ site: cleaned.site, url }, { text, takenAt: Date.now(), replaced });
      return { url, cleaned, news, kept, problem };
    },
    markSeen: async (url) => {
      const history = await versions.history(url);
      const newest = history?.versions.at(-1);
      if (newest !== undefined && newest.id !== history?.seen) await versions.markSeen(url, newest.id);
    },
  };
}

interface ComparisonTask {
  readonly cleaner: Cleaner;
  readonly versions: PageVersions;
  readonly history: PageHistory | undefined;
  readonly url: string;
  /** Tells the site whose template the page has. */
  readonly address: string;
}

interface Compared {
  readonly news: News | undefined;
  /** Where something else stands than in the newest version. */
  readonly replaced: readonly string[];
  /** A reader sees nothing else than in the newest version. */
  readonly isSame: boolean;
  readonly problem: DehuskError | undefined;
}

class Comparison {
  readonly #task: ComparisonTask;

  constructor(task: ComparisonTask) {
    this.#task = task;
  }

  async with(text: string): Promise<Compared> {
    const { history } = this.#task;
    const newest = history?.versions.at(-1);
    const seen = history?.versions.find(({ id }) => id === history.seen);
    const nothing = { news: undefined, replaced: [], isSame: false, problem: undefined };
    if (newest === undefined || seen === undefined) return nothing;
    try {
      // What changes from visit to visit is seen between neighbours, whatever was seen last.
      const toNewest = await this.#compare(newest, text);
      const toSeen = seen === newest ? toNewest : await this.#compare(seen, text);
      return {
        news: toSeen && newsOf(toSeen, seen),
        replaced: toNewest?.replaced ?? [],
        isSame: toNewest?.diff.changes.length === 0,
        problem: undefined,
      };
    } catch (error) {
      // Two versions that have little in common can be too much work. The next visit compares with this one.
      if (error instanceof DehuskError) return { ...nothing, problem: error };
      throw error;
    }
  }

  async #compare({ id }: VersionFacts, text: string): Promise<ComparedVersions | undefined> {
    const { versions, history, url } = this.#task;
    const kept = await versions.load(url, id);
    if (kept === undefined) return undefined;
    const [old, current] = [await this.#judge(kept), await this.#judge(text)];
    return compareVersions(old.page, current.page, {
      mapping: 'top-down-exact',
      verdicts: { old: old.verdict, new: current.verdict },
      replacedTimes: new Map(history?.replacedTimes),
    });
  }

  async #judge(html: string): Promise<CleanedPage> {
    const judged = await this.#task.cleaner.judge({ url: this.#task.address, html });
    if (judged.error !== undefined) throw judged.error;
    return judged;
  }
}

function newsOf({ diff, changes }: ComparedVersions, since: VersionFacts): News {
  const others = changes.filter((change) => !isNews(change) && !change.isReplacement);
  const unsteady = others.filter((change) => change.unsteady !== undefined).length;
  return {
    since,
    diff: onlyChanges(diff, (number) => isNews(changes[number]!)),
    count: countedChanges(changes),
    template: others.length - unsteady,
    unsteady,
  };
}
