/**
 * How far a run is, and what its pages have changed since the last commit. A commit names the position that it follows:
 * if somebody else has gone on with the run meanwhile, the store refuses it.
 */
import {
  type Commit,
  type InputEnd,
  type InputMark,
  PendingChanges,
  type RunPosition,
  type SiteChange,
  type Store,
} from '../store.ts';
import type { FoundRun } from './find-run.ts';

export class Progress {
  pass: number;
  itemCount: number;
  startItem: number;
  input: InputMark;
  end: InputEnd | undefined;
  readonly changes: PendingChanges = new PendingChanges();
  readonly #name: string | undefined;
  readonly #startedAt: string | undefined;
  readonly #judgedBy: string | undefined;
  #committed: RunPosition | undefined;
  #uncommitted = 0;

  constructor({ name, committed, position }: FoundRun, judgedBy?: string) {
    this.#name = name;
    this.#startedAt = position.startedAt;
    this.#judgedBy = judgedBy;
    this.#committed = committed;
    this.pass = position.pass;
    this.itemCount = position.itemCount;
    this.startItem = position.startItem;
    this.input = position.input;
    this.end = position.end;
  }

  /** Items since the last commit. */
  get uncommitted(): number {
    return this.#uncommitted;
  }

  beginPass(pass: number): void {
    this.pass = pass;
    this.itemCount = this.startItem;
  }

  /** An item that was done before is another one now. */
  reopen(item: number): void {
    this.startItem = item;
    this.itemCount = item;
  }

  /** An item is done; a failure, or a page that was passed over, changes nothing. */
  addItem(site?: string, change?: SiteChange): void {
    this.itemCount++;
    this.#uncommitted++;
    if (site !== undefined && change !== undefined) this.changes.add(site, change);
  }

  /** What is done so far becomes durable. */
  async commitTo(
    store: Store,
    written: Pick<RunPosition, 'output' | 'links' | 'traces' | 'finished' | 'tally'> & Pick<Commit, 'facts'>,
  ): Promise<void> {
    const { output, links, traces, finished, tally, facts } = written;
    const position: RunPosition = {
      commits: (this.#committed?.commits ?? 0) + 1,
      ...(this.#startedAt !== undefined && { startedAt: this.#startedAt }),
      pass: this.pass,
      itemCount: this.itemCount,
      startItem: this.startItem,
      input: this.input,
      ...(this.end && { end: this.end }),
      output,
      ...(links && { links }),
      ...(traces && { traces }),
      finished,
      ...(this.#judgedBy !== undefined && { judgedBy: this.#judgedBy }),
      tally,
    };
    const sites: Commit['sites'] = this.changes.take();
    this.#uncommitted = 0;
    const follows = this.#committed;
    await store.commit({
      sites,
      facts,
      progress: this.#name === undefined ? undefined : { run: this.#name, follows, position },
    });
    this.#committed = position;
  }
}
