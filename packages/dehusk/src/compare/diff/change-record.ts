/** A change as data for other programs: one JSON object. */
import { type Page, tagName } from '../../page/page.ts';
import { type CssPaths, createCssPaths } from './css-paths.ts';
import {
  type Change,
  type ChangeKind,
  NodeState,
  type PageDiff,
  type Sides,
  type Zone,
} from './page-diff.ts';
import { nameThing, readSubtree, shorten } from './wording.ts';

export interface ChangeRecord {
  /** Its number, from 0; other records name it by this. */
  readonly change: number;
  readonly kind: ChangeKind;
  readonly zone?: Zone;
  /** CSS selector of the element, or of the one around a text: on the new page, of what was removed on the old one. */
  readonly path: string;
  /** Of what was moved: where it was on the old page. */
  readonly old_path?: string;
  /** `#text` for a text. */
  readonly tag: string;
  readonly text: string;
  /** What it shows, where it has no text. */
  readonly shows?: readonly string[];
  readonly chars: number;
  readonly replaces?: number;
  readonly replaced_by?: number;
  readonly attributes?: readonly {
    readonly name: string;
    readonly old: string | null;
    readonly new: string | null;
  }[];
  /** Numbers in the pages' node tables. */
  readonly old_node?: number;
  readonly new_node?: number;
}

/** Makes the record of a change by its number. */
export function createChangeRecords(diff: PageDiff): (change: number) => ChangeRecord {
  const { pages, changes } = diff;
  const paths = { old: createCssPaths(pages.old), new: createCssPaths(pages.new) };
  return (number) => recordOf(diff, number, { change: changes[number]!, paths });
}

interface Facts {
  readonly change: Change;
  readonly paths: Sides<CssPaths>;
}

function recordOf(diff: PageDiff, number: number, { change, paths }: Facts): ChangeRecord {
  const { kind, zone, node, chars, replaces, replacedBy, attributes } = change;
  const side = kind === 'removed' ? 'old' : 'new';
  const page = diff.pages[side];
  const text = changeText(diff, number);
  const shows = text === '' ? namesOfThings(diff, number) : [];
  return {
    change: number,
    kind,
    ...(zone !== undefined && { zone }),
    path: paths[side](node[side]),
    ...(kind === 'moved' && { old_path: paths.old(node.old) }),
    tag: tagName(page, node[side]),
    text,
    ...(shows.length > 0 && { shows }),
    chars,
    ...(replaces !== undefined && { replaces }),
    ...(replacedBy !== undefined && { replaced_by: replacedBy }),
    ...(attributes !== undefined && {
      attributes: attributes.map((one) => ({ name: one.name, old: one.old ?? null, new: one.new ?? null })),
    }),
    ...(node.old !== -1 && { old_node: node.old }),
    ...(node.new !== -1 && { new_node: node.new }),
  };
}

/** Enough to know an element by whose attributes were changed: it may be the whole page. */
const mostElementChars = 200;

/** The words of a change as a reader meets them; of attributes, the first words of the element. */
export function changeText({ pages, shown, state, change, changes }: PageDiff, number: number): string {
  const { kind, node } = changes[number]!;
  const side = kind === 'removed' ? 'old' : 'new';
  const isWhole = kind === 'attributes';
  const text = readSubtree(pages[side], node[side], {
    ...(isWhole && { most: mostElementChars }),
    includes: (at) => (isWhole ? state[side][at] !== NodeState.ignored : change[side][at] === number),
    isRead: (at) => shown[side].chars[at]! > 0,
  });
  return isWhole ? shorten(text, mostElementChars) : text;
}

/** More are not worth telling: their number says enough. */
const mostThings = 10;

function namesOfThings({ pages, shown, change, changes }: PageDiff, number: number): readonly string[] {
  const { kind, node } = changes[number]!;
  const side = kind === 'removed' ? 'old' : 'new';
  const page: Page = pages[side];
  const names: string[] = [];
  const end = kind === 'attributes' ? node[side] + 1 : page.subtreeEnd[node[side]]!;
  for (let at = node[side]; at < end && names.length < mostThings; at++) {
    const isOwn = kind === 'attributes' || change[side][at] === number;
    if (isOwn && shown[side].thing[at] === 1) names.push(nameThing(page, at));
  }
  return names;
}
