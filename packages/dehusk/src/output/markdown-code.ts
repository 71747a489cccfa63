/** Code in Markdown: its text is gathered first, because the fence depends on all of it. */
import { Tag, tagSet, tagsOf } from '../page/names.ts';
import { type Page, readAttribute, readGap, readText } from '../page/page.ts';
import { Break, type Flow } from './flow.ts';
import { lineTags, listTags, paragraphTags } from './layout.ts';
import { isPreformatted, plainSpaces } from './text.ts';

type CodeKind = 'span' | 'block';

const spanTags = tagSet('code', 'tt', 'kbd', 'samp');
const preTags = tagSet('pre', 'listing', 'xmp', 'plaintext');
/** What may be code. */
export const codeTags: Uint8Array = spanTags.slice();
for (const tag of tagsOf(preTags)) codeTags[tag] = 1;
const itemTags = tagSet('li', 'dd', 'td', 'th');

/** What stands below an element: lines of code that a page sets in `div`, or blocks of any other kind. */
const Holds = { lines: 1, blocks: 2 } as const;

/** By tag. */
const holdsByTag: Uint8Array = new Uint8Array(2 ** 16);
for (const tag of [paragraphTags, lineTags, listTags, itemTags].flatMap(tagsOf))
  holdsByTag[tag] = Holds.blocks;
holdsByTag[Tag.div] = Holds.lines;

/**
 * Elements whose text is code, by node. One that was never closed, and so holds half of the page, is not taken for
 * code: a span may hold no block, and a block none but lines.
 */
export function findCode(page: Page): ReadonlyMap<number, CodeKind> {
  const code = new Map<number, CodeKind>();
  const { tag, subtreeEnd } = page;
  const isOfLines = createLineBoxes(page);
  for (let node = 1; node < page.nodeCount; node++) {
    const name = tag[node]!;
    const isSpan = spanTags[name] === 1;
    if (!isSpan && preTags[name] === 0) {
      if (name === Tag.div && isOfLines(node)) {
        code.set(node, 'block');
        node = subtreeEnd[node]! - 1;
      }
      continue;
    }
    const end = subtreeEnd[node]!;
    let holds = 0;
    for (let inside = node + 1; inside < end && (holds & Holds.blocks) === 0; inside++)
      holds |= holdsByTag[tag[inside]!]!;
    if (holds === 0 || (!isSpan && holds === Holds.lines)) {
      code.set(node, isSpan ? 'span' : 'block');
      // What is inside is written with it.
      node = end - 1;
    }
  }
  return code;
}

/**
 * Doxygen's code: `div.fragment` with nothing but `div.line` in it, and the bubbles that names in it open. The names of
 * most classes of a page are never read.
 */
function createLineBoxes(page: Page): (box: number) => boolean {
  const { subtreeEnd, tag } = page;
  const isBox = createClassTest(page, ['fragment']);
  const isLine = createClassTest(page, ['line', 'ttc']);
  return (box) => {
    let line = box + 1;
    const end = subtreeEnd[box]!;
    if (line === end || tag[line] !== Tag.div || !isBox(box)) return false;
    while (line < end && tag[line] === Tag.div && isLine(line)) line = subtreeEnd[line]!;
    return line === end;
  };
}

/** Has an element one of these classes? Of elements with the same classes one is asked. */
function createClassTest(page: Page, wanted: readonly string[]): (element: number) => boolean {
  const { classList } = page;
  const known = new Map<number, boolean>();
  return (element) => {
    const row = classList[element]!;
    let isOne = known.get(row);
    if (isOne === undefined) {
      isOne = classesOf(page, element).some((name) => wanted.includes(name));
      known.set(row, isOne);
    }
    return isOne;
  };
}

