/**
 * Shows a view of the page without touching it: a style sheet that the browser holds beside the page's own, and a
 * highlight for single texts. Switched off, nothing is left of it, and the document was never changed.
 */
import { ask, type Settings, type View } from '../protocol.ts';
import type { Marks } from './marks.ts';
import { styleOf } from './view-style.ts';

export class ShownView {
  #view: View = 'page';
  /** The style sheet that is on. */
  #css: string | undefined;
  /** A name that the page cannot foresee. */
  readonly #highlight = `dehusk-${crypto.randomUUID()}`;

  get view(): View {
    return this.#view;
  }

  async show(view: View, marks: Marks, settings: Settings): Promise<void> {
    const style = view === 'page' ? undefined : styleOf(view, marks, settings, this.#highlight);
    const before = this.#css;
    this.#view = view;
    if (style === undefined || style.highlighted.length === 0) CSS.highlights.delete(this.#highlight);
    else CSS.highlights.set(this.#highlight, new Highlight(...style.highlighted.map(rangeOver)));
    if (style?.css === before) return;
    this.#css = style?.css;
    // The new one first, so that the page does not flash between the two.
    await ask<void>({ type: 'style', add: this.#css, remove: before });
  }
}

function rangeOver(text: Text): AbstractRange {
  const { length } = text;
  return new StaticRange({ startContainer: text, startOffset: 0, endContainer: text, endOffset: length });
}
