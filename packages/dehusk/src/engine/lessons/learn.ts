/**
 * Pages into lessons: the first step over an archive that is too large for one run. Each archive becomes one file of
 * lessons, page files that lie in folders become one together. Any part may be done anywhere, again and twice: what is
 * written depends on the pages, the key and the method alone, and a file that is there is whole.
 */
import { createHash, randomUUID } from 'node:crypto';
import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { OptionValues } from '../../detect/method.ts';
import { DehuskError } from '../../errors.ts';
import { type InputSize, listInput, sizeOf } from '../../input/files.ts';
import { formatOfName, type InputOptions, type SourceItem } from '../../input/input.ts';
import { openFiles } from '../../input/open-inputs.ts';
import { ifThere, orWriteError, syncFolder } from '../../output/files/appended-file.ts';
import { guardInputs } from '../../output/files/output.ts';
import type { HashKey } from '../../page/hash.ts';
import { readPage } from '../../page/parse.ts';
import type { PageLimits } from '../../page/raw-page.ts';
import { ownVersion } from '../../version.ts';
import { type PageFailure, pageFailure } from '../engine.ts';
import { loadSiteKey, type SiteKey } from '../site-key.ts';
import { drawHashKey } from '../store.ts';
import { createTeacher, type Teacher } from '../teacher.ts';
import { LessonReader, type LessonSetting, LessonWriter } from './lesson-file.ts';
import { removeLeftovers } from './packed-file.ts';
import type { Share } from './site-order.ts';
import { siteHash } from './site-order.ts';
import { LessonSorter } from './sort-lessons.ts';

export interface LearnOptions {
  readonly inputs: readonly string[];
  /** The folder of the lessons. */
  readonly output: string;
  /** Do only this part of the files. */
  readonly part?: Share | undefined;
  readonly reading: InputOptions;
  readonly siteBy: string | undefined;
  readonly limits: Partial<PageLimits>;
  readonly method: string;
  readonly methodOptions: OptionValues;
  /** Not told, it is the one in the folder, or drawn. */
  readonly hashKey?: HashKey | undefined;
  readonly memoryBytes: number;
  readonly signal: AbortSignal;
}

/** Who is told how it goes. */
export interface LearnReport {
  readonly tally: {
    addBytes(count: number): void;
    addPage(isNewSite: boolean, raw: Extract<SourceItem, { kind: 'page' }>['page']): void;
    addPassed(passed: readonly Extract<SourceItem, { kind: 'passed-over' }>[]): void;
  };
  readonly messages: { info(kind: string, text: string, facts?: Readonly<Record<string, unknown>>): void };
  fail(failure: PageFailure): void;
  /** It begins: nothing stands in its way. */
  start?(): void;
}

/** Of the memory that is allowed: the page at hand and what is being written need the rest. */
const SORTER_SHARE = 0.5;

const LESSON_ENDING = '.lessons';

/** The files of the inputs in their order, or of a part of them. Throws what `listInput` throws. */
export async function filesOfPart(
  inputs: readonly string[],
  part: Share | undefined,
): Promise<readonly InputSize[]> {
  const files: InputSize[] = [];
  for (const input of inputs)
    for (const file of (await listInput(input)).files) files.push(await sizeOf(file));
  return part === undefined ? files : partOf(files, part);
}

/**
 * By bytes, each part a stretch of the files: so parts take about as long as each other, and what comes of them, one
 * behind the other, is what comes of all files.
 */
function partOf(files: readonly InputSize[], { number, count }: Share): readonly InputSize[] {
  // A file that is empty takes its turn all the same.
  const weights = files.map(({ sizeBytes = 0 }) => sizeBytes + 1);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  return files.filter((_, i) => {
    const middle = before + weights[i]! / 2;
    before += weights[i]!;
    return Math.min(count, Math.floor((middle * count) / total) + 1) === number;
  });
}

/** Returns how many files of lessons there are now, and how many of them were there before. */
export async function learnFiles(
  files: readonly InputSize[],
  options: LearnOptions,
  report: LearnReport,
): Promise<{ readonly files: number; readonly before: number }> {
  const { output, method, methodOptions, siteBy = 'host', part } = options;
  await guardInputs({ container: 'folder', path: output }, files);
  await removeLeftovers(output);
  const hashKey = await keyOf(output, options.hashKey);
  report.start?.();
  const setting: LessonSetting = { method, options: methodOptions, hashKey, siteBy };
  const teacher = await createTeacher({ ...setting, limits: options.limits, toPage: readPage });
  const context = {
    options,
    report,
    setting,
    teacher,
    siteKey: await loadSiteKey(options.siteBy),
    sites: new Set<string>(),
  };
  let before = 0;
  const groups = groupsOf(files);
  for (const group of groups) if (await learnGroup(group, context)) before++;
  if (part !== undefined) await markPart(output, part);
  return { files: groups.length, before };
}

