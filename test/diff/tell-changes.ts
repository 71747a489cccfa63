import { changeText } from '../../packages/dehusk/src/compare/diff/change-record.ts';
import type { PageDiff } from '../../packages/dehusk/src/compare/diff/page-diff.ts';

/** Changes as short texts: `added: words`, `changed: words → words`, `moved: words`, `href: from → to`. */
export function tellChanges(diff: PageDiff): readonly string[] {
  return diff.changes.flatMap(({ kind, replacedBy, replaces, attributes = [] }, number) => {
    const words = changeText(diff, number);
    if (replacedBy !== undefined) return [`changed: ${words} → ${changeText(diff, replacedBy)}`];
    if (kind === 'attributes') return attributes.map((one) => `${one.name}: ${one.old} → ${one.new}`);
    return replaces === undefined ? [`${kind}: ${words}`] : [];
  });
}

/** White space aside: whether two texts in a row have a space between them is told by style. */
export function squash(told: string): string {
  return told.replace(/^(\w+:)|\s+/g, (_, kind: string | undefined) => kind ?? '');
}
