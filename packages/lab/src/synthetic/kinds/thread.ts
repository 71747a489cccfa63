import { type PageView, say, sayCapitalised, writePart } from '../page-view.ts';
import { writeParagraph, writeSentences } from '../prose.ts';

/** A question and its answers; everybody may answer, quote and report, which is template. */
export function writeThread(view: PageView): void {
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
