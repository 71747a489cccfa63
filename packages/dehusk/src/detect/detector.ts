import type { PathStep } from '../page/css-path.ts';
import { type Page, sourceBytes, tableBytes } from '../page/page.ts';
import type { WordTable } from '../page/words/word-table.ts';
import type { Lesson } from './lesson.ts';

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
  /** Why a node was judged so, the strongest reasons first, where a method can tell and was asked to. */
  readonly why?: (node: number) => readonly Reason[];
}

/** Something that has counted for a verdict. */
export interface Reason {
  /** In words: `on 85 % of the other pages`. */
  readonly fact: string;
  readonly for: 'template' | 'content';
  /** How much: by what it has changed the log odds. */
  readonly weight: number;
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
  /** Texts that are remembered. */
  readonly segmentCount: number;
  /**
   * About what it takes in memory, all of it: tables and recent pages to the byte, words and objects by estimate.
   * Cheap, so that it can be asked after every page.
   */
  readonly sizeBytes: number;
  /**
   * What the page teaches. It depends on nothing but the page, its hash key and the method's options. `known`: 1 for
   * the nodes of a site's first page that are template, as another method has found; on later pages it is not heeded.
   */
  lesson(page: Page, known?: Uint8Array): Lesson;
  /** Learns from a lesson, made here or elsewhere. */
  apply(lesson: Lesson): void;
  /** Learns from the page, judges it, forgets what is too old: the streaming step. `lesson` is that of the page. */
  observe(page: Page, lesson?: Lesson): Verdict;
  /** Learns from the page without judging it: applies its lesson. */
  learn(page: Page): void;
  /** Judge the page by what is known; changes nothing. `lesson` is that of the page, where it is made already. */
  judge(page: Page, lesson?: Lesson): Verdict;
  /** The site's template as it is known now, in the order in which it became known. */
  templateSegments(): readonly TemplateSegment[];
  /** What the verdict on the page rests on that was judged last, small; nothing, if traces were not asked for. */
  trace(): Uint8Array;
  /** Would the page of this trace be judged otherwise now? May say yes too often, never too seldom. */
  wouldDiffer(trace: Uint8Array): boolean;
  /** The state as bytes; they name the method and its options. */
  save(): Uint8Array;
  /**
   * Replaces the state by saved bytes; those of another method or other options are an error. From then on everything
   * is, to the bit, as if the detector had been the saved one all the time; only the trace of its last page is gone.
   */
  load(state: Uint8Array): void;
}

/** Methods that need many pages at once have this instead of the streaming step. */
export interface BatchDetector {
  readonly method: string;
  judgeBatch(pages: readonly Page[]): readonly Verdict[];
  /**
   * Of a method that reads the words of the pages: they are scanned once, for it and for an index. `carried` is what
   * it knew after the batch before, and is empty for the first.
   */
  judgeWords?(
    pages: readonly Page[],
    carried: Uint8Array,
  ): { readonly verdicts: readonly Verdict[]; readonly table: WordTable; readonly carried: Uint8Array };
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
    pageBytes += sourceBytes(page);
    nodeBytes += tableBytes(page);
  }
  return { pageBytes, nodeBytes };
}
