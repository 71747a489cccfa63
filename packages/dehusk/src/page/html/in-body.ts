/**
 * The insertion mode "in body" (13.2.6.4.7), in the order of the standard's section. Tags that it treats alike share
 * an action; two tables say which tag has which.
 */
import { headingTags, Tag, tagSet } from '../names.ts';
import { NodeFlag } from '../page.ts';
import { adoptionAgency } from './formatting.ts';
import { startInHead } from './head-modes.ts';
import { Scope } from './open-elements.ts';
import {
  afterBody,
  inFrameset,
  inSelect,
  inSelectInTable,
  startNoscript,
  startRawText,
} from './other-modes.ts';
import { inCaption, inCell, inRow, inTable, inTableBody } from './table-modes.ts';
import { type InsertionMode, skipSpace, type TreeBuilder } from './tree-builder.ts';

export const inBody: InsertionMode = {
  name: 'in body',
  text(builder, start, end) {
    builder.reconstructFormatting();
    builder.insertText(start, end, builder.open.topTag === Tag.plaintext ? NodeFlag.literal : 0);
    if (builder.framesetOk && skipSpace(builder.source, start, end) < end) builder.framesetOk = false;
  },
  startTag(builder, tag) {
    (startActions[tag] ?? otherStartTag)(builder, tag);
  },
  endTag(builder, tag) {
    (endActions[tag] ?? anyOtherEndTag)(builder, tag);
  },
};

type TagAction = (builder: TreeBuilder, tag: number) => void;
type TagName = keyof typeof Tag;

/** Actions by tag number; what is in no row, and every invented name, has the fallback. */
function actionTable(
  fallback: TagAction,
  rows: readonly (readonly [readonly TagName[], TagAction])[],
): readonly TagAction[] {
  const actions: TagAction[] = new Array(Object.keys(Tag).length + 1).fill(fallback);
  for (const [names, action] of rows) for (const name of names) actions[Tag[name]] = action;
  return actions;
}

// biome-ignore format: a list of words
const blocks: readonly TagName[] = [
  'address', 'article', 'aside', 'blockquote', 'center', 'details', 'dialog', 'dir', 'div', 'dl', 'fieldset',
  'figcaption', 'figure', 'footer', 'header', 'hgroup', 'main', 'menu', 'nav', 'ol', 'p', 'search', 'section',
  'summary', 'ul',
];
// biome-ignore format: a list of words
const formattingTags: readonly TagName[] = [
  'b', 'big', 'code', 'em', 'font', 'i', 's', 'small', 'strike', 'strong', 'tt', 'u',
];
const listItems = tagSet('li');
const definitions = tagSet('dd', 'dt');
/** Special elements that an open list item or definition may be closed across. */
const closableAcross = tagSet('address', 'div', 'p');

const ignore: TagAction = () => {};

// Start tags

function secondBody(builder: TreeBuilder): void {
  if (builder.open.length < 2 || builder.open.tagAt(1) !== Tag.body) return;
  builder.framesetOk = false;
  builder.lendAttributes(builder.open.nodeAt(1));
}

const framesetInBody: TagAction = (builder, tag) => {
  const { open, links } = builder;
  if (!builder.framesetOk || open.length < 2 || open.tagAt(1) !== Tag.body) return;
  links.detach(open.nodeAt(1));
  open.popTo(1);
  builder.insertElement(tag);
  builder.mode = inFrameset;
};

const block: TagAction = (builder, tag) => {
  builder.closeParagraph();
  builder.insertElement(tag);
};

const heading: TagAction = (builder, tag) => {
  builder.closeParagraph();
  if (headingTags[builder.open.topTag] === 1) builder.open.pop();
  builder.insertElement(tag);
};

const preformatted: TagAction = (builder, tag) => {
  block(builder, tag);
  builder.skipLineFeed = true;
  builder.framesetOk = false;
};

const form: TagAction = (builder, tag) => {
  if (builder.form >= 0) return;
  builder.closeParagraph();
  builder.form = builder.insertElement(tag);
};

/** li, dd, dt: an open item of the same kind ends here, unless a special element stands in between. */
function item(builder: TreeBuilder, tag: number, kind: Uint8Array): void {
  const { open } = builder;
  builder.framesetOk = false;
  for (let index = open.length - 1; index > 0; index--) {
    const openTag = open.tagAt(index);
    if (kind[openTag] === 1 && open.isHtmlAt(index)) {
      open.generateImpliedEndTags(openTag);
      open.popThrough(openTag);
      break;
    }
    // What is not special lies between here and the next special element: nothing to ask it.
    if (!open.isSpecialAt(index)) index = open.specialAtOrBelow(index) + 1;
    else if (closableAcross[openTag] === 0) break;
  }
  builder.closeParagraph();
  builder.insertElement(tag);
}

