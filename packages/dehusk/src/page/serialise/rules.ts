import { NodeFlag, type Page } from '../page.ts';
import { tagName } from '../read.ts';

/** What a written page may hold. */
export interface MarkupRules {
  /** The name to write an element under, or undefined to leave it out with its subtree. */
  elementName(node: number): string | undefined;
  /** The value to write, or undefined to leave the attribute out. */
  attribute(node: number, name: number, value: string): string | undefined;
  /** The content of a raw text element. */
  rawContent(content: string): string;
  /** Markup for the beginning of the head. */
  readonly headStart: string;
}

/** Everything as it was. */
export function faithfulRules(page: Page): MarkupRules {
  return {
    elementName: (node) => tagName(page, node),
    attribute: (_node, _name, value) => value,
    rawContent: (content) => content,
    headStart: '',
  };
}

export function isForeign(page: Page, node: number): boolean {
  return (page.flags[node]! & (NodeFlag.svg | NodeFlag.mathml)) !== 0;
}
