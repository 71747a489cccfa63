import { type PageView, say, sayCapitalised, writePart } from '../page-view.ts';

/** Readers' comments are a page's own matter; the form to add one is not. */
export function writeComments(view: PageView): void {
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