const button: TagAction = (builder, tag) => {
  const { open } = builder;
  if (open.inScope(Tag.button, Scope.default)) {
    open.generateImpliedEndTags(-1);
    open.popThrough(Tag.button);
  }
  otherStartTag(builder, tag);
  builder.framesetOk = false;
};

const anchor: TagAction = (builder, tag) => {
  const { formatting: list, open } = builder;
  const earlier = list.lastOfTag(Tag.a);
  if (earlier >= 0) {
    adoptionAgency(builder, Tag.a);
    list.remove(earlier);
    const index = open.indexOf(earlier);
    if (index >= 0) open.removeAt(index);
  }
  formatting(builder, tag);
};

const formatting: TagAction = (builder, tag) => {
  builder.reconstructFormatting();
  builder.formatting.push(builder.source, builder.insertElement(tag));
};

const nobr: TagAction = (builder, tag) => {
  builder.reconstructFormatting();
  if (builder.open.inScope(Tag.nobr, Scope.default)) {
    adoptionAgency(builder, Tag.nobr);
    builder.reconstructFormatting();
  }
  builder.formatting.push(builder.source, builder.insertElement(tag));
};

const withMarker: TagAction = (builder, tag) => {
  otherStartTag(builder, tag);
  builder.formatting.pushMarker();
  builder.framesetOk = false;
};

const table: TagAction = (builder, tag) => {
  if (!builder.quirks) builder.closeParagraph();
  builder.insertElement(tag);
  builder.framesetOk = false;
  builder.mode = inTable;
};

const voidInline: TagAction = (builder, tag) => {
  builder.reconstructFormatting();
  builder.insertClosedElement(tag);
  builder.framesetOk = false;
};

const voidPlain: TagAction = (builder, tag) => {
  builder.insertClosedElement(tag);
};

const rule: TagAction = (builder, tag) => {
  builder.closeParagraph();
  builder.insertClosedElement(tag);
  builder.framesetOk = false;
};

const rawText: TagAction = (builder, tag) => {
  if (tag === Tag.textarea) builder.skipLineFeed = true;
  if (tag !== Tag.noembed) builder.framesetOk = false;
  startRawText(builder, tag);
};

function rawTextBlock(builder: TreeBuilder, tag: number): void {
  builder.closeParagraph();
  builder.reconstructFormatting();
  builder.framesetOk = false;
  startRawText(builder, tag);
}

const select: TagAction = (builder, tag) => {
  otherStartTag(builder, tag);
  builder.framesetOk = false;
  builder.mode = isTableMode(builder.mode) ? inSelectInTable : inSelect;
};

/** In one of these, a select is closed by the tags of the table. */
function isTableMode(mode: InsertionMode): boolean {
  return [inTable, inCaption, inTableBody, inRow, inCell].includes(mode);
}

const optionInBody: TagAction = (builder, tag) => {
  if (builder.open.topTag === Tag.option) builder.open.pop();
  otherStartTag(builder, tag);
};

/** Parts of a ruby annotation; `rp` and `rt` may stand in an `rtc`. */
const rubyPart: TagAction = (builder, tag) => {
  const inRtc = tag === Tag.rp || tag === Tag.rt;
  if (builder.open.inScope(Tag.ruby, Scope.default))
    builder.open.generateImpliedEndTags(inRtc ? Tag.rtc : -1);
  builder.insertElement(tag);
};

const foreignRoot: TagAction = (builder, tag) => {
  builder.reconstructFormatting();
  builder.insertForeignElement(tag, tag === Tag.svg ? NodeFlag.svg : NodeFlag.mathml);
};

const otherStartTag: TagAction = (builder, tag) => {
  builder.reconstructFormatting();
  builder.insertElement(tag);
};

