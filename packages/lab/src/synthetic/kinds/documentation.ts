import { writeBlocks, writeCode } from '../blocks.ts';
import { type PageView, say, sayCapitalised } from '../page-view.ts';
import { writeParagraph, writeSentences } from '../prose.ts';

export function writeDocumentation(view: PageView): void {
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
