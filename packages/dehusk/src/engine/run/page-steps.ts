/**
 * The work on a page in three steps, so that the pages of one site can be shared by threads: any thread may prepare a page
 * and render it, and only what is between the two is done in the order of the site, by the thread that knows it.
 *
 *     any thread         the site's thread     the same one as before
 *     prepare ─────────► judge ──────────────► render
 *     parse, lesson      score, learn          record
 *
 * Whoever has prepared a page keeps it until it is rendered, so that nobody parses it again. The site's thread gets a copy.
 */
import type { KeptPage } from '../../page/core.ts';
import type { SentPage } from '../../page/core-page.ts';
import { parseToKeep, receivePage } from '../../page/parse.ts';
import type { RawPage } from '../../page/raw-page.ts';
import type { Engine, JudgedPage } from '../engine.ts';
import {
  type FailureOutcome,
  type JudgeOptions,
  lookAtHeap,
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

/** `ticket`: a number by which the page is called between the steps. */
export interface PageSteps<Rendered> {
  /** Undefined for a page that cannot be sent: whoever judges it must do all of it. */
  prepare(ticket: number, task: RawTask): Promise<PreparedPage | FailureOutcome | undefined>;
  judge(task: PreparedTask, prepared: PreparedPage): Promise<Outcome<Judgement>>;
  render(ticket: number, judgement: Judgement): Promise<RenderedOutcome<Rendered> | FailureOutcome>;
  /** Of a page that is not rendered. */
  drop(ticket: number): Promise<void>;
}

interface RenderedOutcome<Rendered> {
  readonly kind: 'rendered';
  readonly rendered: Rendered;
}

/** Can the work on these pages be done so? Reasons are worked out on the page itself, where somebody asks for them. */
export function hasSteps({ known }: RawTask, { explain }: JudgeOptions): boolean {
  return known === undefined && !explain;
}

/** The steps in this thread. */
export function stepsHere<Rendered>(
  engine: Engine,
  render: (judged: JudgedPage) => Rendered,
  { limits, hashKey }: Pick<JudgeOptions, 'limits' | 'hashKey'>,
): PageSteps<Rendered> {
  const kept = new Map<number, KeptPage & { readonly raw: RawPage }>();
  const drop = (ticket: number): void => {
    kept.get(ticket)?.release();
    kept.delete(ticket);
  };
  return {
    prepare: (ticket, { raw, mode }) =>
      orFailed(raw, async () => {
        lookAtHeap();
        const parsed = parseToKeep(raw, { limits, hashKey });
        if (parsed === undefined) return undefined;
        const facts = new Uint8Array(engine.lessonFacts(parsed.page));
        // What is only learned from is not rendered.
        const isKept = mode !== 'learn';
        if (isKept) kept.set(ticket, { ...parsed, raw });
        else parsed.release();
        return { kind: 'prepared', sent: isKept ? copyOf(parsed.sent) : parsed.sent, facts } as const;
      }),
    judge: ({ raw, ...task }, { sent, facts }) =>
      orFailed(raw, async () => {
        lookAtHeap();
        const source = { page: receivePage(sent), ...raw };
        return pageOutcome(
          await engine.step({ source, facts, ...task }),
          ({ source, page: _, words, ...judgement }): Judgement => judgement,
        );
      }),
    render: async (ticket, judgement) => {
      const { page, raw } = kept.get(ticket)!;
      const outcome = await orFailed(raw, async () => {
        const rendered = render({ source: raw, page, ...judgement });
        return { kind: 'rendered', rendered } as const;
      });
      drop(ticket);
      return outcome;
    },
    drop: async (ticket) => drop(ticket),
  };
}

function copyOf({ table, facts }: SentPage): SentPage {
  return { facts, table: { ...table, bytes: table.bytes.slice(), columns: table.columns.slice(0) } };
}

/** What a prepared page can be sent without copying: it is of no use here afterwards. */
export function buffersOf({ sent: { table }, facts }: PreparedPage): readonly ArrayBuffer[] {
  return [table.columns, table.bytes.buffer as ArrayBuffer, facts.buffer];
}
