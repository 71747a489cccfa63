/**
 * Text that readers of a page never see, though it stands in it: closed dialogs, bubbles that say "Copied", labels of
 * traps for robots, messages of forms, helpers for screen readers. It is neither template nor content, but a kind of
 * its own: a mask over the nodes, beside the verdict.
 *
 * An element is known by what it says of itself: `hidden`, `aria-hidden="true"`, `popover`, a `dialog` that is not open
 * or a role of that kind, an inline style that hides it, an annotation inside MathML, and a few class names that
 * libraries have made a convention. What is in a video or its like is for browsers that cannot show one. Style sheets
 * are not read.
 *
 * Much that is hidden when a page arrives is there to be read: tabs, accordions, "show more". On the 255 pages of the
 * corpus that people have read, 140,000 characters of content are marked as hidden. So these stay:
 * - what is long: messages and labels are short (`LONG_CHARS`), unless the page shows the same text elsewhere;
 * - what a control of the page names (`aria-controls`, `href="#id"`, `data-target`), tab panels, and what is in
 *   `details`;
 * - boxes of one kind with prose of their own, three and more: the answers that open below their questions;
 * - links that screen readers pass over, likewise: the summary that leads where its title leads;
 * - what React sends late, in a hidden box that its script puts in its place;
 * - one of a row, of which others are shown: tabs of one class, items of a list;
 * - what a reader sees in place of a text for screen readers: `aria-hidden` beside a helper, or in a named element;
 * - more than half of the text of the page: such pages are shown by a script.
 */
import {
  byPattern,
  byValue,
  createMarkRules,
  type ElementMarks,
  type MarkRules,
  markElements,
  unlessValue,
  whenPresent,
} from './element-marks.ts';
import { Attribute, Tag, tagSet } from './names.ts';
import {
  attributeName,
  attributeRow,
  attributesEnd,
  firstAttribute,
  firstUnit,
  NodeFlag,
  type Page,
  readValue,
} from './page.ts';

/**
 * What is hidden and longer than this is no message. On the read pages of the corpus 300 keeps 99.9 % of the content
 * that is hidden; the longest messages and notes of consent have about 160.
 */
const LONG_CHARS = 300;

/** A class name alone hides no more than this: a helper is a few words. The longest of the corpus has 96. */
const HELPER_CHARS = 120;

/** Prose has so many characters in a box, and in the mean of its texts; and so many boxes of a kind have some. */
const PROSE_CHARS = 60;
const PROSE_TEXT_CHARS = 40;
const MIN_PANELS = 3;

/** `details` may have a frame or two around what it opens. */
const MAX_STEPS = 3;

/** How an element says that it is hidden; the strongest counts. */
const Sign = { none: 0, helper: 1, aria: 2, style: 3, dialog: 4, annotation: 5, fallback: 6 } as const;

/** 1 for every node that readers never see; undefined where they see all. */
export function unseenNodes(page: Page): Uint8Array | undefined {
  const marks = markElements(page, signRules);
  let judge: RegionJudge | undefined;
  // The root is never hidden.
  let end = 1;
  for (const node of marks.nodes) {
    if (node < end) continue;
    const sign = signOf(page, marks, node);
    if (sign === Sign.none) continue;
    judge ??= new RegionJudge(page, marks);
    if (!judge.isUnseen(node, sign)) continue;
    judge.hide(node);
    end = page.subtreeEnd[node]!;
  }
  return judge?.unseen;
}

// Signs

/** The bit of each sign, of a dialog and what opens it, and of tags that have one in some places. */
const helper = 1 << Sign.helper;
const aria = 1 << Sign.aria;
const style = 1 << Sign.style;
const dialog = 1 << Sign.dialog;
const SIGNS = helper | aria | style | dialog;
const DIALOG_TAG = 64;
const OPEN = 128;
const FALLBACK = 256;
const ANNOTATION = 512;

