/**
 * Does Markdown say what it was made of? It is read back by a parser of CommonMark and GFM that is not ours, and
 * compared with the text of the page: its words, and those of headings, tables and code. And it is looked at for what
 * no reader wants to see: empty items, pictures of a pixel, tables without a head, signs that are left over.
 */
import { type Page, toMarkdown, toText, type Verdict } from 'dehusk';
import { findParted, NodeFlag, omittedTexts, readText, TEXT, tagName } from 'dehusk/parts';
import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** What is wrong with the Markdown of a page; empty if nothing is. */
export function checkMarkdown(
  page: Page,
  verdict?: Verdict,
  markdown: string = toMarkdown(page, verdict),
): readonly string[] {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const kept = keptTexts(page, verdict);
  const all = wordsOf(textOf(tree));
  // Formulas are written in another form, the places of notes as their labels, and links back from notes not at all.
  const elsewhere = wordsOf(
    [
      ...inside(page, kept, mathTags),
      ...inside(page, kept, noteTags),
      ...inside(page, kept, linkTags).filter((link) => /^[^\p{L}]*\p{L}?$/u.test(link)),
    ].join(' '),
  );
  const numbers = wordsOf(
    nodesOf(tree, 'listItem')
      .map((item) => numberOf(item, markdown))
      .join(' '),
  );
  return [
    ...lost('words', wordsOf(toText(page, verdict)), [all, numbers, elsewhere]),
    ...lost('words of headings', wordsOf(inside(page, kept, headingTags).join(' ')), [
      wordsOf(nodesOf(tree, 'heading').map(textOf).join(' ')),
      elsewhere,
    ]),
    ...lost('words of code', wordsOf(inside(page, kept, codeTags).join('\n')), [
      wordsOf([...nodesOf(tree, 'code'), ...nodesOf(tree, 'inlineCode')].map(textOf).join('\n')),
    ]),
    ...tableFaults(markdown, tree),
    ...lint(tree),
  ];
}

// Words

/** Shorter words stand in others by chance. */
const JOINED_CHARS = 7;

interface Words {
  readonly counts: ReadonlyMap<string, number>;
  /** All of them in a row. */
  readonly joined: string;
}

function wordsOf(text: string): Words {
  // The label of a note is a word of its own, or the end of the word before it.
  if (text.includes(NOTE))
    return mostOf(wordsOf(text.replaceAll(NOTE, '')), wordsOf(text.replaceAll(NOTE, ' ')));
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [];
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, joined: words.join('') };
}

/** Of each word, the larger number. */
function mostOf({ counts, joined }: Words, other: Words): Words {
  const most = new Map(counts);
  for (const [word, count] of other.counts) most.set(word, Math.max(count, most.get(word) ?? 0));
  return { counts: most, joined };
}

/** Words that text runs together, and Markdown does not (links side by side), are there all the same. */
function lost(what: string, expected: Words, found: readonly Words[]): readonly string[] {
  const joined = found.map((words) => words.joined).join(' ');
  const missing = [...expected.counts].filter(
    ([word, count]) =>
      found.reduce((sum, { counts }) => sum + (counts.get(word) ?? 0), 0) < count &&
      !(word.length >= JOINED_CHARS && joined.includes(word)),
  );
  const shown = missing
    .slice(0, 5)
    .map(([word]) => word)
    .join(', ');
  return missing.length === 0 ? [] : [`lost ${missing.length} ${what}: ${shown}`];
}

/** Around the label of a note: a character that no text has. */
const NOTE = '\u{f8ff}';

/** The words of a node; blocks part words, inline elements do not. */
function textOf(node: Nodes): string {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
    case 'code':
      return node.value;
    case 'html':
      return /^<br>/.test(node.value) ? ' ' : '';
    case 'break':
      return ' ';
    case 'footnoteReference':
      return `${NOTE}${node.label}${NOTE}`;
    case 'footnoteDefinition':
      return [node.label, ...node.children.map(textOf)].join('\n');
    default: {
      if (!('children' in node)) return '';
      const isInline = inlineTypes.has(node.type);
      return node.children.map((child) => textOf(child as Nodes)).join(isInline ? '' : '\n');
    }
  }
}

const inlineTypes: ReadonlySet<string> = new Set([
  'paragraph',
  'heading',
  'tableCell',
  'link',
  'linkReference',
  'emphasis',
  'strong',
  'delete',
]);

function nodesOf(node: Nodes, type: Nodes['type']): readonly Nodes[] {
  const below = 'children' in node ? node.children.flatMap((child) => nodesOf(child as Nodes, type)) : [];
  return node.type === type ? [node, ...below] : below;
}

