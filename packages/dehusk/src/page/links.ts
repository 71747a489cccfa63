/** Title, base address and links of a page. */
import { NodeFlag, type Page, TEXT } from './page.ts';
import { normalForm, readAttribute, readText } from './read.ts';
import { Tag } from './tags.ts';
import { resolveUrl } from './url.ts';

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
  for (let node = 0; node < page.nodeCount; node++) {
    const href = page.tag[node] === Tag.base ? readAttribute(page, node, 'href') : undefined;
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
