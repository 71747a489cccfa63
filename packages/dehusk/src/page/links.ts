/** Title, base address and links of a page; and of the links, which ones are template. */
import { Tag } from './names.ts';
import { NodeFlag, normalForm, type Page, readAttribute, readText, TEXT } from './page.ts';
import { resolveUrl } from './raw-page.ts';

export interface Link {
  /** The `a` or `area` element. */
  readonly node: number;
  /** Absolute address, fragment included. */
  readonly url: string;
}

/** Text of the first `<title>` of the head; empty if there is none. */
export function readTitle(page: Page): string {
  for (let node = 0; node < page.nodeCount; node++) {
    if (page.tag[node] !== Tag.title || (page.flags[node]! & NodeFlag.svg) !== 0) continue;
    const text = node + 1;
    return text < page.subtreeEnd[node]! && page.tag[text] === TEXT ? normalForm(readText(page, text)) : '';
  }
  return '';
}

/** The address that relative links start from: the first `<base href>`, else the page's own. */
export function readBaseUrl(page: Page): string | undefined {
  const bases: number[] = [];
  for (let node = page.tag.indexOf(Tag.base); node !== -1; node = page.tag.indexOf(Tag.base, node + 1))
    bases.push(node);
  return baseUrlBy(page, bases);
}

/** The same, for who knows the `base` elements of the page already. */
export function baseUrlBy(page: Page, bases: readonly number[]): string | undefined {
  for (const node of bases) {
    const href = readAttribute(page, node, 'href');
    if (href !== undefined) return resolveUrl(href, page.url)?.href ?? page.url;
  }
  return page.url;
}

/** The page's links to http(s) addresses, in document order; those that are no address are left out. */
export function readLinks(page: Page): readonly Link[] {
  const base = readBaseUrl(page);
  const links: Link[] = [];
  for (let node = 0; node < page.nodeCount; node++) {
    const tag = page.tag[node];
    if (tag !== Tag.a && tag !== Tag.area) continue;
    const href = readAttribute(page, node, 'href');
    const url = href === undefined ? undefined : resolveUrl(href, base);
    if (url?.protocol === 'http:' || url?.protocol === 'https:') links.push({ node, url: url.href });
  }
  return links;
}

/** A link with what the page's verdict makes of it, for whoever counts links: those of menus count for all. */
export interface JudgedLink {
  readonly url: string;
  readonly template: boolean;
}

/** A link with the text that it stands behind. */
export interface AnchoredLink extends JudgedLink {
  readonly text: string;
}

/**
 * A link is template if more than half of its text is. One without text (a logo, an icon) goes with the texts around
 * it, those of the nearest element that has any.
 */
export function judgedLinks(page: Page, template: Uint8Array): readonly JudgedLink[] {
  const links = readLinks(page);
  if (links.length === 0) return [];
  const sums = sumChars(page, template);
  const around = nearestWithText(page, sums);
  return links.map(({ node, url }) => {
    const all = charsIn(page, around[node]!, sums.all);
    return { url, template: charsIn(page, around[node]!, sums.template) * 2 > all };
  });
}

/** The same with the texts of the links; of a picture without any, what stands for it. */
export function anchoredLinks(page: Page, template: Uint8Array): readonly AnchoredLink[] {
  const judged = judgedLinks(page, template);
  return readLinks(page).map(({ node }, i) => ({ ...judged[i]!, text: anchorText(page, node) }));
}

function anchorText(page: Page, link: number): string {
  const texts: string[] = [];
  const pictures: string[] = [];
  for (let node = link; node < page.subtreeEnd[link]!; node++) {
    if (page.tag[node] === TEXT) texts.push(readText(page, node));
    else if (page.tag[node] === Tag.img) pictures.push(readAttribute(page, node, 'alt') ?? '');
  }
  return normalForm(texts.join(' ')) || normalForm(pictures.join(' '));
}

/** By node: itself if there is text in it, else what its parent has. */
function nearestWithText(page: Page, { all }: CharSums): Int32Array {
  const nearest = new Int32Array(page.nodeCount);
  for (let node = 1; node < page.nodeCount; node++) {
    nearest[node] = charsIn(page, node, all) > 0 ? node : nearest[page.parent[node]!]!;
  }
  return nearest;
}

interface CharSums {
  /** Characters of the visible texts before each node; one entry more than there are nodes. */
  readonly all: Int32Array;
  readonly template: Int32Array;
}

function sumChars({ nodeCount, segments, chars }: Page, template: Uint8Array): CharSums {
  const all = new Int32Array(nodeCount + 1);
  const ofTemplate = new Int32Array(nodeCount + 1);
  for (const node of segments) {
    all[node + 1] = chars[node]!;
    if (template[node] === 1) ofTemplate[node + 1] = chars[node]!;
  }
  for (let node = 0; node < nodeCount; node++) {
    all[node + 1]! += all[node]!;
    ofTemplate[node + 1]! += ofTemplate[node]!;
  }
  return { all, template: ofTemplate };
}

/** Nodes are in pre-order: a subtree is a range. */
function charsIn({ subtreeEnd }: Page, node: number, sums: Int32Array): number {
  return sums[subtreeEnd[node]!]! - sums[node]!;
}
