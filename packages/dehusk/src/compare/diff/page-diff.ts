/** What a comparison of two versions of a page gives: changes, and what each node of the two pages is. */
import type { Page } from '../../page/page.ts';
import type { ShownNodes } from './shown-nodes.ts';

/** A thing of each of the two pages. */
export interface Sides<Value> {
  readonly old: Value;
  readonly new: Value;
}

export type Side = keyof Sides<unknown>;

/** Values of `PageDiff.state`. */
export const NodeState = {
  /** It has a counterpart on the other page. */
  kept: 0,
  /** Part of what was removed from the old page, or added to the new one. */
  changed: 1,
  /** Part of a subtree that stands elsewhere on the other page. */
  moved: 2,
  /** It has no counterpart, and nobody wants to know: see `MutedCounts`. */
  muted: 3,
  /** Left out of the comparison, on both pages. */
  ignored: 4,
} as const;

export type ChangeKind = 'added' | 'removed' | 'moved' | 'attributes';

/** What a site prints on page after page, or what is on this page only. */
export type Zone = 'template' | 'content';

export interface AttributeChange {
  readonly name: string;
  /** Undefined where the element does not have the attribute. */
  readonly old: string | undefined;
  readonly new: string | undefined;
}

/**
 * One change: a subtree, or the attributes of one element. What was moved inside of it is a change of its own and
 * does not count here.
 */
export interface Change {
  readonly kind: ChangeKind;
  /** The root of the subtree on each page; −1 where it is not. */
  readonly node: Sides<number>;
  /** Characters that a reader sees: of its text, or of the attributes' longer values. */
  readonly chars: number;
  /** Undefined where nothing is known of the site. */
  readonly zone?: Zone;
  /** Of something added: the number of the change that was removed at the same place. */
  readonly replaces?: number;
  /** Of something removed: the number of the change that was added at the same place. */
  readonly replacedBy?: number;
  /** Of kind `attributes`. */
  readonly attributes?: readonly AttributeChange[];
}

/** What differs and is not reported, by the reason. */
export interface MutedCounts {
  /** Changes that no reader sees: empty elements, the head, scripts. */
  readonly invisible: number;
  /** Places where other inline elements stand around the same words. */
  readonly formatting: number;
  /** Texts and attributes that differ in numbers only. */
  readonly numbers: number;
  /** Changes with too few characters. */
  readonly short: number;
  /** Changes in the other zone than the one asked for. */
  readonly otherZone: number;
  /** Changes that somebody has put aside (`onlyChanges`). */
  readonly aside: number;
}

/** What differs between two versions of a page. Typed arrays are indexed like the pages' own. */
export interface PageDiff {
  readonly pages: Sides<Page>;
  /** What counts as seen: by readers, or everything. */
  readonly shown: Sides<ShownNodes>;
  /** Per node its counterpart on the other page if it is kept, else −1. */
  readonly other: Sides<Int32Array>;
  /** Per node one of `NodeState`. */
  readonly state: Sides<Uint8Array>;
  /** Per node the number of the reported change that it is part of, or −1. */
  readonly change: Sides<Int32Array>;
  /** In the order of the document; where something was replaced, the removed comes before the added. */
  readonly changes: readonly Change[];
  /** Nodes that are the same on both pages. */
  readonly keptCount: number;
  /** Subtrees left out of the two pages. */
  readonly ignoredCount: number;
  readonly muted: MutedCounts;
}
