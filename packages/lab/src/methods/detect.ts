/**
 * Our methods by name, each run on the pages of a site. Batch methods get the whole site as one batch. This is the one
 * file of the evaluation that calls detectors.
 */

import { DehuskError, type Detector, extractTemplate, type Page, type Verdict } from 'dehusk';
import {
  createAdaptiveDetector,
  createIncrementalDetector,
  createIndexTimeDetector,
  createMappingVoteDetector,
  createNoneDetector,
  createShingleDetector,
  createStyleTreeDetector,
  type MappingName,
  type MeasuredBatchDetector,
  mappingNames,
  normalUrl,
  withoutIndex,
} from 'dehusk/parts';
import type { EvalMethod, SiteOutput } from './methods.ts';

const none: EvalMethod = {
  name: 'none',
  run: (pages) => ({ verdicts: pages.map((page) => createNoneDetector().judge(page)), stateBytes: () => 0 }),
};

/** A method that can judge a page when it comes. */
export interface StreamMethod {
  readonly name: string;
  create(options: { readonly forgetting: boolean }): Detector & { readonly sizeBytes: number };
}

export const streamMethods: readonly StreamMethod[] = [
  { name: 'adaptive', create: createAdaptiveDetector },
  { name: 'incremental', create: createIncrementalDetector },
];

/** Judges every page when it comes. */
const stream = (method: StreamMethod): EvalMethod => ({
  name: method.name,
  run: (pages) => observeAll(method, pages),
});

/** The site's first page is judged with what the pages it links to have in common with it. */
const bootstrapped = (method: StreamMethod): EvalMethod => ({
  name: `${method.name}-bootstrap`,
  run: async (pages) => observeAll(method, pages, await templateOfFirst(pages)),
});

function observeAll({ create }: StreamMethod, pages: readonly Page[], known?: Uint8Array): SiteOutput {
  const detector = create({ forgetting: true });
  const verdicts = pages.map((page) => detector.observe(page, known));
  return { verdicts, stateBytes: () => detector.sizeBytes };
}

/** Learns all pages, then judges them. */
const twoPass = ({ name, create }: StreamMethod): EvalMethod => ({
  name: `${name}-two-pass`,
  holdsSite: true,
  run: (pages) => {
    const detector = create({ forgetting: false });
    for (const page of pages) detector.learn(page);
    const verdicts = pages.map((page) => detector.judge(page));
    return { verdicts, stateBytes: () => detector.sizeBytes };
  },
});

const streamed = streamMethods.flatMap((method) => [stream(method), bootstrapped(method), twoPass(method)]);

/** The state of a batch is what the papers count: the pages that are held back, and what is made of them. */
function measuredBatch(name: string, create: () => MeasuredBatchDetector): EvalMethod {
  return {
    name,
    holdsSite: true,
    run: (pages) => {
      const verdicts = create().judgeBatch(pages);
      const stateBytes = (): number => {
        const { pageBytes, methodBytes } = create().measureBatch(pages);
        return pageBytes + methodBytes;
      };
      return { verdicts, stateBytes };
    },
  };
}

const mappingVote = (mapping: MappingName): EvalMethod => ({
  name: `mapping-vote:${mapping}`,
  holdsSite: true,
  judgesElements: true,
  run: (pages) => ({ verdicts: createMappingVoteDetector({ mapping }).judgeBatch(pages) }),
});

const linkOptions = { links: { identity: withoutIndex } };

/**
 * The template of each page from the pages it links to. Only pages of the site's sample are at hand: one that links to
 * none of them is kept whole.
 */
const hyperlink: EvalMethod = {
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
async function templateOfFirst(pages: readonly Page[]): Promise<Uint8Array | undefined> {
  return pages.length === 0 ? undefined : (await createJudge(pages)(pages[0]!))?.template;
}

const addressOf = (url: string): string => withoutIndex(normalUrl(url));

function createJudge(pages: readonly Page[]): (page: Page) => Promise<Verdict | undefined> {
  const byUrl = new Map(pages.map((page) => [addressOf(page.url ?? ''), page]));
  return async (page) => {
    try {
      return (await extractTemplate(page, async (url) => byUrl.get(addressOf(url)), linkOptions)).verdict;
    } catch (error) {
      if (error instanceof DehuskError) return undefined;
      throw error;
    }
  };
}

export const methods: readonly EvalMethod[] = [
  none,
  ...streamed,
  measuredBatch('index-time', createIndexTimeDetector),
  measuredBatch('shingle', createShingleDetector),
  { ...measuredBatch('style-tree', createStyleTreeDetector), judgesElements: true },
  ...mappingNames.map(mappingVote),
  hyperlink,
];