/** Of Bootstrap and Tailwind, HTML5 Boilerplate, WordPress, Drupal, Foundation, GOV.UK, and their followers. */
const helperClasses = [
  'sr-only',
  'visually-hidden',
  'visuallyhidden',
  'screen-reader-text',
  'screen-reader-only',
  'element-invisible',
  'show-for-sr',
  'govuk-visually-hidden',
];

const hidingStyle =
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden|(?:left|top|text-indent)\s*:\s*-\d{3,}|clip\s*:\s*rect\(\s*(?:0|1px)[\s,])/i;

const hidingHints = ['none', 'hidden', 'clip', ...Array.from('0123456789', (digit) => `-${digit}`)];

const signRules: MarkRules = createMarkRules({
  tags: new Map([
    [Tag.dialog, DIALOG_TAG],
    ...[Tag.video, Tag.audio, Tag.canvas, Tag.object].map((tag) => [tag, FALLBACK] as const),
    ...[Tag.annotation, Tag['annotation-xml']].map((tag) => [tag, ANNOTATION] as const),
  ]),
  attributes: [
    whenPresent('open', OPEN),
    // That one can be found, and is opened then.
    unlessValue('hidden', 'until-found', style),
    byValue('aria-hidden', { true: aria }),
    byPattern('style', hidingStyle, { bits: style, hints: hidingHints }),
    byValue('role', { dialog, alertdialog: dialog, tooltip: dialog }, (value) => value.trim()),
    whenPresent('popover', dialog),
  ],
  // A bubble over a name in the code of Doxygen.
  classes: { ...Object.fromEntries(helperClasses.map((name) => [name, helper])), ttc: dialog },
});

function signOf(page: Page, { of }: ElementMarks, node: number): number {
  const marks = of[node]!;
  if (marks === 0 || (page.flags[node]! & NodeFlag.hidden) !== 0) return Sign.none;
  if ((marks & FALLBACK) !== 0) return Sign.fallback;
  if ((marks & (DIALOG_TAG | OPEN)) === DIALOG_TAG) return Sign.dialog;
  if ((marks & ANNOTATION) !== 0 && isAnnotation(page, node)) return Sign.annotation;
  return (marks & SIGNS) === 0 ? Sign.none : 31 - Math.clz32(marks & SIGNS);
}

/** The source of a formula: browsers show the other form that is beside it. */
function isAnnotation({ flags, parent }: Page, node: number): boolean {
  return (flags[node]! & NodeFlag.mathml) !== 0 && node > parent[node]! + 1;
}

// What becomes of an element with a sign

/** Of these a row is made whatever their classes: the later ones wait for "show more". */
const itemTags = tagSet('li', 'tr', 'p', 'article', 'dd', 'dt', 'tbody');

interface Children {
  /** What tells the elements of a row from others: tag and classes. */
  readonly shown: ReadonlySet<number>;
  readonly hasHelper: boolean;
}

class RegionJudge {
  readonly unseen: Uint8Array;
  readonly #page: Page;
  readonly #marks: ElementMarks;
  /** Characters of all texts before a node. */
  readonly #charsBefore: Int32Array;
  readonly #children = new Map<number, Children>();
  /** The node behind the last long element that was kept: inside it nothing is compared again. */
  #keptEnd = 0;
  #controlled: ReadonlySet<string> | undefined;
  #panels: ReadonlySet<number> | undefined;
  #shownTexts: Set<number> | undefined;

  constructor(page: Page, marks: ElementMarks) {
    this.#page = page;
    this.#marks = marks;
    this.unseen = new Uint8Array(page.nodeCount);
    this.#charsBefore = new Int32Array(page.nodeCount + 1);
    const { segments, chars, nodeCount } = page;
    const before = this.#charsBefore;
    for (let i = 0; i < segments.length; i++) before[segments[i]! + 1] = chars[segments[i]!]!;
    for (let node = 0; node < nodeCount; node++) before[node + 1]! += before[node]!;
  }

