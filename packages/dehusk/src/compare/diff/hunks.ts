/**
 * A comparison as hunks, like those of `diff -u`: lines of text in the order of the document, cut down to the changes
 * and what is around them. A line is what stands between two elements that begin lines of their own. Of a line that is
 * changed in part both versions are shown. Of what is preformatted the lines are those of its author, and of two that gave
 * way to each other every word that differs is told.
 */

import { headingTags, tagSet } from '../../page/names.ts';
import { NodeFlag, normalForm, readGap, readText, TEXT, type Visitor, walk } from '../../page/page.ts';
import { createCssPaths } from './css-paths.ts';
import { mergePages } from './merged-page.ts';
import { type AttributeChange, NodeState, type PageDiff, type Side, type Zone } from './page-diff.ts';
import { findShown, type ShownNodes, sumSubtrees } from './shown-nodes.ts';
import { diffTextLines, diffWords } from './word-diff.ts';
import { cutAround, isLineBreaker, nameElement, nameThing, shorten } from './wording.ts';

export interface HunkLine {
  readonly sign: DiffLine['sign'];
  /** Shortened: of a line that is changed in part, to the part. */
  readonly text: string;
  /** The ranges of the text that are changed, where it is not all of it. */
  readonly changed?: readonly (readonly [from: number, to: number])[];
  readonly note?: string;
}

export interface Hunk {
  /** CSS selector of the place: of the first change's surroundings. */
  readonly path: string;
  readonly heading: string;
  readonly zones: readonly Zone[];
  readonly lines: readonly HunkLine[];
}

/** How much of a line as it is, is shown: two lines of a terminal. */
const mostContext = 160;

/** `context`: how many lines as they are to show on each side of a change. */
export function diffHunks(diff: PageDiff, context: number): readonly Hunk[] {
  const lines = diffLines(diff);
  const pathOf = pathsOfChanges(diff);
  return groups(lines, context).map(([from, to]) => {
    const part = lines.slice(from, to);
    const first = part.find(({ change }) => change !== -1)!;
    return {
      path: pathOf(first.change),
      heading: shorten(first.heading),
      zones: zonesOf(diff, part),
      lines: part.map(cutLine),
    };
  });
}

/** Ranges of lines: every change with its surroundings; those that touch are one. */
function groups(lines: readonly DiffLine[], context: number): readonly [number, number][] {
  const found: [number, number][] = [];
  for (const [i, { change }] of lines.entries()) {
    if (change === -1) continue;
    const from = Math.max(0, i - context);
    const to = Math.min(lines.length, i + context + 1);
    const last = found.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = to;
    else found.push([from, to]);
  }
  return found;
}

/** The element around a change on the page that shows it. */
function pathsOfChanges({ pages, changes }: PageDiff): (change: number) => string {
  const paths = { old: createCssPaths(pages.old), new: createCssPaths(pages.new) };
  return (number) => {
    const { kind, node } = changes[number]!;
    const side = kind === 'removed' ? 'old' : 'new';
    return paths[side](Math.max(0, pages[side].parent[node[side]]!));
  };
}

function zonesOf({ changes }: PageDiff, lines: readonly DiffLine[]): readonly Zone[] {
  const zones = lines.flatMap(({ change }) => changes[change]?.zone ?? []);
  return (['template', 'content'] as const).filter((zone) => zones.includes(zone));
}

function cutLine({ sign, text, counterpart, note, isCode }: DiffLine): HunkLine {
  const noted = note === undefined ? {} : { note };
  if (sign === ' ') return { sign, text: shorten(text, mostContext) };
  if (counterpart === undefined || counterpart === text) return { sign, text, ...noted };
  if (isCode) return { sign, text, changed: changedWords(text, counterpart), ...noted };
  const { text: cut, changed } = cutAround(text, counterpart);
  return { sign, text: cut, changed: [changed], ...noted };
}

/** Of a line, the words that the other does not have. */
function changedWords(text: string, other: string): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  let at = 0;
  for (const part of diffWords(other, text)) {
    if (part.kind === 'removed') continue;
    if (part.kind === 'added') ranges.push([at, at + part.text.length]);
    at += part.text.length;
  }
  return ranges;
}

interface DiffLine {
  /** As it is, removed, added, moved to here, or the same words with other attributes or in other elements. */
  readonly sign: ' ' | '-' | '+' | '>' | '~';
  readonly text: string;
  /** The other version of a line that was changed in part. */
  readonly counterpart?: string;
  /** Number of a change that is on the line; −1 for a line as it is. */
  readonly change: number;
  /** Where something was moved from. */
  readonly note?: string;
  /** It is a line of something preformatted: what it is indented by counts. */
  readonly isCode?: boolean;
  /** The heading that the line stands under; empty at the beginning of a page. */
  readonly heading: string;
}

