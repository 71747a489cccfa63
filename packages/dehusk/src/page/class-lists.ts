/**
 * Interning of whole class attributes: a page has hundreds of elements but few different class attributes, so the
 * names inside are taken apart once per different attribute, not once per element.
 */
import { decodeHTMLAttribute } from 'entities/decode';

export class ClassLists {
  readonly lists: (readonly string[])[] = [[]];
  readonly #rowByValue = new Map<string, number>();

  /** Row of the list that `source[start, end)` spells; 0 for none. */
  intern(source: string, start: number, end: number): number {
    const value = source.slice(start, end);
    const found = this.#rowByValue.get(value);
    if (found !== undefined) return found;
    const row = this.#add(value.includes('&') ? decodeHTMLAttribute(value) : value);
    this.#rowByValue.set(value, row);
    return row;
  }

  #add(value: string): number {
    const names = [...new Set(value.split(/[\t\n\f\r ]+/).filter((name) => name !== ''))].sort();
    if (names.length === 0) return 0;
    this.lists.push(names);
    return this.lists.length - 1;
  }
}
