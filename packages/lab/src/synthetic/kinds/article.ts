import { writeBlocks } from '../blocks.ts';
import { writeAdvert } from '../furniture/boxes.ts';
import { type PageView, pickLeaf, say, writePart } from '../page-view.ts';
import { writeField, writeParagraph, writeTags } from '../prose.ts';

export function writeArticle(view: PageView): void {
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