/** All lines, changed or not. */
function diffLines(diff: PageDiff): readonly DiffLine[] {
  const merged = mergePages(diff, (oldNode) => diff.state.old[oldNode] !== NodeState.ignored);
  const reader = new LineReader(diff, merged);
  walk(merged.page, reader);
  reader.endLine();
  return reader.lines;
}

/** Controls and links that may have words. */
const wordyTags = tagSet('a', 'button');

class LineReader implements Visitor {
  readonly lines: DiffLine[] = [];
  readonly #diff: PageDiff;
  readonly #merged: ReturnType<typeof mergePages>;
  readonly #seen: ShownNodes;
  /** Per node: characters and things that are seen below it. */
  readonly #seenBelow: { readonly chars: Int32Array; readonly things: Int32Array };
  readonly #attributes: ReadonlyMap<number, number>;
  readonly #oldPaths: (node: number) => string;
  #line = { old: new LineVersion(), new: new LineVersion() };
  #notes: DiffLine[] = [];
  #heading = '';

  constructor(diff: PageDiff, merged: ReturnType<typeof mergePages>) {
    this.#diff = diff;
    this.#merged = merged;
    this.#seen = findShown(merged.page, new Uint8Array(merged.page.nodeCount), false);
    this.#seenBelow = {
      chars: sumSubtrees(merged.page, this.#seen.chars),
      things: sumSubtrees(merged.page, this.#seen.thing),
    };
    this.#oldPaths = createCssPaths(diff.pages.old);
    const ofAttributes = [...diff.changes.entries()].filter(([, { kind }]) => kind === 'attributes');
    this.#attributes = new Map(ofAttributes.map(([number, { node }]) => [node.new, number]));
  }

  enter(node: number): boolean {
    const { page, origin } = this.#merged;
    if (isLineBreaker(page, node)) this.endLine();
    if ((page.flags[node]! & NodeFlag.spaceBefore) !== 0) this.#addSpace(node);
    if (page.tag[node] === TEXT) this.#addText(node);
    else if (this.#showsAlone(node)) this.#add(node, () => ` ${nameThing(page, node)} `);
    const number = this.#attributes.get(origin.new[node]!);
    if (number !== undefined) this.#noteAttributes(number);
    return true;
  }

  leave(node: number): void {
    const { page } = this.#merged;
    if (!isLineBreaker(page, node)) return;
    const heading = headingTags[page.tag[node]!] === 1 ? normalForm(this.#line.new.text) : '';
    this.endLine();
    if (heading !== '') this.#heading = heading;
  }

  endLine(): void {
    const { old: before, new: after } = this.#line;
    if (before.isCode || after.isCode) {
      this.#endCode();
      return;
    }
    const oldText = normalForm(before.text);
    const newText = normalForm(after.text);
    const isChanged = before.change !== -1 || after.change !== -1;
    const isMoved = newText !== '' && after.isMoved && after.move !== -1;
    if (isMoved) this.#push('>', newText, after.move);
    else if (isChanged || after.move !== -1) this.#pushBoth(oldText, newText);
    else if (newText !== '') this.#push(' ', newText, -1);
    this.#beginLine();
  }

  #beginLine(): void {
    for (const note of this.#notes) this.lines.push(note);
    this.#notes = [];
    this.#line = { old: new LineVersion(), new: new LineVersion() };
  }

  /** All lines that were preformatted, side by side with those of the other version. */
  #endCode(): void {
    const { old: before, new: after } = this.#line;
    const number = [after.change, before.change, after.move].find((one) => one !== -1) ?? -1;
    const current = codeLines(after.text);
    const isWhole = number === -1 || (after.isMoved && after.move !== -1);
    const lines = isWhole
      ? current.map((text) => ({ sign: number === -1 ? ' ' : '>', text }) as const)
      : changedCode(before.isMoved ? [] : codeLines(before.text), current);
    for (const line of lines) {
      const own = line.sign === '-' && before.change !== -1 ? before.change : number;
      const change = line.sign === ' ' ? -1 : own;
      this.lines.push({ ...line, change, heading: this.#heading, isCode: true });
    }
    this.#beginLine();
  }

  /** What was only moved away is shown where it went to. */
  #pushBoth(oldText: string, newText: string): void {
    const { old: before, new: after } = this.#line;
    const number = [after.change, before.change, after.move].find((one) => one !== -1)!;
    if (oldText === newText) {
      if (newText !== '') this.#push('~', newText, number);
      return;
    }
    if (oldText !== '' && !before.isMoved)
      this.#push('-', oldText, before.change === -1 ? number : before.change, newText);
    if (newText !== '') this.#push('+', newText, number, oldText);
  }

  #push(sign: DiffLine['sign'], text: string, change: number, counterpart = ''): void {
    // Once for all lines of what was moved.
    const isFirst = sign === '>' && this.lines.at(-1)?.change !== change;
    const from = isFirst ? this.#diff.changes[change]!.node.old : -1;
    this.lines.push({
      sign,
      text,
      change,
      heading: this.#heading,
      ...(counterpart !== '' && { counterpart }),
      ...(from !== -1 && { note: `from ${this.#oldPaths(from)}` }),
    });
  }

  #addSpace(node: number): void {
    const { origin } = this.#merged;
    for (const side of ['old', 'new'] as const) {
      const from = origin[side][node]!;
      if (from !== -1)
        this.#line[side].text += this.#isCode(node) ? readGap(this.#diff.pages[side], from) : ' ';
    }
  }

  #isCode(node: number): boolean {
    const { page } = this.#merged;
    return node > 0 && (page.flags[page.parent[node]!]! & NodeFlag.preformatted) !== 0;
  }

