/**
 * Plain text by the core, which writes the page that it still holds: the same text as `text.ts` makes, in a fifth of the
 * time. Live documents have no core, and do not carry this.
 */
import type { Verdict } from '../detect/detector.ts';
import { byPattern, createMarkRules } from '../page/element-marks.ts';
import { Tag, tagsOf } from '../page/names.ts';
import { findTouching, layOutText, type Page, type TouchRules } from '../page/page.ts';
import { signBits } from './flow.ts';
import {
  boxClass,
  boxStyle,
  boxTags,
  cellTags,
  findDataTables,
  findParted,
  firstNumber,
  isBorder,
  lineTags,
  listTags,
  literalTags,
  MAX_EMPTY_NODES,
  paragraphTags,
  replacedTags,
  writtenNumber,
} from './layout.ts';
import { toOutlinedText } from './text.ts';
import { type OmitOptions, omittedTexts } from './verdict-view.ts';

/** As `toOutlinedText`; undefined where the core does not have the page. */
export function toCoreText(page: Page, verdict?: Verdict, options: OmitOptions = {}): CoreText | undefined {
  const omitted = omittedTexts(page, verdict, options);
  const bytes = layOutText(page, {
    kinds: tagKinds,
    signs: signBits,
    omitted,
    readNumbers: (numbers) => readNumbers(page, omitted, numbers),
  });
  return bytes === undefined ? undefined : new CoreText(bytes, () => toOutlinedText(page, verdict, options));
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The text as it was written, and what is made of it if somebody asks: the outline, and a string, which nobody needs of what
 * goes into a file. Getters of a plain object would keep the page alive in V8.
 */
class CoreText {
  /** UTF-8. */
  readonly bytes: Uint8Array;
  #text: string | undefined;
  readonly #again: () => OutlinedText;

  constructor(bytes: Uint8Array, again: () => OutlinedText) {
    this.bytes = bytes;
    this.#again = again;
  }

  get text(): string {
    this.#text ??= decoder.decode(this.bytes);
    return this.#text;
  }

  get outline(): OutlinedText['outline'] {
    return this.#again().outline;
  }
}

type OutlinedText = ReturnType<typeof toOutlinedText>;

/** By tag; the bits are those of `Kind` in the core. */
const tagKinds = new Uint8Array(256);
for (const [bit, tags] of [paragraphTags, lineTags, replacedTags, listTags, cellTags, literalTags].entries())
  for (let tag = 0; tag < tagKinds.length; tag++) tagKinds[tag]! |= tags[tag]! << bit;

/** By which neighbours are found of which texts are to be read: the numbers are those of `Kind` in the core. */
const Touch = { box: 1, label: 2 } as const;
const touchRules: TouchRules = {
  marks: createMarkRules({
    tags: new Map([
      ...tagsOf(boxTags).map((tag) => [tag, Touch.box] as const),
      [Tag.label, Touch.box | Touch.label],
    ]),
    attributes: [
      byPattern('style', boxStyle, { bits: 0, hints: ['flex', 'grid', 'block', 'table'] }),
      byPattern('class', boxClass, { bits: 0, hints: ['flex', 'grid', 'block'] }),
    ],
  }),
  mostEmpty: MAX_EMPTY_NODES,
};

/** Before such a node a word ends. The core knows it too. */
const PARTED = -3;

/**
 * What the core cannot see: the numbers of lists and items, 1 for cells of tables that hold data, and where words are
 * parted. `numbers` has -1 for each node.
 */
function readNumbers(page: Page, omitted: Uint8Array | undefined, numbers: Int32Array): void {
  const { tag } = page;
  for (const node of partedNodes(page, omitted)) numbers[node] = PARTED;
  for (const node of marked(findDataTables(page))) if (cellTags[tag[node]!] === 1) numbers[node] = 1;
  if (tag.includes(Tag.ol)) readListNumbers(page, omitted, numbers);
}

/** As `findParted` has them: of the neighbours that touch the core finds the few of which texts are to be read. */
function* partedNodes(page: Page, omitted: Uint8Array | undefined): Generator<number> {
  const touching = findTouching(page, touchRules);
  // Of so many it has no room for the pairs.
  if (touching === undefined) yield* marked(findParted(page, omitted));
  else
    for (let i = 0; i < touching.length; i += 2)
      if (isBorder(page, touching[i]!, touching[i + 1]!, omitted)) yield touching[i + 1]!;
}

/** The nodes that are 1. */
function* marked(nodes: Uint8Array | undefined): Generator<number> {
  if (nodes === undefined) return;
  for (let node = nodes.indexOf(1); node !== -1; node = nodes.indexOf(1, node + 1)) yield node;
}

function readListNumbers(page: Page, omitted: Uint8Array | undefined, numbers: Int32Array): void {
  const { nodeCount, tag, subtreeEnd } = page;
  const openLists: number[] = [];
  for (let node = 0; node < nodeCount; node++) {
    if (tag[node] === Tag.li) numbers[node] = writtenNumber(page, node, 'value') ?? -1;
    else if (listTags[tag[node]!] === 1) {
      while (openLists.length > 0 && subtreeEnd[openLists.at(-1)!]! <= node) openLists.pop();
      numbers[node] = firstNumber(page, node, { omitted, depth: openLists.length });
      openLists.push(node);
    }
  }
}
