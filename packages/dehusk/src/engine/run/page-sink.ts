/**
 * Where the pages of a run go: a page is told from those before it, its links go into their file, and its record into
 * the output. All of it becomes durable together.
 */
import type { Output, PagePlace } from '../../output/files/output.ts';
import type { ByteTarget } from '../../output/files/write.ts';
import { type RecordForm, withNews } from '../../output/record-forms.ts';
import type { PageFailure } from '../engine.ts';
import type { FactChanges, RunPosition } from '../store.ts';
import type { KnownPages, PageNews } from './known-pages.ts';
import type { RenderedPage } from './render-page.ts';

export interface SinkParts {
  readonly output: Output;
  readonly form: RecordForm;
  /** Where pages are compared with those before them. */
  readonly known?: KnownPages | undefined;
  readonly links?: ByteTarget | undefined;
  /** Where failures are written too, in their place. */
  readonly fail?: ((failure: PageFailure) => Promise<void>) | undefined;
  readonly tally: { addLeftOut(why: NonNullable<PageNews['leftOut']>): void; addDuplicate(): void };
}

export class PageSink {
  readonly #parts: SinkParts;

  constructor(parts: SinkParts) {
    this.#parts = parts;
  }

  put(page: PagePlace, rendered: RenderedPage): void | Promise<void> {
    const { output, known, links } = this.#parts;
    // Most runs ask for nothing but records.
    return known === undefined && links === undefined
      ? output.put(page, rendered.record)
      : this.#putTold(page, rendered);
  }

  async #putTold(page: PagePlace, { record, print, links }: RenderedPage): Promise<void> {
    const { output, known, links: linkFile, tally, form } = this.#parts;
    // Also of pages that are not written: a link leads from where it stands.
    if (links !== undefined) await linkFile?.write(links);
    const news = await known?.tell(page.id, print!);
    if (news?.duplicate !== undefined) tally.addDuplicate();
    if (news?.leftOut !== undefined) {
      tally.addLeftOut(news.leftOut);
      output.pass(page);
      return;
    }
    const { duplicate, changed } = news ?? {};
    const isTold = duplicate !== undefined || changed !== undefined;
    await output.put(page, isTold ? withNews(record, { duplicate, changed }, form) : record);
  }

  async fail(failure: PageFailure): Promise<void> {
    await this.#parts.fail?.(failure);
  }

  pass(page: PagePlace): void {
    this.#parts.output.pass(page);
  }

  /** All that was put is on disk; returns how much it is, and what the state must keep with it. */
  async sync(): Promise<Pick<RunPosition, 'output' | 'links'> & { readonly facts: FactChanges | undefined }> {
    const { output, known, links } = this.#parts;
    const written = { output: await output.sync(), ...(links && { links: await links.sync() }) };
    return { ...written, facts: known?.take() };
  }

  async finish(): Promise<void> {
    await this.#parts.links?.finish();
    await this.#parts.output.finish();
  }

  async stop(): Promise<string | undefined> {
    await this.#parts.links?.stop();
    return this.#parts.output.stop();
  }
}
