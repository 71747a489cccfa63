/**
 * The way from html to an element as steps that CSS understands: tag, id and classes. Two pages rarely agree in all
 * of them (`post-17`, `active`), so steps can be reduced to what they have in common.
 */
import { type Page, TEXT } from './page.ts';
import { readAttribute, tagName } from './read.ts';

export interface PathStep {
  readonly tag: string;
  readonly id?: string;
  readonly classes: readonly string[];
}

/** The steps to an element; of a text node, those to its parent. */
export function cssPath(page: Page, node: number): readonly PathStep[] {
  const steps: PathStep[] = [];
  for (let at = page.tag[node] === TEXT ? page.parent[node]! : node; at >= 0; at = page.parent[at]!) {
    const id = readAttribute(page, at, 'id');
    steps.push({
      tag: tagName(page, at),
      ...(id !== undefined && id !== '' && { id }),
      classes: page.classLists[page.classList[at]!]!,
    });
  }
  return steps.reverse();
}

/** What two paths of the same tags have in common, step by step. */
export function commonPath(one: readonly PathStep[], other: readonly PathStep[]): readonly PathStep[] {
  return one.map(({ tag, id, classes }, i) => ({
    tag,
    ...(id !== undefined && id === other[i]?.id && { id }),
    classes: classes.filter((name) => other[i]?.classes.includes(name)),
  }));
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
