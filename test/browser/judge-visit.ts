/** The pages of a site judged one after the other, in Node and in a browser alike: so it imports the library only. */
import { createAdaptiveDetector } from '../../packages/dehusk/src/detect/adaptive/adaptive.ts';
import { type Page, readNormalText } from '../../packages/dehusk/src/page/page.ts';

export interface Visit {
  readonly urls: readonly string[];
  /** What was learned before. */
  readonly state?: Uint8Array;
}

/** Columns of as many entries as the page has segments. */
export interface JudgedPage {
  readonly url: string | undefined;
  readonly text: readonly string[];
  readonly template: readonly number[];
  readonly score: readonly number[];
}

export interface JudgedVisit {
  readonly pages: readonly JudgedPage[];
  readonly state: Uint8Array;
}

export async function judgeVisit(
  { urls, state }: Visit,
  open: (url: string) => Promise<Page>,
): Promise<JudgedVisit> {
  const detector = createAdaptiveDetector();
  if (state !== undefined) detector.load(state);
  const pages: JudgedPage[] = [];
  for (const url of urls) {
    const page = await open(url);
    const { template, score } = detector.observe(page);
    const segments = [...page.segments];
    pages.push({
      url: page.url,
      text: segments.map((node) => readNormalText(page, node)),
      template: segments.map((node) => template[node]!),
      score: segments.map((node) => score[node]!),
    });
  }
  return { pages, state: detector.save() };
}