interface Learning {
  readonly options: LearnOptions;
  readonly report: LearnReport;
  readonly setting: LessonSetting;
  readonly teacher: Teacher;
  readonly siteKey: SiteKey;
  /** All that were met, for the summary. */
  readonly sites: Set<string>;
}

/** Files whose pages go into one file of lessons. */
interface FileGroup {
  /** Undefined where only the content can tell. */
  readonly name: string | undefined;
  readonly files: readonly InputSize[];
}

function groupsOf(files: readonly InputSize[]): readonly FileGroup[] {
  const isArchive = ({ file }: InputSize): boolean => /^(jsonl|warc)$/.test(formatOfName(file) ?? '');
  const alone = files.filter((file) => isArchive(file) || file.isReadOnce);
  const pages = files.filter((file) => !alone.includes(file));
  const groups = alone.map((file): FileGroup => ({ name: nameOf([file]), files: [file] }));
  return pages.length === 0 ? groups : [...groups, { name: nameOf(pages), files: pages }];
}

/** Archives of one name in two folders must not meet; a name of a page file tells nothing of the others. */
function nameOf(files: readonly InputSize[]): string | undefined {
  const [first] = files;
  if (files.length === 1 && first!.isReadOnce) return undefined;
  const digest = createHash('sha256').update(JSON.stringify(files.map(({ file }) => file)));
  const base = files.length === 1 ? path.basename(first!.file).slice(0, 100) : 'pages';
  return `${base}-${digest.digest('hex').slice(0, 12)}${LESSON_ENDING}`;
}

/** What lessons depend on, besides the pages. */
function headerOf({ setting, options }: Learning): object {
  const { signal: _, onBytes: _o, onPassedOver: _p, stdin: _s, ...reading } = options.reading;
  return { program: ownVersion, setting, reading, limits: options.limits };
}

/** False if there was nothing to do: the file is there, and what it was made of is the same. */
async function learnGroup(group: FileGroup, learning: Learning): Promise<boolean> {
  const { output, memoryBytes, signal } = learning.options;
  const header = headerOf(learning);
  const place = group.name === undefined ? undefined : path.join(output, group.name);
  if (place !== undefined && (await isLearned(place, header, group.files, signal))) return true;
  const bytes = new BytesDigest();
  await using sorter = new LessonSorter(SORTER_SHARE * memoryBytes);
  await takePages(group.files, learning, { bytes, sorter });
  const name = place ?? path.join(output, `stdin-${bytes.digest.slice(0, 24)}${LESSON_ENDING}`);
  const writer = await LessonWriter.create(name, header);
  try {
    for await (const lesson of sorter.sorted()) {
      signal.throwIfAborted();
      await writer.add(lesson);
    }
    await writer.finish({ input: bytes.digest });
  } catch (error) {
    await writer.drop();
    throw error;
  }
  return false;
}

async function takePages(
  files: readonly InputSize[],
  { options, report, teacher, siteKey, sites }: Learning,
  { bytes, sorter }: { readonly bytes: BytesDigest; readonly sorter: LessonSorter },
): Promise<void> {
  const { signal } = options;
  const reading = { ...options.reading, signal, onBytes: (count: number) => report.tally.addBytes(count) };
  for await (const item of openFiles(files, { ...reading, tap: bytes })) {
    if (item.kind === 'passed-over') report.tally.addPassed([item]);
    else if (item.kind === 'failure') report.fail(item);
    else {
      const raw = item.page;
      try {
        const site = siteKey(raw);
        const { id, title, digest, lesson } = teacher(raw);
        await sorter.add({ hash: siteHash(site), site, date: raw.date ?? '', id, title, digest }, lesson);
        report.tally.addPage(!sites.has(site), raw);
        sites.add(site);
      } catch (error) {
        if (error instanceof DehuskError && error.code.startsWith('OUTPUT_')) throw error;
        report.fail(pageFailure(error, raw));
      }
    }
  }
}

/** Of the raw bytes of all files, each to its end. */
class BytesDigest {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  beginFile(): void {
    // Where a file ends counts, too.
    this.#hash.update(`file at ${this.#bytes}\n`);
  }

  addBytes(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
  }

  get digest(): string {
    return this.#hash.copy().digest('hex');
  }
}