/** Of an item, as it is written, where it has one: text has it as a word. */
function numberOf(item: Nodes, markdown: string): string {
  const start = item.position?.start.offset ?? 0;
  return /^\d+/.exec(markdown.slice(start, start + 10))?.[0] ?? '';
}

// What the page has

const mathTags: ReadonlySet<string> = new Set(['math']);
const noteTags: ReadonlySet<string> = new Set(['sup']);
const linkTags: ReadonlySet<string> = new Set(['a']);
const headingTags: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const codeTags: ReadonlySet<string> = new Set(['pre']);
/** A `pre` or heading with one of these in it was never closed. */
const blockTags: ReadonlySet<string> = new Set([
  'p',
  'table',
  'ul',
  'ol',
  'dl',
  'blockquote',
  'section',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'pre',
]);

function keptTexts(page: Page, verdict: Verdict | undefined): Uint8Array {
  const omitted = omittedTexts(page, verdict);
  const kept = new Uint8Array(page.nodeCount);
  for (const node of page.segments) kept[node] = omitted?.[node] === 1 ? 0 : 1;
  return kept;
}

/** The kept texts of elements with one of these tags, joined as they stand; of those inside each other the outermost. */
function inside(page: Page, kept: Uint8Array, tags: ReadonlySet<string>): readonly string[] {
  const texts: string[] = [];
  const parted = findParted(page);
  for (let node = 1; node < page.nodeCount; node++) {
    if (page.tag[node] === TEXT || !tags.has(tagName(page, node))) continue;
    const end = page.subtreeEnd[node]!;
    let text = '';
    let isClosed = true;
    for (let below = node + 1; below < end; below++) {
      if ((page.flags[below]! & NodeFlag.spaceBefore) !== 0 || parted?.[below] === 1) text += ' ';
      if (page.tag[below] !== TEXT) {
        isClosed &&= !blockTags.has(tagName(page, below));
        if (['br', 'div', 'img', 'button', 'svg'].includes(tagName(page, below))) text += ' ';
      } else if (kept[below] === 1) text += readText(page, below);
      else text += ' ';
    }
    if (isClosed || ![headingTags, codeTags].includes(tags)) texts.push(text);
    node = end - 1;
  }
  return texts;
}

// Tables and lint

function tableFaults(markdown: string, tree: Root): readonly string[] {
  const code = nodesOf(tree, 'code').map(textOf).join('\n');
  const rows = /^[ >]*(?:(?:[-*]|\d+\.|\[\^\w+\]:) )*\| --- \|/gm;
  const written = (markdown.match(rows)?.length ?? 0) - (code.match(rows)?.length ?? 0);
  const read = nodesOf(tree, 'table').length;
  return written === read ? [] : [`${written} tables written, ${read} read`];
}

/** Of these alone a paragraph says nothing. */
const signsOnly = /^[\s|/\\·•∙‣«»‹›<>←→↑↓➔►▶◀◄▲▼¶§×…\-–—_*,.;:&()[\]{}~^#]+$/;
const pixels =
  /[/_-](?:spacer|pixel|blank|clear|transparent|1x1|dot_clear|clearpixel|shim)\.(?:gif|png|svg)(?:[?#]|$)/i;

function lint(tree: Root): readonly string[] {
  const faults: string[] = [];
  for (const item of nodesOf(tree, 'listItem')) if (!hasContent(item)) faults.push('an empty item');
  for (const image of nodesOf(tree, 'image'))
    if ('url' in image && pixels.test(image.url)) faults.push(`a picture of a pixel: ${image.url}`);
  for (const table of nodesOf(tree, 'table'))
    if ('children' in table && !hasContent(table.children[0] as Nodes)) faults.push('a table without head');
  for (const link of nodesOf(tree, 'link')) if (!hasContent(link)) faults.push('an empty link');
  for (const block of [...nodesOf(tree, 'paragraph'), ...nodesOf(tree, 'heading')])
    if (signsOnly.test(textOf(block)) && !hasPicture(block)) faults.push(`signs only: ${textOf(block)}`);
  if (tree.children[0]?.type === 'thematicBreak' || tree.children.at(-1)?.type === 'thematicBreak')
    faults.push('a rule at an end');
  let before = 0;
  for (const heading of nodesOf(tree, 'heading')) {
    const { depth } = heading as { readonly depth: number };
    if (before > 0 && depth > before + 1) faults.push(`a heading of level ${depth} under one of ${before}`);
    before = depth;
  }
  return faults;
}

function hasPicture(node: Nodes): boolean {
  return nodesOf(node, 'image').length > 0 || nodesOf(node, 'inlineCode').length > 0;
}

function hasContent(node: Nodes): boolean {
  return textOf(node).trim() !== '' || hasPicture(node) || nodesOf(node, 'footnoteReference').length > 0;
}
