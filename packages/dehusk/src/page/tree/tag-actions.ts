/** What a mode with many kinds of tags does with each: a table by tag number. */
import { Tag } from '../tags.ts';
import type { TreeBuilder } from './tree-builder.ts';

export type TagAction = (builder: TreeBuilder, tag: number) => void;
type TagName = keyof typeof Tag;

// biome-ignore format: a list of words
export const blocks: readonly TagName[] = [
  'address', 'article', 'aside', 'blockquote', 'center', 'details', 'dialog', 'dir', 'div', 'dl', 'fieldset',
  'figcaption', 'figure', 'footer', 'header', 'hgroup', 'main', 'menu', 'nav', 'ol', 'p', 'search', 'section',
  'summary', 'ul',
];
// biome-ignore format: a list of words
export const formattingTags: readonly TagName[] = [
  'b', 'big', 'code', 'em', 'font', 'i', 's', 'small', 'strike', 'strong', 'tt', 'u',
];

export const ignore: TagAction = () => {};

/** Actions by tag number; what is in no row, and every invented name, has the fallback. */
export function actionTable(
  fallback: TagAction,
  rows: readonly (readonly [readonly TagName[], TagAction])[],
): readonly TagAction[] {
  const actions: TagAction[] = new Array(Object.keys(Tag).length + 1).fill(fallback);
  for (const [names, action] of rows) for (const name of names) actions[Tag[name]] = action;
  return actions;
}
