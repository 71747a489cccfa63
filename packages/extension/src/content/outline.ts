/** A line around a part of the page, drawn in our own element. It goes with the part when the page is scrolled. */

export const outlineStyle = `
  .outline { position: fixed; box-sizing: border-box; pointer-events: none; border: 3px solid #d97706; border-radius: 4px; }`;

/** After these the parts of a page stand elsewhere. */
const movingEvents = ['scroll', 'resize'] as const;

/** Between the part and the line. */
const GAP_PX = 4;

export class Outline {
  readonly element: HTMLElement = document.createElement('div');
  readonly #placed: (box: DOMRect) => void;
  readonly #moved = (): void => this.#place();
  #boxOf: (() => DOMRect) | undefined;

  /** `placed` is told where the part is, for what is shown beside it. */
  constructor(placed: (box: DOMRect) => void = () => undefined) {
    this.#placed = placed;
    this.element.className = 'outline';
    this.element.hidden = true;
    for (const type of movingEvents) addEventListener(type, this.#moved, true);
  }

  around(boxOf: () => DOMRect): void {
    this.#boxOf = boxOf;
    this.#place();
  }

  hide(): void {
    this.#boxOf = undefined;
    this.element.hidden = true;
  }

  /** The end of it: whoever removes the element calls this. */
  stop(): void {
    for (const type of movingEvents) removeEventListener(type, this.#moved, true);
  }

  #place(): void {
    if (this.#boxOf === undefined) return;
    const box = this.#boxOf();
    const pixels = (value: number): string => `${Math.round(value)}px`;
    Object.assign(this.element.style, {
      left: pixels(box.left - GAP_PX),
      top: pixels(box.top - GAP_PX),
      width: pixels(box.width + 2 * GAP_PX),
      height: pixels(box.height + 2 * GAP_PX),
    });
    this.element.hidden = false;
    this.#placed(box);
  }
}
