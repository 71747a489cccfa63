/** Code in Markdown: its text is gathered first, because the fence depends on all of it. */
import type { Page } from '../page/page.ts';
import { readAttribute, readRanges, readText } from '../page/read.ts';
import { Tag, tagSet } from '../page/tags.ts';
import { lineTags, paragraphTags } from './block-tags.ts';
import { Break, type Flow } from './flow.ts';
import { listTags } from './lists.ts';
import { isPreformatted, plainSpaces } from './text.ts';

type CodeKind = 'span' | 'block';

const codeTags = tagSet('code', 'tt', 'kbd', 'samp');
const preTags = tagSet('pre', 'listing', 'xmp', 'plaintext');
const itemTags = tagSet('li', 'dd', 'td', 'th');
const blockSets = [paragraphTags, lineTags, listTags, itemTags];

/** What stands below an element: lines of code that a page sets in `div`, or blocks of any other kind. */
const Holds = { lines: 1, blocks: 2 } as const;

/**
 * Elements whose text is code, by node. One that was never closed, and so holds half of the page, is not taken for
 * code: a span may hold no block, and a block none but lines.
 */
export function findCode(page: Page): ReadonlyMap<number, CodeKind> {
  const holds = new Uint8Array(page.nodeCount);
  for (let node = page.nodeCount - 1; node > 0; node--) {
    holds[page.parent[node]!]! |= holds[node]! | ownBit(page.tag[node]!);
  }
  const code = new Map<number, CodeKind>();
  for (let node = 1; node < page.nodeCount; node++) {
    const tag = page.tag[node]!;
    if (codeTags[tag] === 1 && holds[node] === 0) code.set(node, 'span');
    else if (preTags[tag] === 1 && (holds[node]! & Holds.blocks) === 0) code.set(node, 'block');
  }
  return code;
}

function ownBit(tag: number): number {
  if (tag === Tag.div) return Holds.lines;
  return blockSets.some((set) => set[tag] === 1) ? Holds.blocks : 0;
}

/** The text of one code element, on its way to the flow. */
export class CodeCapture {
  readonly node: number;
  readonly #page: Page;
  readonly #kind: CodeKind;
  #text = '';

  constructor(page: Page, node: number, kind: CodeKind) {
    this.#page = page;
    this.node = node;
    this.#kind = kind;
  }

  addText(node: number): void {
    this.#text += readText(this.#page, node);
  }

  /** The white space before a node. */
  addGap(node: number): void {
    const page = this.#page;
    this.#text += isPreformatted(page, page.parent[node]!)
      ? readRanges(page, page.preformattedGaps, node)
      : ' ';
  }

  /** The start or end of an element inside. */
  addTag(tag: number): void {
    const isBreak = tag === Tag.br || lineTags[tag] === 1;
    if (isBreak && !this.#text.endsWith('\n')) this.#text += '\n';
  }

  writeTo(flow: Flow): void {
    const text = this.#text.replace(/\r\n?/g, '\n');
    if (text.trim() === '') flow.space();
    else if (this.#kind === 'span') writeSpan(flow, plainSpaces(text));
    else {
      flow.break(Break.paragraph);
      if (flow.isInline) writeSpan(flow, plainSpaces(text));
      else flow.verbatim(fencedCode(text, codeLanguage(this.#page, this.node)));
      flow.break(Break.paragraph);
    }
  }
}

function writeSpan(flow: Flow, text: string): void {
  if (/^\s/.test(text)) flow.space();
  flow.word(codeSpan(text.replace(/[\t\n\f ]+/g, ' ').trim()));
  if (/\s$/.test(text)) flow.space();
}

/** A fence is longer than any run of backticks in it. */
function codeSpan(code: string): string {
  const fence = '`'.repeat(longestRun(code) + 1);
  const pad = /^`|`$/.test(code) ? ' ' : '';
  return `${fence}${pad}${code}${pad}${fence}`;
}

function fencedCode(code: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}${language}\n${code.replace(/^\n+/, '').trimEnd()}\n${fence}`;
}

function longestRun(code: string): number {
  let longest = 0;
  for (const run of code.matchAll(/`+/g)) longest = Math.max(longest, run[0].length);
  return longest;
}

/** `language-x` or `lang-x` among the classes of a code block or of the `code` in it. */
function codeLanguage(page: Page, block: number): string {
  for (const node of [block, block + 1]) {
    if (node >= page.subtreeEnd[block]!) break;
    const classes = readAttribute(page, node, 'class') ?? '';
    const language = /(?:^|\s)lang(?:uage)?-([\w+#.-]+)/.exec(classes)?.[1];
    if (language !== undefined) return language;
  }
  return '';
}