function classesOf(page: Page, element: number): string[] {
  if (page.classList[element] === 0) return [];
  return readAttribute(page, element, 'class')?.split(/[\t\n\f\r ]+/) ?? [];
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
    if (isPreformatted(page, page.parent[node]!)) this.#text += readGap(page, node);
    else if (!this.#text.endsWith('\n')) this.#text += ' ';
  }

  enterElement(node: number): void {
    this.leaveElement(node);
    const { subtreeEnd, tag } = this.#page;
    const isEmptyLine = tag[node] === Tag.div && subtreeEnd[node] === node + 1 && this.#text !== '';
    if (isEmptyLine) this.#text += '\n';
  }

  leaveElement(node: number): void {
    const tag = this.#page.tag[node]!;
    const isBreak = tag === Tag.br || lineTags[tag] === 1;
    if (isBreak && !this.#text.endsWith('\n')) this.#text += '\n';
  }

  writeTo(flow: Flow): void {
    const raw = this.#text.replace(/\r\n?/g, '\n');
    // Spaces of lines that are no `pre`.
    const text = this.#page.tag[this.node] === Tag.div ? plainSpaces(raw) : raw;
    if (text.trim() === '') flow.space();
    else if (this.#kind === 'span') writeCodeSpan(flow, plainSpaces(text));
    else {
      flow.break(Break.paragraph);
      if (flow.isInline) writeCodeSpan(flow, plainSpaces(text));
      else flow.verbatim(fencedCode(text, codeLanguage(this.#page, this.node)));
      flow.break(Break.paragraph);
    }
  }
}

/** White space at its ends stands outside. */
export function writeCodeSpan(flow: Flow, text: string, around: string = ''): void {
  if (/^\s/.test(text)) flow.space();
  flow.word(around + codeSpan(text.replace(/[\t\n\f ]+/g, ' ').trim()) + around);
  if (/\s$/.test(text)) flow.space();
}

/** A fence is longer than any run of backticks in it. */
function codeSpan(code: string): string {
  const fence = '`'.repeat(longestRun(code) + 1);
  const pad = /^`|`$/.test(code) ? ' ' : '';
  return `${fence}${pad}${code}${pad}${fence}`;
}

export function fencedCode(code: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}${language}\n${code.replace(/^\n+/, '').trimEnd()}\n${fence}`;
}

function longestRun(code: string): number {
  let longest = 0;
  for (const run of code.matchAll(/`+/g)) longest = Math.max(longest, run[0].length);
  return longest;
}

// Languages

/** Boxes around a block that belong to it: `div.highlight-python > div.highlight > pre`. */
const MAX_BOXES = 3;

/** What a page says of the language of a block, in the block, in the `code` in it, or in the boxes around it. */
function codeLanguage(page: Page, block: number): string {
  const inside = block + 1 < page.subtreeEnd[block]! ? languageOf(page, block + 1) : undefined;
  let language = languageOf(page, block) ?? inside;
  let box = page.parent[block]!;
  for (let i = 0; language === undefined && i < MAX_BOXES && isBoxOf(page, box, block); i++) {
    language = languageOf(page, box);
    box = page.parent[box]!;
  }
  return language ?? '';
}

/** A box holds the one block. */
function isBoxOf(page: Page, box: number, block: number): boolean {
  if (box <= 0 || page.tag[box] === Tag.body) return false;
  for (
    let node = box + 1;
    node < page.subtreeEnd[box]!;
    node = page.tag[node] === Tag.pre ? page.subtreeEnd[node]! : node + 1
  )
    if (page.tag[node] === Tag.pre && node !== block) return false;
  return true;
}

/** `language-js`, `lang-js`, `highlight-source-js`, `brush: js`, `sourceCode js`, an attribute, or the bare name. */
function languageOf(page: Page, node: number): string | undefined {
  const told = readAttribute(page, node, 'data-lang') ?? readAttribute(page, node, 'data-language');
  const classes = readAttribute(page, node, 'class') ?? '';
  const named =
    /(?:^|\s)(?:lang(?:uage)?-|highlight-source-|highlight-(?!wrapper|box|container|text|default|none)|brush:\s*|sourceCode\s+|src\s+src-)([\w+#.-]+)/.exec(
      classes,
    )?.[1];
  const language = (told ?? named ?? bareLanguage(page, node))?.trim().toLowerCase();
  return language !== undefined && /^[\w+#.-]+$/.test(language) && !nameless.has(language)
    ? language
    : undefined;
}

/** `pre.cpp` of Qt, `pre.rust` of rustdoc. Of other elements such a name may mean anything. */
function bareLanguage(page: Page, node: number): string | undefined {
  if (codeTags[page.tag[node]!] === 0) return undefined;
  return classesOf(page, node)
    .sort()
    .find((name) => bareLanguages.has(name));
}

// biome-ignore format: a list of words
const bareLanguages: ReadonlySet<string> = new Set([
  'asm', 'bash', 'c', 'clojure', 'cmake', 'console', 'cpp', 'csharp', 'css', 'dart', 'diff', 'dockerfile', 'elixir', 'erlang',
  'fortran', 'fsharp', 'go', 'graphql', 'groovy', 'haskell', 'html', 'ini', 'java', 'javascript', 'js', 'json', 'julia', 'kotlin',
  'latex', 'lisp', 'lua', 'makefile', 'matlab', 'nginx', 'objc', 'ocaml', 'pascal', 'perl', 'php', 'powershell', 'prolog', 'py',
  'python', 'qml', 'r', 'rb', 'ruby', 'rust', 'scala', 'scheme', 'scss', 'sh', 'shell', 'sql', 'swift', 'tex', 'toml', 'ts',
  'turtle', 'typescript', 'vb', 'verilog', 'vhdl', 'vim', 'xml', 'yaml', 'yml',
]);

const nameless: ReadonlySet<string> = new Set([
  'none',
  'plaintext',
  'text',
  'plain',
  'default',
  'nohighlight',
  'notranslate',
]);