  hide(node: number): void {
    this.unseen.fill(1, node, this.#page.subtreeEnd[node]!);
  }

  isUnseen(node: number, sign: number): boolean {
    const chars = this.#charsBefore[this.#page.subtreeEnd[node]!]! - this.#charsBefore[node]!;
    // A picture that screen readers pass over is a picture all the same.
    if (chars === 0) return sign >= Sign.style && sign !== Sign.fallback;
    if (chars * 2 > this.#charsBefore[this.#page.nodeCount]!) return false;
    if (sign === Sign.annotation) return true;
    if (sign === Sign.helper) return chars <= HELPER_CHARS;
    // What opens a dialog opens it beside the page.
    if (sign < Sign.dialog && (this.#isOneOfShown(node) || this.#isControlled(node))) return false;
    if (sign === Sign.aria && this.#isTwin(node)) return false;
    if (chars >= PROSE_CHARS && chars < LONG_CHARS && this.#isPanel(node)) return false;
    return chars < LONG_CHARS || !this.#isOnlyHere(node);
  }

  #isOneOfShown(node: number): boolean {
    const { tag, classList, parent } = this.#page;
    if (classList[node] === 0 && itemTags[tag[node]!] === 0) return false;
    return this.#childrenOf(parent[node]!).shown.has(rowKey(this.#page, node));
  }

  /** Does it say in another form what a helper beside it, or the name of its parent, says to a screen reader? */
  #isTwin(node: number): boolean {
    const parent = this.#page.parent[node]!;
    const isNamed = attributeRow(this.#page, parent, Attribute['aria-label']) !== -1;
    return (
      (isNamed && this.#page.tag[parent] !== Tag.a && this.#page.tag[parent] !== Tag.button) ||
      this.#childrenOf(parent).hasHelper
    );
  }

  /** Once for each parent: a page may have many hidden elements in a row. */
  #childrenOf(parent: number): Children {
    const known = this.#children.get(parent);
    if (known !== undefined) return known;
    const { subtreeEnd } = this.#page;
    const shown = new Set<number>();
    let hasHelper = false;
    for (let child = parent + 1; child < subtreeEnd[parent]!; child = subtreeEnd[child]!) {
      const sign = signOf(this.#page, this.#marks, child);
      if (sign === Sign.helper) hasHelper = true;
      const hasText = this.#charsBefore[subtreeEnd[child]!]! > this.#charsBefore[child]!;
      if (sign === Sign.none && hasText) shown.add(rowKey(this.#page, child));
    }
    const children = { shown, hasHelper };
    this.#children.set(parent, children);
    return children;
  }

  /** One of several boxes of a kind, each with prose of its own. */
  #isPanel(node: number): boolean {
    this.#panels ??= this.#findPanels();
    return this.#panels.has(node);
  }

  #findPanels(): ReadonlySet<number> {
    const { subtreeEnd, tag } = this.#page;
    const rows = new Map<number, Map<number, number>>();
    let end = 1;
    for (const node of this.#marks.nodes) {
      const sign = node < end ? Sign.none : signOf(this.#page, this.#marks, node);
      if (sign === Sign.none) continue;
      // A link that is hidden by its style is one more way to somewhere; one for the mouse alone is seen.
      const text = sign === (tag[node] === Tag.a ? Sign.aria : Sign.style) ? this.#proseOf(node) : 0;
      if (text !== 0) {
        const key = rowKey(this.#page, node);
        const row = rows.get(key) ?? new Map<number, number>();
        // Of those that say the same one counts: a message for each thing of a list.
        rows.set(key, row.set(textKey(this.#page, text), node));
      }
      end = subtreeEnd[node]!;
    }
    const panels = new Set<number>();
    for (const row of rows.values())
      if (row.size >= MIN_PANELS) for (const node of row.values()) panels.add(node);
    return panels;
  }

  /** The first text of a box that has prose, most of it no links; else 0. */
  #proseOf(box: number): number {
    const { chars, parent, subtreeEnd, tag } = this.#page;
    let first = 0;
    let texts = 0;
    let all = 0;
    let unlinked = 0;
    for (let node = box + 1; node < subtreeEnd[box]!; node++) {
      if (chars[node] === 0) continue;
      first ||= node;
      texts++;
      all += chars[node]!;
      if (tag[parent[node]!] !== Tag.a || parent[node] === box) unlinked += chars[node]!;
    }
    return all >= PROSE_CHARS && all >= texts * PROSE_TEXT_CHARS && unlinked * 2 > all ? first : 0;
  }

  /** Is there something on the page that shows it? */
  #isControlled(node: number): boolean {
    const page = this.#page;
    let above = page.parent[node]!;
    for (let steps = 0; above > 0 && steps < MAX_STEPS; steps++) {
      if (page.tag[above] === Tag.details) return true;
      above = page.parent[above]!;
    }
    const role = attributeRow(page, node, Attribute.role);
    if (role !== -1 && readValue(page, role).trim() === 'tabpanel') return true;
    const row = attributeRow(page, node, Attribute.id);
    const id = row === -1 ? '' : readValue(page, row);
    if (id === '') return false;
    // Late parts of a page by React: its script takes them from here.
    if (/^S:[\da-f]+$/.test(id)) return true;
    this.#controlled ??= controlledIds(page);
    return this.#controlled.has(id);
  }

  /** Is there as much in it that the page shows nowhere else? A menu for phones repeats the one for desks. */
  #isOnlyHere(node: number): boolean {
    const page = this.#page;
    if (node < this.#keptEnd) return true;
    this.#shownTexts ??= this.#readShownTexts();
    let chars = 0;
    const end = page.subtreeEnd[node]!;
    for (let text = node + 1; text < end; text++)
      if (page.chars[text]! > 0 && !this.#shownTexts.has(textKey(page, text))) chars += page.chars[text]!;
    if (chars < LONG_CHARS) return false;
    this.#keptEnd = end;
    for (let text = node + 1; text < end; text++)
      if (page.chars[text]! > 0) this.#shownTexts.add(textKey(page, text));
    return true;
  }

  #readShownTexts(): Set<number> {
    const page = this.#page;
    const texts = new Set<number>();
    for (let node = 1; node < page.nodeCount; ) {
      if (page.chars[node]! > 0) texts.add(textKey(page, node));
      node = signOf(page, this.#marks, node) === Sign.none ? node + 1 : page.subtreeEnd[node]!;
    }
    return texts;
  }
}

function rowKey({ tag, classList }: Page, node: number): number {
  return tag[node]! * 2 ** 32 + classList[node]!;
}

/** 52 bits of its hash. */
export function textKey({ textHashHigh, textHashLow }: Page, node: number): number {
  return (textHashHigh[node]! & 0xfffff) * 2 ** 32 + textHashLow[node]!;
}

/** The elements that controls open, by their names. */
function controlledIds(page: Page): ReadonlySet<string> {
  const ids = new Set<string>();
  for (let node = 1; node < page.nodeCount; node++) {
    const end = attributesEnd(page, node);
    for (let row = firstAttribute(page, node); row < end; row++) {
      const name = attributeName(page, row);
      if (name === Attribute['aria-controls'])
        for (const id of readValue(page, row).trim().split(/\s+/)) ids.add(id);
      else if (
        (name === Attribute.href ||
          name === Attribute['data-target'] ||
          name === Attribute['data-bs-target']) &&
        mayBeginWithHash(page, row)
      ) {
        const value = readValue(page, row);
        if (value.startsWith('#') && value.length > 1) ids.add(value.slice(1));
      }
    }
  }
  return ids;
}

/** Asked first, because most addresses lead elsewhere. */
function mayBeginWithHash(page: Page, row: number): boolean {
  const unit = firstUnit(page, row);
  return unit === 0x23 || unit === 0x26;
}
