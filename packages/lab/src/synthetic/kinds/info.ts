import { type PageView, say } from '../page-view.ts';
import { writeField, writeParagraph } from '../prose.ts';

/** Short pages about the site itself. */
export function writeInfo(view: PageView): void {
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
