/** Our methods by name. Batch methods get the whole site as one batch. */
import {
  createAdaptiveDetector,
  createIncrementalDetector,
  createIndexTimeDetector,
  createMappingVoteDetector,
  createNoneDetector,
  createShingleDetector,
  createStyleTreeDetector,
  type Detector,
  type MappingName,
  type MeasuredBatchDetector,
  mappingNames,
  type Page,
} from 'dehusk/parts';
import type { EvalMethod, SiteOutput } from './eval-method.ts';
import { hyperlink, templateOfFirst } from './hyperlink.ts';

const none: EvalMethod = {
  name: 'none',
  run: (pages) => ({ verdicts: pages.map((page) => createNoneDetector().judge(page)), stateBytes: () => 0 }),
};

interface StreamDetector {
  readonly detector: (options: { readonly forgetting: boolean }) => Detector & { readonly sizeBytes: number };
  readonly name: string;
}

const incremental: StreamDetector = { name: 'incremental', detector: createIncrementalDetector };
const adaptive: StreamDetector = { name: 'adaptive', detector: createAdaptiveDetector };

/** Judges every page when it comes. */
const stream = (method: StreamDetector): EvalMethod => ({
  name: method.name,
  run: (pages) => observeAll(method, pages),
});

/** The site's first page is judged with what the pages it links to have in common with it. */
const bootstrapped = (method: StreamDetector): EvalMethod => ({
  name: `${method.name}-bootstrap`,
  run: async (pages) => observeAll(method, pages, await templateOfFirst(pages)),
});

function observeAll(
  { detector: create }: StreamDetector,
  pages: readonly Page[],
  known?: Uint8Array,
): SiteOutput {
  const detector = create({ forgetting: true });
  const verdicts = pages.map((page) => detector.observe(page, known));
  return { verdicts, stateBytes: () => detector.sizeBytes };
}

/** Learns all pages, then judges them. */
const twoPass = ({ name, detector: create }: StreamDetector): EvalMethod => ({
  name: `${name}-two-pass`,
  holdsSite: true,
  run: (pages) => {
    const detector = create({ forgetting: false });
    for (const page of pages) detector.learn(page);
    const verdicts = pages.map((page) => detector.judge(page));
    return { verdicts, stateBytes: () => detector.sizeBytes };
  },
});

const streamed = [adaptive, incremental].flatMap((method) => [
  stream(method),
  bootstrapped(method),
  twoPass(method),
]);

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

export const methods: readonly EvalMethod[] = [
  none,
  ...streamed,
  measuredBatch('index-time', createIndexTimeDetector),
  measuredBatch('shingle', createShingleDetector),
  { ...measuredBatch('style-tree', createStyleTreeDetector), judgesElements: true },
  ...mappingNames.map(mappingVote),
  hyperlink,
];
