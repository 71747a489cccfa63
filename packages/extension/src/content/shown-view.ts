/**
 * Shows a view of the page without touching it: a style sheet that the browser holds beside the page's own, and a
 * highlight for single texts. Switched off, nothing is left of it, and the document was never changed.
 */
import { askUntilAnswered, type Settings, type View } from '../protocol.ts';
import { inSlices } from '../slices.ts';
import type { JudgedDocument } from './judged-document.ts';
import { viewStyleSteps } from './view-style.ts';

export class ShownView {
  #view: View = 'page';
  /** The style sheet that is on. */
  #css: string | undefined;
  /** A name that the page cannot foresee. */
  readonly #highlight = `dehusk-${crypto.randomUUID()}`;

  get view(): View {
    return this.#view;
  }

  async show(view: View, { nodes, answer }: JudgedDocument, { templateIs }: Settings): Promise<void> {
    const before = this.#css;
    this.#view = view;
    let css: string | undefined;
    if (view === 'page') CSS.highlights.delete(this.#highlight);
    else {
      const hidden = view === 'content' ? answer.template : answer.content;
      const elements = hidden.elements.map((entry) => nodes[entry] as Element);
      css = await inSlices(viewStyleSteps(view, elements, { templateIs, highlight: this.#highlight }));
      await inSlices(highlightSteps(this.#highlight, hidden.texts, nodes));
    }
    if (css === before) return;
    this.#css = css;
    await askUntilAnswered<void>({ type: 'style', add: css, remove: before });
  }
}

/** A step for each text. */
export function* highlightSteps(
  name: string,
  texts: readonly number[],
  nodes: readonly Node[],
): Generator<void, void> {
  const ranges: AbstractRange[] = [];
  for (const entry of texts) {
    yield;
    ranges.push(rangeOver(nodes[entry] as Text));
  }
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}

function rangeOver(text: Text): AbstractRange {
  const { length } = text;
  return new StaticRange({ startContainer: text, startOffset: 0, endContainer: text, endOffset: length });
}
