/**
 * Some of a stream of pages, evenly from all of it and the same each time: every page, until there are too many, then
 * every second, every fourth and so on. So memory is bounded, however long the stream is.
 */
export class PageSample<Item> {
  readonly #most: number;
  #items: Item[] = [];
  #stride = 1;
  #offered = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get items(): readonly Item[] {
    return this.#items;
  }

  /** How many there were, those left out too. */
  get offered(): number {
    return this.#offered;
  }

  /** `make` is called for what is kept only; what it throws counts as offered. */
  offer(make: () => Item): void {
    const isWanted = this.#offered++ % this.#stride === 0;
    if (!isWanted) return;
    this.#items.push(make());
    if (this.#items.length <= this.#most) return;
    this.#items = this.#items.filter((_, i) => i % 2 === 0);
    this.#stride *= 2;
  }
}
