import { writeRelated, writeShare } from './furniture/boxes.ts';
import { writeNeighbours } from './furniture/trail.ts';
import { writeArticle } from './kinds/article.ts';
import { writeComments } from './kinds/comments.ts';
import { writeDocumentation } from './kinds/documentation.ts';
import { writeHome, writeList, writeSection } from './kinds/hub.ts';
import { writeInfo } from './kinds/info.ts';
import { writeProduct } from './kinds/product.ts';
import { writeThread } from './kinds/thread.ts';
import { type PageView, writePart } from './page-view.ts';
import type { PageKind } from './site-map.ts';

const kinds: Readonly<Record<PageKind, (view: PageView) => void>> = {
  home: writeHome,
  info: writeInfo,
  section: writeSection,
  list: writeList,
  article: writeArticle,
  product: writeProduct,
  documentation: writeDocumentation,
  thread: writeThread,
};

/** The page's own matter. */
export function writeMain(view: PageView): void {
  writePart(view, 'main', () => kinds[view.place.kind](view));
}

/** What content management systems hang below it. */
export function writeBelowMain(view: PageView): void {
  const { kind } = view.place;
  const isLeaf = kind === 'article' || kind === 'product' || kind === 'documentation' || kind === 'thread';
  if (isLeaf) writeShare(view);
  writeNeighbours(view);
  if (isLeaf) writeRelated(view);
  if (kind === 'article' || kind === 'documentation') writeComments(view);
}
