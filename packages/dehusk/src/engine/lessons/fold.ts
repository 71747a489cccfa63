/**
 * Lessons into states: the second step over an archive that is too large for one run. Lessons of all files are merged
 * into their order and applied, site by site; only the site at hand is in memory. States of an earlier fold can be what
 * it begins with: then the lessons come behind the pages that those were learned from.
 */
import { stat } from 'node:fs/promises';
import { DehuskError } from '../../errors.ts';
import { detectorOf } from '../saved-site.ts';
import { Site } from '../site.ts';
import { siteStates } from '../site-state.ts';
import type { CodedLesson } from './coded-lesson.ts';
import { lessonOf } from './coded-lesson.ts';
import { keyText, lessonFilesOf } from './learn.ts';
import { LessonReader, type LessonSetting } from './lesson-file.ts';
import { removeLeftovers } from './packed-file.ts';
import { compareSites, type Share, shardRange } from './site-order.ts';
import { mergeFiles } from './sort-lessons.ts';
import {
  type FoldedSite,
  type FoldedStates,
  openFoldedStates,
  ShardWriter,
  sharesIn,
} from './state-files.ts';

export interface FoldOptions {
  /** Folders of lessons, files of lessons, and at most one folder of states. */
  readonly inputs: readonly string[];
  /** The folder of the states. */
  readonly output: string;
  readonly shards: number;
  /** Do only this one. */
  readonly shard?: number | undefined;
  readonly signal: AbortSignal;
  /** Told after each site. */
  readonly onSite?: (pages: number) => void;
}

export interface FoldCounts {
  readonly sites: number;
  /** That the sites were learned from, in this fold and before. */
  readonly pages: number;
  /** Lessons of pages that were learned already. */
  readonly repeated: number;
  readonly files: number;
}

/** Throws LESSONS_MISSING, LESSONS_DAMAGED, LESSONS_OTHER_SETTING, and what is wrong with states. */
export async function fold(options: FoldOptions): Promise<FoldCounts> {
  const { inputs, output, shards, shard } = options;
  const { files, base } = await openInputs(inputs);
  await using states = base;
  const setting = await commonSetting(files, states);
  await checkOutput(output, shards, states);
  await removeLeftovers(output);
  let counts: FoldCounts = { sites: 0, pages: 0, repeated: 0, files: files.length };
  const numbers = shard === undefined ? Array.from({ length: shards }, (_, i) => i + 1) : [shard];
  for (const number of numbers) {
    const done = await foldShard({ number, count: shards }, { options, files, states, setting });
    const { sites, pages, repeated } = counts;
    counts = {
      ...counts,
      sites: sites + done.sites,
      pages: pages + done.pages,
      repeated: repeated + done.repeated,
    };
  }
  return counts;
}

interface OpenInputs {
  readonly files: readonly string[];
  readonly base: FoldedStates | undefined;
}

async function openInputs(inputs: readonly string[]): Promise<OpenInputs> {
  const files: string[] = [];
  let base: string | undefined;
  for (const input of inputs) {
    const found = await stat(input).catch(() => undefined);
    if (found === undefined) throw new DehuskError('LESSONS_MISSING', { folder: input });
    if (!found.isDirectory()) files.push(input);
    else if ((await sharesIn(input)).length === 0) files.push(...(await lessonFilesOf(input)));
    else if (base === undefined) base = input;
    else throw new DehuskError('LESSONS_TWO_STATES', { one: base, other: input });
  }
  // The same file named twice would only cost time.
  const unique = [...new Set(files)].sort();
  return { files: unique, base: base === undefined ? undefined : await openFoldedStates(base) };
}

/** All lessons and states must have been made in the same way. */
async function commonSetting(
  files: readonly string[],
  states: FoldedStates | undefined,
): Promise<LessonSetting> {
  let common = states?.setting;
  for (const file of files) {
    await using reader = await LessonReader.open(file);
    common ??= reader.setting;
    checkSame(file, reader.setting, common);
  }
  if (common === undefined) throw new DehuskError('LESSONS_MISSING', { folder: 'what was named' });
  return common;
}

function checkSame(file: string, found: LessonSetting, expected: LessonSetting): void {
  const spelled = ({
    method,
    options,
    hashKey,
    siteBy,
  }: LessonSetting): Readonly<Record<string, string>> => ({
    'the method': method,
    'the options': JSON.stringify(options),
    'the key': keyText(hashKey),
    'sites by': siteBy,
  });
  const [was, is] = [spelled(found), spelled(expected)];
  for (const [name, value] of Object.entries(was))
    if (value !== is[name])
      throw new DehuskError('LESSONS_OTHER_SETTING', { file, name, found: value, expected: is[name]! });
}

