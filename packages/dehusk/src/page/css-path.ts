/**
 * The way from html to an element as steps that CSS understands: tag, id and classes. Two pages rarely agree in all
 * of them (`post-17`, `active`), so steps can be reduced to what they have in common.
 */
import { type Page, readAttribute, tagName } from './page.ts';

export interface PathStep {
  readonly tag: string;
  readonly id?: string;
  readonly classes: readonly string[];
}

export function pathStep(page: Page, element: number): PathStep {
  const id = readAttribute(page, element, 'id');
  return {
    tag: tagName(page, element),
    ...(id !== undefined && id !== '' && { id }),
    classes: page.classLists[page.classList[element]!]!,
  };
}

/** What two steps of the same tag have in common. */
export function commonStep({ tag, id, classes }: PathStep, other: PathStep): PathStep {
  return {
    tag,
    ...(id !== undefined && id === other.id && { id }),
    classes: classes.filter((name) => other.classes.includes(name)),
  };
}

/** A step as a compound selector: `div#menu.main`. */
export function stepSelector({ tag, id, classes }: PathStep): string {
  const name = escapeIdentifier(tag);
  return (
    name +
    (id === undefined ? '' : `#${escapeIdentifier(id)}`) +
    classes.map((one) => `.${escapeIdentifier(one)}`).join('')
  );
}

/** Serialises an identifier as CSSOM says (2.1): browsers have `CSS.escape` for it, Node has not. */
export function escapeIdentifier(identifier: string): string {
  const escaped = identifier.replace(/[\0-\x2c\x2e\x2f\x3a-\x40\x5b-\x5e\x60\x7b-\x7f]/g, (char) =>
    /[\0-\x1f\x7f]/.test(char) ? `\\${char.charCodeAt(0).toString(16)} ` : `\\${char}`,
  );
  // A digit may not stand first, nor behind a leading hyphen; a hyphen may not stand alone.
  if (/^-?\d/.test(escaped))
    return escaped.replace(/\d/, (digit) => `\\${digit.charCodeAt(0).toString(16)} `);
  return escaped === '-' ? '\\-' : escaped;
}
