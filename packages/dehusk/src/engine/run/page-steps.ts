/**
 * The work on a page in three steps, so that the pages of one site can be shared by threads: any thread may prepare a page
 * and render it, and only what is between the two is done in the order of the site, by the thread that knows it.
 *
 *     any thread         the site's thread     any thread
 *     prepare ─────────► judge ──────────────► render
 *     parse, lesson      score, learn          parse again, record
 *
 * To parse a page again costs less than to render one that the core does not hold any more, and so nothing has to be kept
 * between the steps.
 */
import { lessonFrom } from '../../detect/lesson.ts';
import type { SentPage } from '../../page/core-page.ts';
import { parseToSend, readPage, receivePage } from '../../page/parse.ts';
import type { RawPage } from '../../page/raw-page.ts';
import type { Engine, JudgedPage } from '../engine.ts';
import {
  type FailureOutcome,
  type JudgeOptions,
  type Outcome,
  orFailed,
  pageOutcome,
  type RawTask,
} from './work.ts';

/** A page that was parsed, and what it teaches. */
export interface PreparedPage {
  readonly kind: 'prepared';
  readonly sent: SentPage;
  /** Of its lesson. */
  readonly facts: Uint8Array<ArrayBuffer>;
}

/** All that is said of a page but the page itself: it can be sent. */
export type Judgement = Omit<JudgedPage, 'source' | 'page' | 'words'>;

/** A task whose page lies elsewhere. */
export type PreparedTask = Omit<RawTask, 'raw'> & { readonly raw: Omit<RawPage, 'bytes'> };

export interface PageSteps<Rendered> {
  /** Undefined for a page that cannot be sent: whoever judges it must do all of it. */
  prepare(raw: RawPage): Promise<PreparedPage | FailureOutcome | undefined>;
  judge(task: PreparedTask, prepared: PreparedPage): Promise<Outcome<Judgement>>;
  render(raw: RawPage, judgement: Judgement): Promise<RenderedOutcome<Rendered> | FailureOutcome>;
}

export interface RenderedOutcome<Rendered> {
  readonly kind: 'rendered';
  readonly rendered: Rendered;
}

/** Can the work on these pages be done so? Reasons are worked out on the page itself, where somebody asks for them. */
export function hasSteps({ mode, known }: RawTask, { explain }: JudgeOptions): boolean {
  return mode === 'observe' && known === undefined && !explain;
}

/** The steps in this thread. */
export function stepsHere<Rendered>(
  engine: Engine,
  render: (judged: JudgedPage) => Rendered,
  { limits, hashKey }: Pick<JudgeOptions, 'limits' | 'hashKey'>,
): PageSteps<Rendered> {
  return {
    prepare: (raw) =>
      orFailed(raw, async () => {
        const parsed = parseToSend(raw, { limits, hashKey });
        if (parsed === undefined) return undefined;
        const facts = new Uint8Array(engine.lesson(parsed.page).facts);
        return { kind: 'prepared', sent: parsed.sent, facts } as const;
      }),
    judge: ({ raw, ...task }, { sent, facts }) =>
      orFailed(raw, async () => {
        const page = receivePage(sent);
        const lesson = lessonFrom(page, facts);
        return pageOutcome(
          await engine.step({ ...task, source: { ...raw, page }, lesson }),
          ({ source, page: _, words, ...judgement }): Judgement => judgement,
        );
      }),
    render: (raw, judgement) =>
      orFailed(raw, async () => {
        const page = readPage(raw, { limits, hashKey });
        return { kind: 'rendered', rendered: render({ ...judgement, source: raw, page }) } as const;
      }),
  };
}

/** What a prepared page can be sent without copying: it is of no use here afterwards. */
export function buffersOf({ sent: { table }, facts }: PreparedPage): readonly ArrayBuffer[] {
  return [table.columns, table.bytes.buffer as ArrayBuffer, facts.buffer];
}
