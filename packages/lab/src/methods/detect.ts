/**
 * Our methods by name, each run on the pages of a site through the engine that users run: with its sites, its guard and
 * its way of counting. Batch methods get the whole site as one batch.
 */
import {
  type CleanOptions,
  type CleanResult,
  clean,
  createCleaner,
  DehuskError,
  extractTemplate,
  type Method,
  methods as ourMethods,
  type Page,
  type Verdict,
} from 'dehusk';
import { type HashKey, type MeasuredBatchDetector, normalUrl, withoutIndex } from 'dehusk/parts';
import type { EvalMethod, SiteOutput } from './methods.ts';

/** What the pages of a corpus are parsed with. */
const hashKey: HashKey = [0, 0];

/** The pages of a site, cleaned as `clean` does; a page that fails ends the evaluation, for they all were parsed. */
export async function cleanSite(
  pages: readonly Page[],
  options: CleanOptions,
): Promise<readonly CleanResult[]> {
  const results: CleanResult[] = [];
  for await (const result of clean(pages, { hashKey, ...options })) results.push(result);
  return results;
}

function verdictsOf(results: readonly CleanResult[]): readonly Verdict[] {
  return results.map((result) => {
    if (result.error !== undefined) throw result.error;
    return result.verdict;
  });
}

/** Judges every page when it comes; `known`: what of the site's first page is template. */
async function observeAll(method: string, pages: readonly Page[], known?: Uint8Array): Promise<SiteOutput> {
  const cleaner = createCleaner({ method, hashKey });
  const results: CleanResult[] = [];
  for (const page of pages) results.push(await cleaner.add(page, results.length === 0 ? known : undefined));
  const { sizeBytes } = cleaner;
  return { verdicts: verdictsOf(results), stateBytes: () => sizeBytes };
}

/** Learns all pages, then judges them. */
async function judgeAll(method: string, pages: readonly Page[]): Promise<SiteOutput> {
  const cleaner = createCleaner({ method, hashKey, forgetting: false });
  for (const page of pages) await cleaner.learn(page);
  const results: CleanResult[] = [];
  for (const page of pages) results.push(await cleaner.judge(page));
  const { sizeBytes } = cleaner;
  return { verdicts: verdictsOf(results), stateBytes: () => sizeBytes };
}

type StreamMethod = Extract<Method, { readonly kind: 'stream' }>;

const streams = ourMethods.filter(
  (method): method is StreamMethod => method.kind === 'stream' && method.name !== 'none',
);

/** The methods that judge a page when it comes, and learn something. */
export const streamMethods: readonly string[] = streams.map(({ name }) => name);

/** Each in up to three ways: as pages come, with the first page known, and after all were learned. */
const streamed = streams.flatMap(({ name, takesKnown }): readonly EvalMethod[] => {
  const bootstrapped: EvalMethod = {
    name: `${name}-bootstrap`,
    needsSite: true,
    run: async (pages) => observeAll(name, pages, await templateOfFirst(pages)),
  };
  return [
    { name, run: (pages) => observeAll(name, pages) },
    ...(takesKnown ? [bootstrapped] : []),
    { name: `${name}-two-pass`, holdsSite: true, run: (pages) => judgeAll(name, pages) },
  ];
});

async function judgeTogether(pages: readonly Page[], options: CleanOptions): Promise<readonly Verdict[]> {
  return verdictsOf(await cleanSite(pages, { ...options, batchPages: Math.max(1, pages.length) }));
}

type BatchMethod = Extract<Method, { readonly kind: 'batch' }>;

const batchMethods = ourMethods.filter((method): method is BatchMethod => method.kind === 'batch');

/** How a method may compare pages; none for a method that does not compare them by a mapping. */
function mappingsOf({ options: { mapping } }: BatchMethod): readonly string[] {
  return mapping !== undefined && 'choices' in mapping ? mapping.choices : [];
}

/** The whole site is one batch. */
function batched(method: BatchMethod, mapping?: string): EvalMethod {
  const options = { method: method.name, methodOptions: { mapping } };
  return {
    name: mapping === undefined ? method.name : `${method.name}:${mapping}`,
    holdsSite: true,
    needsSite: true,
    ...(method.judgesElements && { judgesElements: true }),
    run: async (pages) => {
      const verdicts = await judgeTogether(pages, options);
      const create = await method.loadDetector();
      return { verdicts, ...stateOf(create({}, { hashKey, forgetting: true }), pages) };
    },
  };
}

/** The state of a batch is what the papers count: the pages that are held back, and what is made of them. */
function stateOf(
  detector: object | MeasuredBatchDetector,
  pages: readonly Page[],
): Pick<SiteOutput, 'stateBytes'> {
  if (!('measureBatch' in detector)) return {};
  const stateBytes = (): number => {
    const { pageBytes, methodBytes } = detector.measureBatch(pages);
    return pageBytes + methodBytes;
  };
  return { stateBytes };
}

const linkOptions = { evidence: 'votes', links: { identity: withoutIndex } } as const;

/**
 * The template of each page from the pages it links to. Only pages of the site's sample are at hand: one that links to
 * none of them is kept whole.
 */
const hyperlink: EvalMethod = {
  name: 'hyperlink',
  needsSite: true,
  judgesElements: true,
  run: async (pages) => {
    const judge = createJudge(pages);
    const whole = await judgeTogether(pages, { method: 'none' });
    const verdicts: Verdict[] = [];
    for (const [i, page] of pages.entries()) verdicts.push((await judge(page)) ?? whole[i]!);
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
  {
    name: 'none',
    run: async (pages) => ({ verdicts: await judgeTogether(pages, { method: 'none' }), stateBytes: () => 0 }),
  },
  ...streamed,
  ...batchMethods.filter((method) => mappingsOf(method).length === 0).map((method) => batched(method)),
  // With each of its mappings, because they are what differs.
  ...batchMethods.flatMap((method) => mappingsOf(method).map((mapping) => batched(method, mapping))),
  hyperlink,
];