const startActions: readonly TagAction[] = actionTable(otherStartTag, [
  [['html'], (builder) => builder.lendAttributes(builder.open.nodeAt(0))],
  [
    ['base', 'basefont', 'bgsound', 'link', 'meta', 'noframes', 'script', 'style', 'template', 'title'],
    startInHead,
  ],
  [['body'], secondBody],
  [['frameset'], framesetInBody],
  [blocks, block],
  [['h1', 'h2', 'h3', 'h4', 'h5', 'h6'], heading],
  [['pre', 'listing'], preformatted],
  [['form'], form],
  [['li'], (builder, tag) => item(builder, tag, listItems)],
  [['dd', 'dt'], (builder, tag) => item(builder, tag, definitions)],
  [['plaintext'], block],
  [['button'], button],
  [['a'], anchor],
  [formattingTags, formatting],
  [['nobr'], nobr],
  [['applet', 'marquee', 'object'], withMarker],
  [['table'], table],
  [['area', 'br', 'embed', 'img', 'keygen', 'wbr', 'input'], voidInline],
  [['image'], (builder) => voidInline(builder, Tag.img)],
  [['param', 'source', 'track'], voidPlain],
  [['hr'], rule],
  [['textarea', 'iframe', 'noembed'], rawText],
  [['xmp'], rawTextBlock],
  [['noscript'], startNoscript],
  [['select'], select],
  [['optgroup', 'option'], optionInBody],
  [['rb', 'rtc', 'rp', 'rt'], rubyPart],
  [['svg', 'math'], foreignRoot],
  [['caption', 'col', 'colgroup', 'frame', 'head', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'], ignore],
]);

// End tags

const endBody: TagAction = (builder) => {
  if (builder.open.inScope(Tag.body, Scope.default)) builder.mode = afterBody;
};

const endBlock: TagAction = (builder, tag) => {
  const { open } = builder;
  if (!open.inScope(tag, Scope.default)) return;
  open.generateImpliedEndTags(-1);
  open.popThrough(tag);
};

const endForm: TagAction = (builder) => {
  const { open } = builder;
  const node = builder.form;
  builder.form = -1;
  if (node < 0 || !open.nodeInScope(node, Scope.default)) return;
  open.generateImpliedEndTags(-1);
  open.removeAt(open.indexOf(node));
};

const endParagraph: TagAction = (builder) => {
  if (!builder.open.inScope(Tag.p, Scope.button)) builder.insertImplied(Tag.p);
  builder.closeParagraph();
};

function endItem(
  builder: TreeBuilder,
  tag: number,
  scope: typeof Scope.default | typeof Scope.listItem,
): void {
  const { open } = builder;
  if (!open.inScope(tag, scope)) return;
  open.generateImpliedEndTags(tag);
  open.popThrough(tag);
}

const endHeading: TagAction = (builder) => {
  const { open } = builder;
  let entry = -1;
  for (const tag of [Tag.h1, Tag.h2, Tag.h3, Tag.h4, Tag.h5, Tag.h6]) {
    if (open.inScope(tag, Scope.default)) entry = Math.max(entry, open.topmost(tag));
  }
  if (entry < 0) return;
  open.generateImpliedEndTags(-1);
  open.popTo(entry);
};

const endWithMarker: TagAction = (builder, tag) => {
  if (!builder.open.inScope(tag, Scope.default)) return;
  endBlock(builder, tag);
  builder.formatting.clearToMarker();
};

/** `</br>` is a line break. */
const endBreak: TagAction = (builder) => {
  const { token } = builder;
  token.attributeStart = token.attributeEnd = token.classList = 0;
  voidInline(builder, Tag.br);
};

/** "Any other end tag" in body: closes the nearest element of that tag, unless a special element is in between. */
export function anyOtherEndTag(builder: TreeBuilder, tag: number): void {
  const { open } = builder;
  const entry = open.topmost(tag);
  if (entry < 0 || entry < open.specialAtOrBelow(open.length - 1)) return;
  open.generateImpliedEndTags(tag);
  open.popTo(entry);
}

const endActions: readonly TagAction[] = actionTable(anyOtherEndTag, [
  [['body', 'html'], endBody],
  [[...blocks, 'button', 'listing', 'pre'], endBlock],
  [['p'], endParagraph],
  [['form'], endForm],
  [['li'], (builder, tag) => endItem(builder, tag, Scope.listItem)],
  [['dd', 'dt'], (builder, tag) => endItem(builder, tag, Scope.default)],
  [['h1', 'h2', 'h3', 'h4', 'h5', 'h6'], endHeading],
  [[...formattingTags, 'a', 'nobr'], adoptionAgency],
  [['applet', 'marquee', 'object'], endWithMarker],
  [['br'], endBreak],
  [['template'], ignore],
]);
