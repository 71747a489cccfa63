/**
 * Does one thing get one verdict? A piece is a line of a page (see `lines.ts`) that has a word: a text, and the tags
 * from html to it. Of the pieces that stand on nine tenths of a site's pages or more, those are mixed that are kept
 * here and removed there, or cut in two ways. Nobody has to say what is right: a slogan on every page is content, or
 * it is not.
 *
 * Where a text stands several times in one place of a page, the first is compared with the first of other pages that
 * have it as often, the second with the second.
 */
import type { Page } from 'dehusk';
import { lineText, type PageLine, pageLines } from './lines.ts';
import { tokensOf } from './tokens.ts';

export interface Consistency {
  /** That stand on so many pages of the site. */
  readonly pieces: number;
  /** Of them, by the verdicts on all pages, and by those from page 11 on: once a site is known. */
  readonly mixed: number;
  readonly mixedFrom11: number;
}

const COMMON_SHARE = 0.9;
const KNOWN_AFTER_PAGES = 10;

/** Of each page 1 for each segment that is kept; undefined where a method does not tell. */
type KeptSegments = readonly (Uint8Array | undefined)[];

/**
 * Finds the pieces of a site once, and looks at what methods make of them. Undefined for a site that has none, and for
 * a method that does not tell segments on all pages.
 */
export function createConsistencyScorer(
  pages: readonly Page[],
): (kept: KeptSegments) => Consistency | undefined {
  const common = commonPieces(pages);
  return (kept) => {
    if (common.length === 0 || kept.includes(undefined)) return undefined;
    const mixedFrom = (first: number): number => common.filter((piece) => isMixed(piece, kept, first)).length;
    return { pieces: common.length, mixed: mixedFrom(0), mixedFrom11: mixedFrom(KNOWN_AFTER_PAGES) };
  };
}

/** Where a piece stands: by the number of the page, its lines there. */
type Piece = ReadonlyMap<number, readonly PageLine[]>;

function commonPieces(pages: readonly Page[]): readonly Piece[] {
  const pieces = new Map<string, Map<number, PageLine[]>>();
  for (const [number, page] of pages.entries()) {
    for (const line of pageLines(page)) {
      const key = pieceKey(page, line);
      const found = pieces.get(key);
      const here = found?.get(number);
      if (found === undefined) pieces.set(key, new Map([[number, [line]]]));
      else if (here === undefined) found.set(number, [line]);
      else here.push(line);
    }
  }
  // On a site of one page everything stands on all pages.
  const enough = Math.max(2, COMMON_SHARE * pages.length);
  return [...pieces.values()].filter((piece) => piece.size >= enough && hasWord(piece, pages));
}

function hasWord(piece: Piece, pages: readonly Page[]): boolean {
  const [number, lines] = piece.entries().next().value!;
  return tokensOf(lineText(pages[number]!, lines[0]!)).length > 0;
}

function pieceKey(page: Page, { from, to }: PageLine): string {
  let key = '';
  for (let segment = from; segment < to; segment++) {
    const node = page.segments[segment]!;
    key += `${page.textHashHigh[node]} ${page.textHashLow[node]} ${page.pathHashHigh[node]} ${page.pathHashLow[node]},`;
  }
  return key;
}

function isMixed(piece: Piece, kept: KeptSegments, firstPage: number): boolean {
  const verdicts = new Map<number, string>();
  for (const [number, lines] of piece) {
    if (number < firstPage) continue;
    const segments = kept[number]!;
    const verdict = lines.map(({ from, to }) => segments.subarray(from, to).join('')).join(' ');
    const known = verdicts.get(lines.length);
    if (known !== undefined && known !== verdict) return true;
    verdicts.set(lines.length, verdict);
  }
  return false;
}
