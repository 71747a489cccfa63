/**
 * The template of each page from the pages it links to. Only pages of the site's sample are at hand: one that links
 * to none of them is kept whole.
 */
import {
  createNoneDetector,
  DehuskError,
  extractTemplate,
  normalUrl,
  type Page,
  type Verdict,
  withoutIndex,
} from 'dehusk/parts';
import type { EvalMethod } from './eval-method.ts';

const options = { links: { identity: withoutIndex } };

export const hyperlink: EvalMethod = {
  name: 'hyperlink',
  judgesElements: true,
  run: async (pages) => {
    const judge = createJudge(pages);
    const verdicts: Verdict[] = [];
    for (const page of pages) verdicts.push((await judge(page)) ?? createNoneDetector().judge(page));
    return { verdicts };
  },
};

/** 1 for the nodes of the first page that are template; undefined where that cannot be told. */
export async function templateOfFirst(pages: readonly Page[]): Promise<Uint8Array | undefined> {
  return pages.length === 0 ? undefined : (await createJudge(pages)(pages[0]!))?.template;
}

function createJudge(pages: readonly Page[]): (page: Page) => Promise<Verdict | undefined> {
  const place = (url: string): string => withoutIndex(normalUrl(url));
  const byUrl = new Map(pages.map((page) => [place(page.url ?? ''), page]));
  return async (page) => {
    try {
      return (await extractTemplate(page, async (url) => byUrl.get(place(url)), options)).verdict;
    } catch (error) {
      if (error instanceof DehuskError) return undefined;
      throw error;
    }
  };
}