/** States are never changed: new ones go elsewhere, and those of two counts of shards must not be mixed. */
async function checkOutput(output: string, shards: number, states: FoldedStates | undefined): Promise<void> {
  const [there, base] = await Promise.all(
    [output, states?.folder].map(async (name) => name && (await stat(name).catch(() => undefined))),
  );
  if (there && base && there.ino === base.ino && there.dev === base.dev)
    throw new DehuskError('USAGE_OUTPUT_IS_INPUT', { output, file: states!.folder });
  const other = (await sharesIn(output)).find(({ count }) => count !== shards);
  if (other !== undefined)
    throw new DehuskError('STATE_SHARDS_MIXED', { folder: output, counts: `${other.count} and ${shards}` });
}

interface Folding {
  readonly options: FoldOptions;
  readonly files: readonly string[];
  readonly states: FoldedStates | undefined;
  readonly setting: LessonSetting;
}

async function foldShard(
  share: Share,
  folding: Folding,
): Promise<Pick<FoldCounts, 'sites' | 'pages' | 'repeated'>> {
  const { options, files, states, setting } = folding;
  const range = shardRange(share);
  const writer = await ShardWriter.create(options.output, share, setting);
  let repeated = 0;
  try {
    const lessons = mergeFiles(files, range, (file) => LessonReader.open(file));
    for await (const { base, taught } of joined(states?.sitesIn(range), lessons)) {
      const folded = taught === undefined ? { ...base!, repeated: 0 } : await foldSite(taught, base, folding);
      repeated += folded.repeated;
      await writer.add(folded);
      options.onSite?.(folded.facts.pageCount);
    }
    return { ...(await writer.finish()), repeated };
  } catch (error) {
    await writer.drop();
    throw error;
  }
}

/** A site, and a row of its lessons that ends where the next site begins. */
interface TaughtSite extends Pick<FoldedSite, 'hash' | 'site'> {
  readonly lessons: AsyncIterable<CodedLesson>;
}

async function foldSite(
  { hash, site: name, lessons }: TaughtSite,
  base: FoldedSite | undefined,
  { setting, options }: Folding,
): Promise<FoldedSite & { readonly repeated: number }> {
  const learnedBy = { method: setting.method, options: setting.options, forgetting: false };
  const detector = await detectorOf(learnedBy, setting.hashKey);
  const kept = base && { snapshot: base.snapshot, journals: [], facts: base.facts };
  const own = { ...learnedBy, hashKey: setting.hashKey, journal: true, states: siteStates };
  const site = new Site(own, detector, kept);
  let repeated = 0;
  for await (const coded of lessons) {
    options.signal.throwIfAborted();
    if (!site.learn(coded, lessonOf(coded))) repeated++;
  }
  return { hash, site: name, facts: site.facts, snapshot: site.snapshot(), repeated };
}

/** Sites of two rows that are in order, those of both together. */
async function* joined(
  bases: AsyncGenerator<FoldedSite> | undefined,
  lessons: AsyncGenerator<CodedLesson>,
): AsyncGenerator<{ readonly base?: FoldedSite; readonly taught?: TaughtSite }> {
  let base = (await bases?.next())?.value as FoldedSite | undefined;
  let next = (await lessons.next()).value as CodedLesson | undefined;
  const lessonsOf = async function* (site: string): AsyncGenerator<CodedLesson> {
    while (next !== undefined && next.site === site) {
      yield next;
      next = (await lessons.next()).value as CodedLesson | undefined;
    }
  };
  try {
    while (base !== undefined || next !== undefined) {
      const order = base === undefined ? 1 : next === undefined ? -1 : compareSites(base, next);
      const taught =
        order >= 0 ? { hash: next!.hash, site: next!.site, lessons: lessonsOf(next!.site) } : undefined;
      yield { ...(order <= 0 && { base: base! }), ...(taught && { taught }) };
      if (order <= 0) base = (await bases!.next()).value as FoldedSite | undefined;
    }
  } finally {
    // Their files are closed, also where somebody does not want the rest.
    await lessons.return(undefined);
    await bases?.return(undefined);
  }
}
