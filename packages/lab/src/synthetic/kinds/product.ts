import { writeBlocks } from '../blocks.ts';
import { type PageView, say, sayCapitalised, writePart } from '../page-view.ts';
import { writeField, writeParagraph } from '../prose.ts';

export function writeProduct(view: PageView): void {
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
