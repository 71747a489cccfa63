/** Changes of a page as lists: those of the content, and apart from them what nobody needs to look at. */
import { changeList } from 'dehusk-ui/lists';
import type { ListedChange } from '../protocol.ts';
import { changeNames, text } from '../text.ts';

/** `at`: the one that the page was led to. */
export function changeLists(changes: readonly ListedChange[], at = -1): readonly Node[] {
  const listOf = (sort: Sort, title: string): readonly Node[] => {
    const own = changes.flatMap((change, i) =>
      sortOf(change) === sort
        ? [
            {
              kind: text(change.isReplacement ? 'changeInPlace' : changeNames[change.kind]),
              text: change.text,
              isCurrent: i === at,
              isSecond: change.isReplacement,
            },
          ]
        : [],
    );
    return changeList(title, own, { sort, isOpen: sort === 'content' });
  };
  return [
    ...listOf('content', text('changesInContent')),
    ...listOf('template', text('changesInTemplate')),
    ...listOf('unsteady', text('changesUnsteady')),
  ];
}

type Sort = 'content' | 'template' | 'unsteady';

function sortOf({ zone, unsteady }: ListedChange): Sort {
  return unsteady ? 'unsteady' : zone;
}