  #addText(node: number): void {
    const { pages, change } = this.#diff;
    const { origin } = this.#merged;
    // Text that nobody sees is read where it was asked for.
    const isWanted =
      this.#seen.chars[node]! > 0 ||
      (change.old[origin.old[node]!] ?? -1) !== -1 ||
      (change.new[origin.new[node]!] ?? -1) !== -1;
    if (!isWanted) return;
    this.#add(node, (side) => readText(pages[side], origin[side][node]!));
    if (!this.#isCode(node)) return;
    for (const side of ['old', 'new'] as const) if (origin[side][node] !== -1) this.#line[side].isCode = true;
  }

  /** A picture, or a control or link with nothing in it; and whatever else is the whole of a change. */
  #showsAlone(node: number): boolean {
    const { page, origin } = this.#merged;
    const { chars, things } = this.#seenBelow;
    const isEmpty = chars[node] === 0 && things[node] === 1;
    if (this.#seen.thing[node] === 1) return isEmpty || wordyTags[page.tag[node]!] === 0;
    const { change, changes } = this.#diff;
    const side = origin.new[node] === -1 ? 'old' : 'new';
    const own = changes[change[side][origin[side][node]!]!];
    return own !== undefined && own.chars === 0 && own.node[side] === origin[side][node];
  }

  #add(node: number, textOf: (side: Side) => string): void {
    const { change, state } = this.#diff;
    for (const side of ['old', 'new'] as const) {
      const from = this.#merged.origin[side][node]!;
      if (from !== -1)
        this.#line[side].add(textOf(side), change[side][from]!, state[side][from] === NodeState.moved);
    }
  }

  #noteAttributes(number: number): void {
    const { attributes = [], node } = this.#diff.changes[number]!;
    const element = nameElement(this.#diff.pages.new, node.new);
    for (const { name, ...values } of attributes)
      this.#notes.push({
        sign: '~',
        text: `${element} ${name}: ${spell(values.old)} → ${spell(values.new)}`,
        change: number,
        heading: this.#heading,
      });
  }
}

/** Lines of two versions of something preformatted; one that gave way to another is told with it. */
function changedCode(
  old: readonly string[],
  current: readonly string[],
): readonly Pick<DiffLine, 'sign' | 'text' | 'counterpart'>[] {
  const runs = diffTextLines(old, current);
  const signs = { same: ' ', removed: '-', added: '+' } as const;
  return runs.flatMap(({ kind, items }, i) => {
    const other = kind === 'removed' ? runs[i + 1] : runs[i - 1];
    const isExchange = kind !== 'same' && other !== undefined && other.kind !== 'same';
    return items.map((text, nth) => {
      const counterpart = isExchange ? other.items[nth] : undefined;
      return { sign: signs[kind], text, ...(counterpart !== undefined && { counterpart }) };
    });
  });
}

/** Without the line ends that stand before the first and behind the last line. */
function codeLines(text: string): readonly string[] {
  const lines = text.replace(/^[^\S\n]*\n/, '').trimEnd();
  return lines === '' ? [] : lines.split(/\r?\n/);
}

function spell(value: AttributeChange['old']): string {
  return value === undefined ? '(none)' : normalForm(value);
}

/** One version of the line that is read at the moment. */
class LineVersion {
  text = '';
  /** The first change that is no move, and the first that is one. */
  change = -1;
  move = -1;
  /** Whether all of it has moved. */
  isMoved = true;
  /** Something of it is preformatted. */
  isCode = false;

  add(text: string, number: number, isMove: boolean): void {
    this.text += text;
    if (number !== -1 && !isMove && this.change === -1) this.change = number;
    if (isMove && this.move === -1) this.move = number;
    if (!isMove) this.isMoved = false;
  }
}
