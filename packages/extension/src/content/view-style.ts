/** The style sheet of a view. It is the user's own, not the page's: so it wins over the page's rules. */
import type { Settings, View } from '../protocol.ts';
import { createPaths } from './element-paths.ts';

/** Where a browser can no longer see one selector's mistake, all of its list is lost: so each list is short. */
const SELECTORS_A_RULE = 200;

/** A step for each element. `hidden`: what the view does not show. */
export function* viewStyleSteps(
  view: Exclude<View, 'page'>,
  hidden: Iterable<Element>,
  { templateIs, highlight }: { readonly templateIs: Settings['templateIs']; readonly highlight: string },
): Generator<void, string> {
  const rules = view === 'template' ? slotRules : templateIs === 'folded' ? foldedRules : fadedRules;
  const pathTo = createPaths();
  const lists: string[][] = [];
  for (const element of hidden) {
    yield;
    const last = lists.at(-1);
    if (last !== undefined && last.length < SELECTORS_A_RULE) last.push(pathTo(element));
    else lists.push([pathTo(element)]);
  }
  const elements = lists.map((list) => rules.ofElements(list.join(','))).join('\n');
  return `${elements}\n::highlight(${highlight}){${rules.ofText}}`;
}

interface Rules {
  ofElements(list: string): string;
  readonly ofText: string;
}

const unseenText = 'color:transparent;text-shadow:none;text-decoration-color:transparent';

const fadedRules: Rules = {
  ofElements: (list) => `${list}{opacity:.2!important}`,
  ofText: 'color:rgb(128 128 128/.35)',
};

/** A text beside content cannot be folded by any rule: it is not shown. */
const foldedRules: Rules = {
  ofElements: (list) => `${list}{display:none!important}`,
  ofText: unseenText,
};

/** Content is cut out: what it stood in keeps its size, and shows that something goes there. */
const slotRules: Rules = {
  ofElements: (list) =>
    `:is(${list}){outline:2px dashed #7c8494!important;outline-offset:-2px!important;` +
    'background:repeating-linear-gradient(135deg,#7c849422 0 8px,transparent 8px 16px)!important;' +
    'color:transparent!important;text-shadow:none!important;list-style-type:none!important;' +
    'text-decoration-color:transparent!important;object-position:-99999px 0!important}' +
    `\n:is(${list})>*{visibility:hidden!important}`,
  ofText: unseenText,
};
