/** The matter of a page by its kind, and what content management systems hang below it. */
import { pickLeaves, writeAdvert, writeRelated, writeShare } from './furniture.ts';
import { writeNeighbours } from './menus.ts';
import { type PageView, pickLeaf, say, sayCapitalised, writePart } from './page-view.ts';
import { writeBlocks, writeCode, writeField, writeParagraph, writeSentences, writeTags } from './prose.ts';
import { createRandom } from './random.ts';
import type { PageKind, PagePlace } from './site-map.ts';

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

const leavesOnHub = 12;

/** The front page: a welcome and picks from the whole site. */
function writeHome(view: PageView): void {
  view.writer.leaf('h1', view.title);
  view.writer.leaf('p', view.plan.phrase('tagline'));
  writeParagraph(view);
  writeTeasers(view, pickLeaves(view, view.random, leavesOnHub));
}

/** A section: what it is about, its subsections with a line each, and picks from them. */
function writeSection(view: PageView): void {
  const { writer, plan, place } = view;
  writer.leaf('h1', view.title);
  writeParagraph(view);
  const { map } = plan;
  const first = place.section * map.subsectionsPerSection;
  for (let offset = 0; offset < map.subsectionsPerSection; offset++) {
    const list = map.list(first + offset, 0);
    writer.element('h2', () => writer.leaf('a', plan.title(list), { href: plan.url(list) }));
    writeParagraph(view);
    if (map.leafCount(list.subsection) > 0) writeTeasers(view, [map.leaf(list.subsection, 0)]);
  }
}

/** One page of a subsection's list. */
function writeList(view: PageView): void {
  const { plan, place } = view;
  view.writer.leaf('h1', view.title);
  if (place.position === 0) writeParagraph(view);
  const [from, to] = plan.map.leavesOnList(place.subsection, place.position);
  const leaves = Array.from({ length: to - from }, (_, offset) =>
    plan.map.leaf(place.subsection, from + offset),
  );
  writeTeasers(view, leaves);
}

/** Where pages are large, entries are long, as on lists that show whole posts. */
function writeTeasers(view: PageView, leaves: readonly PagePlace[]): void {
  const { writer, design, matterEndBytes } = view;
  const startBytes = writer.sizeBytes;
  for (const [index, leaf] of leaves.entries()) {
    const endBytes = startBytes + ((matterEndBytes - startBytes) * (index + 1)) / leaves.length;
    writer.element(design.theme.shapes.entry, () => writeTeaser(view, leaf, endBytes));
  }
}

/** A leaf's teaser begins the same wherever it is shown, as a content management system would have it. */
function writeTeaser(view: PageView, leaf: PagePlace, endBytes: number): void {
  const { writer, plan } = view;
  const random = createRandom(plan.seed, 'teaser', leaf.id);
  const href = plan.url(leaf);
  writer.element('h3', () => writer.leaf('a', plan.title(leaf), { href }));
  writePart(view, 'date', () => writer.text(plan.date(leaf.id)));
  if (leaf.kind === 'product') writer.leaf('b', plan.money(random.between(299, 89_999)));
  const teaserView = { ...view, random, bindings: {} };
  writer.leaf('p', sayCapitalised(teaserView, 'sentence'));
  while (writer.sizeBytes < endBytes) writeParagraph(teaserView);
  writePart(view, 'tools', () => writer.leaf('a', plan.phrase('readMore'), { href }));
}

function writeArticle(view: PageView): void {
  const { writer, plan, random } = view;
  writer.leaf('h1', view.title);
  writePart(view, 'date', () => writer.text(`${plan.phrase('published')} ${plan.date(view.place.id)}`));
  writeField(view, plan.phrase('author'), say(view, 'person'));
  if (random.chance(0.4)) {
    writer.leaf('h2', plan.phrase('summary'));
    writeParagraph(view);
  }
  if (view.design.adverts > 1) writeAdvert(view);
  writeBlocks(view);
  if (random.chance(0.3)) writeSeeAlso(view);
  writePart(view, 'tags', () => writeTags(view));
}

/** An author's own pointers, so content, unlike the box of related pages. */
function writeSeeAlso(view: PageView): void {
  const { writer, plan, random } = view;
  const leaf = pickLeaf(view, random);
  if (leaf === undefined) return;
  writer.leaf('h2', plan.phrase('seeAlso'));
  writer.element('ul', () => {
    writer.element('li', () => writer.leaf('a', plan.title(leaf), { href: plan.url(leaf) }));
    writer.leaf('li', `${say(view, 'person')}: ${say(view, 'articleTitle')}, ${random.between(1950, 2023)}`);
  });
}

function writeProduct(view: PageView): void {
  const { writer, plan, random } = view;
  writer.leaf('h1', view.title);
  writer.void('img[width=400]', { src: `/img/p${view.place.id}.jpg`, alt: view.title });
  writeField(view, plan.phrase('itemNumber'), `${random.between(100, 999)}-${view.place.id + 10_000}`);
  writeField(view, plan.phrase('price'), plan.money(random.between(299, 89_999)));
  writeField(view, plan.phrase('availability'), say(view, 'stock'));
  writePart(view, 'tools', () => writer.leaf(view.design.theme.shapes.button, plan.phrase('buy')));
  writer.leaf('h2', plan.phrase('description'));
  writeParagraph(view);
  writeSpecification(view);
  writeBlocks(view);
  writeReviews(view);
}

