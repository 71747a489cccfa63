/**
 * Plain text by the core, which writes the page that it still holds: the same string as `text.ts` makes, in a fifth of
 * the time. Live documents have no core, and do not carry this.
 */
import type { Verdict } from '../detect/detector.ts';
import { Tag } from '../page/names.ts';
import { layOutText, type Page } from '../page/page.ts';
import { signBits } from './flow.ts';
import {
  cellTags,
  findDataTables,
  firstNumber,
  lineTags,
  listTags,
  literalTags,
  paragraphTags,
  replacedTags,
  runsIntoLink,
  writtenNumber,
} from './layout.ts';
import { toOutlinedText } from './text.ts';
import { type OmitOptions, omittedTexts } from './verdict-view.ts';

/** As `toOutlinedText`; undefined where the core does not have the page. */
export function toCoreText(
  page: Page,
  verdict?: Verdict,
  options: OmitOptions = {},
): ReturnType<typeof toOutlinedText> | undefined {
  const omitted = omittedTexts(page, verdict, options);
  const text = layOutText(page, {
    kinds: tagKinds,
    signs: signBits,
    omitted,
    readNumbers: () => readNumbers(page, omitted),
  });
  if (text === undefined) return undefined;
  return {
    text,
    // Few ask for it.
    get outline() {
      return toOutlinedText(page, verdict, options).outline;
    },
  };
}

/** By tag; the bits are those of `Kind` in the core. */
const tagKinds = new Uint8Array(256);
for (const [bit, tags] of [paragraphTags, lineTags, replacedTags, listTags, cellTags, literalTags].entries())
  for (let tag = 0; tag < tagKinds.length; tag++) tagKinds[tag]! |= tags[tag]! << bit;

/**
 * What the core cannot see: the numbers of lists and items, and 1 for cells of tables that hold data, and for links that
 * run into others.
 */
function readNumbers(page: Page, omitted: Uint8Array | undefined): Int32Array | undefined {
  const { tag, subtreeEnd } = page;
  const dataTables = findDataTables(page);
  const links = linksThatRunOn(page);
  if (dataTables === undefined && links.length === 0 && !tag.includes(Tag.ol)) return undefined;
  const numbers = new Int32Array(page.nodeCount).fill(-1);
  for (const link of links) numbers[link] = 1;
  const openLists: number[] = [];
  for (let node = 0; node < page.nodeCount; node++) {
    while (openLists.length > 0 && subtreeEnd[openLists.at(-1)!]! <= node) openLists.pop();
    if (listTags[tag[node]!] === 1) {
      numbers[node] = firstNumber(page, node, { omitted, depth: openLists.length });
      openLists.push(node);
    } else if (tag[node] === Tag.li) numbers[node] = writtenNumber(page, node, 'value') ?? -1;
    else if (cellTags[tag[node]!] === 1) numbers[node] = dataTables?.[node] === 1 ? 1 : -1;
  }
  return numbers;
}

function linksThatRunOn(page: Page): readonly number[] {
  const { tag } = page;
  const links: number[] = [];
  for (let link = tag.indexOf(Tag.a); link !== -1; link = tag.indexOf(Tag.a, link + 1))
    if (runsIntoLink(page, link)) links.push(link);
  return links;
}