async function isLearned(
  place: string,
  header: object,
  files: readonly InputSize[],
  signal: AbortSignal,
): Promise<boolean> {
  let reader: LessonReader;
  try {
    reader = await LessonReader.open(place);
  } catch (error) {
    // Not there, or not whole: it is made again.
    if (error instanceof DehuskError) return false;
    throw error;
  }
  await using found = reader;
  const { dehusk: _, format: _f, ...before } = found.header;
  if (JSON.stringify(before) !== JSON.stringify(header)) return false;
  const { readFileBytes } = await import('../../input/files.ts');
  const digest = new BytesDigest();
  try {
    for (const { file } of files) {
      digest.beginFile();
      for await (const chunk of readFileBytes(file, { signal })) digest.addBytes(chunk);
    }
  } catch (error) {
    if (error instanceof DehuskError) return false;
    throw error;
  }
  return found.tail.input === digest.digest;
}

// The key: all lessons of an archive must have the same.

const KEY_FILE = 'key';

/** The one that was told, or that of the folder; the first one there draws it. Throws LESSONS_OTHER_SETTING. */
async function keyOf(folder: string, told: HashKey | undefined): Promise<HashKey> {
  const file = path.join(folder, KEY_FILE);
  const found = await readKey(file);
  if (found !== undefined) {
    if (told !== undefined && told.join() !== found.join())
      throw new DehuskError('LESSONS_OTHER_SETTING', {
        file: folder,
        name: 'the key',
        found: keyText(found),
        expected: keyText(told),
      });
    return found;
  }
  const drawn = told ?? drawHashKey();
  const written = path.join(folder, `.${KEY_FILE}-${randomUUID()}`);
  await orWriteError(writeFile(written, `${keyText(drawn)}\n`, { flush: true }), file);
  try {
    // Of two that come at the same time one is first, and the other takes its key.
    await orWriteError(link(written, file).catch(ifTaken), file);
    await orWriteError(syncFolder(folder), folder);
  } finally {
    await rm(written, { force: true });
  }
  return keyOf(folder, told);
}

function ifTaken(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
}

async function readKey(file: string): Promise<HashKey | undefined> {
  const text = await orWriteError(ifThere(readFile(file, 'utf8')), file);
  if (text === undefined) return undefined;
  const key = parseKey(text.trim());
  if (key === undefined) throw new DehuskError('LESSONS_DAMAGED', { file, reason: 'it is no key' });
  return key;
}

/** 16 digits in hex; undefined for what is none. */
export function parseKey(text: string): HashKey | undefined {
  if (!/^[0-9a-f]{16}$/i.test(text)) return undefined;
  return [Number.parseInt(text.slice(0, 8), 16), Number.parseInt(text.slice(8), 16)];
}

export function keyText(key: HashKey): string {
  return key.map((word) => word.toString(16).padStart(8, '0')).join('');
}

// Which parts are done: a fold that lacks one would be silently wrong.

const partName = /^part-(\d+)-of-(\d+)$/;

async function markPart(folder: string, { number, count }: Share): Promise<void> {
  const file = path.join(folder, `part-${number}-of-${count}`);
  await orWriteError(writeFile(file, '', { flush: true }), file);
  await orWriteError(syncFolder(folder), folder);
}

/** The lesson files of a folder. Throws LESSONS_MISSING, and LESSONS_PART_MISSING where not all parts are done. */
export async function lessonFilesOf(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).sort();
  const parts = names.flatMap((name) => {
    const [, number, count] = partName.exec(name) ?? [];
    return number === undefined ? [] : [{ number: Number(number), count: Number(count) }];
  });
  const lessons = names.filter((name) => !name.startsWith('.') && name.endsWith(LESSON_ENDING));
  if (lessons.length === 0 && parts.length === 0) throw new DehuskError('LESSONS_MISSING', { folder });
  const missing = missingPart(parts);
  if (missing !== undefined) throw new DehuskError('LESSONS_PART_MISSING', { folder, ...missing });
  return lessons.map((name) => path.join(folder, name));
}

/** Where parts were counted in two ways, one of them must be complete. */
function missingPart(parts: readonly Share[]): Share | undefined {
  let missing: Share | undefined;
  for (const count of new Set(parts.map((part) => part.count))) {
    const done = new Set(parts.filter((part) => part.count === count).map(({ number }) => number));
    const first = Array.from({ length: count }, (_, i) => i + 1).find((number) => !done.has(number));
    if (first === undefined) return undefined;
    missing ??= { number: first, count };
  }
  return missing;
}
