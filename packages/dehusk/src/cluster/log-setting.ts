/**
 * What all who use a log must do in the same way, kept in the log itself: into how many partitions sites fall, what a
 * site is, the key of the hashes; and how pages are judged and written, which the first worker decides.
 */
import { createHash } from 'node:crypto';
import type { OptionValues } from '../detect/method.ts';
import type { SiteOverrides } from '../engine/overrides.ts';
import { createRender, type TemplateMode } from '../engine/run/render-page.ts';
import { workInThreads } from '../engine/run/threads.ts';
import { type LoadSite, openEngine, workHere } from '../engine/run/work.ts';
import { drawHashKey } from '../engine/store.ts';
import { DehuskError } from '../errors.ts';
import type { EncodeOptions } from '../output/files/encode.ts';
import type { HashKey } from '../page/hash.ts';
import type { PageLimits } from '../page/raw-page.ts';
import type { PageLog } from './page-log.ts';
import type { PageWork } from './worker.ts';

/** Of how a log is kept: another one is another number. */
const VERSION = 1;

/** What whoever appends first decides. */
export interface LogSetting {
  readonly partitions: number;
  readonly siteBy: string;
  readonly hashKey: HashKey;
}

/** False where a log has lost everything and was begun anew. */
export function isSameSetting(one: LogSetting, other: LogSetting): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** How all workers of a log judge and write. */
export interface Judging {
  readonly method: string;
  readonly methodOptions: OptionValues;
  readonly limits: Partial<PageLimits>;
  readonly overrides: SiteOverrides;
  readonly guard: boolean;
  readonly encode: EncodeOptions;
  readonly template: TemplateMode;
}

/** Begins a log, or finds the one that is there; what is not given is as it was begun. Throws LOG_OTHER_SETTING, LOG_NEWER. */
export async function beginLog(
  log: PageLog,
  given: Partial<Omit<LogSetting, 'hashKey'>>,
  otherwise: Omit<LogSetting, 'hashKey'>,
): Promise<LogSetting> {
  const wanted = { version: VERSION, ...otherwise, ...given, hashKey: drawHashKey() };
  const found = readSetting(log, await log.agree('setting', JSON.stringify(wanted)));
  for (const [name, expected] of Object.entries(given)) {
    const was = found[name as keyof typeof given];
    if (was !== expected) throw otherSetting(log, name, was, expected);
  }
  return found;
}

/** Throws LOG_EMPTY, LOG_NEWER. */
export async function findLog(log: PageLog): Promise<LogSetting> {
  const found = await log.agreed('setting');
  if (found === undefined) throw new DehuskError('LOG_EMPTY', { log: log.name });
  return readSetting(log, found);
}

function readSetting(log: PageLog, text: string): LogSetting {
  const { version, ...setting } = JSON.parse(text) as LogSetting & { readonly version: number };
  if (version !== VERSION)
    throw new DehuskError('LOG_NEWER', { log: log.name, found: version, known: VERSION });
  return setting;
}

/** Throws LOG_OTHER_SETTING where other workers judge in another way. */
export async function agreeOnJudging(log: PageLog, judging: Judging): Promise<void> {
  const wanted = flat(judging);
  const found = JSON.parse(await log.agree('judging', JSON.stringify(wanted))) as Record<string, string>;
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(found)]))
    if (wanted[name] !== found[name]) throw otherSetting(log, name, found[name], wanted[name]);
}

/** Each option by its name, such as `encode.format`, so that an error can say which one it is. Rules are told by a digest. */
function flat({ overrides, ...judging }: Judging): Readonly<Record<string, string>> {
  const rules = createHash('sha256').update(JSON.stringify(overrides)).digest('hex').slice(0, 16);
  const entries = Object.entries({ ...judging, rules }).flatMap(([name, value]) =>
    typeof value === 'object'
      ? Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, JSON.stringify(one)])
      : [[name, JSON.stringify(value)]],
  );
  return Object.fromEntries(entries) as Record<string, string>;
}

function otherSetting(log: PageLog, name: string, found: unknown, expected: unknown): DehuskError {
  // Of judging, values are JSON.
  const spell = (value: unknown): string =>
    value === undefined ? 'nothing' : String(value).replace(/^"(.*)"$/, '$1');
  return new DehuskError('LOG_OTHER_SETTING', {
    log: log.name,
    name,
    found: spell(found),
    expected: spell(expected),
  });
}

export interface JudgingPlace {
  readonly hashKey: HashKey;
  readonly memoryBytes: number;
  /** Threads; 0 for this one, where nobody needs to renew a lease meanwhile. */
  readonly jobs: number;
}

/** What judges the pages of a log: the work of any run, whose store is the log. */
export async function openJudging(
  { encode, template, ...judging }: Judging,
  { hashKey, memoryBytes, jobs }: JudgingPlace,
  loadSite: LoadSite,
): Promise<PageWork> {
  const judge = {
    ...judging,
    hashKey,
    memoryBytes,
    forgetting: true,
    hasStore: true,
    traces: false,
    explain: encode.explain,
  };
  // Records are JSON Lines, which have no date of a run.
  const render = { container: 'jsonl', encode, template, date: '' } as const;
  if (jobs > 0) return workInThreads({ judge, render, jobs, loadSite });
  return workHere(await openEngine(judge, loadSite), await createRender(render), render);
}