function writeSpecification(view: PageView): void {
  const { writer, plan, random } = view;
  writer.leaf('h2', plan.phrase('specification'));
  writer.element('table', () =>
    writer.element('tbody', () => {
      for (let rows = random.between(4, 14); rows > 0; rows--)
        writer.element('tr', () => {
          writer.leaf('th', say(view, 'attribute'));
          writer.leaf('td', say(view, 'attributeValue'));
        });
    }),
  );
}

function writeReviews(view: PageView): void {
  const { writer, plan, random, design } = view;
  writer.leaf('h2', plan.phrase('reviews'));
  for (let count = random.below(5); count > 0; count--)
    writer.element(design.theme.shapes.entry, () => {
      writer.leaf('b', `${say(view, 'person')}: ${random.between(1, 5)}/5`);
      writer.leaf('p', sayCapitalised(view, 'comment'));
    });
}

function writeDocumentation(view: PageView): void {
  const { writer, plan, random } = view;
  writer.leaf('h1', view.title);
  writeParagraph(view);
  for (let count = random.between(1, 3); count > 0; count--) writeFunction(view);
  writer.element('p', () => {
    writer.leaf('strong', plan.phrase('note'));
    writer.text(' ');
    writeSentences(view, 2);
  });
  writeBlocks(view);
}

/** Headings that stand on every page of a manual and are its content all the same. */
function writeFunction(view: PageView): void {
  const { writer, plan, random } = view;
  writer.element('h2', () => writer.leaf('code', `${say(view, 'identifier')}()`));
  writeParagraph(view);
  writer.leaf('h3', plan.phrase('parameters'));
  writer.element('dl', () => {
    for (let count = random.between(1, 5); count > 0; count--) {
      writer.element('dt', () => writer.leaf('code', say(view, 'identifier')));
      writer.leaf('dd', sayCapitalised(view, 'sentence'));
    }
  });
  writer.leaf('h3', plan.phrase('result'));
  writer.leaf('p', sayCapitalised(view, 'sentence'));
  writer.leaf('h3', plan.phrase('example'));
  writeCode(view);
}

/** A question and its answers; everybody may answer, quote and report, which is template. */
function writeThread(view: PageView): void {
  const { writer, random } = view;
  writer.leaf('h1', view.title);
  writePost(view);
  for (let answers = random.between(1, 4); answers > 0; answers--) writePost(view);
  while (writer.sizeBytes < view.matterEndBytes) writePost(view);
}

function writePost(view: PageView): void {
  const { writer, plan, random, design } = view;
  writer.element(design.theme.shapes.entry, () => {
    writer.leaf('b', `${say(view, 'person')} ${plan.phrase('wrote')}`);
    writePart(view, 'date', () =>
      writer.text(`${plan.date(random.uint32())}, ${random.between(10, 23)}:${random.between(10, 59)}`),
    );
    if (random.chance(0.2)) writer.element('blockquote', () => writeSentences(view, 1));
    for (let count = random.between(1, 3); count > 0; count--) writeParagraph(view);
    if (random.chance(0.3)) writer.leaf('p', sayCapitalised(view, 'comment'));
    writePart(view, 'tools', () => {
      writer.leaf('a', plan.phrase('reply'), { href: '#reply' });
      writer.text(design.theme.separator);
      writer.leaf('a', plan.phrase('quote'), { href: '#quote' });
    });
  });
}

/** Short pages about the site itself. */
function writeInfo(view: PageView): void {
  const { writer, plan, random } = view;
  writer.leaf('h1', view.title);
  for (let count = random.between(1, 4); count > 0; count--) writeParagraph(view);
  writeField(
    view,
    plan.phrase('address'),
    `${plan.displayName}, ${say(view, 'place')} ${random.between(1, 99)}`,
  );
  writeField(view, plan.phrase('phone'), `0${random.between(100, 999)} ${random.between(10_000, 99_999)}`);
}

/** Readers' comments are a page's own matter; the form to add one is not. */
function writeComments(view: PageView): void {
  const { writer, plan, random, design } = view;
  const count = random.chance(0.5) ? 0 : random.between(1, 8);
  if (count > 0)
    writePart(view, 'comments', () => {
      writer.leaf('h2', plan.phrase('comments'));
      for (let left = count; left > 0; left--)
        writer.element(design.theme.shapes.entry, () => writeComment(view));
    });
  writeCommentForm(view);
}

function writeComment(view: PageView): void {
  const { writer, plan, random } = view;
  writer.leaf('b', say(view, 'person'));
  writePart(view, 'date', () => writer.text(plan.date(random.uint32())));
  writer.leaf('p', sayCapitalised(view, 'comment'));
  writePart(view, 'tools', () => writer.leaf('a', plan.phrase('reply'), { href: '#comment' }));
}

function writeCommentForm(view: PageView): void {
  const { writer, plan, design } = view;
  writePart(view, 'form', () => {
    writer.leaf('h3', plan.phrase('writeComment'));
    writer.leaf('label', plan.phrase('name'));
    writer.void('input[type=text][name=who]');
    writer.leaf('label', plan.phrase('message'));
    writer.leaf('textarea[rows=4]', plan.phrase('message'));
    writer.leaf(design.theme.shapes.button, plan.phrase('send'));
  });
}
