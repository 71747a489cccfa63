/**
 * What changed since my last visit: a document is compared with a version that was kept of it, and becomes a version
 * itself. The marker of what was seen moves only when the user says so.
 */
import {
  type ComparedVersions,
  compareVersions,
  countedChanges,
  DehuskError,
  type DiffMappingName,
  type PageChange,
  type PageVersions,
} from 'dehusk/dom-parts';
import type { PageCopy } from '../copy/page-copy.ts';
import { readCopy } from '../copy/read-copy.ts';
import { type ComparedAnswer, type ListedChange, pageAddress } from '../protocol.ts';
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
      const old = read(kept).page;
      const verdicts = { old: (await judge(old)).verdict, new: (await judge(current.page)).verdict };
      try {
        return compareVersions(old, current.page, { mapping, verdicts, replacedTimes });
      } catch (error) {
        if (!(error instanceof DehuskError)) throw error;
        problem = 'problemTooDifferent';
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

function listed({ kind, zone, unsteady, text, isReplacement }: PageChange): ListedChange {
  return { kind, zone, unsteady, text, isReplacement };
}
