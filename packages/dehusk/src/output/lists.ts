/** The markers of list items, followed along a walk: one entry per open list. */
import type { Page } from '../page/page.ts';
import { readAttribute } from '../page/read.ts';
import { Tag, tagSet } from '../page/tags.ts';

export const listTags: Uint8Array = tagSet('ul', 'ol', 'menu', 'dir');

/** CommonMark takes numbers of up to nine digits. */
const MAX_NUMBER = 999_999_999;

export class ListMarkers {
  readonly #page: Page;
  /** The next number of each open list; -1 for lists without numbers. */
  readonly #next: number[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  get depth(): number {
    return this.#next.length;
  }

  enterList(node: number): void {
    this.#next.push(this.#page.tag[node] === Tag.ol ? this.#numberOf(node, 'start', 1) : -1);
  }

  leaveList(): void {
    this.#next.pop();
  }

  /** The marker of the next item; items outside of any list count as bulleted. */
  nextMarker(item: number): string {
    const next = this.#next.at(-1) ?? -1;
    if (next === -1) return '- ';
    const number = this.#numberOf(item, 'value', next);
    this.#next[this.#next.length - 1] = number + 1;
    return `${number}. `;
  }

  #numberOf(node: number, attribute: string, otherwise: number): number {
    const number = Number.parseInt(readAttribute(this.#page, node, attribute) ?? '', 10);
    return number >= 0 && number < MAX_NUMBER ? number : otherwise;
  }
}
