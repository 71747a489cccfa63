/** What a page loads to look as it does: style sheets and pictures; and what of it is at hand when it is shown. */
import { Tag } from '../../page/names.ts';
import { NodeFlag, type Page, readAttribute } from '../../page/page.ts';

export interface PageResources {
  /** Its style sheets as one, in their order. */
  readonly style: string;
  /** Addresses of pictures as the page writes them → `data:` addresses. */
  readonly pictures: ReadonlyMap<string, string>;
}

interface PageLinks {
  readonly sheets: readonly { readonly address: string; readonly media: string }[];
  /** As they are written. */
  readonly pictures: readonly string[];
}

/** Both in the order of the document. */
export function pageLinks(page: Page): PageLinks {
  const sheets: { address: string; media: string }[] = [];
  const pictures: string[] = [];
  for (let node = 0; node < page.nodeCount; node++) {
    if (page.tag[node] === Tag.link) {
      const rel = (readAttribute(page, node, 'rel') ?? '').toLowerCase().split(/\s+/);
      const address = readAttribute(page, node, 'href');
      if (address === undefined || !rel.includes('stylesheet') || rel.includes('alternate')) continue;
      sheets.push({ address, media: mediaOf(readAttribute(page, node, 'media')) });
    } else {
      const address = pictureAddress(page, node);
      if (address !== undefined) pictures.push(address);
    }
  }
  return { sheets, pictures };
}

/** The address of an `img`; undefined for all else. */
export function pictureAddress(page: Page, node: number): string | undefined {
  if (page.tag[node] !== Tag.img || (page.flags[node]! & NodeFlag.svg) !== 0) return undefined;
  return readAttribute(page, node, 'src');
}

/** What stands there comes into a style sheet of ours: anything but the usual signs of a media query is left out. */
function mediaOf(media = ''): string {
  const query = media.trim();
  return query === '' || query === 'all' || !/^[\w\s():,.-]{1,200}$/.test(query) ? '' : query;
}
