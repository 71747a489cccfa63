/** What is looked for: pages that have one of each group and none of the excluded ones. */
export interface Query {
  readonly groups: readonly (readonly QueryItem[])[];
  readonly excluded: readonly QueryItem[];
}

/** Words side by side; one alone is a plain word. */
export interface QueryItem {
  /** Folded. */
  readonly words: readonly string[];
  /** Of the last word, the beginning is enough. */
  readonly prefix: boolean;
}

/** All that is looked for, group or not. */
export function itemsOf({ groups }: Query): readonly QueryItem[] {
  return groups.flat();
}
