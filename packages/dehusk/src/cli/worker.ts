/** `dehusk worker`: judges the pages of a log, beside any number of others. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type Command, Option } from 'commander';
import { agreeOnJudging, findLog, type Judging, openJudging } from '../cluster/log-setting.ts';
import { readReference } from '../cluster/page-references.ts';
import { systemClock } from '../cluster/patience.ts';
import { runWorker } from '../cluster/worker.ts';
import { defaultMethod, findMethod } from '../detect/registry.ts';
import { PlacedPages } from '../input/placed-pages.ts';
import { ExitCode, explain, listenForStop } from './exit.ts';
import { count, size } from './flag-values.ts';
import {
  addLimitFlags,
  addMessageFlags,
  checkMessageFlags,
  chosen,
  jobsFlag,
  type LimitFlags,
  memoryFlag,
  pageLimits,
} from './flags.ts';
import {
  addLearningFlags,
  addRuleFlags,
  checkExplain,
  type MethodFlags,
  methodOptions,
  type RuleFlags,
  readOverrides,
} from './judging-flags.ts';
import { addLogFlag, checkLogFlag, type LogFlags, tellTrouble, withLog } from './log-flags.ts';
import { conflict, createMessages, type MessageFlags, Terminal } from './messages.ts';
import { formatCount } from './progress.ts';
import {
  addRecordFlags,
  checkRecordFlags,
  formatFlag,
  hiddenFlag,
  type RecordFlags,
  recordOptions,
} from './record-flags.ts';

const examples = `
Examples:
  one of any number of workers
    dehusk worker --log redis://queue:6379/0
  with four threads, and Markdown in the records
    dehusk worker --log redis://queue:6379/0 --jobs 4 --format markdown
  until all pages are done
    dehusk worker --log redis://queue:6379/0 --until-empty

Workers share the pages by sites: those of one site are judged in their order, by
one worker at a time. One that is killed, frozen or cut off loses nothing: another
goes on when its lease has run out. All workers of a log judge in the same way,
which the first of them decides. SIGTERM ends a worker after the pages at hand, with
exit code 0. A page that ends its worker three times is set aside as a failure.
`;

interface WorkerFlags
  extends LogFlags,
    MessageFlags,
    RuleFlags,
    RecordFlags,
    LimitFlags,
    Pick<MethodFlags, 'method' | 'set' | 'favour' | 'guard'> {
  readonly template: 'never' | 'always' | 'first';
  readonly jobs: number;
  readonly memory: number;
  readonly lease: number;
  readonly pageTimeout: number;
  readonly maxOutput: number;
  readonly maxAttempts: number;
  readonly untilEmpty?: boolean;
}

/** Batches of a worker: a killed one does again what was in one, and a commit should not be dearer than the pages in it. */
const BATCH = { ms: 1000, bytes: 8 * 1024 * 1024, pages: 64 };

/** A site waits no longer than this for a worker that has nothing to do. */
const POLL_MS = 250;

const STATUS_MS = 10_000;

export function defineWorker(command: Command, exit: (code: number) => void): void {
  command
    .usage('[options] --log ADDRESS')
    .addHelpText('after', examples)
    .action(async (flags: WorkerFlags) => exit(await work(flags)));
  addLogFlag(command);
  command
    .addOption(jobsFlag())
    .addOption(memoryFlag())
    .addOption(
      new Option('--lease <seconds>', 'others take over from a worker that was not heard of for so long')
        .default(15)
        .argParser(count('--lease')),
    )
    .addOption(
      new Option('--page-timeout <seconds>', 'a page that takes longer is given up')
        .default(120)
        .argParser(count('--page-timeout')),
    )
    .addOption(
      new Option('--max-output <size>', 'judge no more of a partition while so much waits for dehusk drain')
        .default(64 * 1024 * 1024, '64MB')
        .argParser(size('--max-output')),
    )
    .addOption(
      new Option('--max-attempts <count>', 'a page that was begun so often, and never finished, is set aside')
        .default(3)
        .argParser(count('--max-attempts')),
    )
    .option('--until-empty', 'end when all pages are done; else wait for more');
  addLearningFlags(command, defaultMethod);
  command.option('--no-guard', 'let a page come out empty if all of its text was judged template');
  addRuleFlags(command);
  command
    .addOption(
      chosen('--template <mode>', 'keep the template: never, always, or with the first page of a site', [
        'never',
        'always',
        'first',
      ]).default('never'),
    )
    .addOption(formatFlag())
    .addOption(hiddenFlag());
  addRecordFlags(command);
  addLimitFlags(command);
  addMessageFlags(command);
}

