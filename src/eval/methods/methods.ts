/** Our methods by name. Batch methods get the whole site as one batch. */
import {
  type BatchDetector,
  createIncrementalDetector,
  createIndexTimeDetector,
  createMappingVoteDetector,
  createNoneDetector,
  createShingleDetector,
  createStyleTreeDetector,
  type MappingName,
  type MeasuredBatchDetector,
  mappingNames,
  type Page,
} from '../../index.ts';
import type { EvalMethod, SiteOutput } from './eval-method.ts';
import { hyperlink, templateOfFirst } from './hyperlink.ts';

const none: EvalMethod = {
  name: 'none',
  run: (pages) => ({ verdicts: pages.map((page) => createNoneDetector().judge(page)), stateBytes: () => 0 }),
};

const stream: EvalMethod = { name: 'incremental', run: (pages) => observeAll(pages) };

/** The site's first page is judged with what the pages it links to have in common with it. */
const bootstrapped: EvalMethod = {
  name: 'incremental-bootstrap',
  run: async (pages) => observeAll(pages, await templateOfFirst(pages)),
};

function observeAll(pages: readonly Page[], known?: Uint8Array): SiteOutput {
  const detector = createIncrementalDetector();
  const verdicts = pages.map((page) => detector.observe(page, known));
  return { verdicts, stateBytes: () => detector.sizeBytes };
}

const twoPass: EvalMethod = {
  name: 'incremental-two-pass',
  run: (pages) => {
    const detector = createIncrementalDetector({ forgetting: false });
    for (const page of pages) detector.learn(page);
    const verdicts = pages.map((page) => detector.judge(page));
    return { verdicts, stateBytes: () => detector.sizeBytes };
  },
};

function batch(name: string, create: () => BatchDetector): EvalMethod {
  return { name, run: (pages) => ({ verdicts: create().judgeBatch(pages) }) };
}

/** The state of a batch is what the papers count: the pages that are held back, and what is made of them. */
function measuredBatch(name: string, create: () => MeasuredBatchDetector): EvalMethod {
  return {
    name,
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

const mappingVote = (mapping: MappingName): EvalMethod =>
  batch(`mapping-vote:${mapping}`, () => createMappingVoteDetector({ mapping }));

export const methods: readonly EvalMethod[] = [
  none,
  stream,
  bootstrapped,
  twoPass,
  measuredBatch('index-time', createIndexTimeDetector),
  measuredBatch('shingle', createShingleDetector),
  measuredBatch('style-tree', createStyleTreeDetector),
  ...mappingNames.map(mappingVote),
  hyperlink,
];
