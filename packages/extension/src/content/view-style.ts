/** The style sheet of a view. It is the user's own, not the page's: so it wins over the page's rules. */
import type { Settings, View } from '../protocol.ts';
import { createPaths } from './element-paths.ts';
import type { MarkedPart, Marks } from './marks.ts';

export interface ViewStyle {
  readonly css: string;
  /** What the highlight is of that the style sheet names. */
  readonly highlighted: readonly Text[];
}

/** Where a browser can no longer see one selector's mistake, all of its list is lost: so each list is short. */
const SELECTORS_A_RULE = 200;

export function styleOf(
  view: Exclude<View, 'page'>,
  marks: Marks,
  { templateIs }: Pick<Settings, 'templateIs'>,
  highlight: string,
): ViewStyle {
  const hidden = view === 'content' ? marks.template : marks.content;
  const rules = view === 'template' ? slotRules : templateIs === 'folded' ? foldedRules : fadedRules;
  const { element, text } = rules(selectorsOf(hidden));
  return { css: `${element}\n::highlight(${highlight}){${text}}`, highlighted: hidden.texts };
}

type Rules = (lists: readonly string[]) => { readonly element: string; readonly text: string };

const fadedRules: Rules = (lists) => ({
  element: lists.map((list) => `${list}{opacity:.2!important}`).join('\n'),
  text: 'color:rgb(128 128 128/.35)',
});

/** A text beside content cannot be folded by any rule: it is not shown. */
const foldedRules: Rules = (lists) => ({
  element: lists.map((list) => `${list}{display:none!important}`).join('\n'),
  text: 'color:transparent;text-shadow:none;text-decoration-color:transparent',
});

/** Content is cut out: what it stood in keeps its size, and shows that something goes there. */
const slotRules: Rules = (lists) => ({
  element: lists
    .map(
      (list) =>
        `:is(${list}){outline:2px dashed #7c8494!important;outline-offset:-2px!important;` +
        'background:repeating-linear-gradient(135deg,#7c849422 0 8px,transparent 8px 16px)!important;' +
        'color:transparent!important;text-shadow:none!important;list-style-type:none!important;' +
        'text-decoration-color:transparent!important;object-position:-99999px 0!important}' +
        `\n:is(${list})>*{visibility:hidden!important}`,
    )
    .join('\n'),
  text: 'color:transparent;text-shadow:none;text-decoration-color:transparent',
});

function selectorsOf({ elements }: MarkedPart): readonly string[] {
  const pathTo = createPaths();
  const lists: string[] = [];
  for (let at = 0; at < elements.length; at += SELECTORS_A_RULE)
    lists.push(
      elements
        .slice(at, at + SELECTORS_A_RULE)
        .map(pathTo)
        .join(','),
    );
  return lists;
}
