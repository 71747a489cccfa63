/**
 * What the template segments of a site look like. The table keeps hashes only, which is enough to judge; whoever
 * looks at a site, or wants its template as a document or as selectors, needs words. They are kept for segments that
 * have become template: some hundreds a site.
 */
import { commonPath, cssPath, type PathStep } from '../../page/css-path.ts';
import type { Page } from '../../page/page.ts';
import { readNormalText } from '../../page/read.ts';

export interface Exemplar {
  readonly high: number;
  readonly low: number;
  readonly text: string;
  /** What the paths on the first pages have in common. */
  readonly path: readonly PathStep[];
}

/** Enough to recognise a text by; a disclaimer of a page's length need not be kept whole. */
const MAX_TEXT_UNITS = 500;
/** A site whose template has more different texts than this is told incompletely. */
const MAX_EXEMPLARS = 5_000;

export class Exemplars {
  readonly #byHash = new Map<string, Exemplar>();

  /** The segment at `node` is template; returns what was learned of it, for the journal. */
  add(page: Page, node: number, { high, low }: { readonly high: number; readonly low: number }): Exemplar {
    const path = cssPath(page, node);
    return this.put({ high, low, text: readNormalText(page, node).slice(0, MAX_TEXT_UNITS), path });
  }

  /** One that was seen before is reduced to what the two have in common. */
  put(exemplar: Exemplar): Exemplar {
    const key = keyOf(exemplar.high, exemplar.low);
    const known = this.#byHash.get(key);
    const kept = known === undefined ? exemplar : { ...known, path: commonPath(known.path, exemplar.path) };
    if (known !== undefined || this.#byHash.size < MAX_EXEMPLARS) this.#byHash.set(key, kept);
    return exemplar;
  }

  /** Those that still are template, in the order in which they became so. */
  list(isTemplate: (high: number, low: number) => boolean): readonly Exemplar[] {
    for (const [key, { high, low }] of this.#byHash) if (!isTemplate(high, low)) this.#byHash.delete(key);
    return [...this.#byHash.values()];
  }

  clear(): void {
    this.#byHash.clear();
  }
}

function keyOf(high: number, low: number): string {
  return `${high.toString(36)}:${low.toString(36)}`;
}
