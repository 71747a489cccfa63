/**
 * What changed since my last visit: a document is compared with a version that was kept of it, and becomes a version
 * itself. The marker of what was seen moves only when the user says so. Two versions are compared in the same way.
 */
import {
  type ComparedVersions,
  type CompareOptions,
  compareVersions,
  countedChanges,
  DehuskError,
  type DiffMappingName,
  type DomPage,
  mergedView,
  type PageChange,
  type PageVersions,
  type Verdict,
} from 'dehusk/dom-parts';
import type { PageCopy } from '../copy/page-copy.ts';
import { readCopy } from '../copy/read-copy.ts';
import {
  type ComparedAnswer,
  type ComparedPair,
  type ListedChange,
  Problem,
  pageAddress,
} from '../protocol.ts';
import { markChanges } from './change-marks.ts';
import type { DocumentOfSite, Judging } from './judging.ts';

export interface CompareTools {
  readonly versions: PageVersions;
  readonly judging: Judging;
  readonly mapping: DiffMappingName;
}

export async function compareWithVersions(
  document: DocumentOfSite,
  asked: { readonly copy: PageCopy; readonly from: number | undefined; readonly keeps: boolean },
  { versions, judging, mapping }: CompareTools,
): Promise<ComparedAnswer> {
  const url = pageAddress(document.url);
  const before = await versions.history(url);
  const replacedTimes = new Map(before?.replacedTimes ?? []);
  const newest = before?.versions.at(-1)?.id;
  const base = asked.from ?? before?.seen;
  let problem: string | undefined;
  const { marked, replaced } = await judging.judgeApart(document, async ({ hashKey, judge }) => {
    const read = (copy: PageCopy): ReturnType<typeof readCopy> => readCopy(copy, { url, hashKey });
    const current = read(asked.copy);
    const compareWith = async (id: number | undefined): Promise<ComparedVersions | undefined> => {
      const kept = id === undefined ? undefined : await versions.load(url, id);
      if (kept === undefined) return undefined;
      try {
        return await compareJudged(read(kept).page, current.page, { judge, mapping, replacedTimes });
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        problem = error.messageName;
        return undefined;
      }
    };
    // What changes from visit to visit is seen between neighbours, whatever the user wants to compare with.
    const toNewest = await compareWith(newest);
    const compared = base === newest ? toNewest : await compareWith(base);
    const shown = compared && { changes: compared.changes, marks: markChanges(compared, current.entriesOf) };
    return { marked: shown, replaced: toNewest?.replaced ?? [] };
  });
  if (asked.keeps) {
    const page = { site: document.site, url };
    const answer = await versions.keep(page, {
      text: asked.copy,
      takenAt: Date.now(),
      replaced,
    });
    if (answer === 'too-large') problem = 'problemLargePage';
    if (answer === 'full') problem = 'problemFull';
  }
  const now = await versions.history(url);
  const changes = marked?.changes ?? [];
  return {
    versions: now?.versions ?? [],
    seen: now?.seen,
    from: base ?? now?.seen,
    counted: countedChanges(changes),
    changes: changes.map(listed),
    marks: marked?.marks,
    problem,
  };
}

/** Undefined where one of the two is no longer there. */
export async function compareTwoVersions(
  { site, url }: { readonly site: string; readonly url: string },
  asked: { readonly from: number; readonly to: number },
  { versions, judging, mapping }: CompareTools,
): Promise<ComparedPair | undefined> {
  const [old, current] = await Promise.all([versions.load(url, asked.from), versions.load(url, asked.to)]);
  if (old === undefined || current === undefined) return undefined;
  const replacedTimes = new Map((await versions.history(url))?.replacedTimes ?? []);
  const document = { site, url, rules: [], isLearning: false };
  return judging.judgeApart(document, async ({ hashKey, judge }) => {
    const read = (copy: PageCopy): DomPage => readCopy(copy, { url, hashKey }).page;
    const how = { judge, mapping, replacedTimes };
    const { diff, changes } = await compareJudged(read(old), read(current), how);
    return { changes: changes.map(listed), counted: countedChanges(changes), html: mergedView(diff) };
  });
}

type Judge = (page: DomPage) => Promise<{ readonly verdict: Verdict }>;

async function compareJudged(
  old: DomPage,
  current: DomPage,
  { judge, ...how }: { readonly judge: Judge } & Omit<CompareOptions, 'verdicts'>,
): Promise<ComparedVersions> {
  const verdicts = { old: (await judge(old)).verdict, new: (await judge(current)).verdict };
  try {
    return compareVersions(old, current, { ...how, verdicts });
  } catch (error) {
    if (error instanceof DehuskError) throw new Problem('problemTooDifferent');
    throw error;
  }
}

function listed({ kind, zone, unsteady, text, isReplacement }: PageChange): ListedChange {
  return { kind, zone, unsteady, text, isReplacement };
}
