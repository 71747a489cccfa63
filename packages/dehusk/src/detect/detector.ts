import type { PathStep } from '../page/css-path.ts';
import type { Page } from '../page/page.ts';

/**
 * What a detector says of a page, per node, in typed arrays indexed like the page's own.
 * An element's entry is meaningful only for methods that judge elements; every method fills its text nodes.
 */
export interface Verdict {
  /** 1 where the node is template. */
  readonly template: Uint8Array;
  /** Probability that the node is template, 0 … 1. */
  readonly score: Float32Array;
  /** On how many pages the node was seen, out of `of`. */
  readonly seen: Uint32Array;
  /** Pages of the site that the verdict rests on. */
  readonly of: number;
  /** How many pages had changed the site's template when this verdict was made. */
  readonly version: number;
}

/** A text of a site's template, in words. */
export interface TemplateSegment {
  readonly text: string;
  /** The way to it, as far as the site's pages have it in common. */
  readonly path: readonly PathStep[];
  /** On how many pages it was seen. */
  readonly seen: number;
  /** It was known from another method before it was seen often enough. */
  readonly bootstrapped?: boolean;
}

/** Turns the pages of one site into verdicts. */
export interface Detector {
  /** Name of the folder under `src/detect`. */
  readonly method: string;
  /** How many pages have changed the site's template so far. */
  readonly version: number;
  /**
   * Learn from the page, judge it, forget what is too old: the streaming step. `known`: 1 for the texts of a site's
   * first page that are template, as another method has found; it is not heeded on later pages.
   */
  observe(page: Page, known?: Uint8Array): Verdict;
  /** Learn from the page without judging it. */
  learn(page: Page): void;
  /** Judge the page by what is known; changes nothing. */
  judge(page: Page): Verdict;
  /** The site's template as it is known now, in the order in which it became known. */
  templateSegments(): readonly TemplateSegment[];
  /** What the verdict on the last page rests on, small. */
  trace(): Uint8Array;
  /** Would the page of this trace be judged otherwise now? May say yes too often, never too seldom. */
  wouldDiffer(trace: Uint8Array): boolean;
  /** The state as bytes; they name the method and its options. */
  save(): Uint8Array;
  /** Replaces the state by saved bytes; those of another method or other options are an error. */
  load(state: Uint8Array): void;
  /** From now on what is learned is also written down, for stores that save often and little. */
  startJournal(): void;
  /** What was learned since the last call or save; replaying it on the state of then gives the state of now. */
  takeJournal(): Uint8Array;
  replay(journal: Uint8Array): void;
}

/** Methods that need many pages at once have this instead of the streaming step. */
export interface BatchDetector {
  readonly method: string;
  judgeBatch(pages: readonly Page[]): readonly Verdict[];
}

/** What a batch takes while it is judged, in bytes. */
export interface BatchStorage {
  /** Sources of the pages, as UTF-8: what is held back until the batch is full, and what papers count. */
  readonly pageBytes: number;
  /** The node tables of the pages. */
  readonly nodeBytes: number;
  /** What the method makes of them: hashes and counts, no text. */
  readonly methodBytes: number;
}

/** Batch methods that others are compared with: they tell what they hold. */
export interface MeasuredBatchDetector extends BatchDetector {
  /** How many pages make a batch, for whoever has no reason to choose another number. */
  readonly batchPages: number;
  /** What a batch of these pages takes. It goes through them as `judgeBatch` does, and costs as much. */
  measureBatch(pages: readonly Page[]): BatchStorage;
}

export function measurePages(pages: readonly Page[]): Pick<BatchStorage, 'pageBytes' | 'nodeBytes'> {
  let pageBytes = 0;
  let nodeBytes = 0;
  for (const page of pages) {
    pageBytes += utf8Bytes(page.source);
    for (const column of [...Object.values(page), ...Object.values(page.attributes)]) {
      if (ArrayBuffer.isView(column)) nodeBytes += column.byteLength;
    }
  }
  return { pageBytes, nodeBytes };
}

/** Without encoding the text; each half of a surrogate pair is half of four bytes. */
function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) bytes += unit < 0x800 || (unit & 0xf800) === 0xd800 ? 1 : 2;
  }
  return bytes;
}