async function work(flags: WorkerFlags): Promise<number> {
  checkFlags(flags);
  const messages = createMessages(flags);
  const stop = listenForStop();
  const status = new StatusLine(flags);
  const places = new PlacedPages();
  try {
    const judging = await judgingOf(flags);
    await withLog(flags, async (log) => {
      status.start();
      await runWorker({
        log,
        name: `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`,
        clock: systemClock,
        readSetting: async () => {
          const setting = await findLog(log);
          await agreeOnJudging(log, judging);
          return setting;
        },
        openWork: ({ hashKey }, loadSite) =>
          openJudging(judging, { hashKey, memoryBytes: flags.memory, jobs: flags.jobs }, loadSite),
        readReference: (reference) => readReference(places, reference),
        leaseMs: 1000 * flags.lease,
        batch: BATCH,
        // One more than threads: while a batch is committed, another is judged.
        lanes: flags.jobs + 1,
        maxOutputBytes: flags.maxOutput,
        pageMs: 1000 * flags.pageTimeout,
        maxAttempts: flags.maxAttempts,
        pollMs: POLL_MS,
        untilEmpty: flags.untilEmpty === true,
        signal: stop.signal,
        report: {
          committed: (pages, failures) => status.add(pages, failures),
          looked: (lag, held) => status.see(lag, held),
          overtaken: (partition) =>
            messages.info('overtaken', `another worker has partition ${partition} now`, { partition }),
          trouble: tellTrouble(messages),
        },
      });
    });
    status.end();
    return ExitCode.done;
  } catch (error) {
    status.end();
    return explain(error, messages);
  } finally {
    await places.close();
  }
}

async function judgingOf(flags: WorkerFlags): Promise<Judging> {
  return {
    method: flags.method,
    methodOptions: methodOptions(flags),
    limits: pageLimits(flags),
    overrides: await readOverrides(flags),
    guard: flags.guard,
    encode: recordOptions(flags),
    template: flags.template,
  };
}

function checkFlags(flags: WorkerFlags): void {
  checkLogFlag('worker', flags);
  checkMessageFlags(flags);
  methodOptions(flags);
  checkRecordFlags(flags);
  if (flags.explain) checkExplain(flags);
  const { kind, name } = findMethod(flags.method);
  if (kind === 'batch') conflict('dehusk worker', `--method ${name}, which judges many pages at once`);
}

/** How a worker does: a line that is drawn over where somebody watches, else one now and then. */
class StatusLine {
  readonly #flags: WorkerFlags;
  readonly #terminal = new Terminal();
  readonly #startMs = performance.now();
  #pages = 0;
  #failures = 0;
  #lag = 0;
  #held = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(flags: WorkerFlags) {
    this.#flags = flags;
  }

  start(): void {
    const { quiet, progress } = this.#flags;
    if (quiet || progress === 'never') return;
    const isDrawn = this.#isDrawn;
    this.#timer = setInterval(
      () => (isDrawn ? this.#terminal.draw(this.#text) : this.#say('progress')),
      isDrawn ? 250 : STATUS_MS,
    );
    this.#timer.unref();
  }

  add(pages: number, failures: number): void {
    this.#pages += pages;
    this.#failures += failures;
  }

  see(lag: number, held: number): void {
    this.#lag = lag;
    this.#held = held;
  }

  /** The last line. */
  end(): void {
    clearInterval(this.#timer);
    this.#terminal.draw('');
    this.#say('summary');
  }

  #say(event: string): void {
    const facts = {
      pages: this.#pages,
      failed: this.#failures,
      partitions: this.#held,
      lag: this.#lag,
      seconds: this.#seconds,
    };
    createMessages(this.#flags, this.#terminal).info(event, this.#text, facts);
  }

  get #text(): string {
    const rate = Math.round(this.#pages / Math.max(0.001, this.#seconds));
    const done = `${formatCount(this.#pages, 'page')} (${rate}/s), ${this.#failures} failed`;
    return `${done}, ${formatCount(this.#held, 'partition')}, ${formatCount(this.#lag, 'page')} wait`;
  }

  get #seconds(): number {
    return Math.round(performance.now() - this.#startMs) / 1000;
  }

  get #isDrawn(): boolean {
    const { progress, logFormat } = this.#flags;
    if (logFormat === 'json') return false;
    const { environment } = this.#terminal;
    return progress === 'always' || (environment.isTerminal && environment.env.TERM !== 'dumb');
  }
}
