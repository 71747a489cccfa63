/** Reads the two versions of a page from what the user named. */
import { type CleanFailure, DehuskError, type RawPage, type Sides } from '../index.ts';
import { createFetcher, openInputs } from '../node.ts';
import { Captures, type CaptureWish } from './diff-captures.ts';
import { type DiffFlags, isAddress } from './diff-flags.ts';
import { fetcherOptions } from './fetch-flags.ts';
import { inputOptions } from './flags.ts';

export interface ReadingTask {
  readonly inputs: readonly string[];
  readonly flags: DiffFlags;
  readonly signal: AbortSignal;
  /** Tells what is wrong with a page or an input. */
  readonly onFailure: (failure: CleanFailure) => void;
}

/** What is wrong was told already: there is no version, and nothing more to say. */
export class Told extends Error {}

/** Throws Told, and what `Captures` throws. */
export async function readVersions(task: ReadingTask): Promise<Sides<RawPage>> {
  const [first, second] = task.inputs;
  const { url, old: oldUntil, new: newUntil } = task.flags;
  if (second === undefined)
    return choose(task, { file: first!, url, until: newUntil, oldUntil }, (captures) => captures.latestTwo());
  return {
    old: await readVersion(task, { file: first!, url, until: oldUntil }),
    new: await readVersion(task, { file: second, url, until: newUntil }),
  };
}

async function readVersion(task: ReadingTask, wish: CaptureWish): Promise<RawPage> {
  if (!isAddress(wish.file)) return choose(task, wish, (captures) => captures.latest());
  await using fetcher = createFetcher(fetcherOptions(task.flags));
  return await fetcher.fetchPage(wish.file, { signal: task.signal });
}

/** What fails beside the versions is told, and they are compared all the same. */
async function choose<Chosen>(
  { flags, signal, onFailure }: ReadingTask,
  wish: CaptureWish,
  pick: (captures: Captures) => Chosen,
): Promise<Chosen> {
  const captures = new Captures(wish);
  let failures = 0;
  for await (const item of openInputs([wish.file], { ...inputOptions(flags), signal })) {
    if (item.kind === 'page') {
      captures.add(item.page);
      continue;
    }
    failures++;
    onFailure(item);
  }
  try {
    return pick(captures);
  } catch (error) {
    const isExplained = failures > 0 && error instanceof DehuskError && error.code === 'DIFF_NO_PAGE';
    throw isExplained ? new Told() : error;
  }
}

/** `crawl.warc.gz 2024-05-01T12:30:00Z`: enough to tell two versions apart. */
export function nameVersion({ provenance, date }: RawPage): string {
  return date === undefined ? provenance.file : `${provenance.file} ${date}`;
}
