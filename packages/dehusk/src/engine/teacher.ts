/** What pages teach, without a site that learns it: lessons for somebody else. */
import type { Lesson } from '../detect/lesson.ts';
import type { OptionValues } from '../detect/method.ts';
import { findMethod } from '../detect/registry.ts';
import { DehuskError } from '../errors.ts';
import type { HashKey } from '../page/hash.ts';
import { readTitle } from '../page/links.ts';
import type { Page } from '../page/page.ts';
import type { PageLimits, SourcePage } from '../page/raw-page.ts';
import { type PageDigest, pageDigest } from './site.ts';

export interface TeacherSetting {
  readonly method: string;
  readonly options: OptionValues;
  readonly hashKey: HashKey;
  readonly limits: Partial<PageLimits>;
  readonly toPage: (
    source: SourcePage,
    options: { readonly limits: Partial<PageLimits>; readonly hashKey: HashKey },
  ) => Page;
}

/** What a page teaches, and who it is. */
interface TaughtPage {
  readonly id: string;
  readonly title: string;
  readonly digest: PageDigest;
  readonly lesson: Lesson;
}

/** Throws what the page's failure is. */
export type Teacher = (source: SourcePage) => TaughtPage;

/** Throws METHOD_NEEDS_BATCH. */
export async function createTeacher(setting: TeacherSetting): Promise<Teacher> {
  const { method: name, options, hashKey, limits, toPage } = setting;
  const method = findMethod(name);
  if (method.kind !== 'stream') throw new DehuskError('METHOD_NEEDS_BATCH', { method: name });
  // Any detector of the method makes the same lesson, also one that has seen no page.
  const detector = (await method.loadDetector())(options, { hashKey, forgetting: false });
  return (source) => {
    const page = toPage(source, { limits, hashKey });
    return { id: page.id, title: readTitle(page), digest: pageDigest(page), lesson: detector.lesson(page) };
  };
}
